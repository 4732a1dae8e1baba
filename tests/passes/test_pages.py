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
TARGET = re.compile(r"^For `([\w-]+)`( with `strict: true`)?:$", re.MULTILINE)
SHOWN = [code for code in page_names() if code.startswith("TC3") and TARGET.search(page(code))]


def codes_of(text: str, target: str, *, strict: bool) -> list[str]:
    toolset, problems = read_tools(read_document(text.encode(), name="example.json"))
    assert not problems
    if target == "simplify":
        return [item.code for item in simplify(ToolKit(toolset)).diagnostics]
    options: dict[str, Any] = {"strict": True} if strict else {}
    return [item.code for item in compile_for(target, toolset, **options).diagnostics]


@pytest.mark.parametrize("code", SHOWN)
def test_the_example_raises_its_code_and_the_mended_one_does_not(code: str) -> None:
    found = TARGET.search(page(code))
    assert found is not None
    target, strict = found[1], found[2] is not None
    example, mended = FENCE.findall(page(code))
    assert code in codes_of(example, target, strict=strict)
    assert code not in codes_of(mended, target, strict=strict)


def test_nearly_all_codes_of_passes_are_shown() -> None:
    passes = [code for code in page_names() if code.startswith("TC3")]
    assert set(passes) - set(SHOWN) == {"TC303", "TC328"}  # they would fill pages
