"""Azure OpenAI chat completions: OpenAI's form with the limits that Azure documents.

Source: MicrosoftDocs/azure-ai-docs, foundry/openai/how-to/structured-outputs.md of 2025-12-06: the
first strict subset (no patterns, formats or bounds), 100 properties, 5 levels, one call at a time.
Descriptions of more than 1,024 characters were answered 400. Larger schemas are sent all the same:
the page also calls the subset OpenAI's own, and nobody has seen them refused.
"""

from dataclasses import replace

from toolc.ir.language import Limits
from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import (
    OPENAI_LOOSE,
    OPENAI_LOOSE_PASSES,
    OPENAI_STRICT,
)
from toolc.targets.shapes import function_tools, strict_functions
from toolc.targets.target import Form, Target

__all__ = ["AZURE"]

_STRICT = replace(
    OPENAI_STRICT,
    target="azure-strict",
    keywords=frozenset(
        "type title description properties required additionalProperties items enum const anyOf"
        " $ref $defs".split()
    ),
    limits=replace(OPENAI_STRICT.limits, levels=5),  # kept by naming deeper objects
)

_LOOSE = Form(
    language=replace(OPENAI_LOOSE, target="azure"),
    passes=OPENAI_LOOSE_PASSES,
    emit=function_tools,
    wire=CHAT_PARALLEL,
    max_tools=128,
    max_description=1024,
)


def _form(*, strict: bool = False, carry_extras: bool = False) -> Form:
    if not strict:
        return _LOOSE
    form = strict_functions(_LOOSE, replace(_STRICT, carry_extras=carry_extras))
    one_at_a_time = replace(CHAT_PARALLEL, always={"parallel_tool_calls": False})
    return replace(form, wire=one_at_a_time, documented=Limits(properties=100))


AZURE = Target(name="azure", title="Azure OpenAI chat completions", form=_form)
