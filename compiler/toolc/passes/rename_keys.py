"""`rename_keys`: fit the keys of objects to the target's rule, with the way back."""

from toolc.diagnostics.codes import KEY_RENAMED
from toolc.ir.language import Language
from toolc.ir.model import Schema
from toolc.ir.schema import escape
from toolc.passes.names import NameRule, fit
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass

__all__ = ["rename_keys"]


@ShapePass
def rename_keys(language: Language) -> Rule:
    """Fit the keys of every object to the language's rule."""
    names = NameRule(language.key_rule or ".*", language.name_length)

    def rule(_: Schema, lowered: Lowered, at: str, context: Context) -> Lowered:
        properties = lowered.schema.get("properties", {})
        if language.key_rule is None or all(map(names.allows, properties)):
            return lowered
        theirs = fit(list(properties), names)
        codec = lowered.node or {}
        made = codec["extras"][0] if "extras" in codec else None  # no key of ours
        fields = {key: [key, None, ""] for key in properties if key != made}
        fields |= codec.get("object", {})
        for key, name in theirs.items():
            if key != name and key in fields:
                fields[key] = [name, *fields[key][1:]]
                here = f"{at}/properties/{escape(key)}"
                words = {"key": key, "theirs": name, "target": language.target}
                context.notes.add(KEY_RENAMED, properties[key], here, **words)
        renamed = _with_names(lowered.schema, theirs)
        return Lowered(renamed, {**codec, "object": fields})

    return rule


def _with_names(node: Schema, theirs: dict[str, str]) -> Schema:
    """An object schema whose keywords speak of the keys by their new names."""
    renamed = {
        **node,
        "properties": {theirs[key]: child for key, child in node["properties"].items()},
    }
    if "required" in node:
        renamed["required"] = [theirs.get(key, key) for key in node["required"]]
    if "dependentRequired" in node:
        renamed["dependentRequired"] = {
            theirs.get(key, key): [theirs.get(other, other) for other in others]
            for key, others in node["dependentRequired"].items()
        }
    return renamed
