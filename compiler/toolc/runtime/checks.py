"""What generated validators call: tests and wording that would only be noise in their `if`s.

Values are JSON as `json.loads` makes it: exactly dict, list, str, int, float, bool and None,
compared as JSON Schema 2020-12 says (1 equals 1.0, true does not equal 1, strings count code
points). Pass anything else, such as an OrderedDict, a tuple or a string enum, through `plain`.
"""

import functools
import heapq
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

__all__ = [
    "TOO_DEEP",
    "Path",
    "choices",
    "count_matches",
    "enter",
    "has_repeats",
    "hint",
    "is_integer",
    "is_multiple",
    "is_number",
    "is_one_of",
    "nearest",
    "outermost",
    "plain",
    "pointer",
    "recall",
    "same",
    "short",
    "step",
    "unicode_class",
    "unknown_keys",
    "whole",
    "wrong",
]

_Result = TypeVar("_Result")

Path = tuple[Any, ...]
"""Where a value stands: keys and indexes, the first entry optionally the path of an outer value."""

TOO_DEEP = ": nested too deeply to be checked"

_SHOWN = 80  # characters of a value or a key that a message shows
_COMPARED = 5  # names that a hint is drawn from in the end, so that its time is bounded
_REPORTED = 20  # unknown keys that are named one by one


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


# --- words ---


def pointer(at: Path) -> str:
    """A path as a JSON pointer (RFC 6901), its keys cut to a readable length.

    >>> pointer(((), "a/b", 0))
    '/a~1b/0'
    """
    steps: list[str] = []
    while at:
        outer = at[0].__class__ is tuple
        steps += [f"/{step(name)}" for name in reversed(at[1:] if outer else at)]
        at = at[0] if outer else ()
    return "".join(reversed(steps))


def step(name: str | int) -> str:
    """One key or index as a step of a JSON pointer."""
    if isinstance(name, int):
        return str(name)
    return _printable(_cut(name)).replace("~", "~0").replace("/", "~1")


def short(value: object) -> str:
    """A value in a few words of bounded length.

    >>> short("a"), short([1, 2]), short(True)
    ('"a"', 'an array of 2 items', 'true')
    """
    match value:
        case str():
            return f'"{_printable(json.dumps(_cut(value), ensure_ascii=False)[1:-1])}"'
        case dict():
            return "an empty object" if not value else f"an object with {_count(value, 'key')}"
        case list():
            return "an empty array" if not value else f"an array of {_count(value, 'item')}"
        case int() if value.bit_length() > 4 * _SHOWN:
            return f"an integer of {value.bit_length()} bits"
        case None | bool() | int() | float():
            return json.dumps(value)
    return f"a Python {type(value).__name__}"


def wrong(where: str, wanted: str, value: object, known: Iterable[object] = ()) -> str:
    """The error for a value that is not what was wanted; close to a known one, with a hint.

    >>> wrong("/unit", "must be a unit", "miles", ("km", "mile"))
    '/unit: must be a unit; got "miles"; did you mean "mile"?'
    """
    return f"{where}: {wanted}; got {short(value)}{hint(value, known)}"


def hint(value: object, known: Iterable[object]) -> str:
    """`; did you mean "x"?` when a string is close to a known one, else nothing."""
    if not known or not isinstance(value, str) or len(value) > _SHOWN:
        return ""
    folded = value.casefold()
    by_folded = {
        name.casefold(): name
        for name in sorted((name for name in known if isinstance(name, str)), reverse=True)
    }
    if folded not in by_folded:
        from difflib import get_close_matches  # noqa: PLC0415  # only on failure, slow to import

        likely = heapq.nsmallest(_COMPARED, by_folded, key=lambda name: _unlikeness(folded, name))
        found = get_close_matches(folded, likely, n=1, cutoff=0.75)
        if not found:
            return ""
        folded = found[0]
    return f"; did you mean {short(by_folded[folded])}?"


def _unlikeness(left: str, right: str) -> int:
    """A cheap look before the exact comparison: other letters, another length."""
    return len(set(left).symmetric_difference(right)) + abs(len(left) - len(right))


def unknown_keys(value: dict[str, object], known: frozenset[str], where: str) -> list[str]:
    """One error for each key of a closed object that it does not know; the rest are counted."""
    unknown = [key for key in value if key not in known]
    errors = [
        f"{where}/{step(key)}: unknown property{hint(key, known.difference(value))}"
        for key in unknown[:_REPORTED]
    ]
    if len(unknown) > _REPORTED:
        errors.append(f"{where}: {len(unknown) - _REPORTED} more unknown properties")
    return errors


def nearest(
    value: object, at: Path, checks: Sequence[Callable[..., None]], *scope: object
) -> list[str]:
    """The errors of the alternative that a value came closest to, when it fits none.

    Closest is the one whose errors lie within the value and not at its root (so its type and tag
    are right), then the one with fewest errors. When all fail at the root, one line says so.
    """
    found: list[list[str]] = []
    for check in checks:
        errors: list[str] = []
        check(value, at, errors, *scope)
        found.append(errors)
    root = f"{pointer(at)}: "
    within = [errors for errors in found if not any(line.startswith(root) for line in errors)]
    if within:
        return min(within, key=len)
    reasons = dict.fromkeys(errors[0].removeprefix(root) for errors in found if errors)
    shown = " / ".join(_cut(reason, 2 * _SHOWN) for reason in list(reasons)[:4])
    return [f"{root}fits none of {len(found)} alternatives: {shown}"]


def _count(value: Sequence[object] | Mapping[Any, object], noun: str) -> str:
    return f"{len(value)} {noun}" if len(value) == 1 else f"{len(value)} {noun}s"


def _cut(text: str, limit: int = _SHOWN) -> str:
    return text if len(text) <= limit else f"{text[:limit]}..."


def _printable(text: str) -> str:
    # Direction marks, controls and lone surrogates become escapes, so that a message can be
    # encoded and shows what it says.
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


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


@functools.cache
def unicode_class(category: str, *, negated: bool = False) -> str:
    """The inside of a character class for a Unicode general category (`L`, `Nd` ...)."""
    import unicodedata  # noqa: PLC0415  # only for patterns with \p{...}

    ranges: list[list[int]] = []
    for code in range(0x110000):
        if unicodedata.category(chr(code)).startswith(category) is not negated:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


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
