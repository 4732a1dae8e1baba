"""`tell_items`: say in words what a list holds, for servers that do not show it to the model.

The schema stays as it is and nothing is lost, so there is no codec and nothing to report.
"""

from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import map_children
from toolc.ir.signatures import signature
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.passes.sentences import add_sentence

__all__ = ["tell_items"]


def tell_items(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Put the type of every list whose items have one behind its description."""

    def change(tool: Tool, _: Notes) -> tuple[Schema, None]:
        if language.items_shown:
            return tool.input, None
        root: Schema = _told(tool.input, "")
        return root, None

    return each_tool(toolset, change)


def _told(node: Any, at: str) -> Any:
    """A list tells all that it holds, so nothing below it is told again."""
    if not isinstance(node, dict):
        return node
    if node.get("type") != "array":
        return map_children(node, at, _told)
    said = f"type {signature(node)}"
    description = node.get("description", "")
    if said.endswith(" any[]") or said[1:] in description:
        return node
    return {**node, "description": add_sentence(description, said)}
