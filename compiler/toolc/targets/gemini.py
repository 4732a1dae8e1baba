"""Gemini `functionDeclarations` with `parameters`: the OpenAPI 3.0 subset of the Gemini API.

Sources: google-genai 3.6.1 (types.py, Schema), answers of the API quoted in public to 2026-11
("Unknown name", "items: missing field", "only allowed for STRING type").
"""

from dataclasses import replace
from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.targets.target import Form, Target

__all__ = ["GEMINI"]

_LANGUAGE = Language(
    target="gemini",
    root_refused=frozenset({"anyOf", "enum"}),
    keywords=frozenset(
        "type format title description enum items minItems maxItems properties required"
        " minProperties maxProperties minLength maxLength pattern minimum maximum anyOf".split()
    ),
    formats={
        "string": frozenset({"date-time"}),
        "number": frozenset({"float", "double"}),
        "integer": frozenset({"int32", "int64"}),
    },
    refs="none",
    untyped=False,
    type_lists="none",
    enum_types=frozenset({"string"}),
    closed=True,  # there is no word for further keys
    items_required=True,
    key_rule=r"[a-zA-Z_][a-zA-Z0-9_]*",
    name_rule=r"[a-zA-Z_][a-zA-Z0-9_.:-]*",
)

_PASSES = (
    "deref",  # no references at all
    "drop_unsupported",
    "merge_all_of",
    "respell",  # one type a node
    "wrap_root",  # no union at the root
    "json_text",
    "maps_to_pairs",
    "stringify_enums",
    "strictify",  # closes objects; keys may stay optional
    "rename_keys",
    "rename_tools",
)


def _emit(toolset: Toolset) -> list[dict[str, Any]]:
    return [{"functionDeclarations": [_declaration(tool) for tool in toolset.tools]}]


def _declaration(tool: Tool) -> dict[str, Any]:
    """A declaration; a tool without arguments has no `parameters`: an empty object is refused."""
    told = tool.description or tool.title or tool.name  # the description is a required field
    declaration: dict[str, Any] = {"name": tool.name, "description": told}
    if tool.input.get("properties"):
        declaration["parameters"] = _spelled(tool.input)
    return declaration


def _spelled(node: Schema) -> Schema:
    """Upper-case types, `nullable` for null, and `anyOf` with as little beside it as can be."""
    if "anyOf" in node:
        node = _nullable(node)
    spelled: Schema = {}
    for keyword, value in node.items():
        if keyword == "type":
            spelled["type"] = value.upper()
        elif keyword == "properties":
            if value:
                spelled["properties"] = {key: _spelled(child) for key, child in value.items()}
        elif keyword == "items":
            spelled["items"] = _spelled(value)
        elif keyword == "anyOf":
            spelled["anyOf"] = [_spelled(branch) for branch in value]
        elif keyword == "additionalProperties":
            continue  # there is no word for it: objects are closed
        elif keyword != "required" or value:
            spelled[keyword] = value
    return spelled


def _nullable(node: Schema) -> Schema:
    """One alternative and null are that alternative, nullable."""
    branches = [branch for branch in node["anyOf"] if branch.get("type") != "null"]
    if len(branches) != 1:
        return node
    outer = {key: value for key, value in node.items() if key != "anyOf"}
    nullable = {"nullable": True} if len(branches) < len(node["anyOf"]) else {}
    return (
        _nullable({**branches[0], **outer, **nullable})
        if "anyOf" in branches[0]
        else {
            **branches[0],
            **outer,
            **nullable,
        }
    )


def _form(*, carry_extras: bool = False) -> Form:
    language = replace(_LANGUAGE, carry_extras=carry_extras)
    return Form(language=language, passes=_PASSES, emit=_emit)


GEMINI = Target(name="gemini", title="Gemini API, parameters", form=_form)
