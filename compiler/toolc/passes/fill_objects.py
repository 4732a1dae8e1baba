"""`fill_objects`: give a required key to objects that have none, where a target wants one.

The key holds null, which is dropped again on the way back.
"""

from toolc.diagnostics.codes import KEY_ADDED
from toolc.ir.language import Language
from toolc.ir.model import Schema
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass

__all__ = ["fill_objects"]

_KEY = "nothing"
_NOTHING: Schema = {"type": "null", "description": "Always null."}


@ShapePass
def fill_objects(language: Language) -> Rule:
    """Add a key that is always null to each object without a required key."""

    def rule(source: Schema, lowered: Lowered, at: str, context: Context) -> Lowered:
        node = lowered.schema
        if not language.one_required or node.get("type") != "object" or node.get("required"):
            return lowered
        key, properties = _KEY, node.get("properties", {})
        while key in properties:
            key += "_"
        context.notes.add(KEY_ADDED, source, at, key=key, target=language.target)
        filled = {**node, "properties": {**properties, key: dict(_NOTHING)}, "required": [key]}
        codec = dict(lowered.node or {})
        fields = {name: [name, None, ""] for name in properties} | codec.get("object", {})
        return Lowered(filled, {**codec, "object": {**fields, key: [key, None, "drop"]}})

    return rule
