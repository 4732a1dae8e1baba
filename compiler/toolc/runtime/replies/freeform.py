"""A provider's reply whose calls stand in its text: the parts go through the text parser."""

from collections.abc import Iterable, Iterator

from toolc.runtime.events import CallFailed, CallFinished, Event, ReasoningDelta, TextDelta
from toolc.runtime.one_shot import collect
from toolc.runtime.parser import ToolCallParser
from toolc.runtime.parser_options import ParserOptions
from toolc.runtime.replies.found import ToolCalls
from toolc.runtime.replies.parts import CUT_OFF, Finish, Part, Said, Thought

__all__ = ["Freeform"]

_IN_REASONING = ParserOptions(reasoning_open=True, calls_in_reasoning=True)


class Freeform:
    """Takes parts as `Assembly` does.

    Some servers leave the whole reply in the channel of reasoning, markers and all. What looks like
    a call there is one only if the reply says nothing else: a model that thinks about a call and
    then answers has not made it.
    """

    def __init__(self, toolkit: object) -> None:
        """Take anything `read_tools` takes."""
        self._parser = ToolCallParser(toolkit)
        self._reasoning = ToolCallParser(toolkit, options=_IN_REASONING)
        self._reason: str | None = None
        self._events: list[Event] = []
        self._thoughts: list[str] = []
        self._in_reasoning: list[Event] = []
        self._spoken = False

    def take(self, part: Part) -> Iterator[Event]:
        """The events that a part brings."""
        match part:
            case Said(text):
                self._spoken = self._spoken or bool(text.strip())
                yield from self._keep(self._parser.feed(text))
            case Thought(text):
                self._thoughts.append(text)
                self._in_reasoning += self._reasoning.feed(text)
            case Finish(reason) if reason:
                self._reason = "length" if reason in CUT_OFF else reason
            case _:
                pass

    def close(self) -> Iterator[Event]:
        """The events that the reply's end brings."""
        self._in_reasoning += self._reasoning.close(self._reason)
        silent = not self._spoken
        meant = [item for item in self._in_reasoning if isinstance(item, CallFinished | CallFailed)]
        if silent and meant:
            yield from self._keep(map(_thought, self._in_reasoning))
        elif self._thoughts:
            yield from self._keep([ReasoningDelta("".join(self._thoughts))])
        self._thoughts = []
        self._in_reasoning = []
        yield from self._keep(self._parser.close(self._reason))

    def result(self) -> ToolCalls:
        """What the reply came to, so far."""
        found = collect(self._events)
        return ToolCalls(found.calls, found.failures, found.text, found.reasoning)

    def _keep(self, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            self._events.append(event)
            yield event


def _thought(event: Event) -> Event:
    """Text beside a call in the channel of reasoning is reasoning."""
    return ReasoningDelta(event.text) if isinstance(event, TextDelta) else event
