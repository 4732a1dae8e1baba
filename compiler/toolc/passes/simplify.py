"""`simplify`: schemas that a smaller model fills in surely, at the price of saying less.

What is given up is told in the description where that is short, and each case is reported as
narrowed: this is the one lowering that does not keep everything sayable. References must be written
out before (`deref`), since a definition has no depth of its own.
"""

from dataclasses import dataclass
from typing import Any

from toolc.diagnostics.codes import DEEP_AS_TEXT, ENUM_SHORTENED, NULL_UNSAID, UNION_NARROWED
from toolc.ir.language import Language, ModelSize
from toolc.ir.model import Schema
from toolc.ir.schema import escape, nesting
from toolc.ir.stamp import STAMP
from toolc.ir.words import json_words
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass
from toolc.passes.sentences import add_sentence

__all__ = ["MODEL_CLASSES", "ModelClass", "simplify"]


@dataclass(frozen=True, slots=True)
class ModelClass:
    """What models of one size are asked for; None is no limit."""

    depth: int | None
    """Objects within objects."""
    enum: int | None
    """Values of one enum."""
    unions: bool
    """Whether a value may have several forms."""
    description: int | None
    """Characters of a description."""


MODEL_CLASSES: dict[ModelSize, ModelClass] = {
    "small": ModelClass(depth=2, enum=12, unions=False, description=300),
    "medium": ModelClass(depth=4, enum=40, unions=True, description=1000),
    "large": ModelClass(depth=None, enum=None, unions=True, description=None),
}


@ShapePass
def simplify(language: Language) -> Rule:
    """Narrow unions to one form, shorten enums, cut depth, and describe what is not described."""
    limits = MODEL_CLASSES[language.model_size]

    def rule(source: Schema, lowered: Lowered, at: str, context: Context) -> Lowered:
        if not isinstance(lowered.schema, dict):
            return lowered
        if limits.depth is not None and nesting(at) > limits.depth and _is_object(lowered.schema):
            context.notes.add(DEEP_AS_TEXT, source, at, target=language.target, depth=limits.depth)
            return Lowered(_as_text(source), {"text": True})
        lowered = _with_one_form(source, lowered, at, context, language)
        lowered = _with_short_enum(source, lowered, at, context, language)
        return _with_plain_properties(lowered, at, context, language)

    return rule


def _is_object(node: Schema) -> bool:
    return node.get("type") == "object" and bool(node.get("properties"))


def _as_text(source: Schema) -> Schema:
    shape = {key: source[key] for key in source if key not in ("description", STAMP)}
    said = f"JSON text of {json_words(shape)}"
    return {"type": "string", "description": add_sentence(source.get("description", ""), said)}


def _with_one_form(
    source: Schema,
    lowered: Lowered,
    at: str,
    context: Context,
    language: Language,
) -> Lowered:
    node = lowered.schema
    limits = MODEL_CLASSES[language.model_size]
    keyword = next((key for key in ("anyOf", "oneOf") if key in node), None)
    if limits.unions or keyword is None or "properties" in node:
        return lowered
    forms = [index for index, branch in enumerate(node[keyword]) if not _is_null(branch)]
    if not forms or not isinstance(node[keyword][forms[0]], dict):
        return lowered
    first = forms[0]
    outer = {key: node[key] for key in node if key != keyword}
    kept: Schema = {**node[keyword][first], **outer}
    if len(forms) > 1:
        context.notes.add(UNION_NARROWED, source, at, count=len(forms), target=language.target)
        others = ", ".join(_kind(node[keyword][index]) for index in forms[1:])
        kept["description"] = add_sentence(kept.get("description", ""), f"not {others}")
    codec = lowered.node["union"][first][2] if lowered.node else None
    return Lowered(kept, codec)


def _is_null(branch: Any) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"


def _kind(branch: Any) -> str:
    kind = branch.get("type", "another value") if isinstance(branch, dict) else "any value"
    return kind if isinstance(kind, str) else " or ".join(kind)


def _with_short_enum(
    source: Schema,
    lowered: Lowered,
    at: str,
    context: Context,
    language: Language,
) -> Lowered:
    values = lowered.schema.get("enum", ())
    most = MODEL_CLASSES[language.model_size].enum
    if most is None or len(values) <= most:
        return lowered
    shown = f"{most} of {len(values)}"
    context.notes.add(ENUM_SHORTENED, source, at, shown=shown, target=language.target)
    return Lowered({**lowered.schema, "enum": values[:most]}, lowered.node)


def _with_plain_properties(
    lowered: Lowered, at: str, context: Context, language: Language
) -> Lowered:
    """Optional properties without null, and each with a description, if only its name in words."""
    properties = lowered.schema.get("properties")
    if not properties:
        return lowered
    plain: Schema = {}
    for key, child in properties.items():
        plain[key] = child
        if isinstance(child, dict):
            if key not in lowered.schema.get("required", ()):
                here = f"{at}/properties/{escape(key)}"
                plain[key] = _without_null(child, here, context, language)
            plain[key] = {"description": _spoken(key), **plain[key]}
    return Lowered({**lowered.schema, "properties": plain}, lowered.node)


def _without_null(child: Schema, at: str, context: Context, language: Language) -> Schema:
    """Null means absent where it is the default; elsewhere it can't be said any more."""
    types = child.get("type")
    if not isinstance(types, list) or "null" not in types or len(types) == 1:
        return child
    if child.get("default", ...) is not None:
        context.notes.add(NULL_UNSAID, child, at, target=language.target)
    rest = [kind for kind in types if kind != "null"]
    kept = {key: child[key] for key in child if key != "default" or child["default"] is not None}
    if "enum" in kept:
        kept["enum"] = [value for value in kept["enum"] if value is not None]
    return {**kept, "type": rest[0] if len(rest) == 1 else rest}


def _spoken(key: str) -> str:
    """A key as words.

    >>> _spoken("start_cursor"), _spoken("pageSize")
    ('Start cursor', 'Page size')
    """
    words = "".join(f" {each.lower()}" if each.isupper() else each for each in key)
    said = " ".join(words.replace("_", " ").replace("-", " ").split())
    return said[:1].upper() + said[1:]
