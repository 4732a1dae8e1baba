"""Reads bodies in which strings stand between marks of their own: `{city:<|"|>Oslo<|"|>,days:3}`.

A mark closes a string only before a comma, a closing bracket, a colon or the end, so that it can
also stand for a quote inside one. Everything else is as in JSON with unquoted keys.
"""

import json
from typing import Any

from toolc.runtime.body import END, MORE
from toolc.runtime.cursor import Cursor, NeedMore
from toolc.runtime.json_scan import MAX_NESTING
from toolc.runtime.lexer import Lexer
from toolc.runtime.repair import Mended, Unreadable, mend
from toolc.runtime.text_body import TextBody

__all__ = ["QuotedBody"]

_NATIVE = frozenset({"unquoted_keys", "unquoted_strings", "single_quotes", "escapes"})
_CLOSES = frozenset(",:}]")
_PLAIN = frozenset("\"'")


class QuotedBody(TextBody):
    """One object, from its opening brace to its closing one."""

    __slots__ = ("_depth", "_mark", "_marks", "_outside", "_quote", "_strings")

    def __init__(self, mark: str) -> None:
        """`mark` stands on both sides of a string."""
        super().__init__()
        self._mark = mark
        self._outside = Lexer([mark, "{", "}", "[", "]", '"', "'"])
        self._marks = {quote: Lexer([quote]) for quote in (mark, '"', "'")}
        self._quote = ""
        self._depth = 0
        self._strings: list[int] = []  # where each string begins and ends, marks included

    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on to the closing brace."""
        base = self._length - at
        found = MORE
        try:
            while not found:
                lexer = self._marks[self._quote] if self._quote else self._outside
                at, literal = lexer.find(text, at, final=final)
                if not literal:
                    break
                found = self._literal(Cursor(text, at + len(literal), final=final), literal, base)
                at += len(literal)
        except NeedMore:
            pass
        self.hot = None if found else self._marks[self._quote].first if self._quote else None
        return at, found

    def value(
        self, text: str, schema: dict[str, Any] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """The arguments: the strings written as JSON strings, the rest mended."""
        out, at, size = [], 0, len(self._mark)
        for begin, end in zip(self._strings[::2], self._strings[1::2], strict=False):
            out += [text[at:begin], json.dumps(text[begin + size : end - size])]
            at = end
        mended = mend("".join([*out, text[at:]]), schema, closed=closed)
        if isinstance(mended, Mended):
            mended.repairs = [repair for repair in mended.repairs if repair not in _NATIVE]
        return mended

    def _literal(self, behind: Cursor, literal: str, base: int) -> str:
        if self._quote:
            look = behind.copy()
            look.blank()
            if look.char in _CLOSES or not look.char:
                if literal == self._mark:
                    self._strings.append(base + behind.at)
                self._quote = ""
        elif literal == self._mark or literal in _PLAIN:
            self._quote = literal
            if literal == self._mark:
                self._strings.append(base + behind.at - len(literal))
        elif literal in "{[":
            self._depth += 1
            if self._depth > MAX_NESTING:
                self.limit = f"its arguments are nested deeper than {MAX_NESTING} levels"
        else:
            self._depth -= 1
            return MORE if self._depth else END
        return MORE
