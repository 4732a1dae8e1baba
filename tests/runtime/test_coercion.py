"""Values as their schema wants them: one reading is taken and told, two are not."""
# ruff: noqa: E501  # a table reads best with one case a line

import json
from copy import deepcopy
from typing import Any

import pytest

from toolc import ToolKit
from toolc.runtime import ParserOptions, parse
from toolc.runtime.coercion import coerce

STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
BOOLEAN, LEVELS = {"type": "boolean"}, {"enum": ["low", "high"]}
NAMES, NUMBERS = {"type": "array", "items": STRING}, {"type": "array", "items": INTEGER}
POINT = {"type": "object", "properties": {"x": INTEGER}}


@pytest.mark.parametrize(
    ("value", "schema", "read", "repairs"),
    [
        ("5", INTEGER, 5, ["text_value: /v"]),
        ("5.5", NUMBER, 5.5, ["text_value: /v"]),
        ("true", BOOLEAN, True, ["text_value: /v"]),
        ("null", {"type": ["integer", "null"]}, None, ["text_value: /v"]),
        ("2", {"enum": [1, 2]}, 2, ["text_value: /v"]),
        ('{"x": 1}', POINT, {"x": 1}, ["text_value: /v"]),
        ('{"x": "1"}', POINT, {"x": 1}, ["text_value: /v", "text_value: /v/x"]),
        ('["a", "b"]', NAMES, ["a", "b"], ["text_value: /v"]),
        ("High", LEVELS, "high", ["enum_case: /v"]),
        (" low ", {"const": "low"}, "low", ["enum_case: /v"]),
        ("a", NAMES, ["a"], ["single_value: /v"]),
        ("5", NUMBERS, [5], ["single_value: /v", "text_value: /v/0"]),
        ({"x": 1}, {"type": "array", "items": POINT}, [{"x": 1}], ["single_value: /v"]),
        ("HIGH", {"type": "array", "items": LEVELS}, ["high"], ["single_value: /v", "enum_case: /v/0"]),
        (["1", 2], NUMBERS, [1, 2], ["text_value: /v/0"]),
        (["1", "2"], {"prefixItems": [STRING, INTEGER]}, ["1", 2], ["text_value: /v/1"]),
        ({"k": "1"}, {"additionalProperties": INTEGER}, {"k": 1}, ["text_value: /v/k"]),
        ("5", {"anyOf": [INTEGER, {"type": "null"}]}, 5, ["text_value: /v"]),
        ("5", {"oneOf": [NUMBERS, INTEGER]}, 5, ["text_value: /v"]),
        ("5", {"allOf": [{"$ref": "#/$defs/n"}, {"minimum": 1}]}, 5, ["text_value: /v"]),
    ],
)  # fmt: skip
def test_one_reading_is_taken_and_told(value: Any, schema: Any, read: Any, repairs: Any) -> None:
    assert coerced(value, schema) == (read, repairs)


def coerced(value: Any, schema: Any) -> tuple[Any, list[str]]:
    told: list[str] = []
    whole = {"properties": {"v": schema}, "$defs": {"n": INTEGER}}
    return coerce({"v": value}, whole, told)["v"], told


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("HIGH", {"enum": ["high", "High"]}),
        ("a, b", NAMES),
        ("a\nb", NAMES),
        ("", NAMES),
        (None, NAMES),
        ("x", NUMBERS),
        ("5", {"oneOf": [{"enum": [5, 6]}, {"type": "boolean"}, {"type": "string"}]}),
        ("1", {"anyOf": [{"type": "array", "items": BOOLEAN}, BOOLEAN]}),
        ("1", BOOLEAN),
        ("yes", BOOLEAN),
        (1, BOOLEAN),
        (5, STRING),
        (True, INTEGER),
        ("NaN", NUMBER),
        ("007x", INTEGER),
    ],
)  # fmt: skip
def test_what_has_no_reading_or_two_stays(value: Any, schema: Any) -> None:
    assert coerced(deepcopy(value), schema) == (value, [])


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("5", STRING),
        ("5", {}),
        ("5", True),
        (3.0, INTEGER),
        (3, NUMBER),
        ("high", LEVELS),
        ("5", {"type": ["string", "integer"]}),
        ("5", {"anyOf": [INTEGER, STRING]}),
        ("[1]", {"anyOf": [NUMBERS, STRING]}),
        ([1, 2], NUMBERS),
    ],
)
def test_what_fits_is_never_touched(value: Any, schema: Any) -> None:
    read, told = coerced(value, schema)
    assert (read, type(read), told) == (value, type(value), [])


@pytest.mark.parametrize(
    "schema",
    [{"type": 5}, {"enum": 3}, {"anyOf": [5]}, {"properties": []}, {"allOf": 1}, {"$ref": 5}, 7],
)
def test_broken_schemas_are_no_error(schema: Any) -> None:
    assert coerced("x", schema)[0] == "x"
    assert coerce("x", schema, []) == "x"


def test_schemas_and_values_without_end_are_looked_into_so_far() -> None:
    loop: dict[str, Any] = {"properties": {}}
    loop["properties"]["a"] = loop
    deep: dict[str, Any] = {}
    for _ in range(5_000):
        deep = {"a": deep}
    assert coerce(deep, loop, []) is deep
    endless = {"$defs": {"a": {"$ref": "#/$defs/a"}}, "properties": {"v": {"$ref": "#/$defs/a"}}}
    assert coerce({"v": "1"}, endless, []) == {"v": "1"}


KIT = ToolKit.from_mcp(
    [
        {
            "name": "open_ticket",
            "inputSchema": {
                "type": "object",
                "properties": {"priority": LEVELS, "labels": NAMES, "days": INTEGER},
            },
        }
    ]
)
TEXT = '<tool_call name="open_ticket">{"priority": "High", "labels": "a", "days": "3"}</tool_call>'


def test_a_parser_tells_each_repair() -> None:
    [call] = parse(TEXT, KIT).calls
    assert call.arguments == {"priority": "high", "labels": ["a"], "days": 3}
    assert call.repaired
    assert call.repairs == ["enum_case: /priority", "single_value: /labels", "text_value: /days"]


def test_one_option_turns_it_off() -> None:
    found = parse(TEXT, KIT, options=ParserOptions(coerce=False))
    assert found.calls == []
    [failure] = found.failures
    assert failure.kind == "invalid_arguments"
    assert "/priority: must be one of" in failure.message


def test_a_generated_module_reads_the_same() -> None:
    [call] = KIT.load(models="none").parse(TEXT).calls
    assert json.dumps(call.arguments) == '{"priority": "high", "labels": ["a"], "days": 3}'
