"""Arguments that come as values at paths: Vertex's `partialArgs` (RFC 9535, normalized paths)."""

import re
from typing import Any

from toolc.runtime.replies.parts import Json, first

__all__ = ["PartialArgs"]

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*+)'\]|\[\"((?:[^\"\\]|\\.)*+)\"\]")
_ESCAPE = re.compile(r"\\(.)")
_MAX_STEPS = 200
_EXACT = 2**53  # below it, a float that is whole was an integer on the wire

_STRINGS = ("stringValue", "string_value")
_VALUES = ("numberValue", "number_value", "boolValue", "bool_value")
_NULLS = ("nullValue", "null_value")


class PartialArgs:
    """Puts the values together; what has no place makes them not whole."""

    def __init__(self) -> None:
        """Begin with no arguments."""
        self.value: dict[str, Any] = {}
        self._fits = True
        self._growing: tuple[str, list[str]] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether every piece had its place, and no text waits for more."""
        return self._fits and self._growing is None

    def take(self, piece: Json) -> None:
        """Set the value at a path; a text that continues grows by what comes for the same path."""
        written = first(piece, "jsonPath", "json_path")
        path = _path(written) if isinstance(written, str) else None
        text = first(piece, *_STRINGS)
        if path is None:
            self._fits = False
            return
        if isinstance(text, str):
            goes_on = bool(first(piece, "willContinue", "will_continue"))
            self._take_text(str(written), path, text, goes_on=goes_on)
            return
        value = first(piece, *_VALUES)
        if value is not None or any(key in piece for key in _NULLS):
            exact = isinstance(value, float) and value.is_integer() and abs(value) < _EXACT
            self._put(path, int(value) if exact else value)

    def _take_text(self, written: str, path: list[str | int], text: str, *, goes_on: bool) -> None:
        known = self._growing[1] if self._growing and self._growing[0] == written else []
        known.append(text)
        self._growing = (written, known) if goes_on else None
        if not goes_on:
            self._put(path, "".join(known))

    def _put(self, path: list[str | int], value: object) -> None:
        """Set a value; lists grow by one member at a time."""
        where: Any = self.value
        for step, after in zip(path, [*path[1:], None], strict=True):
            new: Any = value if after is None else [] if isinstance(after, int) else {}
            if isinstance(step, int):
                if not isinstance(where, list) or step > len(where):
                    self._fits = False
                    return
                if step == len(where):
                    where.append(new)
                elif after is None:
                    where[step] = new
            elif not isinstance(where, dict):
                self._fits = False
                return
            elif after is None:
                where[step] = new
            else:
                where.setdefault(step, new)
            where = where[step]


def _path(written: str) -> list[str | int] | None:
    """The steps of a path, None for one that does not lead into an object."""
    steps: list[str | int] = []
    at = 1
    while written[:1] == "$" and at < len(written) and len(steps) < _MAX_STEPS:
        found = _STEP.match(written, at)
        if found is None:
            return None
        name, index, single, double = found.groups()
        quoted = single if single is not None else double
        if index is not None:
            steps.append(int(index[:9]))
        else:
            steps.append(name if name is not None else _ESCAPE.sub(r"\1", quoted))
        at = found.end()
    return steps if at == len(written) and steps and isinstance(steps[0], str) else None
