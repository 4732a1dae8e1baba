"""OpenRouter chat completions: OpenAI's form, without `strict`.

Source: answers quoted in public to 2026-11: tools pass to OpenAI-like providers unchanged, and
`function.strict` also to those that refuse it (Cohere 422, DeepSeek 400).
"""

from dataclasses import replace

from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import OPENAI_LOOSE, OPENAI_LOOSE_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["OPENROUTER"]


def _form() -> Form:
    return Form(
        language=replace(OPENAI_LOOSE, target="openrouter"),
        passes=OPENAI_LOOSE_PASSES,
        emit=function_tools,
        wire=CHAT_PARALLEL,
        max_tools=128,
    )


OPENROUTER = Target(name="openrouter", title="OpenRouter chat completions", form=_form)
