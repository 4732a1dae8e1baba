"""The examples on the pages of the passes' codes raise what they say, and the mended ones don't."""

import re
from typing import Any

import pytest

from toolc.diagnostics.pages import page, page_names
from toolc.frontends import read_tools
from toolc.frontends.documents import read_document
from toolc.targets import compile_for
from toolc.toolkit import ToolKit
from toolc.transforms import simplify

FENCE = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"^For `([\w-]+)`(?: with `(\w+): true`)?:$", re.MULTILINE)
SHOWN = [code for code in page_names() if code.startswith("TC3") and TARGET.search(page(code))]


def codes_of(text: str, target: str, option: str | None) -> list[str]:
    toolset, problems = read_tools(read_document(text.encode(), name="example.json"))
    assert not problems
    if target == "simplify":
        return [item.code for item in simplify(ToolKit(toolset)).diagnostics]
    options: dict[str, Any] = {option: True} if option else {}
    return [item.code for item in compile_for(target, toolset, **options).diagnostics]


@pytest.mark.parametrize("code", SHOWN)
def test_the_example_raises_its_code_and_the_mended_one_does_not(code: str) -> None:
    found = TARGET.search(page(code))
    assert found is not None
    target, option = found.groups()
    example, mended = FENCE.findall(page(code))
    assert code in codes_of(example, target, option)
    assert code not in codes_of(mended, target, option)


def test_nearly_all_codes_of_passes_are_shown() -> None:
    passes = [code for code in page_names() if code.startswith("TC3")]
    assert set(passes) - set(SHOWN) == {"TC303", "TC328"}  # they would fill pages
