"""The log of a session as JSON lines: a header with the tools, then a reply a line.

    {"toolc_log": 1, "tools": [...], "validated": true, "dialect": "auto"}
    {"model": "qwen3", "text": "<tool_call>...", "finish_reason": "stop", "outcome": {...}}
    {"model": "gpt-5", "provider": "openai", "response": {...}, "outcome": {...}}

A reply is the text that the model wrote, or what a provider answered; its outcome is what was made
of it then: {"calls": [{"name", "arguments", "repairs"}], "failures": [{"kind"}]}. A further header
holds for what follows it, so logs can be put one behind the other. What a proxy or a client logged,
a request and its response (`exchanges`), is a reply that brings its own tools. Nothing here reads
or writes files: lines come in, lines go out.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast

from toolc.runtime.calls import Failure, FailureKind, ToolCall
from toolc.runtime.errors import ToolcError
from toolc.runtime.exchanges import Exchange, read_exchange
from toolc.runtime.log_entries import MARK, OPTIONS, VERSION, LoggedReply, LogHeader, Outcome
from toolc.runtime.parser_options import ParserOptions
from toolc.runtime.plain import to_plain
from toolc.runtime.reliability import Resolved
from toolc.runtime.replies import PROVIDERS, ToolCalls
from toolc.runtime.tools import read_tools

__all__ = ["MAX_LINE", "LogError", "SessionLog", "read_line", "read_object"]

MAX_LINE = 32 * 1024 * 1024
"""Bytes of a line: a provider's reply of a million tokens fits, a file without newlines doesn't."""

_TORN = "remove the line if whoever wrote it was stopped half-way, else write it again"
_SHAPE = 'a reply is {"model": ..., "text": ..., "outcome": {"calls": [...], "failures": [...]}}'


class LogError(ToolcError):
    """A line of a log that can't be read: why, where in it, and how to mend it."""

    def __init__(self, reason: str, hint: str = _SHAPE, column: int = 1) -> None:
        """Keep the three apart; the message is the reason."""
        super().__init__(reason)
        self.reason, self.hint, self.column = reason, hint, column

    def __reduce__(self) -> tuple[type["LogError"], tuple[str, str, int]]:
        """Travel between processes whole."""
        return LogError, (self.reason, self.hint, self.column)


class SessionLog:
    """Writes the lines of a log, and reads them.

    >>> from toolc.runtime.one_shot import parse
    >>> log = SessionLog([{"name": "now"}])
    >>> reply = '<tool_call name="now">{}</tool_call>'
    >>> lines = [log.header, log.reply("qwen3", reply, parse(reply), finish_reason="stop")]
    >>> [type(entry).__name__ for entry in SessionLog.read(lines)]
    ['LogHeader', 'LoggedReply']
    """

    def __init__(
        self, tools: object = None, dialect: str = "auto", options: ParserOptions | None = None
    ) -> None:
        """Take what the replies are read with: the arguments of `ToolCallParser`."""
        self._header = LogHeader.of(tools, dialect, options)

    @property
    def header(self) -> str:
        """The first line, which the replies follow."""
        return self._header.line()

    def reply(
        self,
        model: str,
        text: str,
        found: Resolved | ToolCalls | Outcome,
        *,
        finish_reason: str | None = None,
    ) -> str:
        """The line of a reply in text, with what was made of it."""
        return LoggedReply(model, text, finish_reason=finish_reason, outcome=_outcome(found)).line()

    def response(
        self, model: str, response: object, provider: str, found: Resolved | ToolCalls | Outcome
    ) -> str:
        """The line of a provider's reply (an SDK's object or a dict), with what was made of it.

        Raises `UsageError` for a reply that is nested too deep.
        """
        plain = to_plain(response)
        return LoggedReply(model, provider=provider, response=plain, outcome=_outcome(found)).line()

    @staticmethod
    def read(lines: Iterable[str | bytes]) -> Iterator[LogHeader | LoggedReply | LogError]:
        """What each line holds, a `LogError` for one that can't be read; blank lines are left out.

        >>> [entry.reason for entry in SessionLog.read(["[1]"])]
        ['the line is not a JSON object']
        """
        for line in lines:
            if line.strip():
                try:
                    yield read_line(line)
                except LogError as error:
                    yield error


def read_line(line: str | bytes) -> LogHeader | LoggedReply:
    """What a line of a log holds; raises `LogError` for one that can't be read."""
    data = read_object(line)
    if MARK in data or ("tools" in data and "text" not in data and "response" not in data):
        return _read_header(data)
    exchange = read_exchange(data)
    return _read_reply(data) if exchange is None else _read_exchanged(data, exchange)


def read_object(line: str | bytes) -> dict[str, Any]:
    """The JSON object on a line; raises `LogError` for anything else."""
    if len(line) > MAX_LINE:
        hint = "check that the file is a log, with one reply a line"
        raise LogError(f"the line has more than {MAX_LINE:,} bytes, which is the limit", hint)
    try:
        data = json.loads(line)
    except UnicodeDecodeError as error:
        reason = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
        raise LogError(reason, _TORN, error.start + 1) from error
    except json.JSONDecodeError as error:
        reason = f"this is not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise LogError(reason, _TORN, error.pos + 1) from error
    except (ValueError, RecursionError) as error:
        raise LogError(f"this can't be taken as JSON data: {error}", _TORN) from error
    if not isinstance(data, dict):
        raise LogError("the line is not a JSON object")
    return data


def _outcome(found: Resolved | ToolCalls | Outcome) -> Outcome:
    return found if isinstance(found, Outcome) else Outcome.of(found)


# --- reading ---


def _read_header(data: dict[str, Any]) -> LogHeader:
    version, options = data.get(MARK, VERSION), data.get("options", {})
    if version != VERSION:
        hint = f"this toolc reads version {VERSION}; a later one may read it"
        raise LogError(f"the log is of version {version!r}", hint)
    if not (isinstance(options, dict) and set(options) <= set(OPTIONS)):
        hint = f"leave it out, or set {', '.join(OPTIONS)}"
        raise LogError("`options` holds something else than the parser's options", hint)
    hint, tools = (
        "write a list of tools in any provider's form, null for any name",
        data.get("tools"),
    )
    if "tools" not in data:
        raise LogError("the header is without `tools`", hint)
    try:
        read_tools(tools)
    except ToolcError as error:
        raise LogError(f"`tools` can't be read: {error}", hint) from error
    codec, names = data.get("codec"), data.get("names")
    return LogHeader(
        tools=tools if tools is None or isinstance(tools, list) else [tools],
        dialect=_text(data, "dialect") or "auto",
        validated=data.get("validated") is True,
        options=options,
        codec=codec if isinstance(codec, list) else None,
        names=names if isinstance(names, dict) else None,
    )


_TEXTS = ("model", "text", "provider", "finish_reason", "dialect")
_KEYS = frozenset({*_TEXTS, "response", "tools", "outcome"})


def _read_reply(data: dict[str, Any]) -> LoggedReply:
    said = {key: _text(data, key) for key in _TEXTS}
    provider, response = said["provider"] or "", data.get("response")
    if said["text"] is None and response is None:
        raise LogError("the line has neither `text` nor `response`")
    if said["text"] is None and provider not in PROVIDERS:
        hint = f"name the provider that answered: {', '.join(PROVIDERS)}"
        raise LogError(f"`response` is of no provider that is known: `{provider}`", hint)
    outcome = data.get("outcome")
    return LoggedReply(
        model=said["model"] or "",
        text=said["text"],
        provider=provider,
        response=response,
        finish_reason=said["finish_reason"],
        dialect=said["dialect"],
        tools=data.get("tools"),
        outcome=None if outcome is None else _read_outcome(outcome),
        rest={key: value for key, value in data.items() if key not in _KEYS},
    )


def _read_exchanged(data: dict[str, Any], exchange: Exchange) -> LoggedReply:
    """A reply that was logged with its request, whose tools and model it takes."""
    reply = {key: value for key, value in data.items() if key not in exchange.keys}
    reply |= {"provider": exchange.provider, "response": exchange.response}
    read = _read_reply({"model": exchange.model, "tools": exchange.tools} | reply)
    read.rest |= {key: data[key] for key in exchange.keys if key != "response"}
    return read


def _read_outcome(data: object) -> Outcome:
    """What `Outcome.to_json` gave, or what `toolc parse` prints."""
    if not isinstance(data, dict):
        raise LogError("`outcome` is not an object")
    return Outcome(
        [_read_call(item) for item in _objects(data, "calls")],
        [_read_failure(item) for item in _objects(data, "failures")],
        nudged=data.get("nudged") is True,
        given_up=data.get("given_up") is True,
    )


def _text(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is None or isinstance(value, str):
        return value
    raise LogError(f"`{key}` is not text")


def _objects(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    items = data.get(key, [])
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise LogError(f"`{key}` of the outcome is not a list of objects")
    return items


def _read_call(item: dict[str, Any]) -> ToolCall:
    name, arguments, repairs = item.get("name"), item.get("arguments"), item.get("repairs", [])
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise LogError("a call of the outcome is without a `name` or an object of `arguments`")
    if not isinstance(repairs, list) or not all(isinstance(step, str) for step in repairs):
        raise LogError("`repairs` of a call of the outcome is not a list of texts")
    try:
        plain = to_plain(arguments)
    except ToolcError as error:
        raise LogError(f"a call of the outcome can't be taken: {error}") from error
    return ToolCall("", name, plain, repaired=bool(repairs), repairs=repairs)


def _read_failure(item: dict[str, Any]) -> Failure:
    kind = item.get("kind")
    if not isinstance(kind, str):
        raise LogError("a failure of the outcome is without a `kind`")
    # A kind that this version does not know is kept: the log may be of another one.
    return Failure(cast("FailureKind", kind), str(item.get("message") or ""))
