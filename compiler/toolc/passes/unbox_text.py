"""`unbox_text`: send the one text that a tool takes as it is, where a target has tools for that.

OpenAI calls them custom tools (guide on function calling of developers.openai.com, 2026): the model
writes no JSON, so a program or a query needs no escapes.
"""

from typing import Any

from toolc.diagnostics.codes import OPEN_CLOSED, TEXT_UNBOXED
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.stamp import STAMP
from toolc.passes.outcome import Notes, Outcome, each_tool

__all__ = ["unbox_text"]


def unbox_text(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Unbox the arguments of tools that take one text; all others stay as they are."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, dict[str, Any] | None]:
        root = tool.input
        key = _only_text(root)
        if key is None:
            return root, None
        notes.add(TEXT_UNBOXED, root, "", key=key, target=language.target)
        if root.get("additionalProperties") is not False:
            notes.add(OPEN_CLOSED, root, "", target=language.target)
        return root["properties"][key], {"root": {"unbox": key}}

    return each_tool(toolset, change)


_SHAPE = frozenset({"type", "properties", "required", "additionalProperties", STAMP})
_NO_TEXT = frozenset({"enum", "const", "$ref"})


def _only_text(root: Schema) -> str | None:
    """The key of the one text that is demanded, where the root says no more than that."""
    properties = root.get("properties", {})
    if len(properties) != 1 or root.keys() - _SHAPE - ANNOTATIONS:
        return None
    [(key, schema)] = properties.items()
    if root.get("required") != [key] or not isinstance(schema, dict):
        return None
    return key if schema.get("type") == "string" and not schema.keys() & _NO_TEXT else None
