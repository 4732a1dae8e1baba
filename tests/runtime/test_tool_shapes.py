"""The spellings that are not JSON Schema, and what the table of shapes must hold."""

from typing import Any

import pytest

from toolc.runtime.tool_shapes import TOOL_SHAPES, definition_type, from_definitions, lower


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("str", {"type": "string"}),
        ("Dict", {"type": "object"}),
        ("dict[str, int]", {"type": "object"}),
        ("list", {"type": "array"}),
        (" List[ float ] ", {"type": "array", "items": {"type": "number"}}),
        (
            "List[list[bool]]",
            {"type": "array", "items": {"type": "array", "items": {"type": "boolean"}}},
        ),
        ("Path", None),
        ("List[Path]", None),
        ("", None),
        ("List[" * 10_000 + "int" + "]" * 10_000, {"type": "array"}),
    ],
)
def test_a_python_type_by_its_name(name: str, schema: dict[str, Any] | None) -> None:
    made = definition_type(name)
    if schema is not None and len(name) > 1000:
        assert made is not None  # deeper than anyone means: cut, and no stack runs out
        assert made["type"] == "array"
    else:
        assert made == schema


def test_definitions_keep_descriptions_and_order() -> None:
    given = {
        "b": {"type": "str", "description": "the b", "required": True},
        "a": {"type": 5, "description": ""},
        "c": None,
    }
    assert from_definitions(given) == {
        "type": "object",
        "properties": {"b": {"type": "string", "description": "the b"}, "a": {}, "c": {}},
        "required": ["b"],
    }


@pytest.mark.parametrize(
    ("given", "lowered"),
    [
        ({"type": "STRING"}, {"type": "string"}),
        ({"type": 6}, {"type": "object"}),
        ({"type": True}, {"type": "string"}),
        ({"type": 99}, {"type": 99}),
        ({"type": "TYPE_UNSPECIFIED", "enum": ["a"]}, {"enum": ["a"]}),
        ({"type": ["STRING", "NULL", 5]}, {"type": ["string", "null", 5]}),
        ({"maxLength": "9223372036854775807"}, {"maxLength": 9223372036854775807}),
        ({"maxLength": "٣"}, {"maxLength": "٣"}),
        ({"format": "enum", "enum": ["a"]}, {"enum": ["a"]}),
        (
            {"properties": {"type": {"type": "ARRAY", "items": {"type": "NUMBER"}}}},
            {"properties": {"type": {"type": "array", "items": {"type": "number"}}}},
        ),
        ({"anyOf": [{"type": "NULL"}, 5]}, {"anyOf": [{"type": "null"}, 5]}),
        (
            {"additionalProperties": {"type": "STRING"}},
            {"additionalProperties": {"type": "string"}},
        ),
        (
            {"enum": ["STRING"], "default": {"type": "STRING"}},
            {"enum": ["STRING"], "default": {"type": "STRING"}},
        ),
        ({"properties": 5, "anyOf": 5, "items": 5}, {"properties": 5, "anyOf": 5, "items": 5}),
    ],
)
def test_a_schema_in_capitals(given: dict[str, Any], lowered: dict[str, Any]) -> None:
    assert lower(given) == lowered
    assert lower(given) == lowered


def test_the_better_form_of_a_schema_is_looked_for_first() -> None:
    keys = TOOL_SHAPES["gemini"].schema
    assert keys.index("parametersJsonSchema") < keys.index("parameters")
    assert next(iter(TOOL_SHAPES)) == "gemini"
