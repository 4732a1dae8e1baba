"""Finds literals in a text that comes in pieces: the one place that decides to wait for more.

Wrong answers under re-chunking come from deciding on the length of a buffer, from taking a short
literal while a longer one could still follow, and from reading an empty rest as "no match". Here
alone is decided; everyone else gets a literal, nothing, or "wait".
"""

import re
from collections.abc import Iterable

__all__ = ["WAIT", "Lexer"]

WAIT = None  # what stands there may still become a literal

_NEVER = r"(?!)"  # matches nothing


class Lexer:
    """A set of literals, the longest taken first."""

    __slots__ = ("_first", "_match", "_prefixes", "first", "longest")

    def __init__(self, literals: Iterable[str]) -> None:
        """Compile the literals, which may be none; none may be empty."""
        ordered = sorted(set(literals), key=lambda literal: (-len(literal), literal))
        starts = "".join(re.escape(char) for char in sorted({o[0] for o in ordered}))
        self.longest = max(map(len, ordered), default=0)
        self._match = re.compile("|".join(map(re.escape, ordered)) or _NEVER)
        self._first = re.compile(f"[{starts}]" if starts else _NEVER)
        self.first = self._first.search  # finds where one may begin
        self._prefixes = frozenset(o[:end] for o in ordered for end in range(1, len(o)))

    def at(self, text: str, at: int, *, final: bool) -> str | None:
        """The literal at `at`, "" if there is none, WAIT if it depends on what comes."""
        if not final and len(text) - at < self.longest:
            rest = text[at:]
            if (not rest and self.longest) or rest in self._prefixes:
                return WAIT
        match = self._match.match(text, at)
        return match[0] if match else ""

    def find(self, text: str, at: int, *, final: bool) -> tuple[int, str | None]:
        """Where plain text ends, and the literal there ("" at the text's end, or WAIT)."""
        for first in self._first.finditer(text, at):
            start = first.start()
            literal = self.at(text, start, final=final)
            if literal != "":
                return start, literal
        return len(text), ""
