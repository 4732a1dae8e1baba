"""Finds where a JSON-like value ends, in a text that comes in pieces, each character seen once.

The end is found by reading strings, escapes and nesting, so a closing tag inside a string is data.
Read loosely, so that what can be mended has an end, too: a quote closes a string only if a comma, a
colon, a closing bracket or a comment follows; `'` opens a string only where a value or key may
stand; `//` or `#` directly behind a word is part of an unquoted value (`a//b`, `http://x`), not a
comment. For well-formed JSON these rules change nothing. With the syntax PYTHON, the same is read
with parentheses and `=`, and without comments: the arguments of a call.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, auto

__all__ = [
    "DEEP",
    "END",
    "JSON",
    "MAX_NESTING",
    "MORE",
    "PYTHON",
    "STOP",
    "Hot",
    "JsonScanner",
    "ScanSyntax",
    "is_whole",
]

Hot = Callable[[str], object]  # finds what may end the stretch that is being read

# What `scan` stopped for, besides a structural character of the outermost container.
MORE = ""  # the text is used up
END = "end"  # the value is complete
STOP = "stop"  # outside every string stands a character that may begin a closing tag
DEEP = "deep"  # the value is nested deeper than MAX_NESTING; said once, at that bracket

_DEEP_INSIDE = 2  # containers around what nobody but the value itself is about

MAX_NESTING = 200  # brackets; `json` gives up near the interpreter's limit of 1,000 frames

_DOUBLE = re.compile(r'[^"\\]*+')
_SINGLE = re.compile(r"[^'\\]*+")
_BLANK = re.compile(r"\s*+")
_LINE = re.compile(r"[^\n]*+")
_BLOCK = re.compile(r"[^*]*+")
_PATH_END = re.compile(r"[\s,\"']")
_STOPS = "<`"
_STOPPING = frozenset(_STOPS)


@dataclass(slots=True, frozen=True)
class ScanSyntax:
    """What is structure: `plain` matches all else, `nested` jumps over members deep inside."""

    openers: str
    closers: str
    separators: str  # behind which a value may stand
    comments: str
    after_string: str
    plain: re.Pattern[str]
    nested: re.Pattern[str]


def _syntax(openers: str, closers: str, separators: str, comments: str) -> ScanSyntax:
    structure = re.escape("\"'" + openers + closers + separators + comments + _STOPS)
    after = separators + closers + comments + _STOPS
    plain = rf"[^{structure}]"
    string = rf'"[^"\\]*+"(?=\s*+[{re.escape(after)}])'
    marks = f"[{re.escape(separators)}]"
    return ScanSyntax(
        openers,
        closers,
        separators,
        comments,
        after,
        re.compile(f"{plain}*+"),
        re.compile(f"(?:{plain}++|{string}|{marks})*+"),
    )


JSON = _syntax("{[", "}]", ",:", "/#")
PYTHON = _syntax("{[(", "}])", ",:=", "")

_HOT: dict[str, Hot] = {'"': re.compile(r'["\\]').search, "'": re.compile(r"['\\]").search}


class _In(IntEnum):
    VALUE = auto()  # between strings
    STRING = auto()
    ESCAPE = auto()  # the character after a backslash
    QUOTED = auto()  # a quote was seen: what follows says whether it closed the string
    SLASH = auto()  # `/` was seen: a comment, or junk
    LINE = auto()  # a comment up to the line's end
    BLOCK = auto()  # a comment up to `*/`
    STAR = auto()  # `*` inside a block comment


def is_whole(text: str) -> bool:
    """Whether the object or array that a text begins also ends in it."""
    at = len(text) - len(text.lstrip())
    if text[at : at + 1] not in {"{", "["}:
        return False
    scanner, found = JsonScanner(), ""
    while at < len(text) and found != END:
        at, found = scanner.scan(text, at)
        if found == STOP:
            at = scanner.pass_over(at)
    return found == END


def _ends_in_word(text: str, *, behind_word: bool) -> bool:
    """Whether a word ends here, or a word and a colon."""
    if text[-1] == ":":
        return text[-2].isalpha() if len(text) > 1 else behind_word
    return text[-1].isalpha()


class JsonScanner:
    """Reads one value that begins with a bracket."""

    __slots__ = (
        "_deep",
        "_depth",
        "_glued",
        "_in",
        "_path",
        "_quote",
        "_reopen",
        "_syntax",
        "_value_may_stand",
    )

    def __init__(self, syntax: ScanSyntax = JSON) -> None:
        """Stand before the value's first bracket."""
        self._syntax = syntax
        self._depth = 0
        self._deep = False
        self._in = _In.VALUE
        self._quote = '"'
        self._glued = False  # directly behind a word, or behind that and a colon
        self._path = False  # in an unquoted value with slashes
        self._value_may_stand = True
        self._reopen = False  # the last string closed only if a closing tag follows

    @property
    def hot(self) -> Hot | None:
        """What may end the string that is being read; None outside of strings."""
        return _HOT[self._quote] if self._in is _In.STRING else None

    @property
    def is_deep(self) -> bool:
        """Whether what is read is below the members of the outermost container."""
        return self._depth >= _DEEP_INSIDE

    def scan(self, text: str, at: int) -> tuple[int, str]:
        """Read on from `at`; return where it stopped, and for what.

        A structural character of the outermost container (`:` or `,` at depth 1) is returned as
        itself, with the position behind it, and so is DEEP; END with the position behind the
        value; STOP with that of the character, which `pass_over` reads as part of the value.
        """
        end = len(text)
        while at < end:
            match self._in:
                case _In.VALUE:
                    at, found = self._value(text, at)
                    if found:
                        return at, found
                case _In.STRING:
                    at = self._string(text, at)
                case _In.ESCAPE:
                    self._in, at = _In.STRING, at + 1
                case _In.QUOTED:
                    at = self._quoted(text, at)
                case _:
                    at = self._comment(text, at)
        return at, MORE

    def skim(self, text: str) -> bool:
        """Read a piece on if it surely ends deep inside the value; False: nothing was read.

        Deep inside, below the members of the outermost container, no caller has to be told
        anything. What may begin a closing tag is left to `scan`, and so are very deep values.
        """
        if self._in is _In.STRING and not _HOT[self._quote](text):
            return True
        size, depth = len(text), self._depth
        if depth + size > MAX_NESTING or not _STOPPING.isdisjoint(text):
            return False
        if depth - size < _DEEP_INSIDE:
            closing = sum(map(text.count, self._syntax.closers))
            if depth - closing < _DEEP_INSIDE:
                return False
        self.scan(text, 0)
        return True

    def pass_over(self, at: int) -> int:
        """Take the character that `scan` stopped for as part of the value."""
        self._in = _In.STRING if self._reopen else _In.VALUE
        self._reopen = self._value_may_stand = False
        return at + 1

    def _value(self, text: str, at: int) -> tuple[int, str]:
        syntax = self._syntax
        plain = (syntax.nested if self._depth >= _DEEP_INSIDE else syntax.plain).match(text, at)
        read = plain[0] if plain else ""
        if read:
            self._path = self._path and not _PATH_END.search(read)
            self._glued = self._path or _ends_in_word(read, behind_word=self._glued)
            words = read.rstrip()
            if words:
                self._value_may_stand = words[-1] in syntax.separators
            at += len(read)
            if at == len(text):
                return at, MORE
        return self._structure(text[at], at)

    def _structure(self, char: str, at: int) -> tuple[int, str]:
        syntax = self._syntax
        found = MORE
        if char in syntax.comments:
            self._path = self._glued
            if not self._glued:
                self._in = _In.SLASH if char == "/" else _In.LINE
            return at + 1, found
        self._glued = self._glued and char == ":"
        self._path = self._path and self._glued
        if char == '"' or (char == "'" and self._value_may_stand):
            self._in, self._quote = _In.STRING, char
        elif char in syntax.openers:
            self._depth += 1
            self._value_may_stand = True
            if self._depth > MAX_NESTING and not self._deep:
                self._deep, found = True, DEEP
        elif char in syntax.closers:
            self._depth -= 1
            self._value_may_stand = False
            found = MORE if self._depth else END
        elif char in syntax.separators:
            self._value_may_stand = True
            found = char if self._depth == 1 else MORE
        elif char in _STOPS:
            return at, STOP
        return at + 1, found

    def _string(self, text: str, at: int) -> int:
        plain = (_DOUBLE if self._quote == '"' else _SINGLE).match(text, at)
        at = plain.end() if plain else at
        if at < len(text):
            self._in = _In.ESCAPE if text[at] == "\\" else _In.QUOTED
            at += 1
        return at

    def _quoted(self, text: str, at: int) -> int:
        blank = _BLANK.match(text, at)
        at = blank.end() if blank else at
        if at < len(text):
            closed = text[at] in self._syntax.after_string
            self._in = _In.VALUE if closed else _In.STRING
            self._reopen = text[at] in _STOPS
            self._value_may_stand = False
        return at

    def _comment(self, text: str, at: int) -> int:
        char = text[at]
        if self._in is _In.SLASH:
            self._in = {"/": _In.LINE, "*": _In.BLOCK}.get(char, _In.VALUE)
            return at + 1 if char in "/*" else at
        if self._in is _In.STAR:
            self._in = _In.VALUE if char == "/" else _In.STAR if char == "*" else _In.BLOCK
            return at + 1
        line = self._in is _In.LINE
        plain = (_LINE if line else _BLOCK).match(text, at)
        at = plain.end() if plain else at
        if at < len(text):
            self._in = _In.VALUE if line else _In.STAR
            at += 1
        return at
