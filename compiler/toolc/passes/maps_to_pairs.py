"""`maps_to_pairs`: send keys that are not declared as a list of `key` and `value`."""

from typing import Any

from toolc.diagnostics.codes import AS_PAIRS, AS_TEXT, MOVED_TO_WORDS
from toolc.ir.language import Language
from toolc.ir.model import Schema
from toolc.ir.stamp import STAMP, strip
from toolc.ir.words import phrases
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass
from toolc.passes.sentences import add_sentence

__all__ = ["maps_to_pairs"]


@ShapePass
def maps_to_pairs(language: Language) -> Rule:
    """Turn maps to lists of pairs; for flat targets, the keys beside declared ones to JSON text."""

    def rule(source: Schema, lowered: Lowered, at: str, context: Context) -> Lowered:
        node = lowered.schema
        if node.get("type") != "object" or not isinstance(node.get("additionalProperties"), dict):
            return lowered
        context.notes.add(AS_PAIRS, source, at, target=language.target)
        if language.flat and strip(source["additionalProperties"]):
            what = "rules for keys that are not declared"
            words = {"what": what, "target": language.target}
            context.notes.add(AS_TEXT, source, at, under="additionalProperties", **words)
        whole = not node.get("properties") and at != ""
        unsaid = [
            keyword
            for keyword, count in _COUNTS.items()
            if keyword in node and not (whole and language.takes(count))
        ]
        for keyword in unsaid:
            words = {"rule": f"{keyword}: {node[keyword]}", "target": language.target}
            context.notes.add(MOVED_TO_WORDS, source, at, under=keyword, **words)
        node = _told(node, unsaid)
        if whole:
            return _whole_map(node, lowered)
        return _with_extras(node, lowered, as_text=language.flat)

    return rule


_COUNTS = {"minProperties": "minItems", "maxProperties": "maxItems"}
"""How many keys there are: of a list of pairs, how many pairs; beside declared keys, neither."""


def _told(node: Schema, keywords: list[str]) -> Schema:
    """A node with rules told in its description instead."""
    if not keywords:
        return node
    said = "; ".join(phrases(node, keywords))
    kept = {key: node[key] for key in node if key not in keywords}
    return {**kept, "description": add_sentence(node.get("description", ""), said)}


def _pairs_schema(values: Schema) -> Schema:
    return {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"key": {"type": "string"}, "value": values},
            "required": ["key", "value"],
            "additionalProperties": False,
        },
    }


def _values_codec(lowered: Lowered) -> Any:
    return lowered.node.get("rest") if lowered.node else None


def _whole_map(node: Schema, lowered: Lowered) -> Lowered:
    kept = {key: node[key] for key in ("title", STAMP) if key in node}
    said = add_sentence(node.get("description", ""), "a list of pairs, each key once")
    counts = {count: node[keyword] for keyword, count in _COUNTS.items() if keyword in node}
    pairs = _pairs_schema(node["additionalProperties"])
    schema = {**kept, **pairs, **counts, "description": said}
    return Lowered(schema, {"map": _values_codec(lowered)})


def _with_extras(node: Schema, lowered: Lowered, *, as_text: bool) -> Lowered:
    """The declared keys, and one more that carries all others."""
    properties = node.get("properties", {})
    key = "extras"
    while key in properties:
        key += "_"
    fields = lowered.node.get("object", {}) if lowered.node else {}
    schema = {**node, "additionalProperties": False}
    if as_text:
        extras = {"type": "string", "description": "JSON text of an object with further keys."}
        schema["properties"] = {**properties, key: extras}
        return Lowered(schema, {"object": fields, "extras": [key, {"text": True}, "object"]})
    extras = _pairs_schema(node["additionalProperties"])
    extras["description"] = "Further keys, as pairs."
    schema["properties"] = {**properties, key: extras}
    schema["required"] = [*node.get("required", ()), key]
    return Lowered(schema, {"object": fields, "extras": [key, _values_codec(lowered), "pairs"]})
