"""What users of other generators reported about modules and validators: each has its right value.

`area_d.json` holds the reports: where each was made, the smallest schema that shows it (facts of a
few lines, written anew), and what is right. Each test is the right value of one report.
"""

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolc import ToolKit

REPORTS: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("area_d.json").read_text(encoding="utf-8")
)
VALIDATED = sorted(name for name, report in REPORTS.items() if "accepts" in report["expect"])


def kit(report: str) -> ToolKit:
    return ToolKit.from_json_schema({"tool": REPORTS[report]["schema"]})


def module(report: str) -> ModuleType:
    return kit(report).load()


def typed(made: ModuleType, arguments: dict[str, Any]) -> Any:
    """The typed view of a call's arguments."""
    text = f'<tool_call name="tool">{json.dumps(arguments)}</tool_call>'
    [call] = made.parse(text).calls
    return call.args


def test_every_report_is_tested() -> None:
    tested = {found[1].upper() for name in globals() if (found := re.match(r"test_(r\d+)_", name))}
    assert tested | {*VALIDATED} == REPORTS.keys()


@pytest.mark.parametrize("report", VALIDATED)
def test_the_module_imports_and_judges_as_the_schema_says(report: str) -> None:
    made, expected = module(report), REPORTS[report]["expect"]
    for arguments in expected["accepts"]:
        assert made.validate("tool", arguments) == []
        view = typed(made, arguments)
        assert view.model_dump(mode="json", by_alias=True, exclude_unset=True) == arguments
    for arguments in expected.get("rejects", ()):
        assert made.validate("tool", arguments) != []


def test_r101_recursive_defaults_end_and_lists_are_not_shared() -> None:
    made = module("R101")
    one, two = typed(made, {}), typed(made, {})
    assert one.tags is None or one.tags is not two.tags
    assert made.validate("tool", {"kid": {"kid": {"tags": [1]}}}) == [
        "/kid/kid/tags/0: must be a string; got 1"
    ]


def test_r106_properties_beside_a_union_stay() -> None:
    assert re.search(REPORTS["R106"]["expect"]["regex"], kit("R106").to_typescript())


def test_r107_one_definition_is_written_once() -> None:
    text = kit("R107").to_typescript()
    assert len(re.findall(r"\bx\?: string", text)) == 1
