"""Mends JSON that a model wrote badly; well-formed JSON comes back untouched.

The order: strict JSON (RFC 8259); linear passes of our own; json-repair, whose result is taken
only if every piece of it stands in the text, in order, with nothing left over; an honest refusal.
Mending never completes a value that the model did not finish. What RFC 8259 leaves open is settled
so: of equal keys the last wins, reported as a repair; NaN, Infinity and numbers too large for a
float are refused; integers keep every digit up to the interpreter's limit (4,300).
"""

import json
import math
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from toolc.runtime.json_scan import is_whole
from toolc.runtime.repair_check import stands_in
from toolc.runtime.repair_in_place import mend_in_place
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
    """No value could be read; `message` says why, in words for a model.

    `ambiguous`: two could be, and nothing says which of them is meant.
    """

    message: str
    ambiguous: bool = False


class _Ambiguous(Exception):  # noqa: N818 - a verdict that never leaves this module
    pass


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

    >>> mend("{'city': 'Oslo',}").repairs
    ['single_quotes', 'trailing_comma']
    """
    try:
        json.loads(text)  # twice as fast as `_load`, and says where a broken text goes wrong
        return _load(text, [])
    except _Beyond as error:
        return Unreadable(str(error))
    except RecursionError:
        return Unreadable("the JSON is nested too deep")
    except json.JSONDecodeError as error:
        broken = error
    except ValueError:
        return Unreadable("a number has too many digits")
    why = f"{broken.msg} at line {broken.lineno} column {broken.colno}"
    try:
        for mended in _patched(text, broken, schema, closed=closed, python=python):
            if not _is_doubtful(mended.repairs):
                return mended
            why = "a key stands there twice, and quotes may be missing their escapes"
    except _Ambiguous as error:
        return Unreadable(str(error), ambiguous=True)
    read = read_object(text, schema)
    if read == AMBIGUOUS:
        return Unreadable(AMBIGUOUS, ambiguous=True)
    if isinstance(read, dict):
        return Mended(read, [PASTED])
    return _unescaped(text, schema, closed=closed) or _fall_back(text) or Unreadable(why)


_DOUBLED = "duplicate_keys"
_SURE = frozenset({_DOUBLED, "trailing_comma"})  # what no string was mended for


def _patched(
    text: str,
    broken: json.JSONDecodeError,
    schema: dict[str, Any] | None,
    *,
    closed: bool,
    python: bool,
) -> Iterator[Mended]:
    """What the text says once its defects are mended: where they stand, and token by token."""
    if broken.msg == _SEVERAL:
        with suppress(ValueError, RecursionError):
            yield _load(text, [])
    with suppress(ValueError, RecursionError):
        begin = 0 if python else _well_formed(text, broken)
        patched = mend_in_place(text, begin, python=python)
        if patched:
            yield _load(*patched)
    with suppress(ValueError, RecursionError):
        patcher = Patcher(schema, closed=closed, python=python)
        yield _load(patcher.patch(text), patcher.repairs)


def _well_formed(text: str, broken: json.JSONDecodeError) -> int:
    """How much of the text is well written, up to a place where no string is open."""
    if broken.msg.startswith("Invalid"):  # a character or an escape inside of a string
        return 0
    before = text[: broken.pos].rstrip()
    return len(before) - before.endswith(",")


def _is_doubtful(repairs: list[str]) -> bool:
    return _DOUBLED in repairs and not _SURE.issuperset(repairs)


_ESCAPED = re.compile(r'\s*+\{\s*+\\"')
_BETWEEN = " \t\r\n,;"


def _unescaped(text: str, schema: dict[str, Any] | None, *, closed: bool) -> Mended | None:
    """What is JSON once a layer of escapes is taken away."""
    if not _ESCAPED.match(text):
        return None
    try:
        inner = json.loads(f'"{text}"', strict=False)
    except (ValueError, RecursionError):
        return None
    mended = mend(inner, schema, closed=closed)
    if isinstance(mended, Unreadable):
        return None
    mended.repairs.insert(0, "escaped_body")
    return mended


def _load(text: str, repairs: list[str]) -> Mended:
    """Read JSON, or the objects of a text that holds several."""
    doubled: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            doubled.append(_DOUBLED)
        return value

    decoder = json.JSONDecoder(
        object_pairs_hook=members, parse_constant=_constant, parse_float=_finite
    )
    try:
        value = decoder.decode(text)
    except json.JSONDecodeError as error:
        if error.msg != _SEVERAL:
            raise
        value = _joined(text, decoder)
        repairs = [*repairs, "split_objects"]
    return Mended(value, repairs + doubled[:1])


_SEVERAL = "Extra data"  # the decoder's word for what stands behind a value


def _joined(text: str, decoder: json.JSONDecoder) -> dict[str, Any]:
    """Several objects in a row as one; raises `_Ambiguous` if two of them say the same key."""
    whole: dict[str, Any] = {}
    at = _skip_blank(text, 0)
    while at < len(text):
        value, end = decoder.raw_decode(text, at)
        if not isinstance(value, dict):
            raise ValueError("no object")  # noqa: TRY004 - as of any text that is not such a row
        twice = sorted(whole.keys() & value.keys())
        if twice:
            raise _Ambiguous(f"several objects stand there that say `{twice[0]}`: write one object")
        whole |= value
        at = _skip_blank(text, end)
    return whole


def _skip_blank(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in _BETWEEN:
        at += 1
    return at


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
