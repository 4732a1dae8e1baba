"""Reads the JSON body of a call as it comes: its name and arguments as soon as they are said."""

from io import StringIO
from typing import Any

from toolc.runtime.json_scan import DEEP, END, MAX_NESTING, MORE, STOP, Hot, JsonScanner
from toolc.runtime.repair import Mended, Unreadable, mend
from toolc.runtime.repair_lines import LINES, read_lines
from toolc.runtime.shapes import ARGUMENT_KEYS, CALL_KEYS, NAME_KEYS, WRAPPER_KEYS

__all__ = ["END", "MAX_BODY", "MORE", "REFUSED", "STOP", "JsonBody"]

REFUSED = "refused"  # read under a guard, and no call

MAX_BODY = 8_000_000  # characters; beyond what any model writes in one reply

_STOPS = frozenset({MORE, END, STOP})
_MEMBER_ENDS = frozenset({":", ",", END})
_ONLY_WRAPPERS = frozenset(WRAPPER_KEYS) - frozenset(NAME_KEYS)
_LONGEST_KEY = max(map(len, CALL_KEYS))
_KEY_SLACK = 16  # characters of quotes and white space around a key
_QUOTES = "\"'“”"
_KEY_FRAME = "{ \t\r\n"


class JsonBody:
    """One JSON value: the arguments (`named`), or an object that holds the name beside them.

    Under a guard the value is refused at the character from which it can't be a call. Afterwards
    `name` is the name that the body says, `limit` the limit that was passed, in words, and
    `settled` tells that the arguments follow a name, so that the call can be reported.
    """

    __slots__ = (
        "_arguments",
        "_begun",
        "_deltas",
        "_first",
        "_gap",
        "_guard",
        "_key",
        "_known",
        "_length",
        "_longest_name",
        "_named",
        "_part",
        "_scanner",
        "_span",
        "has_arguments",
        "hot",
        "limit",
        "name",
        "settled",
    )

    def __init__(
        self, *, named: bool, guard: bool, longest_name: int, known: tuple[str, ...] = ()
    ) -> None:
        """Stand before the value's first bracket; a `known` name may stand in place of a key."""
        self._known = known
        self.name = ""
        self.limit = ""
        self.settled = named and not guard
        self.has_arguments = named
        self._named = named
        self._longest_name = longest_name
        self._guard = guard
        self._scanner = JsonScanner()
        self._length = 0
        self._key: str | None = None  # of the member being read; None while the key is read
        self._part = StringIO()  # the key or name being read
        self._arguments = named  # the arguments are being read
        self._begun = False  # something of the arguments was seen
        self._deltas: list[str] = []
        self._first = True  # no key was read yet
        self._gap: list[str] = []  # white space that more arguments may follow
        self._span = (0, 0)  # where arguments stand that came before the name
        self.hot: Hot | None = None  # finds what may end the string that is being read

    def read(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on; return where it stopped and what was found there.

        Found is MORE, END, STOP or REFUSED; under a guard also `:` or `,` after each key and value
        of the outermost object, so that the caller can judge the name before anything follows it.
        """
        del final  # where JSON ends does not depend on what follows
        while True:
            start = at
            at, found = self._scanner.scan(text, at)
            refused = 0 if self.limit else self._follow(text[start:at], found)
            if refused:
                return start + refused, REFUSED
            if found in _STOPS or self._guard:
                hot = self._scanner.hot
                if self._guard or self._judged:
                    self.hot = None
                else:
                    self.hot = hot or (self._beyond_skimming if self._scanner.is_deep else None)
                if hot is not None or self._scanner.is_deep:  # white space there is part of it
                    self._deltas += self._gap
                    self._gap.clear()
                return at, found

    def _beyond_skimming(self, piece: str) -> bool:
        """Whether a piece is not to be skimmed; it is, otherwise, and is within the limit."""
        return self._length + len(piece) > MAX_BODY or not self._scanner.skim(piece)

    def stretch(self, piece: str) -> str | None:
        """Take a piece in which `hot` finds nothing; return what of it is arguments.

        None: it was not taken, because it would pass the limit.
        """
        if self._length + len(piece) > MAX_BODY:
            return None
        self._length += len(piece)
        return piece if self._arguments and self.settled else ""

    def value(
        self, text: str, schema: dict[str, Any] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """Read the whole body, whose text this is: the arguments, or the object around them."""
        if not self._named:
            return mend(text, closed=closed)
        mended = mend(text, schema, closed=closed)
        if isinstance(mended, Unreadable) and not mended.ambiguous:
            lines = read_lines(text, schema)
            return mended if lines is None else Mended(lines, [LINES])
        return mended

    def early(self, text: str) -> str:
        """The arguments that came before the name, out of the whole body's text."""
        begin, end = self._span
        return text[begin : end or None].strip() if begin else ""

    @property
    def _judged(self) -> bool:
        """Whether what is read now is a key, or a name."""
        return not self._named and (self._key is None or self._key in NAME_KEYS)

    def release(self) -> None:
        """Lift the guard: this is a call."""
        self._guard = False

    def resume(self) -> None:
        """Read on behind the end: another object follows, which holds more of the arguments."""
        self._scanner = JsonScanner()

    def pass_over(self, text: str, at: int) -> int:
        """Take the character that `read` stopped for: no closing tag began there."""
        if not self.limit:
            self._length += 1
            if self._arguments:
                self._delta(text[at])
            elif self._key is None or self._key in NAME_KEYS:
                self._part.write(text[at])
        return self._scanner.pass_over(at)

    def deltas(self) -> str:
        """The arguments' text since the last time, without the white space around it."""
        text = "".join(self._deltas)
        self._deltas.clear()
        return text

    def _follow(self, piece: str, found: str) -> int:
        """Follow a piece up to a limit; where it is refused, or 0."""
        room = MAX_BODY - self._length
        self._length += len(piece)
        if len(piece) > room:
            piece, found = piece[:room], MORE
            self.limit = f"its arguments are longer than {MAX_BODY:,} characters"
        elif found == DEEP:
            self.limit = f"its arguments are nested deeper than {MAX_NESTING} levels"
        refused = 0
        if self._named:
            self._delta(piece)
            self.settled |= found == ":"  # a first key was read: this is JSON, not `{...}`
        else:
            refused = self._member(piece, found)
        return max(len(piece), 1) if self.limit and self._guard else refused

    def _delta(self, piece: str) -> None:
        if not (self._named or self.settled):
            return  # told at the end, out of the whole body
        if not self._begun:
            piece = piece.lstrip()
            self._begun = bool(piece)
        words = piece.rstrip()
        if words:
            self._deltas += [*self._gap, words]
            self._gap.clear()
        if len(words) < len(piece):
            self._gap.append(piece[len(words) :])

    def _member(self, piece: str, found: str) -> int:
        """Follow keys and values of the outermost object; where they are refused, or 0."""
        structural = found in _MEMBER_ENDS
        inner = piece[:-1] if structural else piece
        if self._key is None:
            return self._read_key(inner, found)
        refused = 0
        if self._arguments:
            self._delta(inner)
        elif self._key in NAME_KEYS and not self.name:
            refused = self._read_name(inner)
        if structural:
            self._end_member()
        return refused

    def _read_name(self, inner: str) -> int:
        room = self._longest_name - self._part.tell()
        self._part.write(inner[: room + 1])
        too_long = len(inner) > room and self._key not in WRAPPER_KEYS
        return room + 1 if too_long and self._guard else 0

    def _read_key(self, inner: str, found: str) -> int:
        if not self._guard:
            self._part.write(inner if self._part.tell() else inner.lstrip(_KEY_FRAME))
        else:
            for at, char in enumerate(inner):  # a key is short: it is refused where it goes wrong
                if self._part.tell() or char not in _KEY_FRAME:
                    self._part.write(char)
                    if not self._may_be_key():
                        return at + 1
        if found != ":":
            return 0
        self._key = self._part.getvalue().strip().strip(_QUOTES)
        self._part = StringIO()
        self._arguments = self._key in ARGUMENT_KEYS and not self.settled
        by_name = self._key in self._known and self._first
        self._first = False
        self.has_arguments |= self._arguments or by_name or self._key in _ONLY_WRAPPERS
        if self._arguments:
            self._span = (self._length, 0)
        # `parameters` may begin a definition of the tool: only its end tells.
        self.settled |= self._arguments and bool(self.name) and self._key != "parameters"
        refused = self._guard and not by_name and self._key not in CALL_KEYS
        return len(inner) + 1 if refused else 0

    def _may_be_key(self) -> bool:
        """Whether the key, read in part, can still be one that a call has."""
        if self._part.tell() > max(_LONGEST_KEY, self._longest_name) + _KEY_SLACK:
            return False
        begun = self._part.getvalue().strip().strip(_QUOTES)
        keys = (*CALL_KEYS, *self._known) if self._first else CALL_KEYS
        return any(key.startswith(begun) for key in keys)

    def _end_member(self) -> None:
        if self._key in NAME_KEYS and not self.name:
            said = self._part.getvalue().strip()
            # A name with escapes, or inside a wrapper, is read with the whole object at its end.
            if said[:1] in _QUOTES and said[-1:] in _QUOTES and "\\" not in said:
                self.name = said.strip(_QUOTES)
            self.has_arguments |= said.startswith("{")
        if self._arguments:
            self._span = (self._span[0], self._length - 1)
        self._part = StringIO()
        self._key = None
        self._arguments = False
