"""`cut_enums`: leave out the largest enums of a tool that has more than the target takes.

The rule still holds: the description names the first values, the generated validator checks it. It
runs while every node has its type and before unions are settled, which look at fixed values.
"""

from typing import Any

from toolc.diagnostics.codes import MOVED_TO_WORDS
from toolc.ir.language import Language, Limits
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import map_children, walk
from toolc.ir.sizes import is_long, measure, text_length
from toolc.ir.words import json_words
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.passes.sentences import add_sentence

__all__ = ["cut_enums"]

_SHOWN = 20
"""How many of the values the description names."""


def cut_enums(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Move enums to words, the largest first, until the limits of the language are kept."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, None]:
        cut = _too_many(tool.input, language.limits)
        if not cut:
            return tool.input, None

        def visit(node: Any, at: str) -> Any:
            if not isinstance(node, dict):
                return node
            if at in cut:
                words = {"rule": "enum", "target": language.target}
                notes.add(MOVED_TO_WORDS, node, at, under="enum", **words)
                node = _in_words(node)
            return map_children(node, at, visit)

        return visit(tool.input, ""), None

    return each_tool(toolset, change)


def _too_many(schema: Schema, limits: Limits) -> set[str]:
    """The pointers of the enums to leave out; enums that no type stands beside have to stay."""
    if limits == Limits():
        return set()
    enums = {
        at: node["enum"]
        for at, node in walk(schema)
        if isinstance(node, dict) and "enum" in node and "type" in node
    }
    cut = {at for at, values in enums.items() if is_long(values, limits)}
    sizes = measure(schema)
    values, characters = sizes.enum_values, sizes.characters
    for at in sorted(enums, key=lambda at: (at not in cut, -len(enums[at]), at)):
        fits = values <= (limits.enum_values or values) and characters <= (
            limits.characters or characters
        )
        if fits and at not in cut:
            break
        cut.add(at)
        values -= len(enums[at])
        characters -= sum(map(text_length, enums[at]))
    return cut


def _in_words(node: Schema) -> Schema:
    values = node["enum"]
    kept = {key: node[key] for key in node if key != "enum"}
    said = f"one of {len(values):,} values, such as "
    said += ", ".join(json_words(value) for value in values[:_SHOWN])
    kept["description"] = add_sentence(node.get("description", ""), said)
    return kept
