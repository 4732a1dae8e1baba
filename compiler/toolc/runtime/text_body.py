"""What the bodies that are not JSON have in common: length, bound, and the text for display."""

from abc import ABC, abstractmethod

from toolc.runtime.body import MAX_BODY
from toolc.runtime.json_scan import Hot
from toolc.runtime.repair import Mended, Unreadable

__all__ = ["TextBody"]


class TextBody(ABC):
    """A body whose name stands before it, and whose arguments are read at its end.

    The protocol is that of `JsonBody`. A kind says in `scan` how far it reads and in `value` what
    the whole body means; `hot` finds what may end the stretch that is being read.
    """

    __slots__ = ("_deltas", "_length", "has_arguments", "hot", "limit", "name", "settled")

    def __init__(self) -> None:
        """Stand before the body's first character."""
        self.name = ""
        self.limit = ""
        self.settled = True
        self.has_arguments = True
        self.hot: Hot | None = None
        self._length = 0
        self._deltas: list[str] = []

    def read(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on; return where it stopped and what was found there: MORE, END or STOP."""
        end, found = self.scan(text, at, final=final)
        self._take(text[at:end])
        return end, found

    @abstractmethod
    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Find how far the body goes."""

    @abstractmethod
    def value(
        self, text: str, schema: dict[str, object] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """Read the whole body, whose text this is, under the tool's schema."""

    def stretch(self, piece: str) -> str | None:
        """Take a piece in which `hot` finds nothing, and return it; None if it passes the limit."""
        if self._length + len(piece) > MAX_BODY:
            return None
        self._length += len(piece)
        return piece

    def early(self, text: str) -> str:
        """Arguments that came before the name: there are none in these bodies."""
        del text
        return ""

    def release(self) -> None:  # noqa: B027 - a default, not a duty: few bodies have a guard
        """Lift the guard: there is none inside these bodies."""

    def pass_over(self, text: str, at: int) -> int:
        """Take the character that `read` stopped for: no closing tag began there."""
        self._take(text[at])
        return at + 1

    def deltas(self) -> str:
        """The body's text since the last time."""
        text = "".join(self._deltas)
        self._deltas.clear()
        return text

    def _take(self, piece: str) -> None:
        room = MAX_BODY - self._length
        self._length += len(piece)
        if len(piece) > room:
            piece = piece[: max(0, room)]
            self.limit = f"its arguments are longer than {MAX_BODY:,} characters"
        if piece:
            self._deltas.append(piece)
