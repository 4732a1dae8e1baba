"""Idle keywords: rules that no value breaks, or none that the rules beside them let through.

Leaving one out loses nothing, so nothing is reported.
"""

from collections.abc import Callable
from typing import Any, Final

from toolc.ir.formats import ASSERTED, SHORTEST
from toolc.ir.language import ANNOTATIONS
from toolc.ir.model import Schema
from toolc.ir.patterns import UnreadablePatternError, lengths, matches_all
from toolc.ir.stamp import STAMP

__all__ = ["RULES", "is_idle"]

RULES: Final = frozenset(
    "type enum const properties required additionalProperties patternProperties propertyNames"
    " minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties"
    " items prefixItems minItems maxItems uniqueItems contains minContains maxContains"
    " unevaluatedItems minLength maxLength pattern format minimum maximum exclusiveMinimum"
    " exclusiveMaximum multipleOf anyOf oneOf allOf not if then else $ref $dynamicRef $defs".split()
)
"""Keywords that can rule a value out; all others are annotations (2020-12 core, 6.5)."""


def is_idle(keyword: str, node: Schema, beside: Schema) -> bool:
    """Whether a node's keyword rules nothing out that `beside`, the rules that stay, takes.

    >>> is_idle("minLength", {"minLength": 1}, {"pattern": "^[a-z]+$"})
    True
    """
    return keyword in _IDLE and _IDLE[keyword](node[keyword], node, beside)


def _takes_all(schema: Any) -> bool:
    if isinstance(schema, bool):
        return schema
    return not schema.keys() - ANNOTATIONS - {STAMP}


def _takes_all_text(schema: Any) -> bool:
    return _takes_all(schema) or (
        isinstance(schema, dict)
        and schema.get("type") == "string"
        and not schema.keys() - ANNOTATIONS - {STAMP, "type"}
    )


def _lengths(beside: Schema) -> tuple[int, int | None]:
    """The fewest and the most characters of the texts that the other rules take."""
    values = [beside["const"]] if "const" in beside else beside.get("enum")
    if values:
        sizes = [len(value) for value in values if isinstance(value, str)]
        return min(sizes, default=0), max(sizes, default=0)
    least = SHORTEST.get(beside.get("format", ""), 0)
    try:
        fewest, most = lengths(beside.get("pattern", ""))
    except UnreadablePatternError:
        return least, None
    return max(least, fewest), most


def _matches_all(pattern: str) -> bool:
    try:
        return matches_all(pattern)
    except UnreadablePatternError:
        return False


def _is_short_enough(bound: int, _: Schema, beside: Schema) -> bool:
    most = _lengths(beside)[1]
    return most is not None and most <= bound


def _without(*others: str) -> Callable[[Any, Schema, Schema], bool]:
    return lambda _, node, __: not node.keys() & set(others)


_IDLE: Final[dict[str, Callable[[Any, Schema, Schema], bool]]] = {
    "minLength": lambda bound, _, beside: bound <= _lengths(beside)[0],
    "maxLength": _is_short_enough,
    "minItems": lambda bound, *_: bound <= 0,
    "minProperties": lambda bound, *_: bound <= 0,
    "uniqueItems": lambda unique, *_: not unique,
    "format": lambda name, *_: name not in ASSERTED,
    "pattern": lambda pattern, *_: _matches_all(pattern),
    "propertyNames": lambda schema, *_: _takes_all_text(schema),
    "additionalProperties": lambda schema, *_: _takes_all(schema),
    "unevaluatedProperties": lambda schema, *_: _takes_all(schema),
    "unevaluatedItems": lambda schema, *_: _takes_all(schema),
    "dependentRequired": lambda wanted, *_: not any(wanted.values()),
    "dependentSchemas": lambda wanted, *_: all(map(_takes_all, wanted.values())),
    "minContains": _without("contains"),
    "maxContains": _without("contains"),
    "if": _without("then", "else"),
    "then": _without("if"),
    "else": _without("if"),
}
