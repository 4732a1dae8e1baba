"""How large a schema is, counted as providers count it, and which limits it is over."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolc.ir.language import Limits
from toolc.ir.model import Schema
from toolc.ir.schema import children, types_of, walk

__all__ = ["Sizes", "is_long", "is_object", "leaves", "levels", "measure", "over", "text_length"]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The counts of one tool's schema; each is what `Limits` sets a limit for."""

    properties: int
    levels: int
    enum_values: int
    characters: int


def measure(schema: Schema) -> Sizes:
    """Count a schema, its definitions included."""
    nodes = [node for _, node in walk(schema) if isinstance(node, dict)]
    names = [name for node in nodes for key in _NAMED for name in node.get(key, ())]
    values = [value for node in nodes for value in node.get("enum", ())]
    fixed = [node["const"] for node in nodes if "const" in node]
    return Sizes(
        properties=sum(len(node.get("properties", ())) for node in nodes),
        levels=levels(schema),
        enum_values=len(values),
        characters=sum(map(text_length, [*names, *values, *fixed])),
    )


def over(schema: Schema, limits: Limits) -> Iterator[str]:
    """Each limit that a schema is over, in words: `12 levels of objects, of at most 10`."""
    if limits == Limits():
        return
    sizes = measure(schema)
    for field, what in _WORDS.items():
        limit, count = getattr(limits, field), getattr(sizes, field)
        if limit is not None and count > limit:
            yield f"{count:,} {what}, of at most {limit:,}"
    for _, node in walk(schema):
        values = node.get("enum", ()) if isinstance(node, dict) else ()
        if is_long(values, limits):
            yield f"an enum of {len(values):,} values that are too long together"


def is_long(values: Any, limits: Limits) -> bool:
    """Whether an enum has too many characters for one of so many values."""
    if limits.long_enum is None:
        return False
    count, characters = limits.long_enum
    return len(values) > count and sum(map(text_length, values)) > characters


def is_object(node: Any) -> bool:
    """Whether a schema counts as a level: it speaks of objects."""
    if not isinstance(node, dict):
        return False
    return "properties" in node or ("type" in node and "object" in types_of(node))


def levels(schema: Schema) -> int:
    """How deep objects nest; a definition counts on its own, references are not followed."""
    deepest = 0
    stack: list[tuple[Any, int]] = [(schema, 0)]
    while stack:
        node, depth = stack.pop()
        depth += is_object(node)
        deepest = max(deepest, depth)
        stack.extend(
            (child, 0 if step.startswith("/$defs/") else depth) for step, child in children(node)
        )
    return deepest


def leaves(schema: Schema) -> int:
    """The schemas that hold no others: the single values that a schema asks for.

    >>> leaves({"properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {}}}})
    2
    """
    return sum(1 for _, node in walk(schema) if node is not False and not any(children(node)))


def text_length(value: Any) -> int:
    """The characters of a text; none for any other value."""
    return len(value) if isinstance(value, str) else 0


_NAMED = ("properties", "$defs")

_WORDS = {
    "properties": "properties",
    "levels": "levels of objects",
    "enum_values": "enum values",
    "characters": "characters of names and fixed values",
}
