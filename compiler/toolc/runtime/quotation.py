"""What quotes: text inside of it shows a call and makes none. Follows CommonMark 0.31.2.

Spans and blocks of code, comments, HTML elements that show text as it is, quoted lines (block
quotes, table rows, lines of a diff), and results of tools that the model made up itself. What
begins further on in a line ends with its paragraph at the latest, so that a stray backtick or an
element that is only mentioned can't hide the rest of the reply; what begins a line is a block and
ends with what closes it.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, Protocol

from toolc.runtime.lexer import WAIT, Lexer

__all__ = ["AT_LINE", "FENCES", "IN_LINE", "Behind", "Quotation", "quotation", "quotes"]

Behind = Literal["line", "prose"]  # what follows a quotation: a new line, or the rest of one

_SHOWING = ("pre", "code", "samp", "kbd", "xmp", "textarea", "blockquote")
_RESULTS = (
    *("tool_result", "tool_results", "tool_response", "tool_responses", "tool_output"),
    *("tool_outputs", "function_result", "function_results", "function_response"),
    *("function_output", "function_call_result", "function_call_output"),
)
_ELEMENTS: Mapping[str, str] = MappingProxyType(
    {
        "<!--": "-->",
        "[TOOL_RESULTS]": "[/TOOL_RESULTS]",
        "<start_function_response>": "<end_function_response>",
        "<\uff5ctool\u2581outputs\u2581begin\uff5c>": "<\uff5ctool\u2581outputs\u2581end\uff5c>",
        **{f"<{name}{end}": f"</{name}>" for name in _SHOWING + _RESULTS for end in "> "},
    }
)
_LINES = (">", "|", "+", "-")

FENCES = ("```", "````", "~~~")
"""The runs that fence a call: the usual one, and what is written around text that may hold it."""
IN_LINE = ("`", *_ELEMENTS)
"""What may begin a quotation further on in a line."""
AT_LINE = (*IN_LINE, "~~~", *_LINES)
"""What may begin one where a line begins; a dash does only without a blank behind it."""

_BEGINNINGS = frozenset(AT_LINE)
_FENCE = 3  # ticks from which a run opens a block
_BLANK = re.compile(r"[ \t\r]*+")
_BLOCKS = Lexer(["`" * _FENCE, "~" * _FENCE])  # begin a block, and so end a paragraph
_NEWLINE = Lexer(["\n"])


class Quotation(Protocol):
    """Quoted text from its first character on, in pieces."""

    def read(self, text: str, at: int, *, final: bool) -> tuple[int, Behind | None]:
        """Read on: up to where all is quoted, and what follows there; None while it goes on."""


def quotes(marker: str) -> bool:
    """Whether a marker begins a quotation where it opens no call."""
    return marker in _BEGINNINGS or marker.startswith(FENCES)


def quotation(begun: str, *, at_line: bool) -> Quotation:
    """The quotation that begins with what stands next; white space indents a line of code."""
    if begun[0] in "`~":
        return _Code(begun[0])
    close = _ELEMENTS.get(begun)
    return _Element(close, len(begun), block=at_line) if close else _Line()


class _Line:
    """The rest of a line."""

    __slots__ = ()

    def read(self, text: str, at: int, *, final: bool) -> tuple[int, Behind | None]:
        del final  # a single character is never waited for
        end, literal = _NEWLINE.find(text, at, final=False)
        return (end + 1, "line") if literal else (end, None)


class _Paragraph:
    """Tells where a paragraph ends, when asked at the beginning of its next line."""

    __slots__ = ("_at_line",)

    def __init__(self) -> None:
        self._at_line = False  # only white space was read of the line

    def _ends(self, text: str, at: int, *, final: bool) -> tuple[int, Behind | None]:
        """Read white space at a line's start: a blank line or a block of code ends it there."""
        at = _skip(text, at)
        block = _BLOCKS.at(text, at, final=final)
        if block:
            return at, "line"
        if text.startswith("\n", at):
            return at + 1, "line"
        self._at_line = block is WAIT
        return at, None


class _Element(_Paragraph):
    """Up to what closes it."""

    __slots__ = ("_close", "_skipped")

    def __init__(self, close: str, opening: int, *, block: bool) -> None:
        super().__init__()
        self._close = Lexer([close] if block else [close, "\n"])
        self._skipped = opening  # the characters that open it, not read yet

    def read(self, text: str, at: int, *, final: bool) -> tuple[int, Behind | None]:
        at, self._skipped = at + self._skipped, 0
        while True:
            if self._at_line:
                at, behind = self._ends(text, at, final=final)
                if behind or self._at_line:
                    return at, behind
            at, literal = self._close.find(text, at, final=final)
            if not literal:
                return at, None
            at += len(literal)
            if literal != "\n":
                return at, "prose"
            self._at_line = True


class _Code(_Paragraph):
    """A span of code, closed by as many backticks as opened it; or a fenced block.

    A block is closed by a run of at least as many that is the last on its line: models glue it to
    what stands before. On the line of its opening it is a span, too.
    """

    __slots__ = ("_char", "_pending", "_run", "_size", "_unbroken")

    def __init__(self, char: str) -> None:
        super().__init__()
        self._char = char
        self._size = 0  # of the run that opened it
        self._run = 0  # of the run being read
        self._pending = False  # it closes if nothing more stands on the line
        self._unbroken = True  # the line that it began on goes on

    def read(self, text: str, at: int, *, final: bool) -> tuple[int, Behind | None]:
        behind: Behind | None = None
        while at < len(text) and not behind:
            run = None if self._at_line else _RUNS[self._char].match(text, at)
            if run:
                at = run.end()
                self._run += len(run[0])
            elif self._run:
                behind = self._end_run()
            elif self._at_line:
                at, behind = self._ends(text, at, final=final)
                if self._at_line:
                    break
            elif text[at] == "\n":
                at += 1
                behind = "line" if self._pending else None
                self._end_line()
            else:
                at = self._read_plain(text, at)
        return at, behind

    def _read_plain(self, text: str, at: int) -> int:
        end = _skip(text, at)
        if end == at:
            self._pending = False
            plain = _PLAIN[self._char].match(text, at)
            end = plain.end() if plain else at
        return end

    def _end_run(self) -> Behind | None:
        """Behind a run: what it closes."""
        run, self._run = self._run, 0
        if not self._size:
            self._size = run
            return None
        if run == self._size and (not self._is_block or (self._unbroken and self._char == "`")):
            return "prose"
        self._pending = self._is_block and run >= self._size
        return None

    def _end_line(self) -> None:
        self._pending = False
        self._unbroken = False
        self._at_line = not self._is_block

    @property
    def _is_block(self) -> bool:
        return self._size >= _FENCE


_RUNS = {char: re.compile(f"{char}++") for char in "`~"}
_PLAIN = {char: re.compile(rf"[^{char}\n]++") for char in "`~"}


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
