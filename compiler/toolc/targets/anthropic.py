"""Anthropic messages: `input_schema`, loose and strict.

Sources: anthropic-python 2.14.0 (types/tool_param.py, tool_choice_*_param.py), the guides on tools
of platform.claude.com (2026), and answers of the API quoted in public to 2026-11: names, property
keys, the root rule, that the schema must be valid 2020-12. Of strict tools a request takes 20, with
24 optional and 16 union parameters in all (pydantic-ai 2.68, verified live); further tools are sent
without `strict`.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.runtime.errors import UsageError
from toolc.targets.languages import (
    ANTHROPIC_STRICT,
    ANTHROPIC_STRICT_PASSES,
    FUNCTION_NAME,
    PROPERTY_KEY,
)
from toolc.targets.shapes import described
from toolc.targets.target import Budget, Form, Target
from toolc.targets.wire import Choice, Fields, Slot, Wire

__all__ = ["ANTHROPIC"]

_LOOSE = Language(
    target="anthropic",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    key_rule=PROPERTY_KEY,
    name_rule=FUNCTION_NAME,  # the API allows 128 characters, the guide says 64
)

_LOOSE_PASSES = (
    "deref",  # references to `#` would not survive a wrapped root
    "drop_unsupported",  # root alternatives that only demand keys
    "merge_root",  # no union at the root
    "wrap_root",
    "rename_keys",
    "rename_tools",
)

_RESULT: Fields = {
    "type": "tool_result",
    "tool_use_id": Slot.CALL_ID,
    "content": Slot.CONTENT,
}

_WIRE = Wire(
    choices={
        Choice.AUTO: {"tool_choice": {"type": "auto"}},
        Choice.NONE: {"tool_choice": {"type": "none"}},
        Choice.REQUIRED: {"tool_choice": {"type": "any"}},
        Choice.NAMED: {"tool_choice": {"type": "tool", "name": Slot.NAME}},
    },
    parallel={"tool_choice": {"disable_parallel_tool_use": Slot.SINGLE}},
    result={"role": "user", "content": [_RESULT]},
    failure={"role": "user", "content": [{**_RESULT, "is_error": True}]},
    structured={"output_config": {"format": {"type": "json_schema", "schema": Slot.SCHEMA}}},
    cut_off=("max_tokens", "model_context_window_exceeded"),
)

_PROGRAMMATIC = {"allowed_callers": ["direct", "code_execution_20260521"]}
"""For a request that holds the code execution tool of that version."""

_SEARCH = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}


def _emit(toolset: Toolset, **flags: Any) -> list[dict[str, Any]]:
    return [described(tool, input_schema=tool.input, **flags) for tool in toolset.tools]


def _gather(items: list[dict[str, Any]], *, defer: bool, cache: bool) -> list[dict[str, Any]]:
    """All tools; deferred ones behind a search tool, cached ones up to a mark at the last."""
    if defer:  # not together with `cache_control`
        return [dict(_SEARCH), *({**item, "defer_loading": True} for item in items)]
    if cache and items:
        return [*items[:-1], {**items[-1], "cache_control": {"type": "ephemeral"}}]
    return items


def _form(
    *,
    strict: bool = False,
    carry_extras: bool = False,
    input_examples: bool = False,
    defer_loading: bool = False,
    cache: bool = False,
    eager_input_streaming: bool = False,
    programmatic_calls: bool = False,
) -> Form:
    if strict and programmatic_calls:
        raise UsageError("anthropic calls no strict tools from programs; leave one of the two out")
    flags: dict[str, Any] = {"eager_input_streaming": True} if eager_input_streaming else {}
    flags |= _PROGRAMMATIC if programmatic_calls else {}
    loose = Form(
        language=_LOOSE,
        passes=_LOOSE_PASSES,
        emit=partial(_emit, **flags),
        gather=partial(_gather, defer=defer_loading, cache=cache),
        examples_field="input_examples" if input_examples and not defer_loading else None,
        wire=_WIRE,
    )
    if not strict:
        return loose
    return replace(
        loose,
        language=replace(ANTHROPIC_STRICT, carry_extras=carry_extras),
        passes=ANTHROPIC_STRICT_PASSES,
        emit=partial(_emit, strict=True, **flags),
        looser=loose,
        budget=Budget(tools=20, optional=24, unions=16),
    )


ANTHROPIC = Target(name="anthropic", title="Anthropic messages", form=_form)
