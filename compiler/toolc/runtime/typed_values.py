"""The one rule by which text becomes a value of the type that a tool's schema asks for.

For all dialects that write values as bare text (for JSON, see `coercion`):

1. The allowed types are those of `type`, of every branch of `anyOf`, `oneOf` and `allOf`, and
   of the values of `enum` and `const`. No type said: any. Not a declared parameter: string.
2. If only `string` is allowed, the text is the value, verbatim: `null`, `true` and `007` too.
3. Else the types are tried in the order of `_READERS`: null, boolean, integer, number, object,
   array; white space around the text is no part of it. Integers keep every digit; a number is
   finite; `null`, `true` and `false` are read in any case.
4. What fits none of them is the text where `string` is allowed. Where it isn't, the text is kept as
   well, for the validator to refuse: a boolean that can't be read is never False.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

from toolc.runtime.repair import Mended, mend

__all__ = ["readings", "type_of", "typed", "types"]

_UNSET: Any = object()
_ANY = frozenset({"null", "boolean", "integer", "number", "object", "array", "string"})
_MAX_DEPTH = 20  # schemas inside schemas that are looked through for types

_INTEGER = re.compile(r"[+-]?\d{1,4000}\Z")
_WHOLE = re.compile(r"[+-]?\d{1,300}\.0+\Z")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\Z")
_BOOLEANS = {"true": True, "false": False}

Schema = dict[str, Any]


def typed(text: str, schema: Schema | None) -> Any:
    """The value that `text` is under a parameter's schema; None: the parameter isn't declared.

    >>> typed("null", {"type": ["string", "null"]}), typed("007", {"type": "string"})
    (None, '007')
    """
    allowed = types(schema) if schema is not None else frozenset({"string"})
    if allowed == {"string"}:
        return text
    return next(readings(text.strip(), allowed), text)


def readings(text: str, allowed: frozenset[str]) -> Iterator[Any]:
    """What a text without white space around it is as each of the allowed types, but as a string.

    >>> list(readings("5", frozenset({"integer", "boolean"})))
    [5]
    """
    values = (read(text) for name, read in _READERS.items() if name in allowed)
    return (value for value in values if value is not _UNSET)


def types(schema: Any, depth: int = 0) -> frozenset[str]:
    """The names of the JSON types that a schema allows, by rule 1."""
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return _ANY
    said = schema.get("type")
    names = [said] if isinstance(said, str) else said if isinstance(said, list) else []
    found = {name for name in names if name in _ANY}
    if not found:
        values = schema.get("enum")
        values = values if isinstance(values, list) else []
        values = [*values, schema["const"]] if "const" in schema else values
        found = {type_of(value) for value in values}
    for key in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(key)
        if isinstance(branches, list) and not names:
            for branch in branches:
                found |= types(branch, depth + 1)
    if schema.get("nullable") is True:
        found.add("null")
    return frozenset(found) or _ANY


def type_of(value: Any) -> str:
    """The narrowest JSON type of a value, by its Python type."""
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "array"),
        (dict, "object"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")


def _null(text: str) -> Any:
    return None if text.lower() == "null" else _UNSET


def _boolean(text: str) -> Any:
    return _BOOLEANS.get(text.lower(), _UNSET)


def _integer(text: str) -> Any:
    if _INTEGER.match(text):
        return int(text)
    return int(text.partition(".")[0]) if _WHOLE.match(text) else _UNSET


def _number(text: str) -> Any:
    if _INTEGER.match(text):
        return int(text)
    value = float(text) if _NUMBER.match(text) else math.inf
    return value if math.isfinite(value) else _UNSET


def _container(kind: type) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        mended = mend(text) if text.startswith(("{", "[")) else None
        value = mended.value if isinstance(mended, Mended) else _UNSET
        return value if isinstance(value, kind) else _UNSET

    return read


_READERS: dict[str, Callable[[str], Any]] = {
    "null": _null,
    "boolean": _boolean,
    "integer": _integer,
    "number": _number,
    "object": _container(dict),
    "array": _container(list),
}
