"""`fold_defaults`: tell each default in the description, for models that pass over the keyword."""

from toolc.ir.language import Language
from toolc.ir.model import Schema
from toolc.ir.words import phrases
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass
from toolc.passes.sentences import add_sentence

__all__ = ["fold_defaults"]


@ShapePass
def fold_defaults(_: Language) -> Rule:
    """Move `default` to the description; nothing is lost, and nothing changes its shape."""

    def rule(_: Schema, lowered: Lowered, __: str, ___: Context) -> Lowered:
        node = lowered.schema
        if not isinstance(node, dict) or "default" not in node:
            return lowered
        said = "; ".join(phrases(node, ["default"]))
        kept = {key: node[key] for key in node if key != "default"}
        kept["description"] = add_sentence(node.get("description", ""), said)
        return Lowered(kept, lowered.node)

    return rule
