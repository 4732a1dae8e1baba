"""What generated validators call: tests that would only be noise in their `if`s.

Values are JSON as `json.loads` makes it: exactly dict, list, str, int, float, bool and None,
compared as JSON Schema 2020-12 says (1 equals 1.0, true does not equal 1, strings count code
points). Pass anything else, such as an OrderedDict, a tuple or a string enum, through `plain`.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from toolc.runtime.bounded_patterns import BoundedPattern
from toolc.runtime.problems import (
    TOO_DEEP,
    Path,
    Problem,
    fail,
    missing,
    nearest,
    pointer,
    reject,
    report,
    short,
    step,
    unknown_keys,
)
from toolc.runtime.unicode_categories import unicode_class

__all__ = [
    "TOO_DEEP",
    "BoundedPattern",
    "Path",
    "Problem",
    "choices",
    "count_matches",
    "enter",
    "fail",
    "format_test",
    "has_repeats",
    "is_integer",
    "is_multiple",
    "is_number",
    "is_one_of",
    "missing",
    "nearest",
    "outermost",
    "plain",
    "pointer",
    "recall",
    "reject",
    "report",
    "same",
    "short",
    "step",
    "unicode_class",
    "unknown_keys",
    "whole",
]

_Result = TypeVar("_Result")


# --- numbers ---


def is_integer(value: object) -> bool:
    """Whether a value that is not an `int` is an integer all the same: 1.0 is, True is not."""
    return value.__class__ is int or (isinstance(value, float) and value.is_integer())


def is_number(value: object) -> bool:
    """Whether a value is a number; NaN and the infinities are none in JSON."""
    return value.__class__ is int or (isinstance(value, float) and math.isfinite(value))


def whole(value: Any) -> Any:
    """A JSON value in which each number without a fraction is an `int`: a copy, with 3 for 3.0."""
    try:
        return _whole(value)
    except RecursionError:
        return value  # as it is, rather than not at all


def _whole(value: Any) -> Any:
    if value.__class__ is dict:
        return {name: _whole(item) for name, item in value.items()}
    if value.__class__ is list:
        return [_whole(item) for item in value]
    return int(value) if value.__class__ is float and value.is_integer() else value


def is_multiple(value: Any, divisor: Any) -> bool:
    """Whether a number is a whole multiple of an int or Fraction, reading floats as written.

    >>> from fractions import Fraction
    >>> is_multiple(0.0075, Fraction("0.0001")), is_multiple(7, 2)
    (True, False)
    """
    if isinstance(value, int) and isinstance(divisor, int):
        return not value % divisor
    from fractions import Fraction  # noqa: PLC0415  # rarely needed, and slow to import

    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    return bool((exact / divisor).denominator == 1)


# --- equality ---


def same(left: object, right: object) -> bool:
    """Whether a value equals another, of moderate depth, as JSON."""
    try:
        return bool(_key(left) == _key(right))
    except RecursionError:
        return False  # deeper than the other can be


def choices(*values: object) -> frozenset[Any]:
    """The values of an `enum`, for `is_one_of`."""
    return frozenset(map(_key, values))


def is_one_of(value: object, allowed: frozenset[Any]) -> bool:
    """Whether a value equals one of the `choices`."""
    try:
        return _key(value) in allowed
    except RecursionError:
        return False  # deeper than any choice can be


def has_repeats(values: Sequence[object]) -> bool:
    """Whether two items of an array are equal as JSON; yes when too deep to tell."""
    try:
        return len(set(map(_key, values))) < len(values)
    except RecursionError:
        return True


def _key(value: Any) -> Any:
    """A hashable stand-in: two are equal exactly when their values are equal as JSON."""
    if value.__class__ is bool:
        return (bool, value)
    if value.__class__ is list:
        return (list, *map(_key, value))
    if value.__class__ is dict:
        return (dict, frozenset((name, _key(item)) for name, item in value.items()))
    return value


# --- evaluation ---


def count_matches(
    value: object, tests: Iterable[Callable[..., bool]], known: set[Any], *scope: object
) -> int:
    """How many alternatives a value fits; `known` gains what those that fit have evaluated."""
    hits = 0
    for test in tests:
        found: set[Any] = set()
        if test(value, found, *scope):
            hits += 1
            known |= found
    return hits


def recall(
    seen: dict[Any, Any], function: Callable[..., _Result], value: object, *more: object
) -> _Result:
    """What a function says of a value; what it said before in this validation, it says again.

    Alternatives that overlap look at the same value many times, and within it at the same values.
    """
    key = (function, id(value), *more)
    if key not in seen:
        seen[key] = function(value, *more, seen)
    said: _Result = seen[key]
    return said


def enter(scope: tuple[str, ...], resource: str) -> tuple[str, ...]:
    """The dynamic scope inside a resource; without repeats, so that recursion can't grow it."""
    return scope if resource in scope else (*scope, resource)


def outermost(
    scope: tuple[str, ...], table: dict[str, Callable[..., _Result]], default: str
) -> Callable[..., _Result]:
    """What a `$dynamicRef` means here: the entry of the outermost resource that has one."""
    return next((table[resource] for resource in scope if resource in table), table[default])


def format_test(name: str) -> Callable[[Any], bool]:
    """The test of a `format`, for a value of the type that the format is about."""
    from toolc.runtime.formats import FORMATS  # noqa: PLC0415 - only where formats are asserted

    return FORMATS[name]


def plain(value: Any) -> Any:
    """A value as `json.loads` would give it: mappings as dict, tuples as list, subclasses as bases.

    Raises TypeError for what JSON can't hold and for values nested too deeply.
    """
    try:
        return _plain(value)
    except RecursionError:
        raise TypeError("a value nested too deeply for JSON") from None


def _plain(value: Any) -> Any:
    if value is None or value.__class__ in (str, int, float, bool):
        return value
    if isinstance(value, Mapping):
        return {str(_plain(name)): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    for base, exact in _BASES:
        if isinstance(value, base):
            return exact(value)
    raise TypeError(f"JSON has no {type(value).__name__}")


# Unbound, because an enum's own `str()` is its name and not its value.
_BASES: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
)
