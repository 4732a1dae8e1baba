"""Which emitter writes which keyword, and the order in which a schema's keywords are written.

The assertions and applicators of JSON Schema 2020-12 (core, validation; 2022-06-16). Whatever is
not in the tables, all annotations among them, asserts nothing; the registry leaves `format` out
where it is not to be asserted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from toolc.codegen.validator import arrays, choices, in_place, objects, scalars, types
from toolc.codegen.validator.body import Body, Spot
from toolc.codegen.validator.registry import Place
from toolc.codegen.validator.types import ALL, ARRAY, NUMBER, OBJECT, STRING, Types

__all__ = ["is_silent", "write_keywords"]


@dataclass(frozen=True, slots=True)
class _Rule:
    """Keywords that are written together, when any of them is present."""

    keywords: tuple[str, ...]
    write: Callable[[Body, Place, Spot], None]

    def applies(self, schema: dict[str, Any]) -> bool:
        return any(keyword in schema for keyword in self.keywords)


_BY_TYPE: tuple[tuple[Types, tuple[_Rule, ...]], ...] = (
    (
        STRING,
        (
            _Rule(("minLength",), scalars.min_length),
            _Rule(("maxLength",), scalars.max_length),
            _Rule(("pattern",), scalars.pattern),
            _Rule(("format",), scalars.text_format),
        ),
    ),
    (
        NUMBER,
        (
            _Rule(("minimum",), scalars.minimum),
            _Rule(("exclusiveMinimum",), scalars.exclusive_minimum),
            _Rule(("maximum",), scalars.maximum),
            _Rule(("exclusiveMaximum",), scalars.exclusive_maximum),
            _Rule(("multipleOf",), scalars.multiple_of),
            _Rule(("format",), scalars.number_format),
        ),
    ),
    (
        ARRAY,
        (
            _Rule(("minItems",), arrays.min_items),
            _Rule(("maxItems",), arrays.max_items),
            _Rule(("uniqueItems",), arrays.unique_items),
            _Rule(("prefixItems", "items"), arrays.items),
            _Rule(("contains",), arrays.contains),
        ),
    ),
    (
        OBJECT,
        (
            _Rule(("properties", "required"), objects.properties),
            _Rule(("patternProperties", "additionalProperties"), objects.other_properties),
            _Rule(("propertyNames",), objects.property_names),
            _Rule(("minProperties",), objects.min_properties),
            _Rule(("maxProperties",), objects.max_properties),
            _Rule(("dependentRequired",), objects.dependent_required),
            _Rule(("dependentSchemas",), objects.dependent_schemas),
        ),
    ),
)

_UNEVALUATED: tuple[tuple[Types, tuple[_Rule, ...]], ...] = (
    (ARRAY, (_Rule(("unevaluatedItems",), arrays.unevaluated_items),)),
    (OBJECT, (_Rule(("unevaluatedProperties",), objects.unevaluated_properties),)),
)

_IN_PLACE: dict[str, Callable[[Body, Place, Spot, Types], None]] = {
    "$ref": in_place.ref,
    "$dynamicRef": in_place.dynamic_ref,
    "allOf": in_place.all_of,
    "anyOf": in_place.any_of,
    "oneOf": in_place.one_of,
    "not": in_place.not_,
    "if": in_place.if_,
}

_ASSERTING = frozenset(
    ["type", "enum", "const", *_IN_PLACE]
    + [
        keyword
        for _, rules in (*_BY_TYPE, *_UNEVALUATED)
        for rule in rules
        for keyword in rule.keywords
    ]
)


def is_silent(schema: Any) -> bool:
    """Whether a schema asserts nothing, so that nothing need be written for it."""
    return schema is True or (isinstance(schema, dict) and _ASSERTING.isdisjoint(schema))


def write_keywords(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """Write all that a schema object asserts of the value at a spot.

    A wrong type, or a value that is none of the `enum`, is reported alone: all else would only say
    the same in other words. `proven` are the types that the value is known to have.
    """
    declared = types.of(place.schema["type"]) if "type" in place.schema else ALL
    if declared is None:
        raise place.wrong("type", "a type or a list of types")
    gate = choices.gate(body, place, spot, declared, proven)
    allowed = gate.allowed
    if not allowed:
        gate.reject(body, spot)
    elif not gate.fails:
        _write_allowed(body, place, spot, allowed)
    elif body.is_test:
        body.fail_if(gate.fails, spot, gate.keyword)
        _write_allowed(body, place, spot, allowed)
    else:
        with body.aside() as failure:
            gate.reject(body, spot)
        with body.aside() as rest:
            _write_allowed(body, place, spot, allowed)
        body.chain([(gate.fails, failure)], rest)


def _write_allowed(body: Body, place: Place, spot: Spot, allowed: Types) -> None:
    """Write everything but the gate, for a value of an allowed type."""
    schema = place.schema
    inner = spot
    if "unevaluatedProperties" in schema or "unevaluatedItems" in schema:
        inner = spot.seen_by(body.names.take("evaluated"))
        body.line(f"{inner.known}: set[str | int] = set()")
    _write_by_type(body, place, inner, allowed, _BY_TYPE)
    for keyword, write in _IN_PLACE.items():
        if keyword in schema:
            write(body, place, inner, allowed)
    if inner is not spot:
        _write_by_type(body, place, inner, allowed, _UNEVALUATED)
        if spot.known is not None:
            body.line(f"{spot.known}.update({inner.known})")


def _write_by_type(
    body: Body,
    place: Place,
    spot: Spot,
    allowed: Types,
    table: tuple[tuple[Types, tuple[_Rule, ...]], ...],
) -> None:
    branches: list[tuple[str, list[str]]] = []
    for group, rules in table:
        active = [rule for rule in rules if rule.applies(place.schema)]
        if not active or not allowed & group:
            continue
        if allowed <= group:
            for rule in active:
                rule.write(body, place, spot)
            return
        with body.aside() as lines:
            for rule in active:
                rule.write(body, place, spot)
        branches.append((types.fits(spot.name, allowed & group, body.helper), lines))
    body.chain(branches, [])
