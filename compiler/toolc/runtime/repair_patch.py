"""The linear pass that writes broken JSON out again as JSON, noting each kind of change.

One regular expression cuts the text into tokens; each is written out as it is or mended.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from toolc.runtime.repair_in_place import LITERALS
from toolc.runtime.repair_strings import COMMENT, STRINGS, WORD, as_json

__all__ = ["PLACEHOLDERS", "Patcher"]

# An unquoted value with slashes: a path or an address, but no number or word before a comment.
_PATH = (
    r"(?!(?:-?\d[\w.+-]*+|true|false|null|True|False|None)/[/*])"
    r"(?:[\w.+$~-]++:?/|/(?=\w))[^\s,{{}}\[\]\"'“”()]*+"
)
_KINDS = rf"""
      (?P<blank>\s++)
    | {STRINGS}
    | (?P<path>{_PATH})
    | (?P<comment>{COMMENT})
    | (?P<open>[{{{{\[])
    | (?P<close>[}}}}\]])
    | (?P<python>[()=])
    | (?P<comma>,)
    | (?P<colon>:)
    | (?P<value>-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][+-]?\d++)?(?![\w.]))
    | (?P<word>{WORD})
    | (?P<bare>[\w.+$-]++)
    """
PLACEHOLDERS = frozenset({"...", "…", "undefined", "NaN", "Infinity"})
"""Bare words that stand for no text: what a documentation writes, and JavaScript's nothing."""

_JSON_LITERALS = frozenset({"true", "false", "null"})
_CLOSERS = {"{": "}", "[": "]"}
_VALUE_ENDS = frozenset({"value", "close"})


class Patcher:
    """Writes a text out again as JSON, noting each kind of change once."""

    def __init__(self, schema: dict[str, Any] | None, *, closed: bool, python: bool) -> None:
        self._python = python
        self.repairs: list[str] = []
        self._closed = closed
        self._next = schema  # the schema of the value that comes next, where one is known
        self._schemas: list[dict[str, Any] | None] = []  # those of the open containers
        self._out: list[str] = []
        self._stack: list[str] = []
        self._last = ""  # the kind of the last token that is neither blank nor comment

    def patch(self, text: str) -> str:
        """Return the mended text; raises `ValueError` where no rule applies."""
        for kind, token in _tokens(text, python=self._python):
            match kind:
                case "blank":
                    self._out.append(token)
                case "comment":
                    self._note("comments")
                case "double" | "single" | "smart" | "triple":
                    self._value(as_json(kind, token, self._note))
                case "word" | "bare" | "path":
                    self._word(token, kind)
                case "open":
                    self._open(token)
                case "python":
                    self._python_token(token)
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

    def _python_token(self, mark: str) -> None:
        if mark == "(":
            self._open("[" if self._stack else "{")
        elif mark == ")":
            self._close(_CLOSERS[self._stack[-1]] if self._stack else "}")
        else:
            self._add("colon", ":")

    def _word(self, token: str, kind: str) -> None:
        if self._is_key() and kind == "word":
            self._note("unquoted_keys")
            self._value(json.dumps(token))
        elif self._python and token.isdigit():
            self._note("leading_zeros")
            self._add("value", token.lstrip("0") or "0")
        elif self._last not in {"colon", "comma", "open", ""}:
            raise ValueError(f"a bare word: {token[:40]}")
        elif token in _JSON_LITERALS:
            self._add("value", token)
        elif token in LITERALS:
            self._note("python_literals")
            self._add("value", LITERALS[token])
        elif (self._next or {}).get("type") == "string" and token not in PLACEHOLDERS:
            self._note("unquoted_strings")
            self._add("value", json.dumps(token))
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
def _token(*, python: bool) -> re.Pattern[str]:
    kinds = _KINDS.format(after=r",:)}\]" if python else r",:}\]")
    return re.compile(kinds, re.VERBOSE | re.DOTALL)  # slow to compile, and needed rarely


def _tokens(text: str, *, python: bool) -> Iterator[tuple[str, str]]:
    token = _token(python=python)
    at = 0
    while at < len(text):
        match = token.match(text, at)
        known = match is not None and (python or match.lastgroup != "python")
        if match is None or match.lastgroup is None or not known:
            raise ValueError(f"nothing can be made of {text[at : at + 20]!r}")
        yield match.lastgroup, match[0]
        at = match.end()
