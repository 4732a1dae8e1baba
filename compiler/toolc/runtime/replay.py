"""Replays a session's log: what today's parser makes of its replies, beside what was recorded.

`batches` cuts a log into pieces of bounded size, `replay_batch` reads one of them, alone: in this
process, in others, on other machines. What pieces give is merged in their order, so the result does
not depend on who read them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from toolc.runtime.changes import CHANGES, Change, compare
from toolc.runtime.errors import UsageError
from toolc.runtime.log_entries import LoggedReply, LogHeader, Outcome
from toolc.runtime.one_shot import parse
from toolc.runtime.reliability import Reliability
from toolc.runtime.replies import parse_stream_tool_calls, parse_tool_calls
from toolc.runtime.session_log import MAX_LINE, LogError, read_line

__all__ = [
    "BATCH_BYTES",
    "MOST",
    "UNNAMED",
    "Batch",
    "Fault",
    "Found",
    "Replay",
    "Replayed",
    "Toolkit",
    "batches",
    "bounded_lines",
    "replay_batch",
    "resolve",
]

BATCH_BYTES = 1024 * 1024
"""Bytes from which on a batch is whole: large beside what a process costs to be given one."""

MOST = 10
"""Changes of a kind, and lines that can't be read, that are kept; all are counted."""

UNNAMED = "(unnamed)"
"""The model of a reply that names none, in tallies."""

Toolkit = Callable[[LogHeader], object]
"""Makes what replies are read with of a log's header: `LogHeader.toolkit`, or with validators."""


@dataclass(slots=True, frozen=True)
class Found:
    """A change, and the reply that it is in."""

    file: str
    line: int
    model: str
    change: Change

    def to_json(self) -> dict[str, Any]:
        """The change as plain JSON, as `toolc replay` prints it."""
        return {
            "kind": self.change.kind,
            "regression": self.change.regression,
            "file": self.file,
            "line": self.line,
            "model": self.model,
            "before": self.change.before,
            "after": self.change.after,
        }


@dataclass(slots=True, frozen=True)
class Fault:
    """A line that can't be read, or none of the log's before it."""

    file: str
    line: int
    error: LogError


@dataclass(slots=True)
class Replay:
    """What the replay of some replies found; two can be merged.

    `unrecorded` replies have no outcome to compare with; `changed` ones differ in one way or more,
    and `kinds` counts the ways. `unread` lines can't be read. `reliability` tallies the outcomes of
    today. Of `found` and `faults` only the first are kept, `most` of a kind.
    """

    most: int = MOST
    replies: int = 0
    unrecorded: int = 0
    changed: int = 0
    unread: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    reliability: Reliability = field(default_factory=Reliability)

    @property
    def regressions(self) -> int:
        """How many recorded calls are lost."""
        return sum(self.kinds[name] for name, kind in CHANGES.items() if kind.regression)

    def add(self, file: str, line: int, reply: LoggedReply, today: Outcome) -> bool:
        """Count a reply; whether it differs from what was recorded."""
        recorded, model = reply.outcome, reply.model or UNNAMED
        self.replies += 1
        self.reliability.record(model, today)
        if recorded is None:
            self.unrecorded += 1
            return False
        if recorded.nudged:
            self.reliability.nudge(model)
        if recorded.given_up:
            self.reliability.give_up(model)
        changes = compare(recorded, today)
        self.changed += bool(changes)
        self._keep(Found(file, line, reply.model, change) for change in changes)
        self.kinds.update(change.kind for change in changes)
        return bool(changes)

    def fault(self, fault: Fault) -> None:
        """Count a line that can't be read."""
        self.unread += 1
        if len(self.faults) < self.most:
            self.faults.append(fault)

    def merge(self, later: "Replay") -> None:
        """Add what was found further on."""
        self.replies += later.replies
        self.unrecorded += later.unrecorded
        self.changed += later.changed
        self.unread += later.unread
        self._keep(later.found)
        self.kinds.update(later.kinds)
        self.faults += later.faults[: self.most - len(self.faults)]
        self.reliability.merge(later.reliability)

    def to_json(self) -> dict[str, Any]:
        """What was found as plain JSON, but for the faults."""
        return {
            "replies": self.replies,
            "unrecorded": self.unrecorded,
            "changed": self.changed,
            "regressions": self.regressions,
            "unread": self.unread,
            "kinds": {name: self.kinds[name] for name in CHANGES if self.kinds[name]},
            "changes": [found.to_json() for found in self.found],
            "models": self.reliability.to_json(),
        }

    def _keep(self, found: Iterable[Found]) -> None:
        """Keep the first ones of each kind; called before they are counted."""
        kept = self.kinds.copy()
        for item in found:
            kind = item.change.kind
            kept[kind] += 1
            if kept[kind] <= self.most:
                self.found.append(item)


# --- a reply ---


def resolve(reply: LoggedReply, header: LogHeader, toolkit: object) -> Outcome:
    """What today's parser makes of a reply; `toolkit` is what was made of the header.

    Raises `UsageError` for a dialect that does not exist, what is no provider's reply, and what are
    no tools.
    """
    tools = toolkit if reply.tools is None else reply.tools
    if reply.text is None:
        read = parse_stream_tool_calls if _is_stream(reply.response) else parse_tool_calls
        outcome = Outcome.of(read(reply.response, reply.provider, tools))
    else:
        dialect, model = reply.dialect or header.dialect, reply.model or None
        options = header.parser_options()
        found = parse(reply.text, tools, dialect, model, reply.finish_reason, options)
        outcome = Outcome.of(found)
    if reply.outcome is None:
        return outcome
    # What was done about the reply then is no matter of reading it.
    return replace(outcome, nudged=reply.outcome.nudged, given_up=reply.outcome.given_up)


def _is_stream(response: object) -> bool:
    """Whether a logged response is a stream's events, or their text."""
    head = response[0] if isinstance(response, list) and response else response
    return isinstance(response, str) or (head is not response and isinstance(head, dict))


# --- many ---


@dataclass(slots=True, frozen=True)
class Batch:
    """Lines that follow each other: where the first one stands, and the header they are under."""

    file: str
    first: int
    header: str
    lines: list[bytes]

    @property
    def size(self) -> int:
        """How many bytes its lines have."""
        return sum(map(len, self.lines))


@dataclass(slots=True)
class Replayed:
    """What a batch gave: its lines anew if asked for, and the lines that differ, as they are."""

    replay: Replay
    baseline: list[str] = field(default_factory=list)
    changed: list[bytes] = field(default_factory=list)


def bounded_lines(readline: Callable[[int], bytes]) -> Iterator[bytes]:
    """The lines of a file by its `readline`; of one that is too long, only its beginning."""
    while line := readline(MAX_LINE + 1):
        yield line
        while len(line) > MAX_LINE and not line.endswith(b"\n"):
            line = readline(MAX_LINE + 1)


def batches(
    lines: Iterable[bytes], file: str = "<log>", tools: list[Any] | None = None
) -> Iterator[Batch]:
    """Cut a log into batches, each under one header; `tools` replace those of every header.

    A header begins a batch, and is the first of its lines.
    """
    start = LogHeader(tools=tools, validated=True).line() if tools is not None else ""
    batch, size = Batch(file, 1, start, []), 0
    for number, line in enumerate(lines, 1):
        header = _header(line, tools)
        if header or size >= BATCH_BYTES:
            if batch.lines:
                yield batch
            batch, size = Batch(file, number, header or batch.header, []), 0
        batch.lines.append(line)
        size += len(line)
    if batch.lines:
        yield batch


def _header(line: bytes, tools: list[Any] | None) -> str:
    """A line as a header, where it is one and can be read."""
    if b'"tools"' not in line:  # cheap; each header has this key, and few replies do
        return ""
    try:
        entry = read_line(line)
    except LogError:
        return ""  # whoever reads the batch tells
    if not isinstance(entry, LogHeader):
        return ""
    given = entry if tools is None else replace(entry, tools=tools, validated=True)
    return given.line()


def replay_batch(
    batch: Batch, toolkit: Toolkit = LogHeader.toolkit, most: int = MOST, *, baseline: bool = False
) -> Replayed:
    """Replay the lines of a batch; with `baseline`, write them anew.

    Never raises for what a log holds: a line that can't be read is a fault.
    """
    made = Replayed(Replay(most))
    header, tools = _opened(batch.header, toolkit)
    untold = not batch.header and batch.first == 1
    for number, line in enumerate(batch.lines, batch.first):
        try:
            reply = read_line(line) if line.strip() else None
            if isinstance(reply, LoggedReply):
                if untold and reply.tools is None:
                    made.replay.fault(Fault(batch.file, 1, _NO_HEADER))
                    untold = False
                outcome = resolve(reply, header, tools)
                if baseline:
                    made.baseline.append(replace(reply, outcome=outcome).line())
                if made.replay.add(batch.file, number, reply, outcome):
                    made.changed.append(line.rstrip(b"\r\n") + b"\n")
        except (UsageError, LogError, RecursionError) as error:
            made.replay.fault(Fault(batch.file, number, _told(error)))
    return made


_NO_HEADER = LogError(
    "the log does not begin with its tools",
    'put `{"toolc_log": 1, "tools": [...]}` before the first reply, or name them with --tools',
)

_MEND = "correct the line, or remove it"


def _told(error: Exception) -> LogError:
    if isinstance(error, LogError):
        return error
    deep = isinstance(error, RecursionError)
    return LogError("the reply is nested too deep" if deep else str(error), _MEND)


@lru_cache(maxsize=4)  # a log has one header, a folder of logs a few
def _opened(header: str, toolkit: Toolkit) -> tuple[LogHeader, object]:
    """A header, and what its replies are read with."""
    entry = read_line(header) if header else LogHeader()
    if not isinstance(entry, LogHeader):
        raise UsageError("a batch begins with the header of its log")
    return entry, toolkit(entry)
