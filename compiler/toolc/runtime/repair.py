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
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from toolc.runtime.json_scan import is_whole
from toolc.runtime.repair_check import stands_in

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
    text: str, schema: dict[str, Any] | None = None, *, closed: bool = False
) -> Mended | Unreadable:
    """Read `text` as one JSON value, mending what can be mended without a guess.

    `schema` is the JSON Schema of the value, for steps that a schema settles. `closed` says that
    the writer ended the value explicitly (by a closing tag), so that brackets may be missing.

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
    patcher = _Patcher(schema, closed=closed)
    try:
        return _load(patcher.patch(text), patcher.repairs)
    except (ValueError, RecursionError):
        return _fall_back(text) or Unreadable(why)


def _load(text: str, repairs: list[str]) -> Mended:
    doubled: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            doubled.append("duplicate_keys")
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


# --- our own pass: one regular expression cuts the text into tokens, each is written out again ---

_KINDS = r"""
      (?P<blank>\s++)
    | (?P<double>"(?:[^"\\]++|\\.)*+")
    | (?P<single>'(?:[^'\\]++|\\.|'(?!\s*+(?:[,:}\]]|\Z)))*+')
    | (?P<smart>“(?:[^”\\]++|\\.)*+”)
    | (?P<comment>//[^\n]*+|\#[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)
    | (?P<open>[{\[])
    | (?P<close>[}\]])
    | (?P<comma>,)
    | (?P<colon>:)
    | (?P<number>-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][+-]?\d++)?(?![\w.]))
    | (?P<word>[^\W\d][\w$-]*+(?![.+]))
    | (?P<bare>[\w.+$-]++)
    """
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_JSON_LITERALS = frozenset({"true", "false", "null"})
_CLOSERS = {"{": "}", "[": "]"}
_VALUE_ENDS = frozenset({"value", "close"})

_CONTROL = re.compile(r"[\x00-\x1f]")
_ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|"', re.DOTALL)
_JSON_ESCAPES = frozenset('"\\/bfnrt')
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


class _Patcher:
    """Writes a text out again as JSON, noting each kind of change once."""

    def __init__(self, schema: dict[str, Any] | None, *, closed: bool) -> None:
        self.repairs: list[str] = []
        self._closed = closed
        self._next = schema  # the schema of the value that comes next, where one is known
        self._schemas: list[dict[str, Any] | None] = []  # those of the open containers
        self._out: list[str] = []
        self._stack: list[str] = []
        self._last = ""  # the kind of the last token that is neither blank nor comment

    def patch(self, text: str) -> str:
        """Return the mended text; raises `ValueError` where no rule applies."""
        for kind, token in _tokens(text):
            match kind:
                case "blank":
                    self._out.append(token)
                case "comment":
                    self._note("comments")
                case "double" | "single" | "smart":
                    self._string(kind, token)
                case "word" | "bare":
                    self._word(token, kind)
                case "number":
                    self._add("value", token)
                case "open":
                    self._open(token)
                case "comma":
                    self._next = _items(self._schemas, self._stack)
                    self._add("comma", token)
                case "close":
                    self._close(token)
                case _:
                    self._add(kind, token)
        self._end()
        return "".join(self._out)

    def _note(self, repair: str) -> None:
        if repair not in self.repairs:
            self.repairs.append(repair)

    def _add(self, kind: str, token: str) -> None:
        self._out.append(token)
        self._last = kind

    def _string(self, kind: str, token: str) -> None:
        inner = token[1:-1]
        if kind != "double":
            self._note(f"{kind}_quotes")
        if kind != "double" or "\\" in inner:
            inner = self._escapes(inner)
        if _CONTROL.search(inner):
            self._note("raw_newlines" if "\n" in inner else "control_characters")
            inner = _CONTROL.sub(lambda hit: _SHORT.get(hit[0]) or f"\\u{ord(hit[0]):04x}", inner)
        self._value(f'"{inner}"')

    def _value(self, token: str) -> None:
        """Add a string: in a key's place, it says which schema the next value has."""
        if self._is_key():
            self._next = _property(self._schemas, token)
        self._add("value", token)

    def _is_key(self) -> bool:
        return self._stack[-1:] == ["{"] and self._last in {"open", "comma"}

    def _open(self, token: str) -> None:
        self._stack.append(token)
        self._schemas.append(self._next)
        self._next = _items(self._schemas, self._stack)
        self._add("open", token)

    def _escapes(self, inner: str) -> str:
        def rewrite(hit: re.Match[str]) -> str:
            escape = hit[1]
            if escape is None:
                return '\\"'  # a bare double quote, between other quotes
            if escape in _JSON_ESCAPES or (escape[0] == "u" and len(escape) > 1):
                return hit[0]
            if escape == "'":
                return "'"
            self._note("escapes")
            if escape[0] == "x" and len(escape) > 1:
                return f"\\u00{escape[1:]}"
            return f"\\\\{escape}"  # a path or a regular expression: the backslash was meant

        return _ESCAPE.sub(rewrite, inner)

    def _word(self, token: str, kind: str) -> None:
        if self._is_key() and kind == "word":
            self._note("unquoted_keys")
            self._value(json.dumps(token))
        elif self._last not in {"colon", "comma", "open", ""}:
            raise ValueError(f"a bare word: {token[:40]}")
        elif (self._next or {}).get("type") == "string" and token not in _JSON_LITERALS:
            self._note("unquoted_strings")
            self._add("value", json.dumps(token))
        elif token in _JSON_LITERALS:
            self._add("value", token)
        elif token in _LITERALS:
            self._note("python_literals")
            self._add("value", _LITERALS[token])
        else:
            raise ValueError(f"a bare word: {token[:40]}")

    def _close(self, token: str) -> None:
        if self._last == "comma":
            self._drop_comma()
        while self._closed and self._stack and _CLOSERS[self._stack[-1]] != token:
            self._bracket()
        if not self._stack:
            raise ValueError("a closing bracket without its opening one")
        self._stack.pop()
        self._schemas.pop()
        self._add("close", token)

    def _drop_comma(self) -> None:
        self._note("trailing_comma")
        index = len(self._out) - 1
        while self._out[index] != ",":
            index -= 1
        del self._out[index]
        self._last = "value"

    def _bracket(self) -> None:
        if self._last not in _VALUE_ENDS:
            raise ValueError("the last value is not complete")
        self._note("missing_closers")
        self._schemas.pop()
        self._add("close", _CLOSERS[self._stack.pop()])

    def _end(self) -> None:
        while self._closed and self._stack:
            self._bracket()


def _property(schemas: list[dict[str, Any] | None], key: str) -> dict[str, Any] | None:
    """The schema of the member `key` (still quoted) of the innermost open object."""
    properties = (schemas[-1] or {}).get("properties")
    found = properties.get(json.loads(key)) if isinstance(properties, dict) else None
    return found if isinstance(found, dict) else None


def _items(schemas: list[dict[str, Any] | None], stack: list[str]) -> dict[str, Any] | None:
    """The schema of the next item, if the innermost open container is an array."""
    items = (schemas[-1] or {}).get("items") if stack[-1:] == ["["] else None
    return items if isinstance(items, dict) else None


@cache
def _token() -> re.Pattern[str]:
    return re.compile(_KINDS, re.VERBOSE | re.DOTALL)  # slow to compile, and needed rarely


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    token = _token()
    at = 0
    while at < len(text):
        match = token.match(text, at)
        if match is None or match.lastgroup is None:
            raise ValueError(f"nothing can be made of {text[at : at + 20]!r}")
        yield match.lastgroup, match[0]
        at = match.end()


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
