"""The form of a value in one line, whatever the schema is."""

from typing import Any

import pytest

from toolc.ir.signatures import signature


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({}, "any"),
        (True, "any"),
        ({"type": "integer"}, "number"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": ["integer", "number"]}, "number"),
        ({"enum": ["a", 1, None]}, '"a" | 1 | null'),
        ({"const": True}, "true"),
        ({"type": "string", "enum": [str(i) for i in range(99)]}, "string"),
        ({"type": "array"}, "any[]"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "object"}, "object"),
        ({"type": "object", "additionalProperties": False}, "object"),
        (
            {"type": "object", "additionalProperties": {"type": "number"}},
            "{ [key: string]: number }",
        ),
        (
            {"type": "object", "properties": {"a b": {}, "c": {"type": "null"}}, "required": ["c"]},
            '{ "a b"?: any, c: null }',
        ),
    ],
)
def test_a_signature(schema: Any, told: str) -> None:
    assert signature(schema) == told


def nested(width: int, depth: int) -> dict[str, Any]:
    keys = {f"key{i}": nested(width, depth - 1) for i in range(width)} if depth else {}
    return {"type": "object", "properties": keys}


@pytest.mark.parametrize(("width", "depth"), [(1, 60), (6, 4), (400, 1)])
def test_it_is_never_long(width: int, depth: int) -> None:
    told = signature(nested(width, depth))
    assert told.startswith("{ key0?: ") or told == "object"
    assert len(told) <= 300
