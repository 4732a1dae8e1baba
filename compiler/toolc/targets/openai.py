"""OpenAI chat completions: function tools, loose and strict, and custom ones.

Sources: openai-python 3.57.0 (types/chat, types/shared_params/function_definition.py), openai-node
7.59.0 (lib/transform.ts, the official strict rewriting), answers of the API quoted in public to
2026-11. 128 tools are documented; newer models were seen to take more than 1,200 (2026-07-26).
"""

from dataclasses import replace
from typing import Any

from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.custom_tools import custom_form
from toolc.targets.languages import (
    OPENAI_LOOSE,
    OPENAI_LOOSE_PASSES,
    OPENAI_STRICT,
)
from toolc.targets.shapes import function_tools, strict_functions
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Slot

__all__ = ["OPENAI"]

_LOOSE = Form(
    language=OPENAI_LOOSE,
    passes=OPENAI_LOOSE_PASSES,
    emit=function_tools,
    wire=CHAT_PARALLEL,
    max_tools=128,
    max_description=1024,  # of older models
)


_CUSTOM_WIRE = replace(
    CHAT_PARALLEL,
    choices={
        **CHAT_PARALLEL.choices,
        Choice.NAMED: {"tool_choice": {"type": "custom", "custom": {"name": Slot.NAME}}},
    },
)


def _custom(named: dict[str, Any], regex: str | None) -> dict[str, Any]:
    grammar = {"syntax": "regex", "definition": regex}
    form = {"type": "grammar", "grammar": grammar} if regex else {"type": "text"}
    return {"type": "custom", "custom": {**named, "format": form}}


def _form(*, strict: bool = False, carry_extras: bool = False, custom_tools: bool = False) -> Form:
    language = replace(OPENAI_STRICT, carry_extras=carry_extras)
    form = strict_functions(_LOOSE, language) if strict else _LOOSE
    return custom_form(form, _CUSTOM_WIRE, _custom) if custom_tools else form


OPENAI = Target(name="openai", title="OpenAI chat completions", form=_form)
