r"""Texts that match a pattern, written from it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from toolc.ir.patterns.matching import MAX_TEXT
from toolc.ir.patterns.syntax import Chars, Choice, Node, Repeat, Sequence, parse_pattern

__all__ = ["texts"]

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


def _written(node: Node, repeats: int, turn: int, index: int) -> str | None:
    """One text for a node: `turn` picks among options, `index` among characters."""
    match node:
        case Chars():
            return _character(node, index)
        case Sequence(items):
            return _joined(_written(item, repeats, turn, index) for item in items)
        case Choice(options):
            return _written(options[turn % len(options)], repeats, turn, index)
        case Repeat(item, low, high):
            wanted = (
                repeats if isinstance(item, Chars) or repeats > _REPEATS[0] else min(repeats, 1)
            )
            count = max(low, wanted if high is None else min(wanted, high))
            if count > MAX_TEXT:
                return None
            return _joined(_written(item, repeats, turn, turn + i) for i in range(count))
        case _:
            return ""


def _joined(parts: Iterator[str | None]) -> str | None:
    pieces: list[str] = []
    size = 0
    for part in parts:
        size += len(part or "")
        if part is None or size > MAX_TEXT:
            return None
        pieces.append(part)
    return "".join(pieces)


def _character(node: Chars, index: int) -> str | None:
    usual = _usual(node)
    if usual:
        return usual[index % len(usual)]
    return chr(node.ranges[0][0]) if node.ranges else None


@lru_cache(maxsize=512)
def _usual(node: Chars) -> str:
    """The characters of a class that people would write; asked for each character of a text."""
    return "".join(filter(node.holds, _PREFERRED))
