"""Each pass alone on the cases of tests/corpus/passes: what it makes and says, and its undoing."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from corpus_case import Case, cases

from toolc.ir.language import Language, Limits
from toolc.ir.model import Tool, Toolset
from toolc.passes import PASSES
from toolc.runtime.codec import decode, encode
from toolc.runtime.guards import same
from toolc.targets import TARGETS

CASES = cases("passes")


def language_of(case: Case) -> Language:
    """The language that a case spells out, or that of the target it names."""
    if "language" in case.input:
        limits = Limits(**case.input["language"].get("limits", {}))
        return Language(**{**case.input["language"], "limits": limits})
    target = case.input["for"].removesuffix("-strict")
    options = {"strict": True} if case.input["for"].endswith("-strict") else {}
    return TARGETS[target].form(**options).language


def outcome_of(case: Case) -> Any:
    pass_name = case.name.split("/")[0]
    tool = Tool(name="tool", input=case.input["schema"])
    toolset = Toolset(name="case", tools=(tool,))
    return PASSES[pass_name](toolset, language=language_of(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_comes_out_as_expected(case: Case) -> None:
    outcome = outcome_of(case)
    made = {"schema": outcome.toolset.tools[0].input}
    if outcome.step:
        made["codec"] = outcome.step["tool"]
    said = [f"{item.code} {item.pointer or '/'}: {item.message}" for item in outcome.diagnostics]
    case.expect("lowered.yaml", yaml.safe_dump(made, sort_keys=False, allow_unicode=True))
    case.expect("diagnostics.txt", "\n".join(said) + "\n" if said else "")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_values_of_a_case_survive_the_way_there_and_back(case: Case) -> None:
    codec = [outcome_of(case).step]
    for value in case.input.get("values", []):
        name, lowered = encode(codec, "tool", value)
        assert same(decode(codec, name, lowered)[1], value), lowered


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_pass_is_pure_and_says_nothing_on_its_own_output(case: Case) -> None:
    before = yaml.safe_dump(case.input["schema"])
    once = outcome_of(case)
    assert yaml.safe_dump(case.input["schema"]) == before
    pass_name = case.name.split("/")[0]
    again = PASSES[pass_name](once.toolset, language=language_of(case))
    assert again.toolset.tools[0].input == once.toolset.tools[0].input
    assert again.step == {}
    assert again.codes == ()


def test_every_pass_has_a_case() -> None:
    folder = Path(__file__).parents[1] / "corpus" / "passes"
    assert {path.name for path in folder.iterdir()} | {"rename_tools"} == set(PASSES)
