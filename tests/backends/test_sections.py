"""Sections: one line for each parameter, nested by indentation."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from toolc.backends.sections import sections
from toolc.ir.model import Toolset

Make = Callable[..., Toolset]

SAID: list[tuple[dict[str, Any], str]] = [
    ({"type": "integer", "minimum": 0}, "- p (integer, required): Minimum 0"),
    ({"type": ["null", "string"]}, "- p (string or null, required)"),
    ({}, "- p (any, required)"),
    ({"enum": ["a b", "c, d", 1]}, '- p (string or integer, required): One of: a b, "c, d", 1'),
    ({"enum": ["true", True]}, '- p (string or boolean, required): One of: "true", true'),
    ({"const": "x"}, "- p (string, required): Always x"),
    (
        {"type": "string", "description": "Why?", "default": "q"},
        "- p (string, required): Why? Default: q",
    ),
    ({"type": "array", "items": {"type": "string"}}, "- p (array of string, required)"),
    (
        {"type": "array", "items": {"type": "string", "maxLength": 3}},
        "- p (array of string, required): Each item: at most 3 characters",
    ),
    (
        {"type": "array", "items": {"type": "object", "properties": {"q": {"type": "null"}}}},
        "- p (array of object, required)\n  - q (null, optional)",
    ),
    (
        {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
        "- p (map of (string or integer), required)",
    ),
    (
        {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]},
        "- p (string or null, required): At most 3 characters",
    ),
    (
        {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}]},
        "- p (string or integer, required)\n"
        "  - form 1 (string): At most 3 characters\n  - form 2 (integer)",
    ),
    (
        {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        "- p (object, required): At least one of: has `a`; has `b`",
    ),
    (
        {"oneOf": [{"type": "number"}, {"type": "integer"}]},
        "- p (number or integer, required): Exactly one of these forms",
    ),
    ({"allOf": [{"$ref": "#/$defs/X"}], "description": "Y"}, "- p (boolean, required): Y"),
    ({"$ref": "#/$defs/X"}, "- p (boolean, required)"),
    (
        {"type": "object", "patternProperties": {"^x": {"type": "string"}}},
        "- p (object, required)\n  - each key that matches ^x (string)",
    ),
    (
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "maxItems": 2},
        "- p (array of [string, null], required): At most 2 items",
    ),
]


@pytest.mark.parametrize(("schema", "lines"), SAID)
def test_how_a_keyword_is_said(schema: dict[str, Any], lines: str, one_property: Make) -> None:
    toolset = one_property(schema, **{"$defs": {"X": {"type": "boolean"}}})
    assert sections(toolset).text == f"## tool\n{lines}\n"


def test_the_whole_form(toolset: Toolset, snapshot: SnapshotAssertion) -> None:
    assert sections(toolset).text == snapshot


def test_hostile_text(hostile: Toolset, snapshot: SnapshotAssertion) -> None:
    text = sections(hostile).text
    assert text == snapshot
    assert [line for line in text.splitlines() if line.startswith("#")] == ["## trap"]
    assert "<tool_call" not in text
    assert "</tool_call" not in text


def test_long_descriptions_keep_their_lines(one_property: Make) -> None:
    described = {"type": "string", "description": f"{'One. ' * 40}\n- two\n# three"}
    lines = sections(one_property(described)).text.splitlines()
    assert lines[1] == "- p (string, required)"
    assert lines[3:] == ["  - two", "  \\# three"]


def test_nesting_takes_linear_time(one_property: Make) -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(20):
        schema = {
            "type": "array",
            "items": {
                "anyOf": [
                    {"type": "object", "properties": {"a": schema}},
                    {"type": "integer", "minimum": 1},
                ]
            },
        }
    assert sections(one_property(schema)).text.count("- a (") == 20


def test_an_empty_toolset_is_empty_text() -> None:
    assert sections(Toolset(name="x")).text == ""
