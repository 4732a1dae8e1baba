"""Mends an object whose strings hold unescaped quotes, where the schema leaves one reading.

The first bare quote in a string ends it if what must follow an end follows: the next known key, or
the object's end. Behind another bare quote such a place is only a candidate: it counts if every
required key that is still missing stands behind it, and if it is the only one. Each place is looked
at once, so the time is linear.

A string with bare quotes was not escaped by its writer. If it holds line breaks, it was pasted as
it is, and backslashes in it are its own. If it holds none, but a backslash, both are possible.
"""

import json
import re
from typing import Any

__all__ = ["AMBIGUOUS", "PASTED", "read_object"]

AMBIGUOUS = "its strings can be read in more than one way: escape the quotes inside of them"
PASTED = "unescaped_quotes"

_BLANK = re.compile(r"\s*+")
_QUOTE = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_END = re.compile(r'"\s*+\}\s*+\Z')

Schema = dict[str, Any]


class _Ambiguous(ValueError):  # noqa: N818 - a verdict that never leaves this module
    pass


def read_object(text: str, schema: Schema | None) -> dict[str, Any] | str | None:
    """The object that `text` says, AMBIGUOUS, or None if it can't be read so."""
    properties = (schema or {}).get("properties")
    if not isinstance(properties, dict) or not properties:
        return None
    try:
        return _Reader(text, schema or {}, properties).read()
    except _Ambiguous:
        return AMBIGUOUS
    except (ValueError, RecursionError):
        return None


class _Reader:
    def __init__(self, text: str, schema: Schema, properties: Schema) -> None:
        self._text = text
        required = schema.get("required")
        self._required = set(required) & properties.keys() if isinstance(required, list) else set()
        keys = "|".join(re.escape(json.dumps(key, ensure_ascii=False)) for key in properties)
        self._key = re.compile(rf"({keys})\s*+:\s*+")
        following = re.compile(rf'"\s*+,\s*+(?:{keys})\s*+:')
        # Where a string may end, by position: the key that follows, or None for the object's end.
        self._ends: dict[int, str | None] = {
            match.start(): json.loads(match[0][1:].strip(" \t\r\n,:"))
            for match in following.finditer(text)
        }
        last = _END.search(text, max(0, len(text) - _MAX_TAIL))
        if last:
            self._ends[last.start()] = None

    def read(self) -> dict[str, Any]:
        at = self._blank(0)
        if self._text[at : at + 1] != "{":
            raise ValueError("no object")
        found: dict[str, Any] = {}
        at = self._blank(at + 1)
        while True:
            key = self._key.match(self._text, at)
            if key is None or (name := json.loads(key[1])) in found:
                raise ValueError("no known key")
            found[name], at = self._value(key.end(), found.keys() | {name})
            at = self._blank(at)
            mark, at = self._text[at : at + 1], self._blank(at + 1)
            if mark == "}" and at >= len(self._text):
                return found
            if mark != ",":
                raise ValueError("no end")

    def _value(self, at: int, used: set[str]) -> tuple[Any, int]:
        if self._text[at : at + 1] != '"':
            return json.JSONDecoder().raw_decode(self._text, at)
        begin = at + 1
        quote = _QUOTE.match(self._text, begin)
        if quote is None:
            raise ValueError("no closing quote")
        first = quote.end() - 1
        if first in self._ends:
            return json.loads(f'"{self._text[begin:first]}"', strict=False), first + 1
        end = self._only_end(first, used)
        return _unescaped(self._text[begin:end]), end + 1

    def _only_end(self, first: int, used: set[str]) -> int:
        """The one place behind `first` at which the string can end."""
        missing = self._required - used
        behind: set[str | None] = set()
        fitting = []
        for at, key in sorted(self._ends.items(), reverse=True):
            if at <= first:
                break
            if key in behind:
                raise _Ambiguous
            behind.add(key)
            if missing <= behind and key not in used:
                fitting.append(at)
        if len(fitting) != 1:
            raise _Ambiguous if fitting else ValueError("no closing quote")
        return fitting[0]

    def _blank(self, at: int) -> int:
        blank = _BLANK.match(self._text, at)
        return blank.end() if blank else at


_MAX_TAIL = 1_000  # characters in which the object's end is looked for


def _unescaped(raw: str) -> str:
    """What a string with bare quotes says."""
    if "\\" not in raw:
        return raw
    if "\n" in raw and '\\"' not in raw:
        return raw
    raise _Ambiguous
