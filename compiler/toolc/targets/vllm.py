"""vLLM's OpenAI-compatible server: the function wrapper, names of any form.

Sources: vLLM docs/features/tool_calling.md and structured_outputs.md, 2026; schemas are compiled by
xgrammar 0.2.9, which passes over what it can't enforce. When a call is forced, arguments keep to
the schemas; at will only those of tools with `strict`.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from toolc.backends.definitions import share_definitions
from toolc.ir.model import Schema, Tool, Toolset
from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import XGRAMMAR, XGRAMMAR_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Slot

__all__ = ["VLLM"]


def _calls(tools: list[dict[str, Any]]) -> Schema:
    """The schema of the list of calls that the server reads when at least one is required."""
    functions = [tool["function"] for tool in tools]
    named = tuple(Tool(name=each["name"], input=each["parameters"]) for each in functions)
    shared = share_definitions(Toolset(name="calls", tools=named))
    calls = [
        {
            "type": "object",
            "properties": {"name": {"type": "string", "enum": [tool.name]}, "parameters": schema},
            "required": ["name", "parameters"],
        }
        for tool, schema in zip(named, shared.inputs, strict=True)
    ]
    definitions = {"$defs": shared.definitions} if shared.definitions else {}
    return {"type": "array", "minItems": 1, "items": {"anyOf": calls}, **definitions}


_WIRE = replace(
    CHAT_PARALLEL,
    choices={
        **CHAT_PARALLEL.choices,
        Choice.REQUIRED: {
            "tool_choice": "required",
            "structured_outputs": {"json": Slot.CALLS},
        },
    },
    calls_schema=_calls,
)


def _form(*, strict: bool = False) -> Form:
    return Form(
        language=replace(XGRAMMAR, target="vllm"),
        passes=XGRAMMAR_PASSES,
        emit=partial(function_tools, strict=True) if strict else function_tools,
        wire=_WIRE,
    )


VLLM = Target(name="vllm", title="vLLM", form=_form)
