"""Rules in words."""

from typing import Any

import pytest

from toolc.ir.words import json_words, phrases


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"minLength": 1}, "at least 1 character"),
        ({"minLength": 1, "maxLength": 200}, "1 to 200 characters"),
        ({"maxItems": 5}, "at most 5 items"),
        ({"minItems": 2, "maxItems": 2}, "exactly 2 items"),
        ({"minimum": 0}, "minimum 0"),
        ({"exclusiveMaximum": 1.5}, "less than 1.5"),
        ({"pattern": "^a$"}, "matches ^a$"),
        ({"default": "medium"}, 'default "medium"'),
        ({"enum": ["a", 1, None]}, 'one of "a", 1, null'),
        ({"dependentRequired": {"a": ["b", "c"], "d": []}}, "`a` needs `b`, `c`"),
        (
            {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]},
            "at least one of: has `a`; has `b` and `c`",
        ),
        (
            {"if": {"const": 1}, "then": {"const": 2}},
            'where it fits {"const": 1} it also fits {"const": 2}',
        ),
    ],
)
def test_phrases(schema: Any, said: str) -> None:
    assert phrases(schema, schema.keys()) == [said]


@pytest.mark.parametrize("schema", [{"uniqueItems": False}, {"deprecated": False}, {"if": {}}])
def test_what_says_nothing_is_not_said(schema: Any) -> None:
    assert phrases(schema, schema.keys()) == []


def test_only_the_wanted_keywords_are_said() -> None:
    assert phrases({"minimum": 0, "maximum": 5}, {"maximum"}) == ["maximum 5"]


def test_long_values_are_cut() -> None:
    assert json_words(["x" * 1000]).endswith("...")


def test_stamps_are_not_said() -> None:
    assert "x-toolc-at" not in phrases({"not": {"x-toolc-at": "/a", "const": 1}}, {"not"})[0]
