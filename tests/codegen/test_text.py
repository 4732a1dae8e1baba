"""Text that enters generated code: it compiles, and reads back as what it was."""

import ast
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.codegen.text import Code, UnwritableValueError, comment, fstring, pyrepr

HOSTILE = (
    "'",
    '"',
    "\"'",
    '"""',
    "'''",
    "\n",
    "\r\n",
    "\\",
    "\\'",
    "{{",
    "{%",
    "{x}",
    "}",
    "__import__('os')",
    "\ud800",
    "\x00",
    "\u202e",
    "\u2028",
    "é",
    "\U0001f600",
    "#",
    "%s",
    "",
)
texts = st.text(st.characters() | st.sampled_from("\"'\\{}\n\ud800\x00"))  # surrogates too
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=8,
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_a_literal(text: str) -> None:
    written = pyrepr(text)
    assert ast.literal_eval(written) == text
    assert written.isascii()
    assert written.isprintable()


@settings(derandomize=True, max_examples=200, deadline=None)
@given(values)
def test_values_read_back(value: Any) -> None:
    written = pyrepr(value)
    assert written.isascii()
    assert written.isprintable()
    assert eval(written, {"__builtins__": {"float": float}}) == value  # noqa: S307  # the point


def test_large_integers_and_infinities() -> None:
    assert eval(pyrepr(10**6000)) == 10**6000  # noqa: S307  # the point
    assert eval(pyrepr(float("-inf"))) == float("-inf")  # noqa: S307  # the point


def test_depth_is_bounded() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(UnwritableValueError, match="deeper than 50"):
        pyrepr(deep)


def test_other_types_are_refused() -> None:
    with pytest.raises(UnwritableValueError, match="bytes"):
        pyrepr([b""])


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text_in_an_f_string(text: str) -> None:
    written = fstring([text, Code("x"), text])
    assert eval(written, {"__builtins__": {}, "x": 7}) == f"{text}7{text}"  # noqa: S307  # the point
    assert written.isascii()


def test_an_f_string_without_expressions_is_a_plain_literal() -> None:
    assert fstring(["{a}", "b"]) == '"{a}b"'


@pytest.mark.parametrize("text", HOSTILE)
def test_a_comment_is_one_line(text: str) -> None:
    written = comment(f"a{text}b")
    assert len(written.splitlines()) == 1
    assert written.startswith("# a")
    assert written.isascii()


def test_a_comment_is_bounded() -> None:
    assert len(comment("x" * 10**6)) < 120
