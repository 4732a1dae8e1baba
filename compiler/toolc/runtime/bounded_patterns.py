"""Patterns for which `re` may take too long: long texts go through a machine that is always linear.

`re` tries one way to match after the other; a pattern such as `^(a+)+$` has more ways than can ever
be tried. The machine (Thompson, 1968) follows all ways at once, and remembers the steps it took.
"""

import re
from typing import Final

__all__ = ["BoundedPattern", "Program"]

Range = tuple[int, int]

Program = tuple[tuple[str, tuple[Range, ...], tuple[int, ...]], ...]
"""The steps of a machine, each (kind, code points, the steps that follow it).

`chars` takes one character; `fork` goes on without; `^`, `$`, `b` and `B` go on where they hold;
`match` is the end. The first step is the start.
"""

_REMEMBERED: Final = 5_000  # steps of states that are kept; then they are forgotten, all at once

_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")

_State = tuple[frozenset[int], bool, bool]
"""The steps that wait for the next character, whether it is the first, and comes after a word's."""


class BoundedPattern:
    """Searches like a compiled pattern, in time that is bounded for every text.

    Texts of up to `short` characters go to `re`. Longer ones go to the machine; where there is none
    (`re` alone knows look-around), they count as not matching.
    """

    __slots__ = ("_known", "_program", "_quick", "_short")

    def __init__(self, quick: re.Pattern[str], short: int, program: Program = ()) -> None:
        """`quick` and `program` say the same."""
        self._quick = quick
        self._short = short
        self._program = program
        self._known: dict[tuple[_State, str], _State | None] = {}

    def search(self, text: str) -> object:
        """What is true where the pattern matches anywhere in a text, else None, as of `re`."""
        if len(text) <= self._short:
            return self._quick.search(text)
        return (bool(self._program) and self._runs(text)) or None

    def _runs(self, text: str) -> bool:
        known = self._known
        if len(known) > _REMEMBERED:
            known.clear()
        state: _State = (frozenset({0}), True, False)
        for char in text:
            key = (state, char)
            if key not in known:
                known[key] = self._after(state, char)
            following = known[key]
            if following is None:
                return True
            state = following
        return self._after(state, "") is None

    def _after(self, state: _State, char: str) -> _State | None:
        """The state behind a character, or behind the text's end; None once there is a match."""
        waiting, is_first, after_word = state
        is_word = char in _WORD
        holds = {
            "fork": True,
            "^": is_first,
            "$": not char,
            "b": after_word is not is_word,
            "B": after_word is is_word,
        }
        point = ord(char) if char else -1
        reached, stack = set(waiting), list(waiting)
        moved = {0}  # a match may begin anywhere
        while stack:
            kind, ranges, following = self._program[stack.pop()]
            if kind == "match":
                return None
            if kind == "chars":
                if any(first <= point <= last for first, last in ranges):
                    moved.update(following)
            elif holds[kind]:
                fresh = [step for step in following if step not in reached]
                reached.update(fresh)
                stack += fresh
        return frozenset(moved), False, is_word
