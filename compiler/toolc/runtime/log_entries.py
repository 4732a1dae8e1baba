"""What stands in a session's log: a header with the tools, and replies with their outcomes."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from toolc.runtime import codec as codecs
from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.parser_options import ParserOptions
from toolc.runtime.reliability import Resolved
from toolc.runtime.replies import ToolCalls
from toolc.runtime.tools import Tool, ToolTable, read_tools

__all__ = ["MARK", "OPTIONS", "VERSION", "LogHeader", "LoggedReply", "Outcome", "json_line"]

MARK = "toolc_log"
"""The key of a header under which its version stands."""

VERSION = 1

OPTIONS = tuple(item.name for item in fields(ParserOptions) if item.name != "make_call")
"""The parser's options that change what is read; each is true or false."""

# What ends a line for some reader of text, and what no encoding can write.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(slots=True)
class Outcome:
    """What was made of a reply, and whether the model was nudged or given up on after it."""

    calls: list[ToolCall] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    nudged: bool = False
    given_up: bool = False

    @classmethod
    def of(cls, found: Resolved | ToolCalls) -> "Outcome":
        """The part of a result that a log keeps."""
        calls = found if isinstance(found, ToolCalls) else found.calls
        return cls(list(calls), found.failures)

    def to_json(self) -> dict[str, Any]:
        """The outcome as a log holds it."""
        marks = {name: True for name in ("nudged", "given_up") if getattr(self, name)}
        return {
            "calls": [
                {"name": call.name, "arguments": call.arguments, "repairs": list(call.repairs)}
                for call in self.calls
            ],
            "failures": [{"kind": failure.kind} for failure in self.failures],
            **marks,
        }


@dataclass(slots=True, frozen=True)
class LogHeader:
    """What holds for the replies that follow: the tools, and how they were read.

    `tools` is any list that `read_tools` takes, None for any name. `validated` says that arguments
    were checked against the schemas, beyond their types. `options` are those of `ParserOptions`
    that are not the default. `codec` and `names` are those of a compiled toolset, where providers
    were given its lowered form.
    """

    tools: list[Any] | None = None
    dialect: str = "auto"
    validated: bool = False
    options: Mapping[str, bool] = field(default_factory=dict)
    codec: codecs.Codec | None = None
    names: Mapping[str, str] | None = None

    @classmethod
    def of(
        cls, tools: object, dialect: str = "auto", options: ParserOptions | None = None
    ) -> "LogHeader":
        """The header for tools that `read_tools` takes; raises `UsageError` for others."""
        table = read_tools(tools)
        codec, names = getattr(tools, "codec", None), getattr(tools, "names", None)
        lowered = codec is not None and isinstance(names, Mapping)
        return cls(
            tools=None if table.is_open else [_mcp_tool(tool) for tool in table],
            dialect=dialect,
            validated=any(tool.validate for tool in table),
            options=_changed(options),
            codec=codec if lowered else None,
            names=dict(names) if lowered and names is not None else None,
        )

    def line(self) -> str:
        """The header as a line of a log."""
        data: dict[str, Any] = {MARK: VERSION, "tools": self.tools, "dialect": self.dialect}
        more = {
            "validated": self.validated,
            "options": dict(self.options),
            "codec": self.codec,
            "names": self.names,
        }
        return json_line(data | {key: value for key, value in more.items() if value})

    def toolkit(self, tools: object = None) -> object:
        """What `parse` and `parse_tool_calls` take, with `tools` in place of the bare list.

        Raises `UsageError` where the header's are no tools.
        """
        table = read_tools(self.tools if tools is None else tools)
        if self.codec is None or self.names is None:
            return table
        return _Lowered(table, self.codec, dict(self.names))

    def parser_options(self) -> ParserOptions:
        """The options that the replies were read with."""
        return ParserOptions(**dict[str, Any](self.options))


@dataclass(slots=True)
class LoggedReply:
    """One reply: its `text`, or the `response` of a `provider`; `rest` is what else was said.

    `dialect` and `tools` are its own, where they are not those of the header.
    """

    model: str = ""
    text: str | None = None
    provider: str = ""
    response: Any = None
    finish_reason: str | None = None
    dialect: str | None = None
    tools: Any = None
    outcome: Outcome | None = None
    rest: dict[str, Any] = field(default_factory=dict)

    def line(self) -> str:
        """The reply as a line of a log."""
        outcome = self.outcome.to_json() if self.outcome is not None else None
        own = {
            "model": self.model or None,
            "text": self.text,
            "provider": self.provider or None,
            "response": self.response,
            "finish_reason": self.finish_reason,
            "dialect": self.dialect,
            "tools": self.tools,
            "outcome": outcome,
        }
        return json_line(
            self.rest | {key: value for key, value in own.items() if value is not None}
        )


def json_line(value: object) -> str:
    r"""JSON on one line, for whoever splits text into lines, and in whatever encoding.

    >>> json_line({"text": "\u2028\ud800"})
    '{"text": "\\u2028\\ud800"}\n'
    """
    text = json.dumps(value, ensure_ascii=False, default=str)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


@dataclass(slots=True, frozen=True)
class _Lowered:
    """Our tools beside the way back from a provider's form of them."""

    table: ToolTable
    codec: codecs.Codec
    names: dict[str, str]

    def __toolc_tools__(self) -> list[dict[str, Any]]:
        return self.table.__toolc_tools__()

    def decode(self, name: str, arguments: Any) -> tuple[str, Any]:
        """The provider's tool name and arguments as ours."""
        return codecs.decode(self.codec, name, arguments)


def _mcp_tool(tool: Tool) -> dict[str, Any]:
    """A tool in the form of MCP's `tools/list`."""
    data = {"name": tool.name, "description": tool.description, "inputSchema": tool.parameters}
    return data | ({"annotations": {"destructiveHint": True}} if tool.destructive else {})


def _changed(options: ParserOptions | None) -> dict[str, bool]:
    given, usual = options or ParserOptions(), ParserOptions()
    return {
        name: getattr(given, name)
        for name in OPTIONS
        if getattr(given, name) != getattr(usual, name)
    }
