"""What each provider takes of real tools, judged from outside: its SDK's types and known rules.

Where an SDK is not installed its types are not asked; the documented and observed rules are.
"""

import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from target_forms import FORM_IDS, FORMS, REFEREES

from toolc.frontends import read_tools
from toolc.frontends.documents import read_document
from toolc.ir.model import Toolset
from toolc.targets import compile_for

pytestmark = pytest.mark.corpus

SHARE, SEED = 10, 20261130

NO_FAULT = {
    "max-tools": "a list this long is for the user to split: TC401 says so",
    "cohere.strict.200-fields": "as above: TC405",
}
"""Rules about a whole request that a compiler can't keep, with the reason."""


@pytest.fixture(scope="module")
def referee(shared: Path) -> ModuleType:
    path = shared / "referees" / "oracles.py"
    if not path.is_file():
        pytest.skip(f"the referee is not at {path}")
    spec = importlib.util.spec_from_file_location("oracles", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def dumps(shared: Path) -> list[Toolset]:
    """A tenth of the tools of every MCP dump, drawn with a fixed seed."""
    chosen = random.Random(SEED)  # noqa: S311 - a draw, no secret
    toolsets = []
    for path in sorted((shared / "corpora" / "mcp" / "dumps").glob("*.json")):
        toolset, _ = read_tools(read_document(path))
        kept = [tool for tool in toolset.tools if chosen.randrange(SHARE) == 0]
        toolsets.append(toolset.replace(kept))
    return [toolset for toolset in toolsets if toolset.tools]


@pytest.mark.parametrize("form", FORM_IDS)
def test_the_provider_accepts_real_tools(
    form: str, referee: ModuleType, dumps: list[Toolset]
) -> None:
    target, options = FORMS[form]
    faults = []
    for toolset in dumps:
        tools = compile_for(target, toolset, **options).tools
        faults += [said for said in referee.check(REFEREES[form], tools) if _is_fault(said)]
    assert faults == []


def _is_fault(said: str) -> bool:
    return said.startswith("ERR") and not any(rule in said for rule in NO_FAULT)


def test_the_referee_would_say_so(referee: ModuleType) -> None:
    broken: list[Any] = [{"type": "function", "function": {"name": "a b", "parameters": {}}}]
    assert any(map(_is_fault, referee.check("openai-chat", broken)))
