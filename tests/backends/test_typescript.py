"""TypeScript: each keyword in the type or in a comment, readable, and safe from its own input."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from toolc.backends.typescript import typescript
from toolc.ir.model import Tool, Toolset

Make = Callable[..., Toolset]

# Each keyword, and how it is said: the line of `p`, with what stands above it.
SAID: list[tuple[dict[str, Any], str]] = [
    ({"type": "integer"}, "p: integer;"),
    ({"type": ["null", "string"]}, "p: string | null;"),
    ({}, "p: unknown;"),
    ({"const": 3}, "p: 3;"),
    ({"enum": ["a", 1, None]}, 'p: "a" | 1 | null;'),
    ({"type": "string", "enum": ["a", 1]}, 'p: "a";'),
    ({"type": "string", "minLength": 2}, "p: string; // at least 2 characters"),
    ({"type": "string", "pattern": "^a$"}, "p: string; // matches ^a$"),
    ({"type": "string", "format": "uri"}, "p: string; // format uri"),
    ({"type": "integer", "minimum": 0}, "p: integer; // minimum 0"),
    ({"type": "number", "multipleOf": 0.5}, "p: number; // a multiple of 0.5"),
    ({"type": "string", "default": "x"}, 'p: string; // default "x"'),
    ({"type": "object", "enum": ["a"]}, 'p: "a"; // type object'),
    ({"const": 1, "enum": [1, 2]}, "p: 1;"),
    ({"const": 1, "enum": [2]}, "p: 1; // one of 2"),
    ({"type": "array"}, "p: unknown[];"),
    ({"type": "array", "items": {"type": "string"}}, "p: string[];"),
    ({"type": "array", "items": {"enum": ["a", "b"]}}, 'p: ("a" | "b")[];'),
    ({"type": "array", "items": {"type": "array", "items": {"type": "null"}}}, "p: null[][];"),
    (
        {"type": "array", "items": {"type": "string", "maxLength": 3}, "maxItems": 5},
        "p: string[]; // each: at most 3 characters; at most 5 items",
    ),
    (
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 1},
        "p: [string, integer?, ...unknown[]];",
    ),
    (
        {"type": "array", "prefixItems": [{"type": "string"}], "items": False, "minItems": 1},
        "p: [string];",
    ),
    ({"type": "object"}, "p: object;"),
    ({"type": "object", "additionalProperties": False}, "p: {};"),
    (
        {"type": "object", "additionalProperties": {"type": "integer"}},
        "p: { [key: string]: integer };",
    ),
    ({"type": "object", "required": ["q"]}, "p: { q: unknown };"),
    (
        {"type": "object", "properties": {"a b": {"type": "string"}}},
        'p: { "a b"?: string };',
    ),
    (
        {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}]},
        "p: string | integer; // string: at most 3 characters",
    ),
    ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "p: string | integer;"),
    (
        {"oneOf": [{"type": "number"}, {"type": "integer"}]},
        "p: number | integer; // exactly one of these forms",
    ),
    (
        {"type": "string", "anyOf": [{"minLength": 3}, {"pattern": "^$"}]},
        'p: string; // at least one of: fits {"minLength": 3}; fits {"pattern": "^$"}',
    ),
    ({"allOf": [{"type": "string"}, {"minLength": 3}]}, "p: string; // at least 3 characters"),
    ({"type": "string", "not": {"const": "x"}}, 'p: string; // does not fit {"const": "x"}'),
    ({"type": "string", "description": "Why"}, "// Why\n  p: string;"),
    ({"type": "string", "title": "A longer word"}, "// A longer word\n  p: string;"),
    ({"type": "string", "title": "P"}, "{\n  p: string;"),
    ({"type": "string", "deprecated": True}, "p: string; // deprecated"),
    ({"$ref": "#/$defs/X", "description": "Y"}, "// Y\n  p: boolean;"),
]


@pytest.mark.parametrize(("schema", "line"), SAID)
def test_how_a_keyword_is_said(schema: dict[str, Any], line: str, one_property: Make) -> None:
    toolset = one_property(schema, **{"$defs": {"X": {"type": "boolean"}}})
    assert f"{line}\n" in typescript(toolset).text


@pytest.mark.parametrize("layout", ["interface", "signature"])
def test_layouts(layout: Any, toolset: Toolset, snapshot: SnapshotAssertion) -> None:
    assert typescript(toolset, layout).text == snapshot


def test_hostile_text(hostile: Toolset, snapshot: SnapshotAssertion) -> None:
    text = typescript(hostile).text
    assert text == snapshot
    comment, _, _ = text.partition("interface TrapArgs")
    assert comment.count("*/") == 1
    assert "<tool_call" not in text
    assert "</tool_call" not in text
    assert "<|" not in text


def test_equal_shapes_are_declared_once() -> None:
    schema = {
        "type": "object",
        "properties": {"at": {"$ref": "#/$defs/Point"}},
        "$defs": {"Point": {"type": "object", "properties": {"x": {"type": "number"}}}},
    }
    other = {
        **schema,
        "$defs": {"Point": {"type": "object", "properties": {"y": {"type": "null"}}}},
    }
    tools = [
        Tool(name=name, input=body) for name, body in [("a", schema), ("b", schema), ("c", other)]
    ]
    text = typescript(Toolset(name="x", tools=tuple(tools))).text
    assert text.count("interface Point {") == 1
    assert text.count("at?: Point;") == 2
    assert "at?: { y?: null };" in text


def test_names_of_types_do_not_collide() -> None:
    tools = tuple(Tool(name=name, input={"type": "object"}) for name in ("get_x", "getX", "GET-x"))
    text = typescript(Toolset(name="x", tools=tools)).text
    declared = [
        line.split()[1] for line in text.splitlines() if line.startswith(("type", "interface"))
    ]
    assert len(set(declared)) == 3


def test_a_root_that_refers_to_itself(one_property: Make) -> None:
    text = typescript(one_property({"$ref": "#"})).text
    assert "interface Tool {\n  p: Tool;\n}" in text


@pytest.mark.parametrize("levels", [60, 90])
def test_what_is_nested_too_deep_is_reported(levels: int, one_property: Make) -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "array", "items": schema}
    assert [item.code for item in typescript(one_property(schema)).diagnostics] == ["TC410"]


def test_a_rule_too_long_for_words_is_reported(one_property: Make) -> None:
    found = typescript(one_property({"not": {"enum": ["x" * 500]}})).diagnostics
    assert [(item.code, item.pointer) for item in found] == [("TC410", "/properties/p/not")]


def test_an_empty_toolset_is_empty_text() -> None:
    assert typescript(Toolset(name="x")).text == ""


def test_what_is_said_of_a_form_is_told_by_what_it_is(one_property: Make) -> None:
    def form(says: str, *keys: str) -> dict[str, Any]:
        return {"description": says, "properties": {key: {"type": "string"} for key in keys}}

    user = form("a user", "first_name", "second_name")
    group = form("a group", "group_name", "group_owner")
    one = {"anyOf": [user, {"type": "string"}]}
    two = {"anyOf": [user, group]}
    text = typescript(one_property({"properties": {"one": one, "two": two}})).text
    assert "as an object: a user" in text
    assert "the first form: a user; the second form: a group" in text
