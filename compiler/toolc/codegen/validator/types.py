"""The types of JSON Schema as sets of atoms, and the Python tests that tell them apart."""

from collections.abc import Callable
from typing import Any

__all__ = [
    "ALL",
    "ARRAY",
    "NUMBER",
    "OBJECT",
    "STRING",
    "Types",
    "fails",
    "fits",
    "of",
    "of_value",
    "worded",
]

Types = frozenset[str]
"""Atoms: the types of JSON Schema, with `fraction` for the numbers that are no integers."""

STRING: Types = frozenset({"string"})
NUMBER: Types = frozenset({"integer", "fraction"})
ARRAY: Types = frozenset({"array"})
OBJECT: Types = frozenset({"object"})
ALL: Types = frozenset({"null", "boolean", "string", "array", "object"}) | NUMBER

_ATOMS: dict[str, Types] = {
    "null": frozenset({"null"}),
    "boolean": frozenset({"boolean"}),
    "integer": frozenset({"integer"}),
    "number": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}

# In the order in which tests and messages name them: type, test, its opposite, wording.
_ROWS: tuple[tuple[str, str, str, str], ...] = (
    ("string", "{0}.__class__ is str", "{0}.__class__ is not str", "a string"),
    (
        "number",
        "({0}.__class__ is int or is_number({0}))",
        "{0}.__class__ is not int and not is_number({0})",
        "a number",
    ),
    (
        "integer",
        "({0}.__class__ is int or is_integer({0}))",
        "{0}.__class__ is not int and not is_integer({0})",
        "an integer",
    ),
    ("boolean", "{0}.__class__ is bool", "{0}.__class__ is not bool", "true or false"),
    ("array", "{0}.__class__ is list", "{0}.__class__ is not list", "an array"),
    ("object", "{0}.__class__ is dict", "{0}.__class__ is not dict", "an object"),
    ("null", "{0} is None", "{0} is not None", "null"),
)


def of(names: Any) -> Types | None:
    """The atoms of the value of `type`; None when that is not a type or a list of types."""
    if isinstance(names, str):
        names = [names]
    if not isinstance(names, list) or not all(
        isinstance(name, str) and name in _ATOMS for name in names
    ):
        return None
    return frozenset().union(*(_ATOMS[name] for name in names))


def of_value(value: Any) -> Types:
    """The atoms of the narrowest type that one value has."""
    match value:
        case None:
            return _ATOMS["null"]
        case bool():
            return _ATOMS["boolean"]
        case int():
            return _ATOMS["integer"]
        case float():
            # No set has `fraction` without `integer`: there is no test for it alone.
            return _ATOMS["integer"] if value.is_integer() else NUMBER
        case str():
            return STRING
        case list():
            return ARRAY
    return OBJECT


def fits(name: str, types: Types, helper: Callable[[str], str]) -> str:
    """The test that a value is of one of the types; as an operand it needs no parentheses."""
    tests = [_test(row[1], name, helper) for row in _rows(types)]
    if len(tests) == 1:
        return tests[0]
    return f"({' or '.join(tests)})" if tests else "False"


def fails(name: str, types: Types, helper: Callable[[str], str]) -> str:
    """The test that a value is of none of the types."""
    return " and ".join(_test(row[2], name, helper) for row in _rows(types)) or "True"


def worded(types: Types) -> str:
    """The types in words: `a string or null`."""
    words = [row[3] for row in _rows(types)]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def _rows(types: Types) -> list[tuple[str, str, str, str]]:
    named = set(types - {"fraction"})
    if "fraction" in types:
        named = named - {"integer"} | {"number"}
    return [row for row in _ROWS if row[0] in named]


def _test(template: str, name: str, helper: Callable[[str], str]) -> str:
    for needed in ("is_integer", "is_number"):
        if needed in template:
            helper(needed)
    return template.format(name)
