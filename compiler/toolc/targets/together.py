"""Together chat completions: OpenAI's form and its first checks.

Sources: together 3.1.1, answers of its edge quoted in public in 2026 ("array schema missing
items").
"""

from dataclasses import replace

from toolc.targets.chat import CHAT
from toolc.targets.languages import OPENAI_LOOSE, OPENAI_LOOSE_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["TOGETHER"]


def _form() -> Form:
    return Form(
        language=replace(OPENAI_LOOSE, target="together"),
        passes=OPENAI_LOOSE_PASSES,
        emit=function_tools,
        wire=CHAT,
    )


TOGETHER = Target(name="together", title="Together chat completions", form=_form)
