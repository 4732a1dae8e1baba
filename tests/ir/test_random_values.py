"""Random values: repeatable, mostly valid, and never an exception."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.ir.random_values import Draw

SCHEMAS: list[dict[str, Any]] = [
    {
        "type": "object",
        "properties": {"a": {"type": "string", "minLength": 12}},
        "required": ["a", "b"],
    },
    {"type": "array", "items": {"type": "integer", "multipleOf": 3, "minimum": 4}, "minItems": 2},
    {"anyOf": [{"const": None}, {"type": "number", "exclusiveMinimum": 0, "maximum": 1}]},
    {"allOf": [{"properties": {"x": {"type": "boolean"}}}, {"required": ["x"]}], "type": "object"},
    {"type": "string", "pattern": "^[a-f]{3}-\\d+$"},
    {"type": "object", "patternProperties": {"^x-": {"type": "integer"}}, "minProperties": 1},
    {
        "$ref": "#/$defs/Node",
        "$defs": {"Node": {"type": "object", "properties": {"n": {"$ref": "#/$defs/Node"}}}},
    },
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=json.dumps)
def test_most_values_are_valid(schema: dict[str, Any]) -> None:
    draw = Draw(schema, seed=7)
    valid = Draft202012Validator(schema).is_valid
    assert sum(valid(draw.value()) for _ in range(50)) >= 45


def test_a_seed_gives_the_same_values_again() -> None:
    one, other = Draw(SCHEMAS[0], seed=1), Draw(SCHEMAS[0], seed=1)
    assert [one.value() for _ in range(20)] == [other.value() for _ in range(20)]


def test_a_near_value_differs_and_is_sometimes_invalid() -> None:
    draw = Draw(SCHEMAS[0], seed=3)
    valid = Draft202012Validator(SCHEMAS[0]).is_valid
    values = [draw.value() for _ in range(50)]
    assert not all(valid(draw.near(value)) for value in values)


def test_endless_recursion_ends() -> None:
    endless = {"type": "array", "items": {"$ref": "#/$defs/N"}, "minItems": 1}
    schema = {"$ref": "#/$defs/N", "$defs": {"N": endless}}
    assert isinstance(Draw(schema, seed=0).value(), list)
