"""The texts that diagnostics point into, read when they are first needed."""

import re
from collections.abc import Iterable
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
        self._spans: dict[str, dict[str, Span]] = {}

    def prepare(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Find the places of all these diagnostics, in one pass over each file."""
        pointers: dict[str, set[str]] = {}
        for item in diagnostics:
            if item.origin is not None and item.origin.line is None:
                pointers.setdefault(item.origin.file, set()).add(item.origin.pointer)
        for file, wanted in pointers.items():
            missing = wanted - self._spans.get(file, {}).keys()
            if missing:
                self._spans.setdefault(file, {}).update(locate(self._text(file), missing))

    def span(self, origin: Origin) -> Span | None:
        """The place of an origin; None when its document has no text or nothing like it."""
        if origin.line is not None:
            return Span(origin.line, origin.column or 1, 1)
        if origin.pointer not in self._spans.get(origin.file, {}):
            found = locate(self._text(origin.file), [origin.pointer])
            self._spans.setdefault(origin.file, {}).update(found)
        return self._spans[origin.file].get(origin.pointer)

    def line(self, file: str, number: int) -> str | None:
        """One line of a text, counted from 1."""
        if file not in self._lines:
            self._lines[file] = _LINE_END.split(self._text(file))
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
