"""Mends JSON that a model wrote badly; well-formed JSON comes back untouched.

The order: strict JSON (RFC 8259); a linear pass of our own; json-repair, whose result is taken
only if every piece of it stands in the text, in order, with nothing left over; an honest refusal.
Mending never completes a value that the model did not finish. What RFC 8259 leaves open is settled
so: of equal keys the last wins, reported as a repair; NaN, Infinity and numbers too large for a
float are refused; integers keep every digit up to the interpreter's limit (4,300).
"""

import json
import math
import re
from dataclasses import dataclass, field
from typing import Any

from toolc.runtime.json_scan import is_whole
from toolc.runtime.repair_check import stands_in
from toolc.runtime.repair_patch import Patcher
from toolc.runtime.repair_quotes import AMBIGUOUS, PASTED, read_object

__all__ = ["Mended", "Unreadable", "mend"]

# json-repair takes seconds for some hundred thousand characters: beyond, a refusal comes sooner.
MAX_FALLBACK = 100_000  # characters


@dataclass(slots=True)
class Mended:
    """A value, and the steps that were needed to read it, in order of their first use."""

    value: Any
    repairs: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Unreadable:
    """No value could be read; `message` says why, in words for a model."""

    message: str


class _Beyond(ValueError):  # noqa: N818 - a verdict that never leaves this module
    """A number that JSON can't say, or that would change when read."""


def mend(
    text: str,
    schema: dict[str, Any] | None = None,
    *,
    closed: bool = False,
    python: bool = False,
) -> Mended | Unreadable:
    """Read `text` as one JSON value, mending what can be mended without a guess.

    `schema` is the JSON Schema of the value, for steps that a schema settles. `closed` says that
    the writer ended the value explicitly (by a closing tag), so that brackets may be missing;
    `python` that it is the arguments of a call, in parentheses.
    `python`: the text is the arguments of a call, in parentheses.

    >>> mend("{'city': 'Oslo',}").repairs
    ['single_quotes', 'trailing_comma']
    """
    try:
        return _load(text, [])
    except _Beyond as error:
        return Unreadable(str(error))
    except RecursionError:
        return Unreadable("the JSON is nested too deep")
    except json.JSONDecodeError as error:
        why = f"{error.msg} at line {error.lineno} column {error.colno}"
    except ValueError:
        return Unreadable("a number has too many digits")
    quick = _without_trailing_commas(text)
    if quick is not None:
        return quick
    patcher = Patcher(schema, closed=closed, python=python)
    try:
        mended = _load(patcher.patch(text), patcher.repairs)
        if len(mended.repairs) == 1 or _DOUBLED not in mended.repairs:
            return mended
        why = "a key stands there twice, and quotes may be missing their escapes"
    except (ValueError, RecursionError):
        pass
    read = read_object(text, schema)
    if read == AMBIGUOUS:
        return Unreadable(AMBIGUOUS)
    if isinstance(read, dict):
        return Mended(read, [PASTED])
    return _unwrap(text, schema, closed=closed) or _fall_back(text) or Unreadable(why)


_DOUBLED = "duplicate_keys"
_ESCAPED = re.compile(r'\s*+\{\s*+\\"')
_BETWEEN = " \t\r\n,;"


# Good JSON up to a comma before a closing bracket: found at the speed of the regular expression.
_TRAILING = re.compile(r'(?:[^",]++|"(?:[^"\\]++|\\.)*+"|,(?!\s*+[}\]]))*+(,)', re.DOTALL)


def _without_trailing_commas(text: str) -> Mended | None:
    """The value of a text in which nothing else is wrong: the most common defect by far."""
    pieces: list[str] = []
    at = 0
    while match := _TRAILING.match(text, at):
        pieces.append(text[at : match.start(1)])
        at = match.end()
    try:
        return _load("".join([*pieces, text[at:]]), ["trailing_comma"]) if pieces else None
    except (ValueError, RecursionError):
        return None


def _unwrap(text: str, schema: dict[str, Any] | None, *, closed: bool) -> Mended | None:
    """What is JSON once a layer of escapes is taken away, or once its objects are put together."""
    if not _ESCAPED.match(text):
        return _joined(text)
    try:
        inner = json.loads(f'"{text}"', strict=False)
    except (ValueError, RecursionError):
        return None
    mended = mend(inner, schema, closed=closed)
    if isinstance(mended, Unreadable):
        return None
    mended.repairs.insert(0, "escaped_body")
    return mended


def _joined(text: str) -> Mended | None:
    """Several objects in a row, with no key in two of them, as one."""
    whole: dict[str, Any] = {}
    decoder = json.JSONDecoder(parse_constant=_constant, parse_float=_finite)
    at = count = 0
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return None
        if not isinstance(value, dict) or whole.keys() & value.keys():
            return None
        whole |= value
        count += 1
        while text[at : at + 1] and text[at] in _BETWEEN:
            at += 1
    return Mended(whole, ["split_objects"]) if count > 1 else None


def _load(text: str, repairs: list[str]) -> Mended:
    doubled: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            doubled.append(_DOUBLED)
        return value

    value = json.loads(
        text, object_pairs_hook=members, parse_constant=_constant, parse_float=_finite
    )
    return Mended(value, repairs + doubled[:1])


def _constant(name: str) -> Any:
    raise _Beyond(f"`{name}` is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise _Beyond(f"the number {digits[:40]} is too large")
    return value


def _fall_back(text: str) -> Mended | None:
    """What json-repair makes of the text, if all of it stands there."""
    if len(text) > MAX_FALLBACK or not is_whole(text):
        return None
    try:
        import json_repair  # noqa: PLC0415 - slow to import, and needed for broken text only
    except ImportError:
        return None
    try:
        value = json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError, IndexError, TypeError):
        return None
    return Mended(value, ["json_repair"]) if stands_in(value, text) else None
