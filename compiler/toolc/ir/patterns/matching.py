r"""Whether a pattern occurs in a text, in bounded time.

Texts come from hostile documents, so nothing backtracks: a set of positions moves through the
expression, and stops at a budget.
"""

from typing import Final

from toolc.ir.patterns.syntax import (
    WORD,
    Chars,
    Choice,
    Edge,
    Look,
    Node,
    Repeat,
    Sequence,
    UnreadablePatternError,
    parse_pattern,
)

__all__ = ["MAX_TEXT", "matches"]

_MAX_STEPS: Final = 200_000  # positions moved per match: about a tenth of a second
MAX_TEXT: Final = 2_000
"""The longest text that is matched or written."""


class _Matcher:
    """Moves sets of positions through an expression, within a budget of steps."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.steps = 0

    def advance(self, node: Node, at: frozenset[int]) -> frozenset[int]:
        self.steps += len(at) + 1
        if self.steps > _MAX_STEPS:
            raise UnreadablePatternError("matching takes too long")
        match node:
            case Chars():
                text = self.text
                return frozenset(p + 1 for p in at if p < len(text) and node.holds(text[p]))
            case Sequence(items):
                for item in items:
                    at = self.advance(item, at)
                return at
            case Choice(options):
                return frozenset().union(*(self.advance(option, at) for option in options))
            case Repeat():
                return self._repeat(node, at)
            case Edge(kind):
                return frozenset(p for p in at if self._stands(kind, p))
            case Look(item, wanted):
                return frozenset(
                    p for p in at if bool(self.advance(item, frozenset({p}))) == wanted
                )

    def _repeat(self, node: Repeat, at: frozenset[int]) -> frozenset[int]:
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
        word = Chars(WORD)
        before = at > 0 and word.holds(self.text[at - 1])
        after = at < len(self.text) and word.holds(self.text[at])
        return (before != after) == (kind == "b")


def matches(pattern: str, text: str) -> bool:
    r"""Whether a pattern occurs in a text; UnreadablePatternError when that can't be told.

    >>> matches(r"^\d+px$", "12px"), matches("^(a+)+$", "a" * 500 + "!")
    (True, False)
    """
    if len(text) > MAX_TEXT:
        raise UnreadablePatternError("the text is too long")
    everywhere = frozenset(range(len(text) + 1))
    return bool(_Matcher(text).advance(parse_pattern(pattern), everywhere))
