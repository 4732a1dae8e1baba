"""Mistral chat completions, loose and strict.

Sources: mistralai 3.7.0 (client/models), mistral-common 1.13.1 (protocol/instruct/validator.py:
names, `parameters` required and valid Draft-07). `$schema` and `$id` are refused by the server. The
subset behind `strict` is not published: OpenAI's is taken to hold.
"""

from dataclasses import replace

from toolc.ir.language import Language
from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import (
    FUNCTION_NAME,
    OPENAI_STRICT,
    PLAIN_PASSES,
)
from toolc.targets.shapes import function_tools, strict_functions
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Slot

__all__ = ["MISTRAL"]

_LOOSE = Form(
    language=Language(target="mistral", name_rule=FUNCTION_NAME),
    passes=PLAIN_PASSES,
    emit=function_tools,
    wire=replace(
        CHAT_PARALLEL,
        choices={**CHAT_PARALLEL.choices, Choice.REQUIRED: {"tool_choice": "any"}},
        result={**CHAT_PARALLEL.result, "name": Slot.NAME},
        cut_off=("length", "model_length"),
    ),
)


def _form(*, strict: bool = False, carry_extras: bool = False) -> Form:
    if not strict:
        return _LOOSE
    language = replace(OPENAI_STRICT, target="mistral-strict", carry_extras=carry_extras)
    return strict_functions(_LOOSE, language)


MISTRAL = Target(name="mistral", title="Mistral chat completions", form=_form)
