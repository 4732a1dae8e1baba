"""Calls out of providers' replies, whole and streamed: one reader per wire, one row per provider.

An event of the wire becomes parts (a family's reader), parts become calls under the tools
(`assembly`), whether the reply comes whole or in pieces.
"""

from toolc.runtime.replies.found import State, ToolCalls
from toolc.runtime.replies.providers import PROVIDERS
from toolc.runtime.replies.reader import StreamReader, parse_stream_tool_calls, parse_tool_calls

__all__ = [
    "PROVIDERS",
    "State",
    "StreamReader",
    "ToolCalls",
    "parse_stream_tool_calls",
    "parse_tool_calls",
]
