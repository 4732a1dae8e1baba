"""How long the texts are that a pattern matches, and whether it rules out any."""

from toolc.ir.patterns.syntax import (
    Chars,
    Choice,
    Edge,
    Look,
    Node,
    Repeat,
    Sequence,
    parse_pattern,
)

__all__ = ["lengths", "matches_all"]


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


def _looks(node: Node) -> bool:
    """Whether an expression asks for more than the characters it matches."""
    match node:
        case Edge() | Look():
            return True
        case Sequence(parts) | Choice(parts):
            return any(map(_looks, parts))
        case Repeat(item):
            return _looks(item)
    return False


def _lengths(node: Node) -> tuple[int, int | None]:
    match node:
        case Chars():
            return 1, 1
        case Sequence(items):
            parts = [_lengths(item) for item in items]
            highs = [high for _, high in parts if high is not None]
            whole = len(highs) == len(parts)
            return sum(low for low, _ in parts), sum(highs) if whole else None
        case Choice(options):
            parts = [_lengths(option) for option in options]
            highs = [high for _, high in parts if high is not None]
            whole = len(highs) == len(parts)
            return min(low for low, _ in parts), max(highs) if whole else None
        case Repeat(item, low, high):
            least, most = _lengths(item)
            return least * low, None if most is None or high is None else most * high
    return 0, 0


def _is_anchored(node: Node) -> bool:
    """Whether a match begins and ends where the text does."""
    items = node.items if isinstance(node, Sequence) else ()
    return len(items) > 1 and items[0] == Edge("^") and items[-1] == Edge("$")
