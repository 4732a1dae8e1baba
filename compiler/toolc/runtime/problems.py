"""What is wrong with a value, in words that a model can act on: where, which keyword, and what.

All that is shown of a value or a schema is bounded in length, and so is the number of problems.
"""

import heapq
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

__all__ = [
    "MOST_PROBLEMS",
    "TOO_DEEP",
    "Path",
    "Problem",
    "fail",
    "hint",
    "missing",
    "nearest",
    "pointer",
    "reject",
    "report",
    "short",
    "step",
    "unknown_keys",
]

MOST_PROBLEMS = 100
"""Problems that one value can have; a list of a hundred thousand wrong items tells no more."""

Path = tuple[Any, ...]
"""Where a value stands: keys and indexes, the first entry optionally the path of an outer value."""

_SHOWN = 80  # characters of a value or a key that a message shows
_STEPS = 32  # steps of a pointer that are shown, from both its ends
_COMPARED = 5  # names that a hint is drawn from in the end, so that its time is bounded
_LISTED = 20  # unknown keys that are named one by one


class Problem(str):
    """One thing that is wrong: its text is `pointer: what is wrong`.

    `pointer` is the JSON pointer (RFC 6901) into the value, `keyword` the keyword of JSON Schema
    that the value breaks.
    """

    __slots__ = ("keyword", "pointer")

    keyword: str
    pointer: str

    @classmethod
    def at(cls, where: str, keyword: str, message: str) -> "Problem":
        """The problem at a pointer.

        >>> Problem.at("/n", "type", "must be an integer")
        '/n: must be an integer'
        """
        problem = cls(f"{where}: {message}")
        problem.pointer, problem.keyword = where, keyword
        return problem

    @property
    def message(self) -> str:
        """What is wrong, without the place."""
        return self[len(self.pointer) + 2 :]


TOO_DEEP = Problem.at("", "", "nested too deeply to be checked")
_MORE = Problem.at("", "", f"more than {MOST_PROBLEMS} problems; the rest is not told")


# --- noting problems ---


def fail(problems: list[Problem], where: str, keyword: str, message: str) -> None:
    """Note a problem; beyond the limit, one says that there are more, and that is all."""
    if len(problems) < MOST_PROBLEMS:
        problems.append(Problem.at(where, keyword, message))
    elif len(problems) == MOST_PROBLEMS:
        problems.append(_MORE)


def reject(
    problems: list[Problem],
    where: str,
    keyword: str,
    wanted: str,
    value: object,
    known: Iterable[object] = (),
) -> None:
    """Note that a value is not what was wanted; close to a known one, with a hint.

    >>> found = []
    >>> reject(found, "/unit", "enum", "must be a unit", "miles", ("km", "mile"))
    >>> found
    ['/unit: must be a unit; got "miles"; did you mean "mile"?']
    """
    if len(problems) > MOST_PROBLEMS:
        return
    near = hint(value, known) if known else ""
    fail(problems, where, keyword, f"{wanted}; got {short(value)}{near}")


def missing(
    problems: list[Problem],
    where: str,
    name: str,
    value: Mapping[str, object],
    known: frozenset[str],
) -> None:
    """Note that an object lacks a property; a key nobody knows may be meant for it."""
    unknown = [key for key in value if key not in known][:_LISTED]
    near = _nearest_name(name, unknown) if unknown else None
    meant = "" if near is None else f"; did you write it as {short(near)}?"
    fail(problems, where, "required", f"missing{meant}")


def report(problems: list[Problem], found: Iterable[Problem]) -> None:
    """Note problems that were found apart."""
    for problem in found:
        if len(problems) >= MOST_PROBLEMS:
            fail(problems, "", "", "")
            return
        problems.append(problem)


def unknown_keys(value: dict[str, object], known: frozenset[str], where: str) -> list[Problem]:
    """One problem for each key of a closed object that it does not know; the rest are counted."""
    unknown = [key for key in value if key not in known]
    problems = [
        Problem.at(
            f"{where}/{step(key)}",
            "additionalProperties",
            f"unknown property{hint(key, known, taken=value)}",
        )
        for key in unknown[:_LISTED]
    ]
    if len(unknown) > _LISTED:
        rest = f"{len(unknown) - _LISTED} more unknown properties"
        problems.append(Problem.at(where, "additionalProperties", rest))
    return problems


def nearest(
    value: object, at: Path, keyword: str, checks: Sequence[Callable[..., None]], *scope: object
) -> list[Problem]:
    """The problems with the alternative that a value came closest to, when it fits none.

    Closest is the one whose problems lie within the value and not at its root (so its type and tag
    are right), then the one with fewest. When all fail at the root, one line says so.
    """
    found: list[list[Problem]] = []
    for check in checks:
        problems: list[Problem] = []
        check(value, at, problems, *scope)
        found.append(problems)
    root = pointer(at)
    within = [problems for problems in found if all(item.pointer != root for item in problems)]
    if within:
        return min(within, key=len)
    reasons = dict.fromkeys(problems[0].message for problems in found if problems)
    shown = " / ".join(_cut(reason, 2 * _SHOWN) for reason in list(reasons)[:4])
    return [Problem.at(root, keyword, f"fits none of {len(found)} alternatives: {shown}")]


# --- showing places and values ---


def pointer(at: Path) -> str:
    """A path as a JSON pointer (RFC 6901), its keys and its length cut to what can be read.

    >>> pointer(((), "a/b", 0))
    '/a~1b/0'
    """
    steps: list[str] = []
    while at:
        outer = at[0].__class__ is tuple
        steps += [f"/{step(name)}" for name in reversed(at[1:] if outer else at)]
        at = at[0] if outer else ()
    steps.reverse()
    if len(steps) > _STEPS:
        steps[_STEPS // 2 : -_STEPS // 2] = ["/..."]
    return "".join(steps)


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


# --- near names ---


def hint(value: object, known: Iterable[object], taken: Collection[object] = ()) -> str:
    """`; did you mean "x"?` when a string is close to a known one that is not taken, else ""."""
    if not isinstance(value, str) or len(value) > _SHOWN:
        return ""
    free = [name for name in known if name not in taken] if taken else known
    near = _nearest_name(value, free)
    return "" if near is None else f"; did you mean {short(near)}?"


def _nearest_name(name: str, known: Iterable[object]) -> str | None:
    folded = name.casefold()
    by_folded = _folded(known) if isinstance(known, frozenset) else _by_folded(known)
    if folded in by_folded:
        return by_folded[folded]
    most = len(folded) // 2  # letters and length in which a near name may differ
    likely = [(_unlikeness(folded, other), other) for other in by_folded]
    likely = heapq.nsmallest(_COMPARED, [pair for pair in likely if pair[0] <= most])
    if not likely:
        return None
    from difflib import get_close_matches  # noqa: PLC0415  # seldom needed, slow to import

    found = get_close_matches(folded, [other for _, other in likely], n=1, cutoff=0.75)
    return by_folded[found[0]] if found else None


@lru_cache(maxsize=256)
def _folded(known: frozenset[object]) -> dict[str, str]:
    return _by_folded(known)


def _by_folded(known: Iterable[object]) -> dict[str, str]:
    names = sorted((name for name in known if isinstance(name, str)), reverse=True)
    return {name.casefold(): name for name in names}


def _unlikeness(left: str, right: str) -> int:
    """A cheap look before the exact comparison: other letters, another length."""
    return len(set(left).symmetric_difference(right)) + abs(len(left) - len(right))
