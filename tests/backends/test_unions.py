"""Unions: which branches a value could fit both of."""

from typing import Any

import pytest

from toolc.backends.unions import only_narrows, overlaps


def tagged(*kinds: str, required: bool = True) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"kind": {"enum": list(kinds)}},
        "required": ["kind"] if required else [],
    }


@pytest.mark.parametrize(
    ("branches", "expected"),
    [
        ([{"type": "string"}, {"type": "integer"}], False),
        ([{"type": "number"}, {"type": "integer"}], True),
        ([{"type": ["string", "null"]}, {"type": "null"}], True),
        ([{"const": 1}, {"enum": [2, 3]}], False),
        ([{"const": 1}, {"enum": [1, 3]}], True),
        ([tagged("a"), tagged("b", "c")], False),
        ([tagged("a"), tagged("a", "c")], True),
        ([tagged("a"), tagged("b", required=False)], True),
        ([{"type": "object"}, {"type": "object"}], True),
        ([{"type": "object"}, {}], True),
        ([{"const": 1}, {"type": "integer"}], True),
        ([True, {"type": "string"}], True),
        ([], False),
    ],
)
def test_overlaps(branches: list[Any], expected: bool) -> None:  # noqa: FBT001  # a parameter of the case
    assert overlaps(branches) is expected


@pytest.mark.parametrize(
    ("branches", "expected"),
    [
        ([{"required": ["a"]}, {"minLength": 1}], True),
        ([{"required": ["a"]}, {"type": "string"}], False),
        ([True], False),
    ],
)
def test_only_narrows(branches: list[Any], expected: bool) -> None:  # noqa: FBT001  # a parameter of the case
    assert only_narrows(branches) is expected
