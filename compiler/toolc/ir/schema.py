"""What each JSON Schema keyword holds, and the one walker that all passes use.

Follows JSON Schema 2020-12 (core and validation, 2022-06-16). A pass that walks by these tables
never touches the data inside `enum`, `const`, `default` or `examples`, and never takes a property
that happens to be called `$ref` or `type` for a keyword.
"""

from collections.abc import Callable, Iterator
from typing import Any

from toolc.ir.model import Schema

__all__ = [
    "LIST_KEYWORDS",
    "MAP_KEYWORDS",
    "SCHEMA_KEYWORDS",
    "children",
    "escape",
    "map_children",
    "nesting",
    "resolve_pointer",
    "split_pointer",
    "types_of",
    "walk",
]

SCHEMA_KEYWORDS = frozenset(
    "items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties"
    " if then else not contentSchema".split()
)
"""Keywords whose value is one schema."""

LIST_KEYWORDS = frozenset("allOf anyOf oneOf prefixItems".split())
"""Keywords whose value is a list of schemas."""

MAP_KEYWORDS = frozenset("properties patternProperties dependentSchemas $defs".split())
"""Keywords whose value maps names to schemas."""

SCALAR_TYPES = ("string", "integer", "number", "boolean", "null")
ALL_TYPES = ("object", "array", *SCALAR_TYPES)


def escape(token: str) -> str:
    """Escape one token of a JSON pointer (RFC 6901)."""
    if "~" not in token and "/" not in token:
        return token
    return token.replace("~", "~0").replace("/", "~1")


def split_pointer(pointer: str) -> list[str]:
    """The unescaped tokens of a JSON pointer.

    >>> split_pointer("/properties/a~1b")
    ['properties', 'a/b']
    """
    if not pointer:
        return []
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def resolve_pointer(document: Any, pointer: str) -> Any:
    """The value at a JSON pointer; KeyError when there is none."""
    here = document
    for token in split_pointer(pointer):
        if isinstance(here, dict) and token in here:
            here = here[token]
        elif isinstance(here, list) and token.isdigit() and int(token) < len(here):
            here = here[int(token)]
        else:
            raise KeyError(pointer)
    return here


def nesting(pointer: str) -> int:
    """How many objects and lists a schema pointer leads into.

    >>> nesting("/properties/properties/items/anyOf/0")
    2
    """
    depth, tokens = 0, iter(split_pointer(pointer))
    for keyword in tokens:
        depth += keyword in ("properties", "patternProperties", "additionalProperties", "items")
        if keyword in MAP_KEYWORDS or keyword in LIST_KEYWORDS:
            next(tokens, None)
    return depth


def children(node: Any) -> Iterator[tuple[str, Any]]:
    """Each direct subschema of a schema, with its pointer relative to the schema."""
    if not isinstance(node, dict):
        return
    for keyword, value in node.items():
        if keyword in SCHEMA_KEYWORDS:
            yield f"/{keyword}", value
        elif keyword in LIST_KEYWORDS and isinstance(value, list):
            for index, item in enumerate(value):
                yield f"/{keyword}/{index}", item
        elif keyword in MAP_KEYWORDS and isinstance(value, dict):
            for name, item in value.items():
                yield f"/{keyword}/{escape(name)}", item


def walk(node: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Every schema in a schema, itself first, parents before children, with JSON pointers."""
    stack = [(pointer, node)]
    while stack:
        at, here = stack.pop()
        yield at, here
        stack.extend(reversed([(at + step, child) for step, child in children(here)]))


def map_children(node: Schema, pointer: str, change: Callable[[Any, str], Any]) -> Schema:
    """A copy of a schema with `change(child, pointer)` in place of each direct subschema."""
    changed: Schema = {}
    for keyword, value in node.items():
        if keyword in SCHEMA_KEYWORDS:
            changed[keyword] = change(value, f"{pointer}/{keyword}")
        elif keyword in LIST_KEYWORDS and isinstance(value, list):
            changed[keyword] = [
                change(item, f"{pointer}/{keyword}/{index}") for index, item in enumerate(value)
            ]
        elif keyword in MAP_KEYWORDS and isinstance(value, dict):
            changed[keyword] = {
                name: change(item, f"{pointer}/{keyword}/{escape(name)}")
                for name, item in value.items()
            }
        else:
            changed[keyword] = value
    return changed


def types_of(node: Schema) -> tuple[str, ...]:
    """The types a schema names in `type`; all of them when it names none."""
    named = node.get("type")
    if named is None:
        return ALL_TYPES
    return (named,) if isinstance(named, str) else tuple(named)
