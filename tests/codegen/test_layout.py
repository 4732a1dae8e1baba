"""Docstrings and tables: what is laid out says the same as what went in."""

import ast
from typing import Any

import pytest

from toolc.codegen.layout import WIDTH, docstring, joined, literal, needs_json

LONG = "word " * 60


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Get the weather", '"""Get the weather."""'),
        ("Get the weather.", '"""Get the weather."""'),
        ("What for?", '"""What for?"""'),
        ("  spaced  \n", '"""spaced."""'),
        ("", '""""""'),
        ('Say "hi"', '"""Say "hi\\""""'),
        ("C:\\temp", '"""C:\\\\temp."""'),
        ("One.\n\n  - two\n", '"""One.\n\n    - two\n    """'),
        ("\u202eabc", '"""\\\\u202eabc."""'),
        ("Bonjour, été", '"""Bonjour, été."""'),
    ],
)
def test_docstrings(text: str, expected: str) -> None:
    assert docstring(text, 4) == expected


def test_long_docstrings_are_wrapped_and_bounded() -> None:
    shown = docstring(LONG, 4)
    assert max(map(len, shown.splitlines())) <= WIDTH
    assert ast.literal_eval(shown).split() == LONG.split()
    assert len(docstring("x" * 1_000_000)) < 5_000


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        {"a": 1},
        {"type": "object", "properties": {f"k{i}": {"enum": ["x" * 30] * 5} for i in range(4)}},
        [LONG, {LONG: LONG}],
    ],
)
def test_literals_are_broken_over_lines_and_mean_the_same(value: Any) -> None:
    shown = literal(value, 8)
    assert ast.literal_eval(shown) == value
    assert not needs_json(value)


def test_a_value_too_deep_for_a_literal_is_json() -> None:
    value: Any = 1
    for _ in range(200):
        value = [value]
    assert needs_json(value)
    assert literal(value).startswith('json.loads("[[')


@pytest.mark.parametrize("text", ["", "one", "one\n", "one\ntwo", 'a\n"""\n\\', "\n\n"])
def test_a_joined_text_is_the_text(text: str) -> None:
    assert ast.literal_eval(joined(text, 4)) == text
