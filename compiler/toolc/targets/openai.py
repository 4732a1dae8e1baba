"""OpenAI chat completions: function tools, loose and strict.

Sources: openai-python 3.57.0 (types/chat, types/shared_params/function_definition.py), openai-node
7.59.0 (lib/transform.ts, the official strict rewriting), answers of the API quoted in public to
2026-11. 128 tools are documented; newer models were seen to take more than 1,200 (2026-07-26).
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

__all__ = ["OPENAI"]

_LOOSE = Form(
    language=OPENAI_LOOSE,
    passes=OPENAI_LOOSE_PASSES,
    emit=function_tools,
    wire=CHAT_PARALLEL,
    max_tools=128,
    max_description=1024,  # of older models
)


def _form(*, strict: bool = False, carry_extras: bool = False) -> Form:
    if not strict:
        return _LOOSE
    language = replace(OPENAI_STRICT, carry_extras=carry_extras)
    return strict_functions(_LOOSE, language)


OPENAI = Target(name="openai", title="OpenAI chat completions", form=_form)
