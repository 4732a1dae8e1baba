r"""Reading the regular expressions of JSON Schema into expressions of plain parts.

Follows the subset that JSON Schema 2020-12 core recommends (6.4, ECMA-262 with the `u` flag), plus
lookaheads and word edges.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from toolc.runtime.unicode_categories import category_of, unicode_ranges

__all__ = [
    "LAST",
    "WORD",
    "Chars",
    "Choice",
    "Edge",
    "Look",
    "Node",
    "Repeat",
    "Sequence",
    "UnreadablePatternError",
    "parse_pattern",
]

_MAX_PATTERN: Final = 2_000  # longer ones are machine-made; nobody reads their sample either
_MAX_DEPTH: Final = 40  # nested groups; keeps the recursion far from Python's limit
LAST: Final = 0x10FFFF
"""The last code point."""

Range = tuple[int, int]


class UnreadablePatternError(ValueError):
    """The pattern is malformed, too large, or uses what is not regular (back-references)."""


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of some ranges of code points, ends included."""

    ranges: tuple[Range, ...]

    def holds(self, character: str) -> bool:
        """Whether a character is one of them."""
        point = ord(character)
        return any(low <= point <= high for low, high in self.ranges)


@dataclass(frozen=True, slots=True)
class Sequence:
    """One part after the other."""

    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several options."""

    options: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part so many times; `high` is None where there is no most."""

    item: "Node"
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Edge:
    """A place: `^`, `$`, or `b` and `B` for the edge of a word and none."""

    kind: str


@dataclass(frozen=True, slots=True)
class Look:
    """What must follow, or must not, without being part of the match."""

    item: "Node"
    wanted: bool


Node = Chars | Sequence | Choice | Repeat | Edge | Look


def _inverted(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    gaps: list[Range] = []
    start = 0
    for low, high in sorted(ranges):
        if low > start:
            gaps.append((start, low - 1))
        start = max(start, high + 1)
    if start <= LAST:
        gaps.append((start, LAST))
    return tuple(gaps)


_DIGIT: Final = ((48, 57),)
WORD: Final = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE: Final = (
    *((9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)),
    *((0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
_NEWLINES: Final = ((10, 10), (13, 13), (0x2028, 0x2029))
_CLASSES: Final[dict[str, tuple[Range, ...]]] = {
    "d": _DIGIT,
    "D": _inverted(_DIGIT),
    "w": WORD,
    "W": _inverted(WORD),
    "s": _SPACE,
    "S": _inverted(_SPACE),
}
_CONTROLS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_QUANTIFIERS: Final[dict[str, tuple[int, int | None]]] = {
    "*": (0, None),
    "+": (1, None),
    "?": (0, 1),
}
_GROUPS: Final = {"(?:": None, "(?=": True, "(?!": False}


class _Reader:
    """A recursive-descent reader of one pattern."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        node = self._choice()
        if self.at < len(self.pattern):
            raise UnreadablePatternError(f"unexpected `{self.pattern[self.at]}` at {self.at}")
        return node

    def _sees(self, text: str) -> bool:
        return self.pattern.startswith(text, self.at)

    def _take(self) -> str:
        if self.at >= len(self.pattern):
            raise UnreadablePatternError("the pattern ends too early")
        self.at += 1
        return self.pattern[self.at - 1]

    def _choice(self) -> Node:
        options = [self._sequence()]
        while self._sees("|"):
            self.at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            items.append(self._quantified(self._atom()))
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _quantified(self, atom: Node) -> Node:
        bounds = self._bounds()
        if bounds is None:
            return atom
        if self._sees("?"):  # lazy: says which match is found, not whether there is one
            self.at += 1
        return Repeat(atom, *bounds)

    def _bounds(self) -> tuple[int, int | None] | None:
        if self.at >= len(self.pattern):
            return None
        if self.pattern[self.at] in _QUANTIFIERS:
            return _QUANTIFIERS[self._take()]
        if not self._sees("{"):
            return None
        end = self.pattern.find("}", self.at)
        low, comma, high = self.pattern[self.at + 1 : end].partition(",")
        if end < 0 or not low.isdecimal() or not (high.isdecimal() or not high):
            return None  # a brace that counts nothing is a plain character
        self.at = end + 1
        return int(low), (int(high) if high else None if comma else int(low))

    def _atom(self) -> Node:
        if self._sees("("):
            return self._group()
        if self._sees("["):
            return self._class()
        character = self._take()
        if character in "^$":
            return Edge(character)
        if character == ".":
            return Chars(_inverted(_NEWLINES))
        if character == "\\":
            return self._escape()
        if character in "*+?":
            raise UnreadablePatternError(f"nothing to repeat at {self.at - 1}")
        return Chars(((ord(character), ord(character)),))

    def _group(self) -> Node:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise UnreadablePatternError("groups are nested too deep")
        look = self._group_head()
        inner = self._choice()
        if self._take() != ")":
            raise UnreadablePatternError("a group is not closed")
        self.depth -= 1
        return inner if look is None else Look(inner, look)

    def _group_head(self) -> bool | None:
        for opener, look in _GROUPS.items():
            if self._sees(opener):
                self.at += len(opener)
                return look
        self.at += 1
        if not self._sees("?"):
            return None
        end = self.pattern.find(">", self.at)
        if not self._sees("?<") or end < 0 or self._sees("?<=") or self._sees("?<!"):
            raise UnreadablePatternError("this kind of group is not supported")
        self.at = end + 1  # a named group
        return None

    def _escape(self) -> Node:
        letter = self._take()
        if letter in "bB":
            return Edge(letter)
        if letter in _CLASSES:
            return Chars(_CLASSES[letter])
        if letter in "pP":
            return Chars(self._property(negated=letter == "P"))
        point = self._code_point(letter)
        return Chars(((point, point),))

    def _property(self, *, negated: bool) -> tuple[Range, ...]:
        end = self.pattern.find("}", self.at)
        name = self.pattern[self.at + 1 : end] if self._sees("{") else ""
        category = category_of(name.rpartition("=")[2])
        if category is None or name.rpartition("=")[0] not in ("", "gc", "General_Category"):
            raise UnreadablePatternError(f"`{name[:40]}` is no general category")
        self.at = end + 1
        return unicode_ranges(category, negated=negated)

    def _code_point(self, letter: str) -> int:
        if letter in _CONTROLS:
            return ord(_CONTROLS[letter])
        if letter in "xu":
            return self._hexadecimal(2 if letter == "x" else 4)
        if letter.isalnum():  # \1, \k<name>: not regular
            raise UnreadablePatternError(f"`\\{letter}` is not supported")
        return ord(letter)

    def _hexadecimal(self, width: int) -> int:
        if self._sees("{"):
            end = self.pattern.find("}", self.at)
            digits, self.at = self.pattern[self.at + 1 : end], end + 1
        else:
            digits, self.at = self.pattern[self.at : self.at + width], self.at + width
        try:
            return min(int(digits, 16), LAST)
        except ValueError:
            raise UnreadablePatternError("an escape lacks its hexadecimal digits") from None

    def _class(self) -> Node:
        self.at += 1
        negated = self._sees("^")
        self.at += negated
        ranges: list[Range] = []
        while not self._sees("]"):
            ranges += self._class_item()
        self.at += 1
        return Chars(_inverted(tuple(ranges)) if negated else tuple(ranges))

    def _class_item(self) -> tuple[Range, ...]:
        first = self._class_character()
        dash = self._sees("-") and not self._sees("-]")
        if not isinstance(first, int) or not dash:
            return ((first, first),) if isinstance(first, int) else first
        self.at += 1
        last = self._class_character()
        if not isinstance(last, int):  # `[a-\d]`: the dash is a plain character
            return ((first, first), (45, 45), *last)
        if last < first:
            raise UnreadablePatternError("a range in a class is the wrong way round")
        return ((first, last),)

    def _class_character(self) -> int | tuple[Range, ...]:
        character = self._take()
        if character != "\\":
            return ord(character)
        letter = self._take()
        if letter in _CLASSES:
            return _CLASSES[letter]
        if letter in "pP":
            return self._property(negated=letter == "P")
        return 8 if letter == "b" else self._code_point(letter)


@lru_cache(maxsize=256)
def parse_pattern(pattern: str) -> Node:
    """Read a pattern; UnreadablePatternError when it is malformed, too large or not regular."""
    if len(pattern) > _MAX_PATTERN:
        raise UnreadablePatternError("the pattern is too long")
    return _Reader(pattern).whole()
