"""Reads the arguments of a call in Python's syntax: `(city="Oslo", days=3)`."""

from typing import Any

from toolc.runtime.json_scan import DEEP, END, MAX_NESTING, MORE, PYTHON, STOP, JsonScanner
from toolc.runtime.repair import Mended, Unreadable, mend
from toolc.runtime.text_body import TextBody

__all__ = ["PythonBody"]

# What is a defect in JSON and the way it is written here.
_NATIVE = frozenset({"python_literals", "single_quotes", "unquoted_keys", "escapes"})


class PythonBody(TextBody):
    """The arguments of one call, from the opening parenthesis to the closing one."""

    __slots__ = ("_scanner",)

    def __init__(self) -> None:
        """Stand before the parenthesis."""
        super().__init__()
        self._scanner = JsonScanner(PYTHON)

    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on to the closing parenthesis, or to what may begin a closing tag."""
        del final  # where it ends does not depend on what follows
        while True:
            at, found = self._scanner.scan(text, at)
            if found == DEEP:
                self.limit = f"its arguments are nested deeper than {MAX_NESTING} levels"
            if found in _STOPS:
                self.hot = self._scanner.hot
                return at, found

    def pass_over(self, text: str, at: int) -> int:
        """Take the character that `read` stopped for."""
        super().pass_over(text, at)
        return self._scanner.pass_over(at)

    def value(
        self, text: str, schema: dict[str, Any] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """The arguments by keyword; a tuple is an array."""
        mended = mend(text, schema, closed=closed, python=True)
        if isinstance(mended, Mended):
            mended.repairs = [repair for repair in mended.repairs if repair not in _NATIVE]
        return mended


_STOPS = frozenset({MORE, END, STOP})
