"""OpenAI's custom tools: the model writes a text as it is, held to a grammar where there is one.

Sources: openai-python 3.57.0 (types/responses/custom_tool_param.py, types/chat), the guide on
function calling of developers.openai.com (2026): a grammar of the syntax `regex` is one expression
of the Rust dialect for the whole text.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from toolc.ir.language import Language
from toolc.ir.model import Tool, Toolset
from toolc.ir.patterns import whole_pattern
from toolc.targets.languages import FUNCTION_NAME
from toolc.targets.target import Form
from toolc.targets.wire import Wire

__all__ = ["custom_form", "regex_of"]

_LANGUAGE: Final = Language(
    target="custom tools",
    keywords=frozenset({"type", "description", "pattern"}),
    refs="none",
    lookaround=False,
    whole_patterns=True,
    name_rule=FUNCTION_NAME,
)

_PASSES: Final = ("deref", "unbox_text", "drop_unsupported", "rename_tools")

Written = Callable[[dict[str, Any], str | None], dict[str, Any]]
"""`written(named, regex)`: a tool of a name and a description, and what its text must match."""


def custom_form(functions: Form, wire: Wire, written: Written) -> Form:
    """The form for tools that take one text; all others have the form for functions."""

    def emit(toolset: Toolset) -> list[dict[str, Any]]:
        return [written(_named(tool), regex_of(tool)) for tool in toolset.tools]

    return replace(
        functions,
        language=replace(_LANGUAGE, target=functions.language.target),
        passes=_PASSES,
        emit=emit,
        looser=functions,
        budget=None,
        only_as_is=False,
        one_text=True,
        wire=wire,
    )


def regex_of(tool: Tool) -> str | None:
    """The expression that the text of an unboxed tool must match as a whole; None for any text."""
    pattern = tool.input.get("pattern")
    return None if pattern is None else whole_pattern(pattern)


def _named(tool: Tool) -> dict[str, Any]:
    """Name and description, the latter with what is said of the text."""
    said = [tool.description or tool.title or "", tool.input.get("description", "")]
    description = "\n\n".join(filter(None, said))
    return {"name": tool.name, **({"description": description} if description else {})}
