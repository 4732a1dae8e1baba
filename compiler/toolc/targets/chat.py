"""What OpenAI's chat completions say around tools, which most others copied.

Source: openai-python 3.57.0 (types/chat), 2026-11.
"""

from typing import Any, Final

from toolc.targets.wire import Choice, Fields, Slot, Wire

__all__ = ["CHAT", "CHAT_PARALLEL", "PARALLEL", "json_schema_reply"]

PARALLEL: Final[Fields] = {"parallel_tool_calls": Slot.PARALLEL}


def json_schema_reply(**more: Any) -> Fields:
    """The `response_format` that asks for a reply in a schema."""
    schema = {"name": Slot.NAME, "schema": Slot.SCHEMA, **more}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}


CHAT: Final = Wire(
    choices={
        Choice.AUTO: {"tool_choice": "auto"},
        Choice.NONE: {"tool_choice": "none"},
        Choice.REQUIRED: {"tool_choice": "required"},
        Choice.NAMED: {"tool_choice": {"type": "function", "function": {"name": Slot.NAME}}},
    },
    result={"role": "tool", "tool_call_id": Slot.CALL_ID, "content": Slot.CONTENT},
    structured=json_schema_reply(strict=True),
)
"""The common part; it has no switch for parallel calls, which not all copied."""

CHAT_PARALLEL: Final = Wire(
    choices=CHAT.choices,
    parallel=PARALLEL,
    result=CHAT.result,
    structured=CHAT.structured,
)
"""The same with the switch."""
