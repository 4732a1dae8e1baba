"""Does a value fit a schema? A small boolean check by which a codec chooses the branch of a union.

It reads the keywords of JSON Schema 2020-12 that tell branches apart and passes over the rest
(`format`, `$dynamicRef`, `unevaluated*` ...), so it may accept too much and never too little. The
full check of a call is the generated validator's.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["fits", "same"]

_Schemas = Mapping[str, Any]

_SEARCHED = 200  # characters of a text that is searched by a pattern
_REPEATED = re.compile(r"\)[*+{]")  # repeats in repeats: patterns that may take for ever


def fits(schema: Any, value: Any, schemas: _Schemas) -> bool:
    """Whether a value fits a schema; `{"$ref": name}` looks the name up in `schemas`.

    >>> fits({"type": "object", "required": ["kind"]}, {"kind": "cat"}, {})
    True
    """
    if isinstance(schema, bool):
        return schema
    return all(
        check(schema[keyword], value, schema, schemas)
        for keyword, check in _CHECKS.items()
        if keyword in schema
    )


def same(left: Any, right: Any) -> bool:
    """Equality of JSON values: 1 is 1.0, but `true` is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_IS_TYPE: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": _is_number,
    "integer": lambda value: _is_number(value) and value == value // 1,
}


def _type(named: Any, value: Any, *_: Any) -> bool:
    names = [named] if isinstance(named, str) else named
    return any(name in _IS_TYPE and _IS_TYPE[name](value) for name in names)


def _properties(wanted: Any, value: Any, _: Any, schemas: _Schemas) -> bool:
    if not isinstance(value, dict):
        return True
    return all(fits(wanted[key], value[key], schemas) for key in wanted if key in value)


def _additional(wanted: Any, value: Any, schema: Any, schemas: _Schemas) -> bool:
    if not isinstance(value, dict) or "patternProperties" in schema:
        return True
    known = schema.get("properties", {})
    return all(fits(wanted, item, schemas) for key, item in value.items() if key not in known)


def _items(wanted: Any, value: Any, schema: Any, schemas: _Schemas) -> bool:
    if not isinstance(value, list):
        return True
    rest = value[len(schema.get("prefixItems", ())) :]
    return all(fits(wanted, item, schemas) for item in rest)


def _prefix_items(wanted: Any, value: Any, _: Any, schemas: _Schemas) -> bool:
    if not isinstance(value, list):
        return True
    return all(fits(each, item, schemas) for each, item in zip(wanted, value, strict=False))


def _pattern(wanted: Any, value: Any, *_: Any) -> bool:
    if not isinstance(value, str) or len(value) > _SEARCHED or _REPEATED.search(wanted):
        return True
    try:
        return re.search(wanted, value) is not None
    except re.error:
        return True


def _at_least(measure: Callable[[Any], Any]) -> Callable[..., bool]:
    return lambda bound, value, *_: (size := measure(value)) is None or size >= bound


def _at_most(measure: Callable[[Any], Any]) -> Callable[..., bool]:
    return lambda bound, value, *_: (size := measure(value)) is None or size <= bound


def _length(kind: type[str | list[Any] | dict[str, Any]]) -> Callable[[Any], int | None]:
    return lambda value: len(value) if isinstance(value, kind) else None


def _number(value: Any) -> Any:
    return value if _is_number(value) else None


_CHECKS: dict[str, Callable[..., bool]] = {
    "type": _type,
    "const": lambda wanted, value, *_: same(wanted, value),
    "enum": lambda wanted, value, *_: any(same(each, value) for each in wanted),
    "required": lambda wanted, value, *_: (
        not isinstance(value, dict) or all(key in value for key in wanted)
    ),
    "minLength": _at_least(_length(str)),
    "maxLength": _at_most(_length(str)),
    "minItems": _at_least(_length(list)),
    "maxItems": _at_most(_length(list)),
    "minProperties": _at_least(_length(dict)),
    "maxProperties": _at_most(_length(dict)),
    "minimum": _at_least(_number),
    "maximum": _at_most(_number),
    "pattern": _pattern,
    "properties": _properties,
    "additionalProperties": _additional,
    "prefixItems": _prefix_items,
    "items": _items,
    "$ref": lambda name, value, _, schemas: (
        name not in schemas or fits(schemas[name], value, schemas)
    ),
    "allOf": lambda wanted, value, _, schemas: all(fits(each, value, schemas) for each in wanted),
    "anyOf": lambda wanted, value, _, schemas: any(fits(each, value, schemas) for each in wanted),
    "oneOf": lambda wanted, value, _, schemas: any(fits(each, value, schemas) for each in wanted),
}
