"""How large a schema is, as providers count it."""

from typing import Any

import pytest

from toolc.ir.language import Limits
from toolc.ir.sizes import Sizes, measure, over

TREE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "a": {"type": ["object", "null"], "properties": {"b": {"enum": ["xy", 1]}}},
        "c": {"type": "array", "items": {"$ref": "#/$defs/D"}},
        "e": {"const": "four"},
    },
    "$defs": {"D": {"type": "object", "properties": {"f": {"type": "object"}}}},
}


def test_a_schema_is_counted_with_its_definitions() -> None:
    assert measure(TREE) == Sizes(
        properties=5,
        levels=2,
        enum_values=2,
        characters=len("abcefD") + len("xy") + len("four"),
    )


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (Limits(), []),
        (Limits(properties=5, levels=2, enum_values=2, characters=12), []),
        (Limits(properties=4), ["5 properties, of at most 4"]),
        (Limits(levels=1), ["2 levels of objects, of at most 1"]),
        (Limits(enum_values=1), ["2 enum values, of at most 1"]),
        (Limits(characters=11), ["12 characters of names and fixed values, of at most 11"]),
        (Limits(long_enum=(1, 1)), ["an enum of 2 values that are too long together"]),
        (Limits(long_enum=(2, 1)), []),
    ],
)
def test_what_is_over_a_limit_is_told_in_words(limits: Limits, told: list[str]) -> None:
    assert list(over(TREE, limits)) == told
