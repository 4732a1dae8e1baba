"""`cap_text`: shorten descriptions to what a target takes or a model reads; never in silence."""

from typing import Any

from toolc.diagnostics.codes import TEXT_CUT
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import map_children
from toolc.passes.outcome import Notes, Outcome

__all__ = ["cap_text"]

_MARK = " ..."


def cap_text(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Cut the descriptions of tools and schemas that are longer than `language.max_description`."""
    limit = language.max_description
    if limit is None:
        return Outcome(toolset)
    tools: list[Tool] = []
    diagnostics: list[Diagnostic] = []
    for tool in toolset.tools:
        notes = Notes(tool.name)
        tools.append(_capped(tool, limit, language, notes))
        diagnostics.extend(notes.all())
    return Outcome(toolset.replace(tools), {}, tuple(diagnostics))


def _capped(tool: Tool, limit: int, language: Language, notes: Notes) -> Tool:
    def cut(text: str, node: Any, at: str) -> str:
        if len(text) <= limit:
            return text
        notes.add(TEXT_CUT, node, at, count=len(text), limit=limit, target=language.target)
        return shortened(text, limit)

    def visit(node: Any, at: str) -> Any:
        if not isinstance(node, dict):
            return node
        changed: Schema = map_children(node, at, visit)
        if isinstance(node.get("description"), str):
            changed["description"] = cut(node["description"], node, f"{at}/description")
        return changed

    description = cut(tool.description, None, "")
    return tool.model_copy(update={"description": description, "input": visit(tool.input, "")})


def shortened(text: str, limit: int) -> str:
    """The beginning of a text, whole sentences if there are any, else whole words.

    >>> shortened("One thing. Another thing. A third.", 32)
    'One thing. Another thing. ...'
    """
    room = text[: max(1, limit - len(_MARK) + 1)]
    stop = max(room.rfind(mark) for mark in (". ", "! ", "? ", "\n"))
    end = stop + 1 if stop > len(room) // 3 else room.rfind(" ")
    return (room[:end] if end > 0 else room[:-1]).rstrip() + _MARK
