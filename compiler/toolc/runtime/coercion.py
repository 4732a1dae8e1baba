"""Arguments read as their schema wants them, where exactly one reading fits; each is reported.

Models write `"5"` for 5, `"High"` for `"high"`, one value for a list of one. What fits its schema
stays as it is, and so does what could be read in two ways: the validator refuses that.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from toolc.runtime.guards import fits, same
from toolc.runtime.typed_values import readings, type_of, types

__all__ = ["coerce"]

_MAX_DEPTH = 20  # values and schemas within each other that are looked into
_SEPARATORS = frozenset(",;\n")  # a text with one may stand for several values

Schema = Mapping[str, Any]


def coerce(arguments: Any, schema: Any, repairs: list[str]) -> Any:
    """The arguments, changed in place, as the schema of a tool wants them.

    What is changed is told in `repairs`, `text_value: /days`; never raises.

    >>> told = []
    >>> coerce({"days": "3"}, {"properties": {"days": {"type": "integer"}}}, told), told
    ({'days': 3}, ['text_value: /days'])
    """
    definitions = schema.get("$defs") if isinstance(schema, dict) else None
    known = definitions.items() if isinstance(definitions, dict) else ()
    reader = _Reader({f"#/$defs/{name}": each for name, each in known})
    try:
        return reader.read(arguments, schema, repairs, "", 0)
    except (RecursionError, TypeError, ValueError, AttributeError):
        return arguments  # a schema that is none; there is nothing to go by


class _Reader:
    """Reads values under the schemas of one tool, whose references lead to `schemas`."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self._schemas = schemas

    def read(self, value: Any, schema: Any, repairs: list[str], at: str, depth: int) -> Any:
        """A value as its schema wants it."""
        if depth > _MAX_DEPTH or not isinstance(schema, dict):
            return value
        depth += 1
        for part in self._in_place(schema):
            value = self.read(value, part, repairs, at, depth)
        for keyword in ("anyOf", "oneOf"):
            if isinstance(schema.get(keyword), list):
                value = self._of_union(value, schema[keyword], repairs, at, depth)
        if "type" in schema or "enum" in schema or "const" in schema:
            value = self._of_type(value, schema, repairs, at, depth)
        for key, inner in _members(value, schema):
            value[key] = self.read(value[key], inner, repairs, f"{at}/{key}", depth)
        return value

    def _in_place(self, schema: Schema) -> Iterator[Any]:
        """What else looks at the same value, each part for itself."""
        if "$ref" in schema:
            yield self._schemas.get(schema["$ref"])
        yield from schema.get("allOf", ())

    def _of_union(
        self, value: Any, branches: list[Any], repairs: list[str], at: str, depth: int
    ) -> Any:
        """The value as the one branch wants it that takes it with the fewest changes."""
        if any(fits(branch, value, self._schemas) for branch in branches):
            return value
        tried: list[tuple[Any, list[str]]] = []
        for branch in branches:
            told: list[str] = []
            read = self.read(deepcopy(value), branch, told, at, depth)
            if fits(branch, read, self._schemas):
                tried.append((read, told))
        return _only(value, tried, repairs)

    def _of_type(self, value: Any, schema: Schema, repairs: list[str], at: str, depth: int) -> Any:
        """The value as one of the types and values that a schema names."""
        allowed = types(dict(schema))
        if _is_listed(value, schema) and type_of(value) in _taken(allowed):
            return value
        for name, (read, must_fit) in _READINGS.items():
            fitting: list[tuple[Any, list[str]]] = []
            for candidate in read(value, schema, allowed):
                told = [f"{name}: {at}"]
                made = self._inside(candidate, schema, told, at, depth)
                if _is_listed(made, schema) and (not must_fit or fits(schema, made, self._schemas)):
                    fitting.append((made, told))
            if fitting:
                return _only(value, fitting, repairs)
        return value

    def _inside(self, value: Any, schema: Schema, told: list[str], at: str, depth: int) -> Any:
        """A list or an object that was just made, read in turn."""
        return (
            self.read(value, schema, told, at, depth) if isinstance(value, list | dict) else value
        )


def _only(value: Any, found: list[tuple[Any, list[str]]], repairs: list[str]) -> Any:
    """The reading with the fewest changes; the value itself where two differ, or there is none."""
    fewest = min((len(told) for _, told in found), default=0)
    best = [(read, told) for read, told in found if len(told) == fewest]
    if not best or any(not same(read, best[0][0]) for read, _ in best):
        return value
    repairs += best[0][1]
    return best[0][0]


def _members(value: Any, schema: Schema) -> Iterator[tuple[Any, Any]]:
    """The members of a value, by key or index, that a schema says something of."""
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        yield from ((key, properties.get(key, others)) for key in list(value))
    elif isinstance(value, list):
        first = schema.get("prefixItems", ())
        rest = schema.get("items")
        yield from (
            (index, first[index] if index < len(first) else rest) for index in range(len(value))
        )


def _is_listed(value: Any, schema: Schema) -> bool:
    """Whether `enum` and `const` allow a value."""
    return ("enum" not in schema or any(same(value, each) for each in schema["enum"])) and (
        "const" not in schema or same(value, schema["const"])
    )


def _taken(allowed: frozenset[str]) -> frozenset[str]:
    """The types of values that stand for the allowed ones: 3 is a number, 3.0 may be an integer."""
    numbers = {"integer", "number"} if allowed & {"integer", "number"} else set[str]()
    return allowed | numbers


# --- readings: what a value may stand for ---


def _text_value(value: Any, schema: Schema, allowed: frozenset[str]) -> Iterator[Any]:  # noqa: ARG001 - one signature for the table
    """A text that says a value of another type, where no text may stand."""
    if isinstance(value, str) and "string" not in allowed:
        yield from readings(value.strip(), allowed)


def _enum_case(value: Any, schema: Schema, allowed: frozenset[str]) -> Iterator[Any]:  # noqa: ARG001 - as above
    """One of the texts that may stand here, in other case or with white space around."""
    listed = schema.get("enum", [schema.get("const")])
    if isinstance(value, str) and isinstance(listed, list):
        folded = value.strip().casefold()
        yield from (each for each in listed if isinstance(each, str) and each.casefold() == folded)


def _single_value(value: Any, schema: Schema, allowed: frozenset[str]) -> Iterator[Any]:  # noqa: ARG001 - as above
    """One value where a list is wanted; no text that may be several, and no list in a list."""
    is_one = not isinstance(value, str) or (bool(value) and _SEPARATORS.isdisjoint(value))
    if "array" in allowed and is_one and value is not None and not isinstance(value, list):
        yield [value]


_READINGS: dict[str, tuple[Callable[[Any, Schema, frozenset[str]], Iterator[Any]], bool]] = {
    "text_value": (_text_value, False),
    "enum_case": (_enum_case, False),
    "single_value": (_single_value, True),
}
"""What a value may stand for, and whether it must fit its schema then (else the validator tells).

The first kind of reading that fits is taken.
"""
