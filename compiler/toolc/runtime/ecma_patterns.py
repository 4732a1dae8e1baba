r"""ECMA-262 regular expressions (2025, flag `u`) as Python `re` patterns, or a clear refusal.

JSON Schema 2020-12 (validation, 6.3.3) takes its patterns from ECMA-262. The two languages differ
in what `$`, `.`, `\d`, `\w`, `\s` and `\b` mean, in escapes, in group names and inside classes.
Where browsers are laxer than the grammar (a lone `{` or `]`), so is this.
"""

import re
import warnings
from dataclasses import dataclass
from itertools import groupby
from typing import NoReturn

from toolc.runtime.unicode_categories import category_of

__all__ = ["BeyondPythonError", "Category", "Parts", "PatternError", "translate"]

_Range = tuple[int, int]

_SPACE: tuple[_Range, ...] = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
_DIGIT: tuple[_Range, ...] = ((0x30, 0x39),)
_WORD: tuple[_Range, ...] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))


def _complement(ranges: tuple[_Range, ...]) -> tuple[_Range, ...]:
    edges = [-1, *(edge for pair in ranges for edge in pair), 0x110000]
    return tuple((edges[i] + 1, edges[i + 1] - 1) for i in range(0, len(edges), 2))


_CLASSES = {
    "d": _DIGIT,
    "D": _complement(_DIGIT),
    "w": _WORD,
    "W": _complement(_WORD),
    "s": _SPACE,
    "S": _complement(_SPACE),
}
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "0": "\0"}
_ASSERTIONS = {"b": r"(?a:\b)", "B": r"(?a:(?!\b))"}  # Python's `\B` is not in the empty text
_GROUPS = ("(?:", "(?=", "(?!", "(?<=", "(?<!")
_LONGEST = 10_000  # characters; `re` takes a second for them
_NESTED = 50  # groups within groups; `re` reads them by recursion
_BARE = {".": "[^\\n\\r\\u2028\\u2029]", "$": r"\Z", "]": r"\]", "}": r"\}"}
_QUANTIFIER = re.compile(r"(?:[*+?]|\{\d+(?:,\d*)?\})\??")


class PatternError(ValueError):
    """A pattern that is not of ECMA-262, or that `re` has no words for; the message says why."""


class BeyondPythonError(PatternError):
    """A pattern of ECMA-262 that `re` has no words for: a look-behind of any width."""


@dataclass(frozen=True, slots=True)
class Category:
    """The inside of a class for a Unicode general category, which `re` does not know."""

    name: str
    negated: bool


Parts = tuple[str | Category, ...]
"""A pattern for `re`, in pieces that are to be joined."""


def translate(pattern: str) -> Parts:
    r"""The pattern for `re.compile`; between its texts stand the categories that it asks for.

    Raises PatternError with the reason.

    >>> translate(r"^\d+$"), translate(r"\p{Lu}a")
    (('^[0-9]+\\Z',), ('[', Category(name='Lu', negated=False), ']a'))
    """
    if len(pattern) > _LONGEST:
        raise PatternError(f"longer than {_LONGEST:,} characters")
    parts = tuple(_Translation(pattern).run())
    text = "".join(part if isinstance(part, str) else "a" for part in parts)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(text)
    except (re.error, OverflowError, Warning) as error:
        kind = BeyondPythonError if "look-behind" in str(error) else PatternError
        raise kind(f"Python can't express it ({error})") from None
    return parts


class _Translation:
    """One pass over one pattern."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._parts: list[str | Category] = []
        self._quantifiable = False
        self._depth = 0

    def run(self) -> list[str | Category]:
        while self._at < len(self._pattern):
            self._term()
        joined: list[str | Category] = []
        for is_text, parts in groupby(self._parts, lambda part: isinstance(part, str)):
            run = list(parts)
            joined += ["".join(map(str, run))] if is_text else run
        return joined

    def _refuse(self, reason: str) -> NoReturn:
        raise PatternError(f"{reason} at character {self._at}")

    def _add(self, text: str | Category, width: int, *, quantifiable: bool = True) -> None:
        self._parts.append(text)
        self._at += width
        self._quantifiable = quantifiable

    def _term(self) -> None:
        char = self._pattern[self._at]
        if char == "\\":
            self._escape()
        elif char == "[":
            self._class()
        elif char == "(":
            self._group()
        elif quantifier := _QUANTIFIER.match(self._pattern, self._at):
            if not self._quantifiable:
                self._refuse("a quantifier with nothing to repeat")
            self._add(quantifier[0], len(quantifier[0]), quantifiable=False)
        elif char == "{":
            self._add(r"\{", 1)
        elif char in "^|":
            self._add(char, 1, quantifiable=False)
        else:
            self._depth -= char == ")"
            self._add(_BARE.get(char, char), 1, quantifiable=char != "$")

    def _group(self) -> None:
        self._depth += 1
        if self._depth > _NESTED:
            self._refuse("groups nested too deeply")
        rest = self._pattern[self._at : self._at + 100]
        if not rest.startswith("(?"):
            self._add("(", 1, quantifiable=False)
        elif named := re.match(r"\(\?<([A-Za-z_$][\w$]*)>", rest):
            self._add(f"(?P<{_group_name(named[1])}>", len(named[0]), quantifiable=False)
        elif opening := next((text for text in _GROUPS if rest.startswith(text)), None):
            self._add(opening, len(opening), quantifiable=False)
        elif modified := re.match(r"\(\?[ims]*(?:-[ims]+)?:", rest):
            self._add(modified[0], len(modified[0]), quantifiable=False)
        else:
            self._refuse("a group that ECMA-262 does not have")

    def _escape(self) -> None:
        char = self._pattern[self._at + 1 : self._at + 2]
        if char in _ASSERTIONS and char:
            self._add(_ASSERTIONS[char], 2, quantifiable=False)
        elif char in _CLASSES and char:
            self._add(f"[{_render(_CLASSES[char])}]", 2)
        elif char in {"p", "P"}:
            inside, width = self._property()
            self._add("[", 0)
            self._add(inside, 0)
            self._add("]", width)
        elif reference := re.compile(r"\\([1-9]\d*)").match(self._pattern, self._at):
            self._add(f"(?:\\{reference[1]})", len(reference[0]))
        elif back := re.compile(r"\\k<([A-Za-z_$][\w$]*)>").match(self._pattern, self._at):
            self._add(f"(?P={_group_name(back[1])})", len(back[0]))
        else:
            code, width = self._character()
            self._add(_literal(code), width)

    def _property(self) -> tuple[Category, int]:
        r"""The inside of a class for `\p{...}` or `\P{...}` at this place, and its width."""
        found = re.compile(r"\\([pP])\{(?:(?:General_Category|gc)=)?(\w+)\}").match(
            self._pattern, self._at
        )
        if not found:
            self._refuse("a Unicode property that is not supported")
        category = category_of(found[2])
        if category is None:
            self._refuse(f"the Unicode property {found[2]} is not supported")
        return Category(category, negated=found[1] == "P"), len(found[0])

    def _character(self) -> tuple[int, int]:
        """The code point that an escape at this place stands for, and the escape's width."""
        rest = self._pattern[self._at : self._at + 12]
        if pair := re.match(
            r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})", rest
        ):
            high, low = int(pair[1], 16), int(pair[2], 16)
            return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), len(pair[0])
        if number := re.match(
            r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\})", rest
        ):
            code = int(number[1] or number[2] or number[3], 16)
            if code > 0x10FFFF:
                self._refuse("a code point beyond U+10FFFF")
            return code, len(number[0])
        if control := re.match(r"\\c([A-Za-z])", rest):
            return ord(control[1]) % 32, 3
        char = rest[1:2]
        if char in _CONTROLS and char and not re.match(r"\\0\d", rest):
            return ord(_CONTROLS[char]), 2
        if not char or char.isalnum():
            self._refuse(f"the escape \\{char}, which ECMA-262 does not have,")
        return ord(char), 2

    def _class(self) -> None:
        if self._pattern.startswith(("[]", "[^]"), self._at):
            negated = self._pattern.startswith("[^", self._at)
            self._add("(?s:.)" if negated else "(?!)", 3 if negated else 2)
            return
        negated = self._pattern.startswith("[^", self._at)
        self._add("[^" if negated else "[", 2 if negated else 1)
        while not self._pattern.startswith("]", self._at):
            if self._at >= len(self._pattern):
                self._refuse("a character class that is never closed, which ends")
            self._member()
        self._add("]", 1)

    def _member(self) -> None:
        r"""One member of a class: a set (`\d`, `\p{L}`), a character, or a range of two."""
        name = self._pattern[self._at + 1 : self._at + 2]
        if self._pattern[self._at] == "\\" and name in {"p", "P"}:
            self._add(*self._property())
        elif self._pattern[self._at] == "\\" and name in _CLASSES and name:
            self._add(_render(_CLASSES[name]), 2)
        else:
            first, width = self._class_character()
            self._at += width
            if not self._is_range():
                self._add(_literal(first), 0)
                return
            self._at += 1
            last, width = self._class_character()
            if last < first:
                self._refuse("a range that runs backwards")
            self._add(f"{_literal(first)}-{_literal(last)}", width)

    def _is_range(self) -> bool:
        """Whether a hyphen here makes a range: a character follows that is no set and no end."""
        after = self._pattern[self._at : self._at + 3]
        return bool(re.match(r"-[^\]\\]|-\\[^dDwWsSpP]", after, re.DOTALL))

    def _class_character(self) -> tuple[int, int]:
        if self._pattern[self._at] != "\\":
            return ord(self._pattern[self._at]), 1
        if self._pattern.startswith("\\b", self._at):
            return 0x08, 2
        return self._character()


def _render(ranges: tuple[_Range, ...]) -> str:
    return "".join(
        _literal(first) if first == last else f"{_literal(first)}-{_literal(last)}"
        for first, last in ranges
    )


def _literal(code: int) -> str:
    char = chr(code)
    if char.isascii():
        return char if char.isalnum() or char in " _/,:;'\"@%!<>=`" else re.escape(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _group_name(name: str) -> str:
    return name.replace("$", "_dollar_")
