"""What generated modules and programs import to read calls: sans-IO, the standard library alone.

Every name is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolc.runtime.calls import Failure, ParseResult, ToolCall
    from toolc.runtime.errors import InternalError, ToolcError, UsageError
    from toolc.runtime.events import (
        ArgumentDelta,
        CallFailed,
        CallFinished,
        CallStarted,
        Event,
        ReasoningDelta,
        TextDelta,
    )
    from toolc.runtime.parser import ParserOptions, ToolCallParser, parse
    from toolc.runtime.reliability import Reliability
    from toolc.runtime.replies import ToolCalls, parse_tool_calls
    from toolc.runtime.tools import Tool, ToolTable, read_tools

__all__ = [
    "ArgumentDelta",
    "CallFailed",
    "CallFinished",
    "CallStarted",
    "Event",
    "Failure",
    "InternalError",
    "ParseResult",
    "ParserOptions",
    "ReasoningDelta",
    "Reliability",
    "TextDelta",
    "Tool",
    "ToolCall",
    "ToolCallParser",
    "ToolCalls",
    "ToolTable",
    "ToolcError",
    "UsageError",
    "parse",
    "parse_tool_calls",
    "read_tools",
]

_HOMES = {
    "calls": ("Failure", "ParseResult", "ToolCall"),
    "errors": ("InternalError", "ToolcError", "UsageError"),
    "events": (
        "ArgumentDelta",
        "CallFailed",
        "CallFinished",
        "CallStarted",
        "Event",
        "ReasoningDelta",
        "TextDelta",
    ),
    "parser": ("ParserOptions", "ToolCallParser", "parse"),
    "reliability": ("Reliability",),
    "replies": ("ToolCalls", "parse_tool_calls"),
    "tools": ("Tool", "ToolTable", "read_tools"),
}


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first asked for."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"toolc.runtime.{home}"), name)
    raise AttributeError(f"module `toolc.runtime` has no attribute `{name}`")
