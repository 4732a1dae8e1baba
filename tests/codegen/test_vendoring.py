"""A package with its own copy of the runtime, in an interpreter that has nothing installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import WEATHER

from toolc.codegen.data import ModuleData
from toolc.codegen.module import ModuleOptions, emit_package
from toolc.codegen.vendoring import vendored_runtime
from toolc.frontends.documents import read_document
from toolc.frontends.mcp import read_mcp
from toolc.ir.model import Toolset

USE = """\
reply = '<tool_call name="get_weather">{{"location": "Rome",}}</tool_call>'
found = kit.parse(reply)
assert found.calls[0].args == {{"location": "Rome"}}, found
assert kit.parse(reply.replace("Rome", "")).failures[0].kind == "invalid_arguments"
assert kit.decode("x", *kit.encode("x", "get_weather", {{"location": "Rome"}}))
assert kit.PROMPTS["sections"] == "Tools"
strangers = [name for name in sys.modules if name.split(".")[0] in ("toolc", "pydantic")]
assert strangers == [], strangers
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tools, _ = read_mcp(read_document(WEATHER))
    data = ModuleData({"sections": "prompt.md"}, {}, {}, ("x",), {"prompt.md": "Tools"})
    made = emit_package(
        Toolset(name="kit", tools=tuple(tools)),
        digest="",
        source_names=[],
        options=ModuleOptions(models="none", runtime="vendored"),
        data=data,
    )
    for name, text in {**made.files, "prompt.md": "Tools"}.items():
        (tmp_path / "kit" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "kit" / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("path", "name"), [("", "kit"), ("kit", "kit"), (".", "kit.kit")])
def test_it_runs_with_nothing_installed(folder: Path, path: str, name: str) -> None:
    script = f"import sys; sys.path.insert(0, {str(folder / path)!r}); import {name} as kit\n"
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-I", "-S", "-c", script + USE.format()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_it_is_typed(folder: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "kit/kit.py", "kit/__init__.py"]
    done = subprocess.run(  # noqa: S603 - our own tools on our own files
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_copy_names_toolc_nowhere_and_is_the_same_each_time() -> None:
    first = vendored_runtime()
    vendored_runtime.cache_clear()
    assert list(first.items()) == list(vendored_runtime().items())
    sources = {name: text for name, text in first.items() if name.endswith(".py")}
    assert "_runtime/parser.py" in sources
    assert "_runtime/grammars/dialects/hermes.toml" in first
    # What reads providers' replies is not needed.
    assert not any(name.startswith("_runtime/replies") for name in sources)
    for text in sources.values():
        assert "\nfrom toolc" not in text
