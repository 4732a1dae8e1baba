"""vLLM's OpenAI-compatible server: the function wrapper, names of any form.

Source: vLLM docs/features/tool_calling.md, 2026; schemas are compiled by xgrammar 0.2.9 when a call
is forced, which passes over what it can't enforce.
"""

from toolc.ir.language import Language
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["VLLM"]

_LANGUAGE = Language(target="vllm")

_PASSES = (
    "deref",  # grammars are compiled from `#/$defs/X` only
    "wrap_root",
)


def _form() -> Form:
    return Form(language=_LANGUAGE, passes=_PASSES, emit=function_tools)


VLLM = Target(name="vllm", title="vLLM", form=_form)
