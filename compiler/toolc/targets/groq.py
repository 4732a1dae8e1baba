"""Groq chat completions: OpenAI's form, at most 128 tools.

Sources: groq 1.7.0 (types/chat), console.groq.com/docs/structured-outputs verified 2026-07-12,
answers of the API of 2026-04 ("maximum number of items is 128"). `function.strict` exists; its
subset is OpenAI's, as far as told: every key required, every object closed.
"""

from dataclasses import replace

from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import (
    OPENAI_LOOSE,
    OPENAI_LOOSE_PASSES,
    OPENAI_STRICT,
)
from toolc.targets.shapes import function_tools, strict_functions
from toolc.targets.target import Form, Target

__all__ = ["GROQ"]

_LOOSE = Form(
    language=replace(OPENAI_LOOSE, target="groq"),
    passes=OPENAI_LOOSE_PASSES,
    emit=function_tools,
    wire=CHAT_PARALLEL,
    max_tools=128,
)


def _form(*, strict: bool = False, carry_extras: bool = False) -> Form:
    if not strict:
        return _LOOSE
    language = replace(OPENAI_STRICT, target="groq-strict", carry_extras=carry_extras)
    return strict_functions(_LOOSE, language)


GROQ = Target(name="groq", title="Groq chat completions", form=_form)
