"""`json_text`: send what a target can't say as JSON text, the last resort that keeps it sayable."""

from typing import Any

from toolc.diagnostics.codes import AS_TEXT, FREE_AS_TEXT
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema
from toolc.ir.stamp import STAMP
from toolc.ir.words import json_words
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass
from toolc.passes.sentences import add_sentence

__all__ = ["json_text"]


@ShapePass
def json_text(language: Language) -> Rule:
    """Turn each schema that the language has no words for into text that holds JSON."""

    def rule(source: Schema, lowered: Lowered, at: str, context: Context) -> Lowered:
        if not isinstance(lowered.schema, dict):
            return lowered
        what = _unsayable(source, lowered.schema, language)
        if at == "" or what is None:  # the arguments as a whole are an object, never text
            return lowered
        code = AS_TEXT if _bare(source) else FREE_AS_TEXT
        context.notes.add(code, source, at, what=what, target=language.target)
        return Lowered(_text_schema(source), {"text": True})

    return rule


def _unsayable(source: Schema, node: Schema, language: Language) -> str | None:
    """What it is that can't be said, in words; None when all of it can."""
    if _is_free_object(source, language):  # its values would already look like text in `node`
        return "an object with any keys"
    for what, holds in _UNSAYABLE.items():
        if holds(node, language):
            return what
    return None


def _is_free(node: Schema, language: Language) -> bool:
    return not language.untyped and not node.keys() & {"type", "anyOf", "oneOf", "allOf", "$ref"}


def _is_free_object(node: Schema, language: Language) -> bool:
    return (
        language.closed
        and node.get("type") == "object"
        and not node.get("properties")
        and not (_bare(node.get("additionalProperties", {})) or node.get("required"))
    )


def _bare(node: Any) -> Any:
    """What a schema says besides annotations; `True` says as little as `{}`."""
    if node is True or node is False:
        return not node
    return {key: node[key] for key in node if key not in ANNOTATIONS and key != STAMP}


def _is_empty_object(node: Schema, language: Language) -> bool:
    return (
        not language.empty_objects
        and node.get("type") == "object"
        and not node.get("properties")
        and node.get("additionalProperties", True) is False
    )


def _is_tuple(node: Schema, language: Language) -> bool:
    return "prefixItems" in node and not language.takes("prefixItems")


def _has_mixed_types(node: Schema, language: Language) -> bool:
    """A list of types beside a shape that `respell` could not split (it has split all others)."""
    return isinstance(node.get("type"), list) and language.type_lists == "none"


def _has_structured_values(node: Schema, language: Language) -> bool:
    values = [node["const"]] if "const" in node else node.get("enum", ())
    return language.closed and any(isinstance(value, dict | list) for value in values)


def _is_union(node: Schema, language: Language) -> bool:
    return language.flat and bool(node.keys() & {"anyOf", "oneOf"})


def _is_list_of_objects(node: Schema, language: Language) -> bool:
    return language.flat and node.get("type") == "array" and _holds_object(node)


def _is_map(node: Schema, language: Language) -> bool:
    return language.flat and isinstance(node.get("additionalProperties"), dict)


def _holds_object(node: Schema) -> bool:
    while node.get("type") == "array":
        node = node.get("items", {})
    return node.get("type") == "object"


def _has_unmerged(node: Schema, language: Language) -> bool:
    return "allOf" in node and not language.takes("allOf")


_UNSAYABLE = {
    "a value of any type": _is_free,
    "an object without keys": _is_empty_object,
    "a list whose places differ (`prefixItems`)": _is_tuple,
    "a value of several types": _has_mixed_types,
    "fixed objects or lists (`enum`, `const`)": _has_structured_values,
    "`allOf`": _has_unmerged,
    "alternatives (`anyOf`)": _is_union,
    "a list of objects": _is_list_of_objects,
    "an object with further keys": _is_map,
}


_OPEN = frozenset({"properties", "additionalProperties"})
"""Keywords that say nothing when they are empty."""


def _text_schema(source: Schema) -> Schema:
    """The schema of the text; its description says what the text holds."""
    shape: dict[str, Any] = {
        key: value
        for key, value in source.items()
        if key not in ("description", "title", STAMP) and not (key in _OPEN and not _bare(value))
    }
    said = f"JSON text of a value that fits {json_words(shape)}"
    if not shape:
        said = "JSON text of any value"
    elif shape == {"type": "object"}:
        said = "JSON text of an object"
    schema: Schema = {
        "type": "string",
        "description": add_sentence(source.get("description", ""), said),
    }
    if "title" in source:
        schema["title"] = source["title"]
    if STAMP in source:
        schema[STAMP] = source[STAMP]
    return schema
