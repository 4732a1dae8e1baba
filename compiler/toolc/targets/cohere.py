"""Cohere chat v1: flat `parameter_definitions` with Python type names.

Source: cohere 7.3.1 (types/tool.py, types/tool_parameter_definitions_value.py), 2026-11.
"""

from dataclasses import replace
from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.targets.languages import PLAIN_NAME
from toolc.targets.shapes import told
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Slot, Wire

__all__ = ["COHERE"]

_LANGUAGE = Language(
    target="cohere",
    root_refused=frozenset("anyOf oneOf allOf enum const".split()),
    keywords=frozenset("type description properties required items".split()),
    formats={},
    refs="none",
    untyped=False,
    type_lists="none",
    enum_types=frozenset({"string"}),
    closed=True,
    items_required=True,
    flat=True,
    key_rule=PLAIN_NAME,
    name_rule=PLAIN_NAME,
)

_PASSES = (
    "deref",
    "drop_unsupported",  # enums, bounds and defaults go to the description
    "merge_all_of",
    "respell",
    "wrap_root",
    "json_text",  # unions and lists of objects
    "maps_to_pairs",  # keys beside declared ones
    "strictify",  # closes objects; keys may stay optional
    "flatten",
    "rename_keys",
    "rename_tools",
)

_TYPE_NAMES = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "str",
}

_WIRE = Wire(
    choices={Choice.AUTO: {}},
    instead="leave out the tools that are not wanted; no call can be forced",
    result={
        "tool_results": [
            {
                "call": {"name": Slot.NAME, "parameters": Slot.ARGUMENTS},
                "outputs": [Slot.CONTENT],
            }
        ]
    },
    content=lambda content: content if isinstance(content, dict) else {"output": content},
    structured={"response_format": {"type": "json_object", "schema": Slot.SCHEMA}},
    cut_off=("MAX_TOKENS",),
)


def _emit(toolset: Toolset) -> list[dict[str, Any]]:
    return [
        {
            "name": tool.name,
            "description": told(tool),  # a required field
            "parameter_definitions": _definitions(tool),
        }
        for tool in toolset.tools
    ]


def _definitions(tool: Tool) -> dict[str, Any]:
    required = tool.input.get("required", ())
    return {
        key: {
            "description": child.get("description", ""),
            "type": _type_name(child),
            "required": key in required,
        }
        for key, child in tool.input["properties"].items()
    }


def _type_name(node: Schema) -> str:
    """The Python name of a type: `List[int]`, `List[List[str]]`, `Dict`."""
    depth = 0
    while node.get("type") == "array":
        node, depth = node["items"], depth + 1
    return "List[" * depth + _TYPE_NAMES[node["type"]] + "]" * depth


def _form(*, carry_extras: bool = False) -> Form:
    language = replace(_LANGUAGE, carry_extras=carry_extras)
    return Form(language=language, passes=_PASSES, emit=_emit, wire=_WIRE)


COHERE = Target(name="cohere", title="Cohere chat v1", form=_form)
