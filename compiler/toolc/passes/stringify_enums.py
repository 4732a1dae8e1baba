"""`stringify_enums`: send enum values as text where a target takes only text there."""

import json
from typing import Any

from toolc.diagnostics.codes import ENUM_AS_TEXT
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema
from toolc.ir.shapes import json_type
from toolc.ir.stamp import STAMP
from toolc.passes.reshape import Context, Lowered, Rule, ShapePass

__all__ = ["stringify_enums"]

_ABOUT_ANY_VALUE = ANNOTATIONS | {STAMP, "$defs"}
"""What stays beside an enum whose values are text now; all else was about the values it had."""


@ShapePass
def stringify_enums(language: Language) -> Rule:
    """Write enum values of other types as text; the codec holds which stands for which."""

    def rule(source: Schema, lowered: Lowered, at: str, context: Context) -> Lowered:
        values = lowered.schema.get("enum")
        if not values or all(_is_said(value, language) for value in values):
            return lowered
        context.notes.add(ENUM_AS_TEXT, source, at, target=language.target)
        pairs = _pairs(values)
        kept = {key: lowered.schema[key] for key in lowered.schema if key in _ABOUT_ANY_VALUE}
        schema = {**kept, "type": "string", "enum": [text for _, text in pairs]}
        return Lowered(schema, {"enum": [list(pair) for pair in pairs]})

    return rule


def _is_said(value: Any, language: Language) -> bool:
    kind = json_type(value)
    if kind == "string" and value == "":  # refused wherever only text is taken
        return language.enum_types != {"string"}
    return ("number" if kind == "integer" else kind) in language.enum_types


def _pairs(values: list[Any]) -> list[tuple[Any, str]]:
    """Each value with a text of its own: itself, or its JSON."""
    taken = {value for value in values if isinstance(value, str) and value}
    pairs: list[tuple[Any, str]] = []
    for value in values:
        text = value
        if not isinstance(value, str) or not value:
            text = json.dumps(value, ensure_ascii=False) if value != "" else "(empty)"
            while text in taken:
                text = f"{text}_"
            taken.add(text)
        pairs.append((value, text))
    return pairs
