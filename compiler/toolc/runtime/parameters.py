"""Reads bodies of one element per parameter, as in `<parameter=city>Oslo</parameter>`.

What a value's text means is ruled by `typed_values`, unless the wire says its type. A value ends at
its closing tag. Where that is missing, it ends at the next parameter that begins a line, and at the
call's own end, if the closing tag around the call follows. A reply that ends inside of a value, or
before the call's end, is cut off.
"""

import re
from dataclasses import dataclass
from typing import Any

from toolc.runtime.body import END, MORE
from toolc.runtime.cursor import Cursor, NeedMore
from toolc.runtime.dialects import Parameter
from toolc.runtime.lexer import Lexer
from toolc.runtime.repair import Mended, Unreadable, mend
from toolc.runtime.text_body import TextBody
from toolc.runtime.typed_values import typed

__all__ = ["ParametersBody", "Syntax", "unescape"]

MAX_TAG = 400  # characters of a parameter's opening tag

_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_NAMED = re.compile(r"""\s*(?:(?:name|key)?\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_SAYS = re.compile(r"""\b(string|type)\s*=\s*["']?(\w+)|arg_type>\s*(\w+)""")
_TYPE = re.compile(r"\s*(?:<[^<>]*arg_type>[^<>]*</[^<>]*arg_type>\s*)?\Z")
_JSON_TYPES = frozenset({"null", "boolean", "integer", "number", "object", "array"})


@dataclass(slots=True, frozen=True)
class Syntax:
    """The literals of one dialect's parameters, compiled."""

    parameter: Parameter
    between: Lexer  # what may stand between parameters
    tag_end: Lexer
    ends: Lexer  # what may end a value
    whole: Lexer  # what ends a value for certain
    follows: Lexer  # what stands behind the end of a call

    @classmethod
    def of(cls, parameter: Parameter, close: str) -> "Syntax":
        """Compile the literals of a parameter and what closes the call around it."""
        call_ends = [end for end in (parameter.end, close) if end]
        return cls(
            parameter,
            Lexer([parameter.open, parameter.close, *call_ends]),
            Lexer([parameter.tag_end]),
            Lexer([parameter.close, parameter.open, *call_ends]),
            Lexer([_CDATA_END + parameter.close]),
            Lexer([close or parameter.end, "<tool_call>", "</tool_call>"]),
        )


@dataclass(slots=True)
class _Value:
    tag: str
    begin: int
    end: int = -1


class ParametersBody(TextBody):
    """The parameters of one call, up to what ends the call."""

    __slots__ = ("_at_value", "_broken", "_closed_late", "_known", "_last", "_syntax", "_values")

    def __init__(self, syntax: Syntax, known: frozenset[str] | None) -> None:
        """`known`: the keys that the tool's schema declares, if it declares any."""
        super().__init__()
        self._syntax = syntax
        self._known = known
        self._values: list[_Value] = []
        self._at_value: Lexer | None = None  # a value is being read: what may end it
        self._broken = ""
        self._closed_late = False
        self._last = ""  # the last character of the value that was read

    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read tags and values until the call ends."""
        cursor = Cursor(text, at, final=final)
        base = self._length - at
        found = MORE
        safe = at
        try:
            while not found:
                step = self._in_value if self._at_value else self._between
                found = step(cursor, base)
                safe = cursor.at
        except NeedMore:
            safe = max(safe, cursor.at)
        self.hot = self._at_value.first if self._at_value and not found else None
        return safe, found

    def stretch(self, piece: str) -> str | None:
        """Take a piece of a value."""
        self._last = piece[-1]
        return super().stretch(piece)

    def value(
        self, text: str, schema: dict[str, Any] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """The arguments, each value typed by the wire or by the schema."""
        del closed  # a value that is not closed is not complete
        if self._broken:
            return Unreadable(self._broken)
        properties = (schema or {}).get("properties")
        arguments: dict[str, Any] = {}
        repairs = ["missing_closers"] if self._closed_late else []
        for value in self._values:
            key = self._key(value.tag)
            if key in arguments and "duplicate_keys" not in repairs:
                repairs.append("duplicate_keys")
            declared = properties.get(key) if isinstance(properties, dict) else None
            piece = self._trim(text[value.begin : value.end])
            arguments[key] = _read(piece, value.tag, declared, is_typed=schema is not None)
        return Mended(arguments, repairs)

    # --- the two states ---

    def _between(self, cursor: Cursor, base: int) -> str:
        at = cursor.at
        while cursor.at < len(cursor.text) and cursor.text[cursor.at].isspace():
            cursor.at += 1
        begin = cursor.at
        if begin == len(cursor.text):
            raise NeedMore
        parameter = self._syntax.parameter
        literal = cursor.take(self._syntax.between)
        if literal == parameter.open and self._open(cursor, base):
            return MORE
        if literal and literal == parameter.end:
            return END
        if literal and literal not in {parameter.open, parameter.close}:
            cursor.at = begin
            self._closed_late |= bool(parameter.end)
            return END
        if not literal:
            cursor.at += 1
        if literal != parameter.close:
            self._broken = self._broken or "text stands between its parameters"
        return MORE if cursor.at > at else END

    def _open(self, cursor: Cursor, base: int) -> bool:
        """At a parameter's opening tag: its end, and the kind of value; False if it is none."""
        begin = cursor.at
        try:
            tag, end = cursor.until(self._syntax.tag_end, MAX_TAG)
            kind = self._syntax.ends
            if end and self._syntax.parameter.cdata and cursor.take(_CDATA_LEXER):
                cursor.at -= len(_CDATA)
                kind = self._syntax.whole
        except NeedMore:
            cursor.at = begin - len(self._syntax.parameter.open)
            raise
        if not end or not self._key(tag):
            cursor.at = begin
            return False
        self._values.append(_Value(tag, base + cursor.at))
        self._at_value = kind
        self._last = "\n"
        return True

    def _in_value(self, cursor: Cursor, base: int) -> str:
        assert self._at_value is not None  # noqa: S101 - the state says so
        end, literal = self._at_value.find(cursor.text, cursor.at, final=cursor.final)
        if end > cursor.at:
            self._last = cursor.text[end - 1]
        cursor.at = end
        if not literal:
            raise NeedMore
        look = cursor.copy()
        look.at = end + len(literal)
        if not self._ends(literal, look):
            cursor.at = end + len(literal)
            self._last = literal[-1]
            return MORE
        stop = end + (len(_CDATA_END) if literal.startswith(_CDATA_END) else 0)
        self._values[-1].end = base + stop
        self._at_value = None
        if literal.endswith(self._syntax.parameter.close):
            cursor.at = end + len(literal)
        else:
            self._closed_late = True
        return MORE

    def _ends(self, literal: str, behind: Cursor) -> bool:
        parameter = self._syntax.parameter
        if literal.endswith(parameter.close):
            return True
        if literal == parameter.open:
            tag, end = behind.until(self._syntax.tag_end, MAX_TAG)
            known = self._known is None or self._key(tag) in self._known
            return bool(end) and self._last == "\n" and known
        behind.blank()
        return bool(behind.take(self._syntax.follows))

    # --- small things ---

    def _key(self, tag: str) -> str:
        key_end = self._syntax.parameter.key_end
        if key_end:
            key, found, rest = tag.partition(key_end)
            return key.strip() if found and _TYPE.match(rest) else ""
        named = _NAMED.match(tag)
        return unescape(named[1] or named[2] or named[3] or "") if named else ""

    def _trim(self, piece: str) -> str:
        if piece.startswith(_CDATA) and piece.endswith(_CDATA_END):
            return piece[len(_CDATA) : -len(_CDATA_END)]
        match self._syntax.parameter.trim:
            case "newline":
                return piece.removeprefix("\n").removesuffix("\n")
            case "blank":
                return piece.strip()
        return piece


def unescape(name: str) -> str:
    """A name as it stood before it was written into an attribute."""
    return name.replace("&quot;", '"').replace("&amp;", "&") if "&" in name else name


_CDATA_LEXER = Lexer([_CDATA])


def _read(text: str, tag: str, declared: Any, *, is_typed: bool) -> Any:
    """One value: typed by its own tag, else by the schema, else left as text."""
    says = _SAYS.search(tag)
    kind = (says[2] or says[3]) if says else ""
    if kind in {"true", "string"}:
        return text
    if kind == "false":
        mended = mend(text)
        return mended.value if isinstance(mended, Mended) else text
    if kind in _JSON_TYPES:
        return typed(text, {"type": kind})
    return typed(text, declared if is_typed and isinstance(declared, dict) else None)
