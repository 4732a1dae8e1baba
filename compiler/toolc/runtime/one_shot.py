"""A whole reply at once: the streaming parser fed one piece, its events gathered."""

from collections.abc import Iterable

from toolc.runtime.calls import Failure, ParseResult
from toolc.runtime.dialects import Dialect
from toolc.runtime.events import CallFailed, CallFinished, Event, ReasoningDelta, TextDelta
from toolc.runtime.parser import ToolCallParser
from toolc.runtime.parser_options import ParserOptions

__all__ = ["collect", "parse"]


def parse(
    text: str,
    tools: object = None,
    dialect: str | Dialect = "auto",
    model: str | None = None,
    finish_reason: str | None = None,
    options: ParserOptions | None = None,
) -> ParseResult:
    """Read a whole reply; the arguments are those of `ToolCallParser` and its `close`.

    >>> parse('<tool_call name="now">{}</tool_call>').calls[0].name
    'now'
    """
    parser = ToolCallParser(tools, dialect, model, options)
    return collect([*parser.feed(text), *parser.close(finish_reason)])


def collect(events: Iterable[Event]) -> ParseResult:
    """Gather a reply's events into one result."""
    result = ParseResult()
    text: list[str] = []
    reasoning: list[str] = []
    for event in events:
        match event:
            case TextDelta(piece):
                text.append(piece)
            case ReasoningDelta(piece):
                reasoning.append(piece)
            case CallFinished(_, call):
                result.calls.append(call)
            case CallFailed(_, kind, message, raw):
                result.failures.append(Failure(kind, message, raw))
            case _:
                pass
    result.text = "".join(text)
    result.reasoning = "".join(reasoning)
    return result
