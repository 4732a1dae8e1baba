"""What generated modules and programs import to read calls: sans-IO, the standard library alone.

Every name is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolc.runtime.calls import Failure, ParseResult, ToolCall
    from toolc.runtime.codec import Codec, CodecError, decode, encode
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
    from toolc.runtime.history import CallIds, write_turn
    from toolc.runtime.lazy import LazyFiles, LazyModule
    from toolc.runtime.one_shot import parse
    from toolc.runtime.parser import ToolCallParser
    from toolc.runtime.parser_options import ParserOptions
    from toolc.runtime.reliability import Reliability
    from toolc.runtime.replies import (
        State,
        StreamReader,
        ToolCalls,
        parse_stream_tool_calls,
        parse_tool_calls,
    )
    from toolc.runtime.requests import HttpRequest, build_request
    from toolc.runtime.response_template import dialect_from_response_template
    from toolc.runtime.session_log import SessionLog
    from toolc.runtime.tools import Tool, ToolTable, read_tools
    from toolc.runtime.views import view

__all__ = [
    "ArgumentDelta",
    "CallFailed",
    "CallFinished",
    "CallIds",
    "CallStarted",
    "Codec",
    "CodecError",
    "Event",
    "Failure",
    "HttpRequest",
    "InternalError",
    "LazyFiles",
    "LazyModule",
    "ParseResult",
    "ParserOptions",
    "ReasoningDelta",
    "Reliability",
    "SessionLog",
    "State",
    "StreamReader",
    "TextDelta",
    "Tool",
    "ToolCall",
    "ToolCallParser",
    "ToolCalls",
    "ToolTable",
    "ToolcError",
    "UsageError",
    "build_request",
    "decode",
    "dialect_from_response_template",
    "encode",
    "parse",
    "parse_stream_tool_calls",
    "parse_tool_calls",
    "read_tools",
    "view",
    "write_turn",
]

_HOMES = {
    "calls": ("Failure", "ParseResult", "ToolCall"),
    "codec": ("Codec", "CodecError", "decode", "encode"),
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
    "history": ("CallIds", "write_turn"),
    "lazy": ("LazyFiles", "LazyModule"),
    "one_shot": ("parse",),
    "parser": ("ToolCallParser",),
    "parser_options": ("ParserOptions",),
    "reliability": ("Reliability",),
    "replies": (
        "State",
        "StreamReader",
        "ToolCalls",
        "parse_stream_tool_calls",
        "parse_tool_calls",
    ),
    "requests": ("HttpRequest", "build_request"),
    "response_template": ("dialect_from_response_template",),
    "session_log": ("SessionLog",),
    "tools": ("Tool", "ToolTable", "read_tools"),
    "views": ("view",),
}


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first asked for."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"toolc.runtime.{home}"), name)
    raise AttributeError(f"module `toolc.runtime` has no attribute `{name}`")
