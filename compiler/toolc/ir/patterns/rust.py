r"""Reading an expression of Rust's `regex` crate (1.12, 2025) as a pattern of JSON Schema.

What the two dialects spell alike but mean otherwise (`\d`, `\s`, `.`) is spelled out; flags, sets
of classes, `\w` and `\b`, which go by Unicode's tables in Rust alone, can't be said.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolc.ir.patterns.syntax import UnreadablePatternError, parse_pattern

__all__ = ["from_rust"]

_TOKEN: Final = re.compile(
    r"""
      \\x\{(?P<braced>[0-9A-Fa-f]{1,6})\} | \\x(?P<two>[0-9A-Fa-f]{2})
    | \\u\{(?P<long>[0-9A-Fa-f]{1,6})\}   | \\u(?P<four>[0-9A-Fa-f]{4})
    | (?P<anchor> \^ | \$ | \\A | \\z )
    | (?P<named> \(\?P?<[A-Za-z_][A-Za-z0-9_]*> )
    | \\(?P<property> [pP][A-Z] )
    | (?P<unsayable> \(\?(?!:) | \{, | \\[bBwW<>] )
    | (?P<known> \\[ntrfvdDsS] | \. )
    | \\(?P<escaped> [^A-Za-z0-9] )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)

_SPACE: Final = r"\t-\r\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_INSIDE: Final = {r"\d": r"\p{Nd}", r"\D": r"\P{Nd}", r"\s": _SPACE, ".": "."}
_OUTSIDE: Final = _INSIDE | {r"\s": f"[{_SPACE}]", r"\S": f"[^{_SPACE}]", ".": r"[^\n]"}
"""What stands for a word of Rust's, within a class and without; other escapes are the same."""

_ANCHORS: Final = {"^": "^", r"\A": "^", "$": "$", r"\z": "$"}
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
_SETS: Final = ("&&", "--", "~~")
_ANY: Final = f"[\\u0000-{chr(0x10FFFF)}]"


def from_rust(expression: str) -> str:
    r"""The pattern of the texts that match an expression as a whole.

    Raises UnreadablePatternError where there is none that says the same.

    >>> from_rust(r"(?P<year>\x{30}|[a-f]{4})"), from_rust("^a.$")
    ('^(?:(?:\\u0030|[a-f]{4}))$', '^(?:a[^\\n])$')
    """
    pieces = list(_pieces(expression))
    if "|" not in _at_top(pieces):
        pieces = pieces[pieces[:1] == ["^"] : len(pieces) - (pieces[-1:] == ["$"])]
    pattern = f"^(?:{''.join(pieces)})$".replace(_ANY, r"[\s\S]")
    parse_pattern(pattern)
    return pattern


def _pieces(expression: str) -> Iterator[str]:
    body: int | None = None  # where what is in a class begins
    for token in _TOKEN.finditer(expression):
        text, at = token.group(), token.start()
        if body is not None and (
            text == "[" or expression.startswith(_SETS, at) or (text == "]" and at == body)
        ):
            raise UnreadablePatternError("sets of classes can't be said")
        if text == "[":
            body = at + 1 + expression.startswith("^", at + 1)
        yield _piece(token, in_class=body is not None)
        if text == "]":
            body = None


def _piece(token: re.Match[str], *, in_class: bool) -> str:
    """One token as JSON Schema spells it."""
    text, kind = token.group(), token.lastgroup or ""
    match kind:
        case "braced" | "two" | "long" | "four":
            return _character(int(token[kind], 16))
        case "escaped":
            is_syntax = token[kind] in _SYNTAX or (in_class and token[kind] == "-")
            return f"\\{token[kind]}" if is_syntax else token[kind]
        case "property":
            return f"\\{token[kind][0]}{{{token[kind][1]}}}"
        case "anchor" if not in_class:
            return _ANCHORS[text]
        case "named" if not in_class:
            return "(?:"
        case "known" if text in (known := _INSIDE if in_class else _OUTSIDE):
            return known[text]
        case "unsayable" if text[0] == "\\" or not in_class:
            raise UnreadablePatternError(f"`{text}` can't be said")
        case "known" if text == r"\S":
            raise UnreadablePatternError(r"`\S` within a class can't be said")
    return text


def _character(point: int) -> str:
    """A code point; those beyond the first plane stand for themselves."""
    if point > 0x10FFFF:
        raise UnreadablePatternError("there is no such code point")
    return f"\\u{point:04x}" if point <= 0xFFFF else chr(point)


def _at_top(pieces: list[str]) -> Iterator[str]:
    """The pieces that stand in no group; where a class holds brackets, perhaps more or fewer."""
    depth = 0
    for piece in pieces:
        depth += piece.startswith("(")
        if depth <= 0:
            yield piece
        depth -= piece == ")"
