"""Rules that a prompt tells only in part, because they are too long for words."""

from typing import Any, Final

from toolc.diagnostics.codes import CUT_IN_PROMPT
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Tool, Toolset
from toolc.ir.schema import escape, walk
from toolc.ir.words import json_words

__all__ = ["cut_rules", "too_deep"]

_TOLD_AS_JSON: Final = frozenset(
    "not if then else contains propertyNames dependentSchemas unevaluatedItems"
    " unevaluatedProperties".split()
)
_NOT_TOLD: Final = frozenset({"$dynamicRef"})


def cut_rules(toolset: Toolset) -> tuple[Diagnostic, ...]:
    """A diagnostic for each rule that the words of `toolc.ir.words` cut short or leave out."""
    return tuple(
        CUT_IN_PROMPT.at(
            f"{pointer}/{escape(keyword)}",
            tool=tool.name,
            origin=tool.origin,
            what=f"`{keyword}`",
            reason=reason,
        )
        for tool in toolset.tools
        for pointer, node in walk(tool.input)
        if isinstance(node, dict)
        for keyword, reason in _reasons(node)
    )


def too_deep(tool: Tool) -> Diagnostic:
    """The diagnostic for a tool whose schema is nested deeper than a prompt tells."""
    return CUT_IN_PROMPT.at(
        tool=tool.name, origin=tool.origin, what="the schema", reason="it is nested too deep"
    )


def _reasons(node: dict[str, Any]) -> list[tuple[str, str]]:
    found = [(key, "prompts have no words for it") for key in node if key in _NOT_TOLD]
    for keyword, value in node.items():
        if keyword in _TOLD_AS_JSON:
            parts = value.values() if keyword == "dependentSchemas" else (value,)
            if any(json_words(part).endswith("...") for part in parts):
                found.append((keyword, "it is too long for a comment"))
    return found
