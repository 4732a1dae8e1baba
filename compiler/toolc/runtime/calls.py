"""What a reply holds once it is read: calls, failures, text and reasoning."""

from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Failure", "FailureKind", "ParseResult", "ToolCall"]

FailureKind = Literal[
    "cut_off", "unknown_tool", "ambiguous", "unreadable", "invalid_arguments", "limit"
]


@dataclass(slots=True)
class ToolCall:
    """One complete call.

    `arguments` is plain JSON; `repairs` names every step that mended it, in order; `raw` is the
    text as the model wrote it. A generated module subclasses this to give `arguments` a type.
    """

    id: str
    name: str
    arguments: dict[str, Any]
    repaired: bool = False
    repairs: list[str] = field(default_factory=list)
    raw: str = ""

    def to_json(self) -> dict[str, Any]:
        """The call as plain JSON, the shape that `toolc parse` prints."""
        return {
            "id": self.id,
            "name": self.name,
            "arguments": self.arguments,
            "repaired": self.repaired,
            "repairs": list(self.repairs),
            "raw": self.raw,
        }


@dataclass(slots=True)
class Failure:
    """A call that was meant but can't be run; `message` is written for the model."""

    kind: FailureKind
    message: str
    raw: str = ""

    def to_json(self) -> dict[str, Any]:
        """The failure as plain JSON, the shape that `toolc parse` prints."""
        return {"kind": self.kind, "message": self.message, "raw": self.raw}


@dataclass(slots=True)
class ParseResult:
    """A whole reply: its text without any tags, its reasoning, its calls and what failed."""

    text: str = ""
    reasoning: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON, the shape that `toolc parse` prints."""
        return {
            "text": self.text,
            "reasoning": self.reasoning,
            "calls": [call.to_json() for call in self.calls],
            "failures": [failure.to_json() for failure in self.failures],
        }
