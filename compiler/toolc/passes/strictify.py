"""`strictify`: closed objects whose keys are all required, as strict modes demand.

A key that may be absent becomes one that may be null, and null is dropped again on the way back.
Where null is a value of its own, `{"is_null": true}` stands for it, so that the two stay apart.
"""

from typing import Any

from toolc.diagnostics.codes import NULL_FOR_ABSENT, OPEN_CLOSED
from toolc.ir.language import Language
from toolc.ir.model import Schema
from toolc.ir.schema import escape
from toolc.ir.shapes import allows_null
from toolc.ir.stamp import STAMP
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass

__all__ = ["strictify"]

_IS_NULL: Schema = {
    "type": "object",
    "description": "The value null, given on purpose.",
    "properties": {"is_null": {"type": "boolean", "enum": [True]}},
    "required": ["is_null"],
    "additionalProperties": False,
}
"""`enum: [true]` and not any boolean: `{"is_null": false}` would say nothing."""


@ShapePass
def strictify(language: Language) -> Rule:
    """Close every object; where the language wants it, require every key."""

    def rule(source: Schema, lowered: Lowered, at: str, context: Context) -> Lowered:
        node = lowered.schema
        if not language.closed or node.get("type") != "object":
            return lowered
        if node.get("additionalProperties", True) is not False:
            context.notes.add(OPEN_CLOSED, source, at, target=language.target)
        closed: Schema = {**node, "properties": node.get("properties", {})}
        closed["additionalProperties"] = False
        required = set(node.get("required", ()))
        closed["required"] = [key for key in closed["properties"] if key in required]
        if not language.all_required:
            return Lowered(closed, lowered.node)
        return _all_required(Lowered(closed, lowered.node), at, context, language)

    return rule


def _all_required(lowered: Lowered, at: str, context: Context, language: Language) -> Lowered:
    properties: Schema = dict(lowered.schema["properties"])
    codec: dict[str, Any] = dict(lowered.node) if lowered.node else {}
    made = codec["extras"][0] if "extras" in codec else None  # no key of ours
    fields = {key: [key, None, ""] for key in properties if key != made} | codec.get("object", {})
    for key, child in properties.items():
        if key in lowered.schema["required"] or key == made:
            continue
        keep = allows_null(child, context.definitions)
        properties[key] = _or_null(child, language, is_null=keep)
        fields[key] = [fields[key][0], fields[key][1], "keep" if keep else "drop"]
        here = f"{at}/properties/{escape(key)}"
        context.notes.add(NULL_FOR_ABSENT, child, here, key=key, target=language.target)
    schema = {**lowered.schema, "properties": properties, "required": list(properties)}
    return Lowered(schema, {**codec, "object": fields})


def _or_null(child: Schema, language: Language, *, is_null: bool) -> Schema:
    """The schema that also takes null, which stands for absent.

    With `is_null`, null is a value of the schema's own already; then it also takes the stand-in.
    """
    null: Schema = {"type": "null"}
    if is_null:
        return _any_of(child, *([] if _takes_null_itself(child) else [null]), _IS_NULL)
    kind = child.get("type")
    plain = isinstance(kind, str) and not child.keys() & {"const", "enum"}
    listable = {"all": True, "scalars": kind not in ("object", "array"), "none": False}
    if plain and listable[language.type_lists]:
        return {**child, "type": [kind, "null"]}
    return _any_of(child, null)


def _takes_null_itself(child: Schema) -> bool:
    """Whether null passes whatever becomes of alternatives and definitions: they may be boxed."""
    if "anyOf" in child:
        return any(_bare(branch) == {"type": "null"} for branch in child["anyOf"])
    return "$ref" not in child


def _bare(node: Any) -> Any:
    return {key: value for key, value in node.items() if key != STAMP}


def _any_of(child: Schema, *others: Schema) -> Schema:
    """A union of a schema and others; an existing union is extended in place (see `reshape`)."""
    if "anyOf" in child:
        child["anyOf"].extend(others)
        return child
    outer = {key: child[key] for key in ("description", "title", STAMP) if key in child}
    inner = {key: value for key, value in child.items() if key not in outer}
    return {**outer, "anyOf": [inner, *others]}
