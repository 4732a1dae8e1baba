"""Strings in the quotes that models use, as JSON writes them."""

import json

import pytest

from toolc.runtime.repair_strings import as_json


@pytest.mark.parametrize(
    ("kind", "token", "value", "noted"),
    [
        ("double", '"a\\n\\u00e9"', "a\né", []),
        ("double", '"a\n\tb"', "a\n\tb", ["raw_newlines"]),
        ("double", '"a\x01b"', "a\x01b", ["control_characters"]),
        ("double", '"\\d\\x41"', "\\dA", ["escapes"]),
        ("single", "'it\\'s \"so\"'", 'it\'s "so"', ["single_quotes"]),
        ("triple", '"""a "b"\n"""', 'a "b"\n', ["triple_quotes", "raw_newlines"]),
        ("smart", "“a”", "a", ["smart_quotes"]),
    ],
)
def test_means_the_same(kind: str, token: str, value: str, noted: list[str]) -> None:
    notes: list[str] = []
    assert json.loads(as_json(kind, token, notes.append)) == value
    assert list(dict.fromkeys(notes)) == noted


def test_a_long_string_of_escapes_is_whole() -> None:
    token = "'" + "\\x41\\\\\\q é" * 5_000 + "'"
    assert json.loads(as_json("single", token, lambda _: None)) == "A\\\\q é" * 5_000
