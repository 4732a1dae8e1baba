"""Every code has a page, every page a code, and the examples on the pages do what they say."""

import re

import pytest

from toolc.diagnostics.codes import CODES
from toolc.diagnostics.pages import page, page_names
from toolc.frontends import read_tools
from toolc.frontends.documents import read_document
from toolc.runtime.errors import UsageError

PARTS = ["What it means", "Why it matters", "Example", "Mended", "How to silence it"]
FENCE = re.compile(r"^```(json|yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert page_names() == sorted(CODES)


@pytest.mark.parametrize("code", page_names())
def test_a_page_has_its_parts_in_order(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code}: ")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == PARTS


def examples(code: str) -> list[tuple[str, str]]:
    """The documents before and after mending, where a page shows whole ones."""
    return [(language, text) for language, text in FENCE.findall(page(code))]


READING = [
    code
    for code in page_names()
    if code.startswith(("TC10", "TC11", "TC13", "TC14", "TC20")) and len(examples(code)) == 2
]
"""Fences with more than one word (`yaml fragment`) and commands hold no whole document."""


@pytest.mark.parametrize("code", READING)
def test_the_example_raises_its_code_and_the_mended_one_none(code: str) -> None:
    (language, broken), (_, mended) = examples(code)
    assert codes(language, broken) == [code]
    assert codes(language, mended) == []


def codes(language: str, text: str) -> list[str]:
    document = read_document(text.encode(), name=f"example.{language}")
    return [item.code for item in read_tools(document)[1]]


@pytest.mark.parametrize("code", ["tc204", "TC204"])
def test_a_page_is_found_in_either_case(code: str) -> None:
    assert page(code).startswith("# TC204")


def test_an_unknown_code_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="did you mean `TC204`"):
        page("TC2004")
