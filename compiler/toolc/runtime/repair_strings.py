"""Strings in the quotes and with the escapes that models write, and how JSON writes them."""

import re
from collections.abc import Callable

__all__ = ["COMMENT", "STRINGS", "WORD", "as_json"]

# Regular expressions for the verbose mode; a `'` closes a string only before {after}.
STRINGS = r"""
      (?P<triple>"{{3}}(?:[^"\\]++|\\.|"(?!""))*+"{{3}}|'{{3}}(?:[^'\\]++|\\.|'(?!''))*+'{{3}})
    | (?P<double>"(?:[^"\\]++|\\.)*+")
    | (?P<single>'(?:[^'\\]++|\\.|'(?!\s*+(?:[{after}]|\Z)))*+')
    | (?P<smart>“(?:[^”\\]++|\\.)*+”)
"""
COMMENT = r"(?://[^\n]*+|\#[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)"
WORD = r"(?:[^\W\d][\w$-]*+(?![.+]))"

_QUOTES = {"triple": 3}  # characters of quotes on each side; one in every other kind
_GOOD = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+\Z')
_CONTROL = re.compile(r"[\x00-\x1f]")
_ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|"', re.DOTALL)
# A long string is rewritten in blocks, cut between escapes: each match costs memory until the end.
_BLOCK = re.compile(
    r"(?:[^\\]{1,256}+|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.){1,1024}+", re.DOTALL
)
_JSON_ESCAPES = frozenset('"\\/bfnrt')
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def as_json(kind: str, token: str, note: Callable[[str], None]) -> str:
    r"""Write a quoted string as JSON; `kind` says which quotes, `note` is told what was mended.

    >>> as_json("single", "'a'", print)
    single_quotes
    '"a"'
    """
    width = _QUOTES.get(kind, 1)
    inner = token[width:-width]
    if kind == "double" and _GOOD.match(inner):
        return token
    if kind != "double":
        note(f"{kind}_quotes")
    if kind != "double" or "\\" in inner:
        inner = _escapes(inner, note)
    if _CONTROL.search(inner):
        note("raw_newlines" if "\n" in inner else "control_characters")
        for char, short in _SHORT.items():
            inner = inner.replace(char, short)
        inner = _CONTROL.sub(lambda hit: f"\\u{ord(hit[0]):04x}", inner)
    return f'"{inner}"'


def _escapes(inner: str, note: Callable[[str], None]) -> str:
    def rewrite(hit: re.Match[str]) -> str:
        escape = hit[1]
        if escape is None:
            return '\\"'  # a bare double quote, between other quotes
        if escape in _JSON_ESCAPES or (escape[0] == "u" and len(escape) > 1):
            return hit[0]
        if escape == "'":
            return "'"
        note("escapes")
        if escape[0] == "x" and len(escape) > 1:
            return f"\\u00{escape[1:]}"
        return f"\\\\{escape}"  # a path or a regular expression: the backslash was meant

    return "".join(_ESCAPE.sub(rewrite, block[0]) for block in _BLOCK.finditer(inner))
