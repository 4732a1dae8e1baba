"""Fireworks chat completions: OpenAI's form; an object with declared keys is closed unless it says.

Source: docs.fireworks.ai, structured responses (2026); which keywords are held to changed in 2026
with the image that a model runs on.
"""

from dataclasses import replace

from toolc.targets.chat import CHAT
from toolc.targets.languages import OPENAI_LOOSE, OPENAI_LOOSE_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["FIREWORKS"]


def _form() -> Form:
    return Form(
        language=replace(OPENAI_LOOSE, target="fireworks", closed_unless_said=True),
        passes=OPENAI_LOOSE_PASSES,
        emit=function_tools,
        wire=CHAT,
    )


FIREWORKS = Target(name="fireworks", title="Fireworks chat completions", form=_form)
