"""Looks ahead in a text that comes in pieces; what can't be decided yet raises `NeedMore`."""

import re

from toolc.runtime.lexer import WAIT, Lexer

__all__ = ["MAX_GAP", "Cursor", "NeedMore", "skip_blank"]

MAX_GAP = 64  # characters of white space between a marker and its body, or kept behind one

_BLANK = re.compile(r"\s*+")
_WORD = re.compile(r"[\w.:/@+\\-]*+")


class NeedMore(Exception):  # noqa: N818 - a question to the caller, no error
    """The text so far is the beginning of more than one thing."""


class Cursor:
    """A position in a buffer. A try that fails leaves it anywhere: take a copy before."""

    __slots__ = ("at", "final", "text")

    def __init__(self, text: str, at: int, *, final: bool) -> None:
        """Stand at a position; `final` says that nothing follows the text."""
        self.text = text
        self.at = at
        self.final = final

    def copy(self) -> "Cursor":
        """Another one at the same place."""
        return Cursor(self.text, self.at, final=self.final)

    @property
    def char(self) -> str:
        """The next character, "" at the very end."""
        if self.at < len(self.text):
            return self.text[self.at]
        self._end()
        return ""

    def blank(self) -> bool:
        """Pass over white space; False if it goes on for longer than any template's."""
        begin = self.at
        self.at = skip_blank(self.text, begin)
        if self.at - begin > MAX_GAP:
            return False
        if self.at == len(self.text):
            self._end()
        return True

    def take(self, literals: Lexer) -> str:
        """Pass over the longest literal that stands here and return it, or ""."""
        found = literals.at(self.text, self.at, final=self.final)
        if found is WAIT:
            raise NeedMore
        self.at += len(found)
        return found

    def until(self, literals: Lexer, most: int) -> tuple[str, str]:
        """Pass over text up to a literal and over that; both are "" if it is too far."""
        begin = self.at
        window = self.text[begin : begin + most + literals.longest]
        cut = begin + len(window) < len(self.text)
        end, found = literals.find(window, 0, final=self.final or cut)
        if end > most or (found == "" and (cut or self.final)):
            return "", ""
        if not found:
            raise NeedMore
        self.at = begin + end + len(found)
        return window[:end], found

    def word(self, most: int) -> str:
        """Pass over a name and return it; "" if it is longer than `most`."""
        match = _WORD.match(self.text, self.at)
        word = match[0] if match else ""
        if len(word) > most:
            return ""
        self.at += len(word)
        if self.at == len(self.text):
            self._end()
        return word

    def _end(self) -> None:
        if not self.final:
            raise NeedMore


def skip_blank(text: str, at: int) -> int:
    """Where the white space at a position ends."""
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
