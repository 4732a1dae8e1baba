r"""Regular expressions of JSON Schema: match in bounded time, and write a text that matches.

Follows the subset that JSON Schema 2020-12 core recommends (6.4, ECMA-262 with the `u` flag), plus
lookaheads and word edges. Texts come from hostile documents, so `matches` never backtracks: it
moves a set of positions through the expression, and stops at a budget.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = [
    "UnreadablePatternError",
    "lengths",
    "matches",
    "matches_all",
    "parse_pattern",
    "texts",
]

_MAX_PATTERN: Final = 2_000  # longer ones are machine-made; nobody reads their sample either
_MAX_DEPTH: Final = 40  # nested groups; keeps the recursion far from Python's limit
_MAX_STEPS: Final = 200_000  # positions moved per match: about a tenth of a second
_MAX_TEXT: Final = 2_000  # the longest text that is written or matched
_LAST: Final = 0x10FFFF

Range = tuple[int, int]


class UnreadablePatternError(ValueError):
    """The pattern is malformed, too large, or uses what is not regular (back-references)."""


@dataclass(frozen=True, slots=True)
class _Chars:
    ranges: tuple[Range, ...]

    def holds(self, character: str) -> bool:
        point = ord(character)
        return any(low <= point <= high for low, high in self.ranges)


@dataclass(frozen=True, slots=True)
class _Sequence:
    items: "tuple[_Node, ...]"


@dataclass(frozen=True, slots=True)
class _Choice:
    options: "tuple[_Node, ...]"


@dataclass(frozen=True, slots=True)
class _Repeat:
    item: "_Node"
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class _Edge:
    kind: str


@dataclass(frozen=True, slots=True)
class _Look:
    item: "_Node"
    wanted: bool


_Node = _Chars | _Sequence | _Choice | _Repeat | _Edge | _Look


def _inverted(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    gaps: list[Range] = []
    start = 0
    for low, high in sorted(ranges):
        if low > start:
            gaps.append((start, low - 1))
        start = max(start, high + 1)
    if start <= _LAST:
        gaps.append((start, _LAST))
    return tuple(gaps)


_DIGIT: Final = ((48, 57),)
_WORD: Final = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE: Final = ((9, 13), (32, 32), (160, 160), (0x2028, 0x2029), (0xFEFF, 0xFEFF))
_NEWLINES: Final = ((10, 10), (13, 13), (0x2028, 0x2029))
_CLASSES: Final[dict[str, tuple[Range, ...]]] = {
    "d": _DIGIT,
    "D": _inverted(_DIGIT),
    "w": _WORD,
    "W": _inverted(_WORD),
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

    def whole(self) -> _Node:
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

    def _choice(self) -> _Node:
        options = [self._sequence()]
        while self._sees("|"):
            self.at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else _Choice(tuple(options))

    def _sequence(self) -> _Node:
        items: list[_Node] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            items.append(self._quantified(self._atom()))
        return items[0] if len(items) == 1 else _Sequence(tuple(items))

    def _quantified(self, atom: _Node) -> _Node:
        bounds = self._bounds()
        if bounds is None:
            return atom
        if self._sees("?"):  # lazy: says which match is found, not whether there is one
            self.at += 1
        return _Repeat(atom, *bounds)

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

    def _atom(self) -> _Node:
        if self._sees("("):
            return self._group()
        if self._sees("["):
            return self._class()
        character = self._take()
        if character in "^$":
            return _Edge(character)
        if character == ".":
            return _Chars(_inverted(_NEWLINES))
        if character == "\\":
            return self._escape()
        if character in "*+?":
            raise UnreadablePatternError(f"nothing to repeat at {self.at - 1}")
        return _Chars(((ord(character), ord(character)),))

    def _group(self) -> _Node:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise UnreadablePatternError("groups are nested too deep")
        look = self._group_head()
        inner = self._choice()
        if self._take() != ")":
            raise UnreadablePatternError("a group is not closed")
        self.depth -= 1
        return inner if look is None else _Look(inner, look)

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

    def _escape(self) -> _Node:
        letter = self._take()
        if letter in "bB":
            return _Edge(letter)
        if letter in _CLASSES:
            return _Chars(_CLASSES[letter])
        point = self._code_point(letter)
        return _Chars(((point, point),))

    def _code_point(self, letter: str) -> int:
        if letter in _CONTROLS:
            return ord(_CONTROLS[letter])
        if letter in "xu":
            return self._hexadecimal(2 if letter == "x" else 4)
        if letter.isalnum():  # \1, \k<name>, \p{L}: not regular, or not in Python's `re`
            raise UnreadablePatternError(f"`\\{letter}` is not supported")
        return ord(letter)

    def _hexadecimal(self, width: int) -> int:
        if self._sees("{"):
            end = self.pattern.find("}", self.at)
            digits, self.at = self.pattern[self.at + 1 : end], end + 1
        else:
            digits, self.at = self.pattern[self.at : self.at + width], self.at + width
        try:
            return min(int(digits, 16), _LAST)
        except ValueError:
            raise UnreadablePatternError("an escape lacks its hexadecimal digits") from None

    def _class(self) -> _Node:
        self.at += 1
        negated = self._sees("^")
        self.at += negated
        ranges: list[Range] = []
        while not self._sees("]"):
            ranges += self._class_item()
        self.at += 1
        return _Chars(_inverted(tuple(ranges)) if negated else tuple(ranges))

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
        return 8 if letter == "b" else self._code_point(letter)


@lru_cache(maxsize=256)
def parse_pattern(pattern: str) -> _Node:
    """Read a pattern; UnreadablePatternError when it is malformed, too large or not regular."""
    if len(pattern) > _MAX_PATTERN:
        raise UnreadablePatternError("the pattern is too long")
    return _Reader(pattern).whole()


def lengths(pattern: str) -> tuple[int, int | None]:
    """The fewest and the most characters of a text that matches; None where there is no most.

    UnreadablePatternError as for `parse_pattern`.

    >>> lengths("^[a-z]{2,5}$"), lengths("[0-9]")
    ((2, 5), (1, None))
    """
    whole = parse_pattern(pattern)
    least, most = _lengths(whole)
    return least, most if _is_anchored(whole) else None


def matches_all(pattern: str) -> bool:
    """Whether every text surely matches: the pattern may match nothing, at any place.

    >>> matches_all("[a-z]*"), matches_all("^[a-z]*$")
    (True, False)
    """
    whole = parse_pattern(pattern)
    return _lengths(whole)[0] == 0 and not _looks(whole)


def _looks(node: _Node) -> bool:
    """Whether an expression asks for more than the characters it matches."""
    match node:
        case _Edge() | _Look():
            return True
        case _Sequence(parts) | _Choice(parts):
            return any(map(_looks, parts))
        case _Repeat(item):
            return _looks(item)
    return False


def _lengths(node: _Node) -> tuple[int, int | None]:
    match node:
        case _Chars():
            return 1, 1
        case _Sequence(items):
            parts = [_lengths(item) for item in items]
            highs = [high for _, high in parts if high is not None]
            whole = len(highs) == len(parts)
            return sum(low for low, _ in parts), sum(highs) if whole else None
        case _Choice(options):
            parts = [_lengths(option) for option in options]
            highs = [high for _, high in parts if high is not None]
            whole = len(highs) == len(parts)
            return min(low for low, _ in parts), max(highs) if whole else None
        case _Repeat(item, low, high):
            least, most = _lengths(item)
            return least * low, None if most is None or high is None else most * high
    return 0, 0


def _is_anchored(node: _Node) -> bool:
    """Whether a match begins and ends where the text does."""
    items = node.items if isinstance(node, _Sequence) else ()
    return len(items) > 1 and items[0] == _Edge("^") and items[-1] == _Edge("$")


class _Matcher:
    """Moves sets of positions through an expression, within a budget of steps."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.steps = 0

    def advance(self, node: _Node, at: frozenset[int]) -> frozenset[int]:
        self.steps += len(at) + 1
        if self.steps > _MAX_STEPS:
            raise UnreadablePatternError("matching takes too long")
        match node:
            case _Chars():
                text = self.text
                return frozenset(p + 1 for p in at if p < len(text) and node.holds(text[p]))
            case _Sequence(items):
                for item in items:
                    at = self.advance(item, at)
                return at
            case _Choice(options):
                return frozenset().union(*(self.advance(option, at) for option in options))
            case _Repeat():
                return self._repeat(node, at)
            case _Edge(kind):
                return frozenset(p for p in at if self._stands(kind, p))
            case _Look(item, wanted):
                return frozenset(
                    p for p in at if bool(self.advance(item, frozenset({p}))) == wanted
                )

    def _repeat(self, node: _Repeat, at: frozenset[int]) -> frozenset[int]:
        for _ in range(node.low):
            moved = self.advance(node.item, at)
            if moved == at:  # an item that can be empty: more rounds change nothing
                break
            at = moved
        reached, frontier, rounds = at, at, node.low
        while frontier and (node.high is None or rounds < node.high):
            frontier = self.advance(node.item, frontier) - reached
            reached |= frontier
            rounds += 1
        return reached

    def _stands(self, kind: str, at: int) -> bool:
        if kind in "^$":
            return at == (0 if kind == "^" else len(self.text))
        word = _Chars(_WORD)
        before = at > 0 and word.holds(self.text[at - 1])
        after = at < len(self.text) and word.holds(self.text[at])
        return (before != after) == (kind == "b")


def matches(pattern: str, text: str) -> bool:
    r"""Whether a pattern occurs in a text; UnreadablePatternError when that can't be told.

    >>> matches(r"^\d+px$", "12px"), matches("^(a+)+$", "a" * 500 + "!")
    (True, False)
    """
    if len(text) > _MAX_TEXT:
        raise UnreadablePatternError("the text is too long")
    everywhere = frozenset(range(len(text) + 1))
    return bool(_Matcher(text).advance(parse_pattern(pattern), everywhere))


_PREFERRED: Final = (
    "abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "-_./: ,;#@+=()[]{}<>!?&%$*~|^'`\"\\"
)
_REPEATS: Final = (3, 1, 0, 2, 8, 16, 40, 64, 130, 260)


def texts(pattern: str, length: int = 0) -> Iterator[str]:
    r"""Texts that a pattern was written for, the most readable first; each should still be checked.

    `length` is what the texts should have at least. Lookaheads are not obeyed while writing, so
    `matches` decides. UnreadablePatternError as above.

    >>> next(texts("^[A-Z][a-z]+-\\d{2}$"))
    'Aabc-12'
    """
    node = parse_pattern(pattern)
    seen: set[str] = set()
    for repeats in (length, *_REPEATS) if length > _REPEATS[0] else _REPEATS:
        for turn in range(3):
            text = _written(node, repeats, turn, turn)
            if text is not None and text not in seen:
                seen.add(text)
                yield text


def _written(node: _Node, repeats: int, turn: int, index: int) -> str | None:
    """One text for a node: `turn` picks among options, `index` among characters."""
    match node:
        case _Chars():
            return _character(node, index)
        case _Sequence(items):
            return _joined(_written(item, repeats, turn, index) for item in items)
        case _Choice(options):
            return _written(options[turn % len(options)], repeats, turn, index)
        case _Repeat(item, low, high):
            wanted = (
                repeats if isinstance(item, _Chars) or repeats > _REPEATS[0] else min(repeats, 1)
            )
            count = max(low, wanted if high is None else min(wanted, high))
            if count > _MAX_TEXT:
                return None
            return _joined(_written(item, repeats, turn, turn + i) for i in range(count))
        case _:
            return ""


def _joined(parts: Iterator[str | None]) -> str | None:
    pieces: list[str] = []
    size = 0
    for part in parts:
        size += len(part or "")
        if part is None or size > _MAX_TEXT:
            return None
        pieces.append(part)
    return "".join(pieces)


def _character(node: _Chars, index: int) -> str | None:
    usual = [character for character in _PREFERRED if node.holds(character)]
    if usual:
        return usual[index % len(usual)]
    return chr(node.ranges[0][0]) if node.ranges else None
