"""Reads the text beside the calls in an envelope: `{"message": "Hi.", "tool_calls": [...]}`.

The message may stand before the calls or behind them. Before them it is held back until the calls
begin, because without any the whole object is the reply's own text.
"""

import json
import re
from typing import Any

from toolc.runtime.body import END, MORE, REFUSED
from toolc.runtime.cursor import Cursor, NeedMore
from toolc.runtime.lexer import Lexer
from toolc.runtime.repair import Mended, Unreadable
from toolc.runtime.text_body import TextBody

__all__ = ["CALLS_KEY", "MESSAGE_KEY", "MessageBody", "take_key"]

CALLS_KEY = '"tool_calls"'
MESSAGE_KEY = '"message"'

_STRING = re.compile(r'(?:[^"\\]++|\\.)*+', re.DOTALL)
_HOT = re.compile(r'["\\]').search
_WHOLE = re.compile(r'(?:[^"\\]++|\\u[0-9a-fA-F]{4}|\\[^u])*+', re.DOTALL)  # no half escapes


_KEYS = Lexer([CALLS_KEY, MESSAGE_KEY])


def take_key(cursor: Cursor) -> str:
    """Pass over a key, its colon and the white space around; "" if neither key stands here."""
    found = cursor.take(_KEYS) if cursor.blank() else ""
    if not found or not cursor.blank() or cursor.char != ":":
        return ""
    cursor.at += 1
    return found if cursor.blank() else ""


class MessageBody(TextBody):
    """The message as a JSON string; before the calls, also what leads from it into their list."""

    __slots__ = ("_before_calls", "_begin", "_end")

    def __init__(self, *, before_calls: bool) -> None:
        """Stand before the string's opening quote, or behind the calls at the comma."""
        super().__init__()
        self.settled = self.has_arguments = False
        self._before_calls = before_calls
        self._begin = 0  # of the string's inside, once that is reached
        self._end = 0

    def message(self, text: str) -> str:
        """What the message says, out of the whole body's text or of its beginning."""
        inside = text[self._begin : self._end or None] if self._begin else ""
        try:
            whole = inside if self._end else "".join(_WHOLE.findall(inside)[:1])
            said: str = json.loads(f'"{whole}"', strict=False)
        except ValueError:
            return inside
        return said

    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on to the string's end, and before calls into their list."""
        del final  # what is cut off here is not refused: it is read as far as it goes
        base = self._length - at
        try:
            if not self._begin:
                opened = self._open(Cursor(text, at, final=False))
                if not opened:
                    return at, REFUSED
                at = opened
                self._begin = base + at
            if not self._end:
                inside = _STRING.match(text, at)
                at = inside.end() if inside else at
                self.hot = None if text.startswith('"', at) else _HOT
                if self.hot:
                    return at, MORE
                self._end = base + at
            return self._close(Cursor(text, at, final=False))
        except NeedMore:
            return at, MORE

    def value(
        self, text: str, schema: dict[str, Any] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """No arguments: a message calls nothing."""
        del text, schema, closed
        return Unreadable("it is a message, not a call")

    def _open(self, cursor: Cursor) -> int:
        """Where the string's inside begins, 0 if no message stands here."""
        if not self._before_calls:
            cursor.at += 1
            if take_key(cursor) != MESSAGE_KEY:
                return 0
        return cursor.at + 1 if cursor.char == '"' else 0

    def _close(self, cursor: Cursor) -> tuple[int, str]:
        """Behind the string: where the list of calls begins, if that must follow."""
        cursor.at += 1
        if not self._before_calls:
            return cursor.at, END
        comma = cursor.blank() and cursor.char == ","
        cursor.at += 1
        if not comma or take_key(cursor) != CALLS_KEY or cursor.char != "[":
            return cursor.at, REFUSED
        return cursor.at + 1, END
