"""LM Studio's OpenAI-compatible server.

Source: lmstudio-ai/docs of 2026-04-29: `tool_choice` is a word only, and `required` works with the
llama.cpp engine alone. Names and schemas have no documented rule: those of OpenAI are kept.
"""

from dataclasses import replace

from toolc.targets.chat import CHAT
from toolc.targets.languages import OPENAI_LOOSE, OPENAI_LOOSE_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Fields

__all__ = ["LM_STUDIO"]

_WORDS: dict[Choice, Fields] = {
    choice: CHAT.choices[choice] for choice in CHAT.choices if choice is not Choice.NAMED
}


def _form() -> Form:
    return Form(
        language=replace(OPENAI_LOOSE, target="lm-studio"),
        passes=OPENAI_LOOSE_PASSES,
        emit=function_tools,
        wire=replace(CHAT, choices=_WORDS, instead="ask for `required`, and send that tool alone"),
    )


LM_STUDIO = Target(name="lm-studio", title="LM Studio", form=_form)
