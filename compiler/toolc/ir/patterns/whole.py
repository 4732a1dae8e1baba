r"""A pattern as one regular expression for the whole text, in words that every engine knows.

A pattern of JSON Schema may match anywhere in a text. Engines that decode by a regular expression
(the Rust dialect of llguidance 1.9.1; OpenAI's custom tools, guide of 2026) take one for the whole
text, without anchors, look-around or classes whose meaning differs (`\d`, `\w`, `\s`, `.`).
"""

from collections.abc import Iterator

from toolc.ir.patterns.syntax import (
    LAST,
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

__all__ = ["whole_pattern"]

_ANYTHING = Repeat(Chars(((0, LAST),)), 0, None)
_BEGIN, _END = Edge("^"), Edge("$")


def whole_pattern(pattern: str) -> str:
    r"""The expression that a whole text must match for a pattern to occur in it.

    UnreadablePatternError where that can't be said: look-around, word edges, anchors within.

    >>> whole_pattern("^a+$"), whole_pattern("^ab|c$")
    ('a+', '(?:ab[\\x{0}-\\x{10ffff}]*|[\\x{0}-\\x{10ffff}]*c)')
    """
    return _written(_whole(parse_pattern(pattern)))


def _whole(node: Node) -> Node:
    """The same with its anchors gone, and room for anything where it has none."""
    if isinstance(node, Choice):
        return Choice(tuple(map(_whole, node.options)))
    items = list(node.items) if isinstance(node, Sequence) else [node]
    begins = bool(items) and items[0] == _BEGIN
    ends = len(items) > begins and items[-1] == _END
    kept = items[begins : len(items) - ends]
    return Sequence((*[_ANYTHING][begins:], *kept, *[_ANYTHING][ends:]))


def _written(node: Node) -> str:
    match node:
        case Chars(ranges):
            return _class(ranges)
        case Sequence(items):
            return "".join(map(_written, items))
        case Choice(options):
            return f"(?:{'|'.join(map(_written, options))})"
        case Repeat(item, low, high):
            return _grouped(item) + _count(low, high)
        case Edge() | Look():
            raise UnreadablePatternError("anchors and look-around within can't be said")


def _grouped(node: Node) -> str:
    written = _written(node)
    return written if isinstance(node, Chars | Choice) else f"(?:{written})"


_COUNTS = {(0, None): "*", (1, None): "+", (0, 1): "?"}


def _count(low: int, high: int | None) -> str:
    if low == high:
        return f"{{{low}}}"
    return _COUNTS.get((low, high), f"{{{low},{'' if high is None else high}}}")


def _class(ranges: tuple[tuple[int, int], ...]) -> str:
    if not ranges:
        raise UnreadablePatternError("an empty class fits no text")
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _character(ranges[0][0])
    parts = (
        _character(low) if low == high else f"{_character(low)}-{_character(high)}"
        for low, high in _merged(ranges)
    )
    return f"[{''.join(parts)}]"


def _merged(ranges: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    """The same ranges in order, those that touch as one."""
    begin, end = min(ranges)
    for low, high in sorted(ranges):
        if low > end + 1:
            yield begin, end
            begin, end = low, high
        end = max(end, high)
    yield begin, end


_SPECIAL = frozenset("\\.+*?()|[]{}^$-&~#/")


def _character(point: int) -> str:
    character = chr(point)
    if character.isascii() and character.isprintable():
        return f"\\{character}" if character in _SPECIAL else character
    return f"\\x{{{point:x}}}"
