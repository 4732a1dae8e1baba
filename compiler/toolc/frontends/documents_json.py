"""Read JSON (RFC 8259): no NaN, no lone surrogates, bounded depth, keys written twice reported."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from toolc.diagnostics.codes import DUPLICATE_KEY, NOT_JSON_DATA, SYNTAX, TOO_DEEP
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError

__all__ = ["read_json"]

_STRING = r'"(?:[^"\\]|\\.)*+"'
_BRACKETS = re.compile(rf"{_STRING}|[{{}}\[\]]", re.DOTALL)
_TOKENS = re.compile(rf"{_STRING}|[{{}}\[\],]", re.DOTALL)
_NUMBERS = re.compile(rf"{_STRING}|-?Infinity|NaN|-?\d[\d.eE+-]*", re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_DIGITS = 4000
"""Python reads no longer integers (`sys.set_int_max_str_digits`), and nobody else does either."""


class _NumberError(ValueError):
    """A number that JSON does not have."""


class _SizeError(ValueError):
    """A number of JSON that is larger than any that a program could hold."""


def read_json(text: str, file: str, max_depth: int) -> tuple[Any, list[Diagnostic]]:
    """The value of a JSON text, and keys written twice; `InputError` when it is broken."""
    twice = 0

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        members = dict(pairs)
        twice += len(pairs) - len(members)
        return members

    try:
        value = json.loads(
            text,
            object_pairs_hook=collect,
            parse_constant=_refuse,
            parse_float=_finite,
            parse_int=_integer,
        )
    except RecursionError:
        _check_depth(text, file, max_depth)
        raise
    except json.JSONDecodeError as error:
        _check_depth(text, file, max_depth)
        raise _broken(text, file, error.pos, _reason(text, error)) from error
    except _NumberError as error:
        raise _broken(text, file, _bad_number(text), str(error)) from error
    except _SizeError as error:
        hint = "write a smaller number, or the digits as text"
        raise _unfit(text, file, _bad_number(text), str(error), hint) from error
    _check_depth(text, file, max_depth)
    _check_surrogates(text, value, file)
    return value, list(_duplicates(text, file)) if twice else []


def _refuse(constant: str) -> NoReturn:
    raise _NumberError(f"`{constant}` is not a JSON number")


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise _SizeError(f"the number `{number[:40]}` is too large")
    return value


def _integer(number: str) -> int:
    if len(number) > _MOST_DIGITS:
        raise _SizeError(f"the number `{number[:40]}...` is too large")
    return int(number)


def _bad_number(text: str) -> int:
    """Where the first number stands that `_refuse`, `_finite` or `_integer` would not take."""
    for token in _NUMBERS.finditer(text):
        written = token.group()
        if written[0] == '"':
            continue
        too_long = len(written) > _MOST_DIGITS and written.lstrip("-").isdecimal()
        if too_long or not math.isfinite(float(written)):
            return token.start()
    return 0


def _reason(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip():
        return "it is empty"
    reason = error.msg[:1].lower() + error.msg[1:]
    return f"{reason} (the text ends here)" if error.pos >= len(text.rstrip()) else reason


def _origin(text: str, file: str, offset: int) -> Origin:
    line = text.count("\n", 0, offset) + 1
    return Origin(file=file, line=line, column=offset - text.rfind("\n", 0, offset))


def _broken(text: str, file: str, offset: int, reason: str) -> InputError:
    origin = _origin(text, file, offset)
    return InputError([SYNTAX.at(origin=origin, language="JSON", reason=reason)])


def _unfit(text: str, file: str, offset: int, reason: str, hint: str) -> InputError:
    """What is well-formed, but stands for nothing that could be read or sent."""
    origin = _origin(text, file, offset)
    return InputError([NOT_JSON_DATA.at(origin=origin, reason=reason, hint=hint)])


def _check_depth(text: str, file: str, max_depth: int) -> None:
    """Count brackets outside of strings. A text without so many brackets is not walked at all."""
    if text.count("{") + text.count("[") <= max_depth:
        return
    depth = 0
    for token in _BRACKETS.finditer(text):
        first = token.group()[0]
        if first in "{[":
            depth += 1
            if depth > max_depth:
                origin = _origin(text, file, token.start())
                raise InputError([TOO_DEEP.at(origin=origin, limit=max_depth)])
        elif first in "}]":
            depth -= 1


def _check_surrogates(text: str, value: Any, file: str) -> None:
    """Half a surrogate pair is no character: no file or request could hold it."""
    if _SURROGATE.search(text) is None:
        return
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        position = next(_lone_surrogates(text), 0)
        reason = "half of a surrogate pair is no character"
        hint = "write both halves (`\\ud83d\\ude00`), or the character itself"
        raise _unfit(text, file, position, reason, hint) from error


def _lone_surrogates(text: str) -> Iterator[int]:
    for match in re.finditer(r'"(?:[^"\\]|\\.)*+"', text, re.DOTALL):
        if "\\u" in match.group():
            try:
                str(json.loads(match.group())).encode()
            except UnicodeEncodeError:
                yield match.start()


def _duplicates(text: str, file: str) -> Iterator[Diagnostic]:
    """Walk the tokens of a well-formed text again, with a set of keys for each open object."""
    open_keys: list[set[str] | None] = []
    expects_key = False
    for token in _TOKENS.finditer(text):
        first = token.group()[0]
        if first in "{[":
            open_keys.append(set() if first == "{" else None)
            expects_key = first == "{"
        elif first in "}]":
            open_keys.pop()
            expects_key = False
        elif first == ",":
            expects_key = open_keys[-1] is not None
        elif expects_key:
            expects_key = False
            key, keys = str(json.loads(token.group())), open_keys[-1]
            if keys is not None and key in keys:
                yield DUPLICATE_KEY.at(origin=_origin(text, file, token.start()), key=key)
            elif keys is not None:
                keys.add(key)
