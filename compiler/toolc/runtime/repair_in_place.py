"""Mends the defects that can be mended where they stand, at the speed of one regular expression.

The text is split into runs in which nothing is wrong and the defects between them, all at once.
Only what means the same wherever it stands is mended so: strings in other quotes, unquoted keys,
Python's literals, comments, trailing commas. The result counts only if it is JSON: whatever needs
to know where in the value it stands is for `repair_patch`, which makes the same of all the rest.
"""

import re
from collections.abc import Callable
from functools import cache

from toolc.runtime.repair_strings import COMMENT, STRINGS, WORD, as_json

__all__ = ["LITERALS", "mend_in_place"]

LITERALS = {"True": "true", "False": "false", "None": "null"}

# A run of what is well written. Words and numbers are checked by the one who reads the result.
_PLAIN = r"""[^"',/\#A-Za-z_\x80-\U0010ffff{marks}]"""
_STRING = r'"(?!"")[^"\\\x00-\x1f]*+(?:\\["\\/bfnrtu][^"\\\x00-\x1f]*+)*+"'
_COMMA = r",(?!\s*+[{closers}])"
_JSON_WORD = r"(?:true|false|null)(?![\w$-])|(?<=\d)[eE](?=[+-]?\d)"
_QUOTED = r"""'[^'"\\\x00-\x1f]*+'(?=\s*+[{after}])"""
_PIECES = rf"""
    (?P<run>{_PLAIN}*+(?:(?:{_STRING}|{_COMMA}|{_JSON_WORD}){_PLAIN}*+)*+)
    (?:
      (?P<quoted>(?:{_QUOTED}(?:{_PLAIN}++|{_COMMA}|{_JSON_WORD})*+)++)
    | (?P<comma>,)
    | (?P<literal>(?:True|False|None)(?![\w$.+-])(?!\s*+:))
    | (?P<key>{WORD}(?=\s*+[:=]))
    | (?P<python>[()=])
    | {STRINGS}
    | (?P<comment>{COMMENT})
    | (?P<rest>.*+)
    )
"""
_PYTHON_MARKS = {"(": "[", ")": "]", "=": ":"}


def mend_in_place(text: str, begin: int, *, python: bool) -> tuple[str, list[str]] | None:
    """Return the text with its defects mended, and their names; None where it takes more than that.

    What stands before `begin` is well written, and no string is open there. `python`: the text is
    the arguments of a call, in parentheses.
    """
    if python:
        text = text.strip()
        if text[:1] != "(" or text[-1:] != ")":
            return None
        text = f"{{{text[1:-1]}}}"
    pieces = _pieces(python=python).split(text[begin:])
    groups = _pieces(python=python).groupindex
    stride = len(groups) + 1  # in front of each piece stands what is between them: nothing
    if any(pieces[groups["rest"] :: stride]):
        return None
    found: list[tuple[int, str]] = []  # where a defect stands, and its name
    for kind, mend in _MENDERS.items():
        column = pieces[groups[kind] :: stride]
        if any(column):
            pieces[groups[kind] :: stride] = mend(column, found)
    repairs = dict.fromkeys(name for _, name in sorted(found, key=lambda item: item[0]))
    return text[:begin] + "".join(filter(None, pieces)), list(repairs)


@cache
def _pieces(*, python: bool) -> re.Pattern[str]:
    closers = r")}\]" if python else r"}\]"
    marks = "()=" if python else ""
    pattern = _PIECES.format(closers=closers, marks=marks, after=f",:{closers}")
    return re.compile(pattern, re.VERBOSE | re.DOTALL)


# --- one function for each kind of defect: all pieces of that kind, mended ---

_Column = list[str | None]
_Found = list[tuple[int, str]]


def _alike(name: str, mend: Callable[[str], str]) -> Callable[[_Column, _Found], _Column]:
    def mend_all(column: _Column, found: _Found) -> _Column:
        found.append((_first(column), name))
        return [piece and mend(piece) for piece in column]

    return mend_all


def _commas(column: _Column, found: _Found) -> _Column:
    found.append((_first(column), "trailing_comma"))
    return [None] * len(column)


def _first(column: _Column) -> int:
    return next(at for at, piece in enumerate(column) if piece)


def _strings(kind: str) -> Callable[[_Column, _Found], _Column]:
    def mend_all(column: _Column, found: _Found) -> _Column:
        def mend(at: int, piece: str) -> str:
            return as_json(kind, piece, lambda name: found.append((at, name)))

        return [piece and mend(at, piece) for at, piece in enumerate(column)]

    return mend_all


def _marks(column: _Column, _: _Found) -> _Column:
    return [piece and _PYTHON_MARKS[piece] for piece in column]


_MENDERS: dict[str, Callable[[_Column, _Found], _Column]] = {
    "quoted": _alike("single_quotes", lambda piece: piece.replace("'", '"')),
    "comma": _commas,
    "literal": _alike("python_literals", LITERALS.__getitem__),
    "key": _alike("unquoted_keys", '"{}"'.format),
    "comment": _alike("comments", lambda _: " "),  # it stands between two tokens
    "python": _marks,
    **{kind: _strings(kind) for kind in ("triple", "double", "single", "smart")},
}
