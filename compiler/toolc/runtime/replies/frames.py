"""JSON values out of a stream of text: server-sent events, JSON lines, or one JSON array.

Server-sent events are those of the WHATWG's HTML standard (2026-11-30). The text may be cut
anywhere, also in the middle of a character; it may also come line by line, without line ends, as
HTTP clients give it.
"""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

__all__ = ["BROKEN", "Frames", "looks_like_events"]

BROKEN = object()
"""Stands for a part of the stream that is not JSON."""

_FIELD = re.compile(r"(?:data|event|id|retry)?:|(?:data|event|id|retry)$")
_LINE_END = re.compile(r"\r\n|\n|\r")
_MARKS = re.compile(r'["{}\[\]]')
_STRING = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_DONE = "[DONE]"


def looks_like_events(text: str) -> bool:
    """Whether a text is a stream of server-sent events, judged by its beginning."""
    return _FIELD.match(text.lstrip("\ufeff \r\n")) is not None


class Frames:
    """Cuts the text of a stream into its JSON values."""

    def __init__(self) -> None:
        """Stand before the first character."""
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._form: _Events | _Objects | None = None  # its first character tells

    def feed(self, piece: str | bytes) -> Iterator[Any]:
        """The values that end in this piece; `BROKEN` for what is none."""
        text = self._decoder.decode(piece) if isinstance(piece, bytes) else piece
        if self._form is None:
            text = text.lstrip("\ufeff \t\r\n")
            if not text:
                return
            self._form = _Objects() if text[0] in "[{" else _Events()
        yield from self._form.feed(text)

    def close(self) -> Iterator[Any]:
        """What is left at the stream's end: an event without its empty line, or a torn value."""
        if self._form is not None:
            yield from self._form.close()


class _Events:
    """Server-sent events: the `data` of each is JSON."""

    def __init__(self) -> None:
        self._rest: list[str] = []  # the line that is not complete
        self._data: list[str] = []
        self._by_line = False  # each piece is a line, its end taken away
        self._returned = False  # the last character was a carriage return

    def feed(self, text: str) -> Iterator[Any]:
        if not (text or self._by_line):
            return
        if len(self._rest) == 1 and not self._by_line:
            self._by_line = _is_next_line(self._rest[0], text)
        if self._by_line and self._rest:
            yield from self._line(self._take_rest())
        if self._returned and text.startswith("\n"):
            text = text[1:]
        self._returned = text.endswith("\r")
        lines = _LINE_END.split(text)
        for line in lines[:-1]:
            self._rest.append(line)
            yield from self._line(self._take_rest())
        self._rest.append(lines[-1])

    def close(self) -> Iterator[Any]:
        yield from self._line(self._take_rest())
        yield from self._line("")

    def _take_rest(self) -> str:
        line, self._rest = "".join(self._rest), []
        return line

    def _line(self, line: str) -> Iterator[Any]:
        """One line: a field, or the empty line that ends an event.

        Data that is a whole value ends its event, too: not every server writes the empty line.
        """
        name, _, value = line.partition(":")
        if line and name != "data":
            return
        if line:
            self._data.append(value.removeprefix(" "))
        if self._data and (not line or _may_be_whole(self._data)):
            value = _loads("\n".join(self._data))
            if value is BROKEN and line:
                return  # the value goes on in the next line of data
            self._data = []
            if value is not None:
                yield value


def _is_next_line(before: str, text: str) -> bool:
    """Whether a piece is the next line, though nothing ended the one before."""
    if not _FIELD.match(text):
        return False
    name, colon, value = before.partition(":")
    return bool(colon) and (name != "data" or _loads(value) is not BROKEN)


def _may_be_whole(data: list[str]) -> bool:
    return len(data) == 1 and data[0].rstrip().endswith(("}", "]"))


def _loads(text: str) -> Any:
    """The value of a data field; None for one that holds nothing, `BROKEN` for what is no JSON."""
    text = text.strip()
    if not text or text == _DONE:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return BROKEN


class _Objects:
    """JSON objects that follow each other, whatever stands between them."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def feed(self, text: str) -> Iterator[Any]:
        start, at = 0, 0
        while at < len(text):
            if self._in_string:
                at = self._string(text, at)
                continue
            mark = _MARKS.search(text, at)
            if mark is None:
                break
            char, at = mark[0], mark.end()
            if char == '"':
                self._in_string = self._depth > 0
            elif char == "{" or (char == "[" and self._depth):
                start = start if self._depth else at - 1
                self._depth += 1
            elif self._depth:
                self._depth -= 1
                if not self._depth:
                    yield _loads("".join([*self._pieces, text[start:at]]))
                    self._pieces = []
        if self._depth:
            self._pieces.append(text[start:])

    def close(self) -> Iterator[Any]:
        if self._depth:
            self._depth = 0
            yield BROKEN

    def _string(self, text: str, at: int) -> int:
        """Read on in a string; return the position behind it, or the text's end."""
        if self._escaped:
            self._escaped, at = False, at + 1
        plain = _STRING.match(text, at)
        at = plain.end() if plain else at
        if at < len(text):
            self._escaped = text[at] == "\\"
            self._in_string = self._escaped
            at += 1
        return at
