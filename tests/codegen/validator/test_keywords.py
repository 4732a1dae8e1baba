"""What each keyword says of a wrong value, word for word."""
# ruff: noqa: E501  # a table reads best with one case a line

from typing import Any

import pytest

from toolc.codegen.validator import compile_validator
from toolc.runtime.problems import Problem


def errors(schema: Any, value: object) -> list[Problem]:
    return compile_validator(schema)(value)


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": "string"}, 5, ": must be a string; got 5"),
        ({"type": ["integer", "null"]}, True, ": must be an integer or null; got true"),
        ({"type": ["number", "integer"]}, "1", ': must be a number; got "1"'),
        ({"type": ["array", "object", "boolean"]}, None, ": must be true or false, an array or an object; got null"),
        ({"const": "a"}, 1, ': must be "a"; got 1'),
        ({"const": 1}, True, ": must be 1; got true"),
        ({"const": {"a": 1}}, {"a": True}, ": must be an object with 1 key; got an object with 1 key"),
        ({"enum": ["km", "mile"]}, "miles", ': must be one of "km", "mile"; got "miles"; did you mean "mile"?'),
        ({"enum": ["a", None]}, ["a"], ': must be one of "a", null; got an array of 1 item'),
        ({"enum": [1, 2]}, True, ": must be one of 1, 2; got true"),
        ({"enum": []}, 1, ": is not allowed; got 1"),
        (False, 1, ": is not allowed"),
        ({"minLength": 2}, "\U0001f600", ": must have at least 2 characters; has 1"),
        ({"maxLength": 1}, "ab", ": must have at most 1 character; has 2"),
        ({"pattern": "^a$"}, "b", ': must match ^a$; got "b"'),
        ({"minimum": 0}, -1, ": must be at least 0; got -1"),
        ({"exclusiveMinimum": 0}, 0, ": must be more than 0; got 0"),
        ({"maximum": 2**53}, 2**53 + 1, ": must be at most 9007199254740992; got 9007199254740993"),
        ({"exclusiveMaximum": 1.5}, 1.5, ": must be less than 1.5; got 1.5"),
        ({"multipleOf": 0.01}, 1.005, ": must be a multiple of 0.01; got 1.005"),
        ({"minItems": 1}, [], ": must have at least 1 item; has 0"),
        ({"maxItems": 1}, [1, 2], ": must have at most 1 item; has 2"),
        ({"uniqueItems": True}, [1, 1.0], ": must not have two equal items"),
        ({"items": {"type": "string"}}, ["a", 2], "/1: must be a string; got 2"),
        ({"prefixItems": [True, {"const": 1}], "items": False}, [0, 2], "/1: must be 1; got 2"),
        ({"prefixItems": [True], "items": False}, [0, 2], ": must have at most 1 item; has 2"),
        ({"prefixItems": [True], "items": {"const": 1}}, [0, 1, 2], "/2: must be 1; got 2"),
        ({"contains": {"const": 1}}, [2], ": must have at least 1 item that `contains` describes; has 0"),
        ({"contains": {"const": 1}, "maxContains": 1}, [1, 1], ": must have at most 1 item that `contains` describes; has 2"),
        ({"unevaluatedItems": False, "prefixItems": [True]}, [0, 2], "/1: is not allowed"),
        ({"required": ["a/b"]}, {}, "/a~1b: missing"),
        ({"properties": {"queue": True}, "additionalProperties": False}, {"quue": 1}, '/quue: unknown property; did you mean "queue"?'),
        ({"additionalProperties": {"type": "string"}}, {"~": 1}, "/~0: must be a string; got 1"),
        ({"patternProperties": {"^x": {"const": 1}}}, {"xy": 2, "y": 2}, "/xy: must be 1; got 2"),
        ({"patternProperties": {"^x": True}, "additionalProperties": False}, {"xy": 2, "y": 2}, "/y: is not allowed"),
        ({"propertyNames": {"pattern": "^[a-z]+$"}}, {"A": 1}, '/A: its name must match ^[a-z]+$; got "A"'),
        ({"minProperties": 1}, {}, ": must have at least 1 property; has 0"),
        ({"maxProperties": 1}, {"a": 1, "b": 2}, ": must have at most 1 property; has 2"),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, '/b: missing; needed because "a" is given'),
        ({"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": 1}, "/b: missing"),
        ({"unevaluatedProperties": False, "allOf": [{"properties": {"a": True}}]}, {"a": 1, "b": 1}, "/b: is not allowed"),
        ({"not": {"type": "string"}}, "a", ": is what `not` rules out"),
        ({"if": {"minimum": 5}, "then": {"multipleOf": 2}, "else": {"const": 1}}, 7, ": must be a multiple of 2; got 7"),
        ({"if": {"minimum": 5}, "then": {"multipleOf": 2}, "else": {"const": 1}}, 3, ": must be 1; got 3"),
        ({"if": {"minimum": 5}, "else": {"const": 1}}, 3, ": must be 1; got 3"),
    ],
)  # fmt: skip
def test_message(schema: Any, value: object, message: str) -> None:
    assert errors(schema, value) == [message]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, 1.0),
        ({"type": "integer"}, 10**400),
        ({"type": "number", "multipleOf": 0.0001}, 0.0075),
        ({"maximum": 1}, "text"),
        ({"maximum": 1}, True),
        ({"maxLength": 1}, "\U0001f600"),
        ({"uniqueItems": True}, [1, True, "1", [1], [True]]),
        ({"const": 1}, 1.0),
        ({"format": "email"}, "not an address"),
        ({"enum": ["a"], "type": ["string", "null"]}, "a"),
        ({"minContains": 0, "contains": {"const": 1}}, []),
        ({"properties": {"$ref": {"type": "string"}}}, {"$ref": "x"}),
        ({"unknown": {"type": "string"}}, 1),
    ],
)
def test_valid(schema: Any, value: object) -> None:
    assert errors(schema, value) == []


def test_every_error_at_once_in_the_order_of_the_schema() -> None:
    schema = {
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 3, "pattern": "^[a-z]+$"},
            "priority": {"enum": ["low", "medium", "high"]},
            "payload": {"type": "object", "required": ["queue"]},
        },
        "required": ["title", "owner"],
    }
    assert errors(schema, {"title": "A", "priority": "urgent", "payload": {}}) == [
        "/title: must have at least 3 characters; has 1",
        '/title: must match ^[a-z]+$; got "A"',
        '/priority: must be one of "low", "medium", "high"; got "urgent"',
        "/payload/queue: missing",
        "/owner: missing",
    ]


def test_messages_are_bounded() -> None:
    long = "x" * 10_000
    schema = {"properties": {long: {"enum": [f"{long}{n}" for n in range(500)]}}}
    (message,) = errors(schema, {long: long})
    assert len(message) < 2000
    assert " more; got " in message
