"""How messages speak of values: JSON's words, and examples that read back as what they show."""

import tomllib
from typing import Any

import pytest
import yaml

from toolc.diagnostics.words import assigned, kind_of

EXAMPLES: list[Any] = [
    "weather",
    "text",
    "get*",
    "*",
    "",
    "...",
    3,
    True,
    False,
    ["a", 1],
    [{"mcp": "tools.json", "include": {"tags": ["x*"]}}],
    {"openai": {"strict": True, "as": "openai-2"}},
    {},
    [],
]


@pytest.mark.parametrize("value", EXAMPLES)
def test_an_example_reads_back_as_what_it_shows(value: Any) -> None:
    assert yaml.safe_load(assigned("key", value)) == {"key": value}
    assert tomllib.loads(assigned("key", value, toml=True)) == {"key": value}


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (False, "a boolean"),
        (0, "a number"),
        (1.5, "a number"),
        ("x", "text"),
        ("", "empty text"),
        ([1], "a list"),
        ([], "an empty list"),
        ({"a": 1}, "an object"),
        ({}, "an empty object"),
    ],
)
def test_values_have_the_names_of_json(value: Any, kind: str) -> None:
    assert kind_of(value) == kind
