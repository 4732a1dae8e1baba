"""Shapes: as much of a schema as a typed model can show.

A shape is JSON Schema again, but small: classes, lists, maps, unions, literals and scalar types.
Rules (`minimum`, `pattern`, `if` ...) are the validator's, and where a shape can't be sure it is
open, so that a model takes what the validator lets through. A schema with properties and no type is
read as an object or anything else.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolc.codegen.text import UnwritableValueError, pyrepr
from toolc.ir.model import Schema

__all__ = [
    "OTHER",
    "ClassShape",
    "FieldShape",
    "default_literal",
    "inner_shapes",
    "is_text",
    "scalar_literal",
    "size_of",
    "union_of",
]

OTHER: Schema = {"$ref": "Any"}
"""The shape of all that is no object, in a union with a class."""


@dataclass(frozen=True, slots=True)
class FieldShape:
    """One property: its `key`, and the Python literal of its `default`, if it has one."""

    key: str
    shape: Schema
    required: bool
    default: str | None
    description: str


@dataclass(frozen=True, slots=True)
class ClassShape:
    """One class to be made; shapes refer to it by its name, as in `{"$ref": "GetWeatherArgs"}`."""

    name: str
    description: str
    fields: tuple[FieldShape, ...]

    def uses(self) -> list[str]:
        """The names of the classes that the fields refer to, in order."""
        parts = [field.shape for field in self.fields]
        found = []
        for part in parts:  # grows while it is read
            parts += inner_shapes(part)
            found += [part["$ref"]] if "$ref" in part and part != OTHER else []
        return found


def union_of(shapes: list[Schema]) -> Schema:
    """The shape of any of these; open when one of them is. Their literals become one."""
    told: list[Schema] = []
    literals: list[str] = []
    for branch in itertools.chain.from_iterable(map(_branches, shapes)):
        if "enum" in branch:
            if not literals:
                told.append({"enum": literals})
            literals += [literal for literal in branch["enum"] if literal not in literals]
        elif branch not in told:
            told.append(branch)
    if not told or {} in told:
        return {}
    return told[0] if len(told) == 1 else {"anyOf": told}


def _branches(shape: Schema) -> list[Schema]:
    branches: list[Schema] = shape.get("anyOf", [shape])
    return branches


def size_of(shape: Schema) -> int:
    """How many shapes one is made of."""
    return 1 + sum(map(size_of, inner_shapes(shape)))


def inner_shapes(shape: Schema) -> Iterator[Schema]:
    """The shapes that one is made of."""
    yield from shape.get("anyOf", ())
    for keyword_ in ("items", "additionalProperties"):
        if isinstance(shape.get(keyword_), dict):
            yield shape[keyword_]


def default_literal(value: Any, shape: Schema) -> str | None:
    """The literal of a scalar default that fits its shape."""
    literal = scalar_literal(value)
    if literal is None or value is None:
        return None
    for branch in _branches(shape):
        if "enum" in branch:
            fits = literal in branch["enum"]
        else:
            fits = branch.get("type", "any") in ("any", *_types_of_scalar(value))
        if fits and "$ref" not in branch:
            return literal
    return None


def scalar_literal(value: Any) -> str | None:
    """The Python literal of a scalar, where models can have it."""
    if isinstance(value, str) and not is_text(value):
        return None
    if value is not None and not isinstance(value, str | int | float | bool):
        return None
    try:
        return pyrepr(value)
    except UnwritableValueError:
        return None


def is_text(text: str) -> bool:
    """Whether a string has no lone surrogates; Pydantic knows no names and literals with them."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def _types_of_scalar(value: Any) -> tuple[str, ...]:
    """The types that a scalar has: an integer is a number, too."""
    if isinstance(value, bool):
        return ("boolean",)
    if isinstance(value, int):
        return ("integer", "number")
    return ("number",) if isinstance(value, float) else ("string",)
