"""Reads a body of `key: value` lines, up to what closes the call around them."""

import re

from toolc.runtime.body import MORE, STOP
from toolc.runtime.repair import Mended, Unreadable
from toolc.runtime.repair_lines import LINES, read_lines
from toolc.runtime.text_body import TextBody

__all__ = ["LinesBody"]


class LinesBody(TextBody):
    """The lines of one call, which only its closing tag ends."""

    __slots__ = ("_first",)

    def __init__(self, close: str) -> None:
        """Stand before the first key; `close` is what ends the call."""
        super().__init__()
        self._first = re.compile(re.escape(close[0])).search

    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on to what may begin the closing tag."""
        del final  # one character decides
        found = self._first(text, at)
        self.hot = None if found else self._first
        return (found.start(), STOP) if found else (len(text), MORE)

    def value(
        self, text: str, schema: dict[str, object] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """The arguments, each value typed by the schema."""
        del closed  # nothing else ends it
        arguments = read_lines(text, schema)
        if arguments is None:
            return Unreadable("each line must be a parameter, a colon and its value")
        return Mended(arguments, [LINES])
