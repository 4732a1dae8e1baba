"""Gemini on Vertex AI, `parameters`: the OpenAPI subset, with `additionalProperties`.

Sources: google-genai 3.6.1 (types.py, Schema), the Vertex documentation as of 2026: 512
declarations, and nothing beside `anyOf`.
"""

from dataclasses import replace
from typing import Any

from toolc.ir.model import Toolset
from toolc.targets.gemini_shapes import (
    GEMINI_WIRE,
    OPENAPI_PASSES,
    OPENAPI_SUBSET,
    declared,
    gathered,
    spelled,
)
from toolc.targets.target import Form, Target

__all__ = ["VERTEX"]

_LANGUAGE = replace(
    OPENAPI_SUBSET,
    target="vertex",
    keywords=(OPENAPI_SUBSET.keywords or frozenset()) | {"additionalProperties"},
    closed=False,
    required_declared=True,  # "required: property is not defined"
)

_PASSES = tuple(name for name in OPENAPI_PASSES if name not in ("maps_to_pairs", "strictify"))


def _emit(toolset: Toolset) -> list[dict[str, Any]]:
    return [declared(tool, parameters=spelled(tool.input, maps=True)) for tool in toolset.tools]


def _form(*, carry_extras: bool = False) -> Form:
    return Form(
        language=replace(_LANGUAGE, carry_extras=carry_extras),
        passes=_PASSES,
        emit=_emit,
        gather=gathered,
        wire=GEMINI_WIRE,
        max_tools=512,
    )


VERTEX = Target(name="vertex", title="Gemini on Vertex AI, parameters", form=_form)
