"""The texts that diagnostics point into, read when they are first needed."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.positions import Span, locate

__all__ = ["Sources"]

_LINE_END = re.compile("\r\n|\r|\n")


class Sources:
    """Finds lines and columns; a text that is not at hand is read from disk, if it can be.

    A text is read and scanned once for all diagnostics given to `prepare`.
    """

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        """Take the texts that are already at hand, by the file name that origins carry."""
        self._texts: dict[str, str] = dict(texts or {})
        self._lines: dict[str, list[str]] = {}
        self._spans: dict[tuple[str, bool], dict[str, Span]] = {}

    def add(self, texts: Mapping[str, str]) -> None:
        """Take further texts, which can't be read from disk, or need not be read again."""
        self._texts.update(texts)

    def prepare(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Find the places of all these diagnostics, in one pass over each file."""
        pointers: dict[tuple[str, bool], set[str]] = {}
        for item in diagnostics:
            if item.origin is not None and item.origin.line is None:
                place = (item.origin.file, item.origin.at_key)
                pointers.setdefault(place, set()).add(item.origin.pointer)
        for place, wanted in pointers.items():
            self._find(place, wanted - self._spans.get(place, {}).keys())

    def span(self, origin: Origin) -> Span | None:
        """The place of an origin; None when its document has no text or nothing like it."""
        if origin.line is not None:
            return Span(origin.line, origin.column or 1, 1)
        place = (origin.file, origin.at_key)
        if origin.pointer not in self._spans.get(place, {}):
            self._find(place, {origin.pointer})
        return self._spans[place].get(origin.pointer)

    def _find(self, place: tuple[str, bool], pointers: set[str]) -> None:
        file, at_key = place
        if pointers:
            found = locate(self._text(file), pointers, keys=at_key)
            self._spans.setdefault(place, {}).update(found)

    def line(self, file: str, number: int) -> str | None:
        """One line of a text, counted from 1."""
        if file not in self._lines:
            text = self._text(file)
            self._lines[file] = _LINE_END.split(text) if text else []
        lines = self._lines[file]
        return lines[number - 1] if number <= len(lines) else None

    def _text(self, file: str) -> str:
        if file not in self._texts:
            self._texts[file] = _read(Path(file))
        return self._texts[file]


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return ""
