"""From parts to calls: what the parts of a reply come to under the tools, event by event."""

from collections.abc import Iterator
from dataclasses import dataclass

from toolc.runtime import messages
from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.events import (
    ArgumentDelta,
    CallFailed,
    CallFinished,
    CallStarted,
    Event,
    ReasoningDelta,
    TextDelta,
)
from toolc.runtime.json_scan import is_whole
from toolc.runtime.replies.found import State, ToolCalls
from toolc.runtime.replies.parts import (
    CUT_OFF,
    Broken,
    Ended,
    Finish,
    Grown,
    Kept,
    Part,
    Said,
    Sent,
    Thought,
)
from toolc.runtime.replies.sent_calls import Resolver, apart, begins_object

__all__ = ["Assembly"]


class Assembly:
    """Takes the parts of one reply, gives the parser's events, and holds what they came to.

    A call is finished as soon as its arguments are a whole object and the provider says that
    nothing more comes, others when the reply ends: only then is it known whether it was cut off.
    """

    def __init__(self, toolkit: object) -> None:
        """Take anything `read_tools` takes; its `decode` and `names`, if it has them, are used."""
        self._resolver = Resolver(toolkit)
        self._finish = ""
        self._open: list[_Open] = []
        self._by_call: dict[Sent, _Open] = {}
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._broken: list[Failure] = []
        self._torn = 0  # how many calls were begun when a part could not be read
        self._kept: list[Kept] = []

    def take(self, part: Part) -> Iterator[Event]:
        """The events that a part brings."""
        match part:
            case Said(text) if text:
                self._text.append(text)
                yield TextDelta(text)
            case Thought(text) if text:
                self._reasoning.append(text)
                yield ReasoningDelta(text)
            case Grown(call, piece):
                yield from self._grow(call, piece)
            case Ended(call):
                call.ended = True
                yield from self._settle_if_sure(self._opened(call))
            case Kept():
                self._kept.append(part)
            case Finish(reason):
                self._finish = reason or self._finish
            case Broken(why, raw):
                message = messages.unreadable("", why)
                self._broken.append(Failure("unreadable", message, raw))
                for item in self._open[self._torn :]:  # it may have belonged to any of them
                    item.call.unfinished |= not item.call.ended
                self._torn = len(self._open)

    def close(self) -> Iterator[Event]:
        """The events that the reply's end brings; nothing the second time."""
        by_limit = self._finish in CUT_OFF
        waiting = [item for item in self._open if item.settled is None]
        # Arguments that come as an object, or not at all yet, don't show whether they are whole: in
        # a reply that was cut off, the last call's are not to be trusted.
        if (
            by_limit
            and waiting
            and waiting[-1] is self._open[-1]
            and not _is_text(waiting[-1].call)
        ):
            waiting[-1].call.unfinished = True
        for item in waiting:
            yield from self._settle(item, by_limit=by_limit)
        if not any(item.settled for item in self._open):
            for failure in self._broken:
                at = len(self._open)
                yield CallFailed(at, failure.kind, failure.message, failure.raw)

    def result(self) -> ToolCalls:
        """What the reply came to, so far; calls stand in the order that the provider gave them."""
        calls: list[ToolCall] = []
        failures: list[Failure] = []
        for item in sorted(self._open, key=lambda item: item.call.order):
            for outcome in item.settled or ():
                if isinstance(outcome, Failure):
                    failures.append(outcome)
                else:
                    calls.append(outcome)
        if not calls and not failures:
            failures = list(self._broken)
        state = [
            State(kept.value, self._identify(kept.call) if kept.call else None)
            for kept in self._kept
        ]
        return ToolCalls(calls, failures, "".join(self._text), "".join(self._reasoning), state)

    # --- one call ---

    def _opened(self, call: Sent) -> "_Open":
        if call not in self._by_call:
            self._by_call[call] = _Open(call, len(self._open))
            self._open.append(self._by_call[call])
        return self._by_call[call]

    def _grow(self, call: Sent, piece: str) -> Iterator[Event]:
        item = self._opened(call)
        if not piece:
            return
        yield from self._start(item)
        if item.started:
            yield ArgumentDelta(item.index, piece)

    def _start(self, item: "_Open") -> Iterator[Event]:
        """Report a call to a tool that is known; its name is complete once arguments come."""
        name = self._resolver.our_name(item.call.name)
        if name and not item.started:
            item.started = True
            yield CallStarted(item.index, name)

    def _settle_if_sure(self, item: "_Open") -> Iterator[Event]:
        call = item.call
        text = call.arguments
        whole = isinstance(text, str) and not call.custom and begins_object(text)
        if item.settled is None and whole and not call.unfinished and is_whole(str(text)):
            yield from self._settle(item, by_limit=False)

    def _settle(self, item: "_Open", *, by_limit: bool) -> Iterator[Event]:
        """Finish a call: what stands for one may turn out to be several."""
        yield from self._start(item)
        item.settled = []
        for number, sent in enumerate(apart(item.call)):
            identifier = self._identify(item.call)
            sent.id = identifier if not number else f"{identifier}_{number + 1}"
            outcome = self._resolver.resolve(sent, by_limit=by_limit)
            item.settled.append(outcome)
            if isinstance(outcome, Failure):
                yield CallFailed(item.index, outcome.kind, outcome.message, outcome.raw)
            else:
                yield CallFinished(item.index, outcome)

    def _identify(self, call: Sent) -> str:
        return call.id or f"call_{self._opened(call).index + 1}"


@dataclass(slots=True, eq=False)
class _Open:
    """A call on its way, and what it came to."""

    call: Sent
    index: int
    started: bool = False
    settled: list[ToolCall | Failure] | None = None


def _is_text(call: Sent) -> bool:
    """Whether the arguments are JSON text, which shows itself whether it is whole."""
    value = call.arguments
    return isinstance(value, str) and bool(value.strip()) and not call.custom
