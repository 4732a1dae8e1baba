"""Text on its way out: white space is held until it is known to stand between words.

Templates put white space around calls and reasoning that nobody wrote. Held white space is dropped
before a call and at the end after one; between two texts with a call in between, that behind the
call is kept, or else that before it.
"""

from collections.abc import Callable

__all__ = ["Channel"]

MAX_HELD = 64  # characters of white space held back; whole blocks beyond are let go as text


class Channel:
    """Gathers one kind of text and hands it to `send` in pieces."""

    __slots__ = ("_before", "_broken", "_frame", "_gap", "_last", "_send", "spoken")

    def __init__(self, send: Callable[[str], None], *, frame: bool) -> None:
        """`frame`: white space at the very start and end is dropped even without a call."""
        self._send = send
        self._frame = frame
        self._gap = ""  # white space since the last word
        self._before = ""  # white space before the last break
        self._broken = frame  # something that is not text came since the last word
        self.spoken = False
        self._last = ""  # the last character that is not white space

    def say(self, text: str) -> None:
        """Take more text."""
        words = text.rstrip()
        if not words:
            self._blank(text)
            return
        if self._broken:
            lead = text[: len(text) - len(text.lstrip())]
            gap = (self._gap + lead)[:MAX_HELD] or self._before
            words = (gap if self.spoken else "") + words.lstrip()
        else:
            words = self._gap + words
        self._gap = ""
        self.spoken = True
        self._broken = False
        self._last = words[-1]
        self._send(words)
        self._blank(text[len(text.rstrip()) :])

    @property
    def touching(self) -> str:
        """The character that what comes next stands directly behind; "" after white space."""
        return "" if self._gap or self._broken else self._last

    def break_off(self) -> None:
        """Something else comes in between: a call, reasoning."""
        if not self._broken or self._gap:
            self._before = "\n" if self._frame else self._gap
        self._gap = ""
        self._broken = True

    def end(self) -> None:
        """No more comes."""
        if self._gap and not self._broken and not self._frame:
            self._send(self._gap)
        self._gap = ""

    def _blank(self, blank: str) -> None:
        self._gap += blank
        if len(self._gap) > MAX_HELD and not self._broken:
            whole = len(self._gap) - len(self._gap) % MAX_HELD
            self._send(self._gap[:whole])
            self._gap = self._gap[whole:]
        elif self._broken:
            self._gap = self._gap[:MAX_HELD]
