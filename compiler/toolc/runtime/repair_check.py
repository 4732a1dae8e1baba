"""Whether a value that someone else mended says what the text says: nothing added, lost or cut."""

import json
import re
from collections.abc import Iterator
from typing import Any, Literal

__all__ = ["stands_in"]

_QUOTES = "\"'“”\u2018\u2019`"
_FRAME_CHARS = f" \t\r\n\f\v{_QUOTES},:{{}}[]"
_FRAME = re.compile(f"[{re.escape(_FRAME_CHARS)}]*+")

_EMPTY = re.compile(rf"""[{_QUOTES}]?[\s,:{{}}\[\]]*+(?:""|\'\'|“”)""")

# What must follow each kind of piece: a key its colon, a string its quote. A string without quotes
# may be anything (`0x10`, `1,000`): only a schema can settle that, and is asked before.
_FOLLOWS = {
    "key": re.compile(rf"[{_QUOTES}]?\s*+:"),
    "string": re.compile(rf"[{_QUOTES}]"),
    "scalar": re.compile(r"(?![\w.])"),
}

_Piece = tuple[Literal["key", "string", "scalar"], tuple[str, ...]]


def stands_in(value: object, text: str) -> bool:
    """Whether every key and scalar of `value` stands in `text`, in order, and nothing else does.

    No string is accepted that holds a bare double quote, at which it could as well have ended.
    """
    opening = "{" if isinstance(value, dict) else "["
    if not isinstance(value, dict | list) or not text.lstrip().startswith(opening):
        return False
    at = 0
    for kind, spellings in _pieces(value):
        at = _find(spellings, text, at) if spellings else _find_nothing(text, at)
        if at < 0 or not _FOLLOWS[kind].match(text, at):
            return False
    frame = _FRAME.match(text, at)
    return frame is not None and frame.end() == len(text)


def _find(spellings: tuple[str, ...], text: str, at: int) -> int:
    """Where one of the spellings ends, if only structure stands before it; else -1."""
    frame = _FRAME.match(text, at)
    start = frame.end() if frame else at
    for spelling in spellings:
        lead = len(spelling) - len(spelling.lstrip(_FRAME_CHARS))
        begin = start - lead if lead < len(spelling) else at
        if begin >= at and text.startswith(spelling, begin):
            return begin + len(spelling)
    return -1


def _find_nothing(text: str, at: int) -> int:
    """Where an empty string's opening quote ends: it must be written, not only missing."""
    match = _EMPTY.match(text, at)
    return match.end() - 1 if match else -1


def _pieces(root: object) -> Iterator[_Piece]:
    """The keys and scalars of a value in the order they are written, each in its spellings."""
    pending: list[tuple[Any, bool]] = [(root, False)]
    while pending:
        node, is_key = pending.pop()
        if isinstance(node, dict):
            for key, item in reversed(node.items()):
                pending += [(item, False), (str(key), True)]
        elif isinstance(node, list):
            pending.extend((item, False) for item in reversed(node))
        elif not isinstance(node, str):
            yield "scalar", (json.dumps(node), repr(node))
        else:
            yield ("key" if is_key else "string"), _spellings(node) if node else ()


def _spellings(string: str) -> tuple[str, ...]:
    escaped = json.dumps(string, ensure_ascii=False)[1:-1]
    bare = () if '"' in string else (string,)
    return (*bare, escaped, json.dumps(string)[1:-1], escaped.replace("/", "\\/"))
