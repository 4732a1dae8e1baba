"""What a schema accepts, told without trying values."""

from typing import Any

import pytest

from toolc.ir.shapes import accepted_types, allows_null, disjoint, guard

DEFINITIONS = {
    "Cat": {"type": "object", "properties": {"kind": {"const": "cat"}}, "required": ["kind"]},
    "Loop": {"$ref": "#/$defs/Loop"},
}


@pytest.mark.parametrize(
    ("schema", "nullable"),
    [
        ({}, True),
        (False, False),
        ({"type": "string"}, False),
        ({"type": ["string", "null"]}, True),
        ({"enum": ["a", None]}, True),
        ({"type": "string", "enum": ["a", None]}, False),
        ({"const": None}, True),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, True),
        ({"allOf": [{"type": ["string", "null"]}, {"type": "string"}]}, False),
        ({"$ref": "#/$defs/Cat"}, False),
        ({"$ref": "#/$defs/Loop"}, True),
    ],
)
def test_allows_null(schema: Any, nullable: bool) -> None:  # noqa: FBT001 -- a table's column
    assert allows_null(schema, DEFINITIONS) is nullable


def test_numbers_include_integers() -> None:
    assert accepted_types({"type": "number"}, {}) == {"number", "integer"}


def closed(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("left", "right", "apart"),
    [
        ({"type": "string"}, {"type": "integer"}, True),
        ({"type": "number"}, {"type": "integer"}, False),
        ({"type": "string"}, {}, False),
        ({"enum": [1, 2]}, {"enum": [3]}, True),
        ({"enum": [1, 2]}, {"enum": [2.0]}, False),
        (closed(a={}), closed(b={}), True),
        (closed(a={}), {"type": "object"}, False),
        ({"$ref": "#/$defs/Cat"}, closed(kind={"const": "dog"}), True),
        ({"anyOf": [closed(a={}), closed(b={})]}, closed(c={}), True),
        ({"anyOf": [closed(a={}), closed(c={})]}, closed(c={}), False),
    ],
)
def test_disjoint(left: Any, right: Any, apart: bool) -> None:  # noqa: FBT001 -- a table's column
    guards = guard(left, DEFINITIONS), guard(right, DEFINITIONS)
    assert disjoint(*guards) is apart
    assert disjoint(*reversed(guards)) is apart
