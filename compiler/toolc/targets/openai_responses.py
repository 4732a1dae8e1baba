"""OpenAI Responses: flat function tools, `strict` decided tool by tool, and custom ones.

Sources: openai-python 3.57.0 (types/responses/function_tool_param.py, tool_param.py), 2026-11. A
tool that says nothing of `strict` is made strict by the API where its schema allows it; here that
is decided when compiling, and said: without the option, tools are strict that come out of it with
the same arguments and with no loss but that undeclared keys are closed.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from toolc.ir.model import Toolset
from toolc.targets.chat import PARALLEL
from toolc.targets.custom_tools import custom_form
from toolc.targets.languages import (
    OPENAI_LOOSE,
    OPENAI_LOOSE_PASSES,
    OPENAI_STRICT,
    OPENAI_STRICT_PASSES,
)
from toolc.targets.shapes import described
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Slot, Wire

__all__ = ["OPENAI_RESPONSES"]

_WIRE = Wire(
    choices={
        Choice.AUTO: {"tool_choice": "auto"},
        Choice.NONE: {"tool_choice": "none"},
        Choice.REQUIRED: {"tool_choice": "required"},
        Choice.NAMED: {"tool_choice": {"type": "function", "name": Slot.NAME}},
    },
    parallel=PARALLEL,
    result={
        "type": "function_call_output",
        "call_id": Slot.CALL_ID,
        "output": Slot.CONTENT,
    },
    structured={
        "text": {
            "format": {
                "type": "json_schema",
                "name": Slot.NAME,
                "schema": Slot.SCHEMA,
                "strict": True,
            }
        }
    },
    cut_off=("max_output_tokens",),  # incomplete_details.reason of a response that is incomplete
)


def _emit(toolset: Toolset, *, outputs: bool, **flags: Any) -> list[dict[str, Any]]:
    return [
        {
            "type": "function",
            **described(tool, parameters=tool.input, **flags),
            **({"output_schema": tool.output} if outputs and tool.output else {}),
        }
        for tool in toolset.tools
    ]


_CUSTOM_WIRE = replace(
    _WIRE,
    choices={
        **_WIRE.choices,
        Choice.NAMED: {"tool_choice": {"type": "custom", "name": Slot.NAME}},
    },
    result={**_WIRE.result, "type": "custom_tool_call_output"},
)


def _custom(named: dict[str, Any], regex: str | None) -> dict[str, Any]:
    grammar = {"type": "grammar", "syntax": "regex", "definition": regex}
    return {"type": "custom", **named, "format": grammar if regex else {"type": "text"}}


def _gather(items: list[dict[str, Any]], *, defer: bool) -> list[dict[str, Any]]:
    """All tools, or a search tool and all tools for it to find (gpt-5.4 and newer)."""
    if not defer:
        return items
    return [{"type": "tool_search"}, *({**item, "defer_loading": True} for item in items)]


def _form(
    *,
    strict: bool | None = None,
    carry_extras: bool = False,
    output_schemas: bool = False,
    defer_loading: bool = False,
    programmatic_calls: bool = False,
    custom_tools: bool = False,
) -> Form:
    functions = _functions(
        strict=strict,
        carry_extras=carry_extras,
        output_schemas=output_schemas,
        defer_loading=defer_loading,
        programmatic_calls=programmatic_calls,
    )
    return custom_form(functions, _CUSTOM_WIRE, _custom) if custom_tools else functions


def _functions(
    *,
    strict: bool | None,
    carry_extras: bool,
    output_schemas: bool,
    defer_loading: bool,
    programmatic_calls: bool,
) -> Form:
    flags: dict[str, Any] = {"outputs": output_schemas}
    if programmatic_calls:
        flags["allowed_callers"] = ["direct", "programmatic"]
    loose = Form(
        language=replace(OPENAI_LOOSE, target="openai-responses"),
        passes=OPENAI_LOOSE_PASSES,
        emit=partial(_emit, strict=False, **flags),
        gather=partial(_gather, defer=defer_loading),
        wire=_WIRE,
        max_tools=None if defer_loading else 128,
        max_description=1024,  # of older models
    )
    if strict is False:
        return loose
    name = "openai-responses-strict" if strict else "openai-responses"
    return replace(
        loose,
        language=replace(OPENAI_STRICT, target=name, carry_extras=carry_extras),
        passes=OPENAI_STRICT_PASSES,
        emit=partial(_emit, strict=True, **flags),
        looser=loose,
        only_as_is=strict is None,
    )


OPENAI_RESPONSES = Target(name="openai-responses", title="OpenAI Responses", form=_form)
