"""What is read out of a provider's reply."""

from dataclasses import dataclass
from typing import Any

from toolc.runtime.calls import Failure, ToolCall

__all__ = ["State", "ToolCalls"]


@dataclass(slots=True, frozen=True)
class State:
    """What the provider wants back in the next turn, unaltered: `value` in the provider's form.

    A signed thought or a reasoning item stands before the calls (`call_id` is None); a signature
    that stands on a call goes back on that call.
    """

    value: dict[str, Any]
    call_id: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The state as plain JSON, the shape that `toolc parse-response` prints."""
        return {"call_id": self.call_id, "value": self.value}


class ToolCalls(list[ToolCall]):
    """The calls of one reply, with what failed, the text and the reasoning beside them.

    `state` is what the provider wants to be sent back, in order.
    """

    def __init__(
        self,
        calls: list[ToolCall],
        failures: list[Failure],
        text: str = "",
        reasoning: str = "",
        state: list[State] | None = None,
    ) -> None:
        """Hold the calls as a list and the rest as attributes."""
        super().__init__(calls)
        self.failures = failures
        self.text = text
        self.reasoning = reasoning
        self.state = state or []

    def to_json(self) -> dict[str, Any]:
        """The reply as plain JSON, the shape that `toolc parse-response` prints."""
        return {
            "text": self.text,
            "reasoning": self.reasoning,
            "calls": [call.to_json() for call in self],
            "failures": [failure.to_json() for failure in self.failures],
            "state": [item.to_json() for item in self.state],
        }
