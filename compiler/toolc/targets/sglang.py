"""SGLang's OpenAI-compatible server: the function wrapper, names of any form.

Source: sglang srt/entrypoints/openai/protocol.py, snapshot of 2026-08-22; schemas are compiled by
xgrammar by default.
"""

from dataclasses import replace

from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import XGRAMMAR, XGRAMMAR_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["SGLANG"]


def _form() -> Form:
    return Form(
        language=replace(XGRAMMAR, target="sglang"),
        passes=XGRAMMAR_PASSES,
        emit=function_tools,
        wire=CHAT_PARALLEL,
    )


SGLANG = Target(name="sglang", title="SGLang", form=_form)
