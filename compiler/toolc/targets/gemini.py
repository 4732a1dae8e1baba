"""Gemini `functionDeclarations` with `parameters`: the OpenAPI 3.0 subset of the Gemini API.

Sources: google-genai 3.6.1 (types.py, Schema), answers of the API quoted in public to 2026-11
("Unknown name", "items: missing field", "only allowed for STRING type").
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

__all__ = ["GEMINI"]


def _emit(toolset: Toolset) -> list[dict[str, Any]]:
    return [declared(tool, parameters=spelled(tool.input)) for tool in toolset.tools]


def _form(*, carry_extras: bool = False) -> Form:
    return Form(
        language=replace(OPENAPI_SUBSET, carry_extras=carry_extras),
        passes=OPENAPI_PASSES,
        emit=_emit,
        gather=gathered,
        wire=GEMINI_WIRE,
        max_tools=512,
    )


GEMINI = Target(name="gemini", title="Gemini API, parameters", form=_form)
