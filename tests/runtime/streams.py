"""What the parser's tests share: running a text in pieces, and joining the events."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from toolc.runtime import (
    ArgumentDelta,
    Event,
    ParserOptions,
    ReasoningDelta,
    TextDelta,
    ToolCallParser,
)
from toolc.runtime.dialects import Dialect

__all__ = ["TOOLS", "cuts", "joined", "run"]

TOOLS = [
    {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {}}}},
    {"name": "create_ticket"},
    {"name": "read_file"},
    {"name": "delete_file", "annotations": {"destructiveHint": True}},
]


def run(
    pieces: Iterable[str],
    tools: object = TOOLS,
    *,
    dialect: str | Dialect = "auto",
    reason: str | None = None,
    options: ParserOptions | None = None,
) -> list[Event]:
    """Every event of a reply that comes in these pieces, adjacent deltas joined."""
    parser = ToolCallParser(tools, dialect, options=options)
    events = [event for piece in pieces for event in parser.feed(piece)]
    return joined([*events, *parser.close(reason)])


def joined(events: Iterable[Event]) -> list[Event]:
    """The same events with adjacent deltas made one."""
    out: list[Event] = []
    for event in events:
        match out[-1] if out else None, event:
            case TextDelta(before), TextDelta(text):
                out[-1] = TextDelta(before + text)
            case ReasoningDelta(before), ReasoningDelta(text):
                out[-1] = ReasoningDelta(before + text)
            case ArgumentDelta(index, before), ArgumentDelta(_, text):
                out[-1] = ArgumentDelta(index, before + text)
            case _:
                out.append(event)
    return out


def cuts(text: str) -> Iterator[list[str]]:
    """A text cut once and twice, at every position, and into single characters."""
    size = len(text)
    yield list(text)
    for cut in range(size + 1):
        yield [text[:cut], text[cut:]]
        positions = [0, cut, min(size, cut + 1 + cut % 7), size]
        yield [text[begin:end] for begin, end in pairwise(positions)]
