"""The events a streaming parser reports, made to be taken apart with `match`."""

from dataclasses import dataclass

from toolc.runtime.calls import FailureKind, ToolCall

__all__ = [
    "ArgumentDelta",
    "CallFailed",
    "CallFinished",
    "CallStarted",
    "Event",
    "ReasoningDelta",
    "TextDelta",
]


@dataclass(slots=True)
class TextDelta:
    """More of the text meant for the user."""

    text: str


@dataclass(slots=True)
class ReasoningDelta:
    """More of the model's reasoning."""

    text: str


@dataclass(slots=True)
class CallStarted:
    """A call to a known tool begins; its arguments follow."""

    index: int
    name: str


@dataclass(slots=True)
class ArgumentDelta:
    """More of the arguments, verbatim: for display, the finished call holds the truth."""

    index: int
    text: str


@dataclass(slots=True)
class CallFinished:
    """A call is complete, its name resolved and its arguments read."""

    index: int
    call: ToolCall


@dataclass(slots=True)
class CallFailed:
    """A call was meant and can't be run; it may or may not have been reported as started."""

    index: int
    kind: FailureKind
    message: str
    raw: str


Event = TextDelta | ReasoningDelta | CallStarted | ArgumentDelta | CallFinished | CallFailed
