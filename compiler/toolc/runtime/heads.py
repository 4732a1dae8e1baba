"""What stands between a marker and a call's body: the name, and whose body it is.

One reader for each place in which a dialect puts the name. Each is tried on a `Cursor`, returns the
head or None where this is no call, and raises `NeedMore` as long as both are possible.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from toolc.runtime.cursor import Cursor, NeedMore
from toolc.runtime.dialects import BodyKind, NameIn, Opener
from toolc.runtime.lexer import Lexer
from toolc.runtime.message_body import MESSAGE_KEY, take_key
from toolc.runtime.parameters import unescape
from toolc.runtime.report import MAX_NAME, Report

__all__ = ["MAX_WRAPPERS", "Head", "read_head", "read_next", "skip_header"]

MAX_WRAPPERS = 4  # tags or fences around one body

_PEEL = Lexer(["<json>", "<code>", "```json\n", "```json", "```\n", "```tool_call\n", "``` json\n"])
_ATTRIBUTE = re.compile(
    r"""\s*(?:(?:name|tool)?\s*=\s*)?(?:"([^"]+)"|'([^']+)'|([^\s"'<>=]+))(\s[^>]*+)?\Z"""
)
# The attributes behind the name; another that says a name is a rival to the first.
_MORE = re.compile(r"""\s([\w-]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>=]++))""")
_NAMING = frozenset({"name", "tool"})
_NAME = re.compile(r"\w[\w.:/@+-]*+\Z")
_BEGUN = re.compile(r"[ \t]*+(?:\w[\w.:/@+-]*+)?+[ \t]*+")
_NUMBER = re.compile(r":\d+\Z")
_TO = re.compile(r"to=([\w.:/-]+)")
# What a header is made of; `_HALF_WORD` is what may become more of it.
_HEADER = re.compile(
    r"(?:[ \t]|to=[\w.:/-]*+|<\|[a-z]++\|>|(?:analysis|commentary|final|code|json|xml)(?![\w=]))*+"
)
_HALF_WORD = re.compile(r"[a-z]{1,10}|<(?:\|(?:[a-z]{1,20}\|?)?)?")
_NOBODY = frozenset({"self", "user", "all", "assistant", "commentary", "final", "developer"})


@dataclass(slots=True)
class Head:
    """Where the body begins, and what is known of it by then."""

    at: int
    name: str | None
    body: BodyKind
    rival: str = ""  # another name that the tag says
    listed: bool = False
    fenced: bool = False  # a fence stands around the body
    empty: bool = False  # nothing stands between the name and what closes the call
    bare: bool = False  # no argument begins: where only a name speaks for a call, a tool has it
    surplus: bool = False  # the arguments had ended before it


def skip_header(cursor: Cursor, opener: Opener) -> bool:
    """Pass over a message's header whose recipient the call itself names again."""
    return bool(_header(cursor, opener))


def read_head(
    cursor: Cursor, opener: Opener, report: Report, *, guard: bool, inside: bool
) -> Head | None:
    """Read the head of a call behind its marker, under a `guard` only that of a known tool.

    `inside`: what stands around several calls was opened, so that a tag without arguments is one.
    """
    most = report.longest_name if guard else MAX_NAME
    head = _READERS[opener.name](cursor, opener, report, most)
    if head is None or head.name is None:
        return head
    known = guard or (head.bare and not inside)
    return None if known and not report.is_sure(head.name) else head


def read_next(cursor: Cursor, opener: Opener, report: Report) -> Head | None:
    """Read the head of the next of several calls behind one marker."""
    reader = _in_body if opener.name == "envelope" else _READERS[opener.name]
    head = reader(cursor, opener, report, MAX_NAME)
    return head if head and not head.empty else None


# --- where the name stands ---


def _in_body(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    del report
    if opener.after_name:  # a label stands here, which the body repeats
        _, found = cursor.until(_lexer(*opener.after_name, "\n", "{"), most)
        if found not in opener.after_name:
            return None
    fenced = _peel(cursor)
    if fenced is None:
        return None
    listed = cursor.char == "["
    if listed:
        cursor.at += 1
        if not cursor.blank():
            return None
    return (
        Head(cursor.at, None, "json", listed=listed, fenced=fenced) if cursor.char == "{" else None
    )


def _in_attribute(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    if opener.tag and (not cursor.blank() or not cursor.take(_lexer(opener.tag))):
        return None
    inside, end = cursor.until(_lexer(opener.tag_end, "\n"), most)
    named = _ATTRIBUTE.match(inside) if end == opener.tag_end else None
    if named is None:
        return None
    name = unescape(named[1] or named[2] or named[3])
    head = _before_body(cursor, opener, report, name)
    if head and named[4]:
        head.rival = _rival(name, named[4])
    return head


def _rival(name: str, attributes: str) -> str:
    """Another name that the attributes behind the first one say, or ""."""
    for match in _MORE.finditer(attributes):
        said = unescape(match[2] or match[3] or match[4] or "")
        if match[1] in _NAMING and said != name:
            return said
    return ""


def _in_text(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    if not cursor.blank():
        return None
    if opener.before_name:
        before = _lexer(*opener.before_name)
        while cursor.take(before):
            pass
    stops = _lexer(*opener.after_name, "\n", "{", *filter(None, [opener.close]))
    if not _may_be_name(cursor, stops):
        return None
    text, found = cursor.until(stops, most)
    if not found or not _NAME.match(text.strip()):
        return None
    if found in {"{", opener.close} or (opener.parameter and found == opener.parameter.open):
        cursor.at -= len(found)
    name = text.strip()
    return _before_body(cursor, opener, report, _NUMBER.sub("", name) if opener.numbered else name)


def _may_be_name(cursor: Cursor, stops: Lexer) -> bool:
    """Whether what stands here can still become a name and one of the literals behind it."""
    begun = _BEGUN.match(cursor.text, cursor.at)
    end = begun.end() if begun else cursor.at
    return end == len(cursor.text) or stops.first(cursor.text[end]) is not None


def _in_call(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    """Before a parenthesis, as a program calls a function; also in a list of those."""
    del opener, report
    if not cursor.blank():
        return None
    listed = cursor.char == "["
    if listed:
        cursor.at += 1
        if not cursor.blank():
            return None
    name = cursor.word(most)
    return _arguments(cursor, name, listed=listed) if _NAME.match(name) else None


def _arguments(cursor: Cursor, name: str, *, listed: bool) -> Head | None:
    if cursor.char != "(":
        return None
    begin = cursor.at
    cursor.at += 1
    if not cursor.blank():
        return None
    if cursor.char != ")" and not _keyword(cursor):
        return None
    return Head(begin, name, "call", listed=listed)


def _as_word(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    """As a word of its own: an exact known name, and its arguments directly behind it."""
    if opener.open and not cursor.blank():
        return None
    name = cursor.word(most)
    if not name or not report.is_known(name):
        return None
    if opener.body == "call":
        return _arguments(cursor, name, listed=False)
    if opener.close:
        if cursor.char != opener.after_name[0]:
            return None
        cursor.at += 1
    elif opener.after_name:
        cursor.take(_lexer(*opener.after_name))
    return Head(cursor.at, name, "json") if cursor.blank() and cursor.char == "{" else None


def _as_reply(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    """As all that is said: an exact known name of a tool that needs no arguments."""
    del opener
    name = cursor.word(most)
    whole = bool(name) and report.needs_nothing(name) and cursor.blank() and not cursor.char
    return Head(cursor.at, name, "json", empty=True) if whole else None


def _as_own_tag(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    """As the tag itself: an exact known name, and what a call's arguments begin with."""
    del opener
    name = cursor.word(most).removesuffix("/")
    begin = cursor.at
    keys = report.keys(name) if name and report.is_known(name) else None
    if not keys:
        return None
    if cursor.char.isspace():  # attributes
        return Head(begin, name, "own") if cursor.blank() and _keyword(cursor) else None
    if cursor.char != ">":
        return None
    cursor.at += 1
    look = cursor.copy()
    if not look.blank():
        return None
    elements = [f"<{prefix}{key}>" for key in sorted(keys) for prefix in ("", f"{name}_")]
    if look.char == "{" or look.take(_lexer(*elements)):
        return Head(begin, name, "own")
    close = f"</{name}>"
    _, found = cursor.until(_lexer(close, "\n"), most)
    return Head(begin, name, "own") if found == close and len(keys) == 1 else None


def _header(cursor: Cursor, opener: Opener) -> str:
    """Pass over a message's header, from its marker on; "" if it is none."""
    begun = opener.open + cursor.text[cursor.at : cursor.at + MAX_NAME]
    words = _HEADER.match(begun)
    size = words.end() if words else 0
    header, end, _ = begun[:size].partition(opener.tag_end)
    if end:
        cursor.at += len(header) + len(end) - len(opener.open)
        return header
    rest = begun[size:]
    short = len(begun) < MAX_NAME and not cursor.final
    if short and (not rest or _HALF_WORD.fullmatch(rest)):
        raise NeedMore
    return ""


def _in_header(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    """In a message's header, as its recipient."""
    del report, most  # a header holds more than the name
    to = _TO.search(_header(cursor, opener))
    if to is None or to[1] in _NOBODY or not cursor.blank():
        return None
    if opener.parameter and opener.body == "parameters":
        here = cursor.take(_lexer(opener.parameter.open))
        cursor.at -= len(here)
        return Head(cursor.at, to[1], "parameters") if here else None
    name = to[1].removeprefix("functions.")
    return Head(cursor.at, name, "json") if cursor.char == "{" else None


def _in_envelope(cursor: Cursor, opener: Opener, report: Report, most: int) -> Head | None:
    """In the JSON of calls in a list, beside which a message may stand."""
    del opener, report, most
    if not cursor.blank() or cursor.char != "{":
        return None
    cursor.at += 1
    key = take_key(cursor)
    if key == MESSAGE_KEY:
        return Head(cursor.at, None, "message") if cursor.char == '"' else None
    if not key or cursor.char != "[":
        return None
    cursor.at += 1
    if not cursor.blank() or cursor.char not in {"{", "]"}:
        return None
    return Head(cursor.at, None, "json", listed=True, empty=cursor.char == "]")


def _in_call_inside(cursor: Cursor, opener: Opener, report: Report, most: int) -> None:
    """Nowhere: this stands around a call that has a marker of its own."""
    del cursor, opener, report, most


_READERS: dict[NameIn, Callable[[Cursor, Opener, Report, int], Head | None]] = {
    "body": _in_body,
    "attribute": _in_attribute,
    "text": _in_text,
    "word": _as_word,
    "reply": _as_reply,
    "own": _as_own_tag,
    "call": _in_call,
    "header": _in_header,
    "inner": _in_call_inside,
    "envelope": _in_envelope,
}

# --- what follows the name ---


def _before_body(cursor: Cursor, opener: Opener, report: Report, name: str) -> Head | None:
    if opener.body == "elements":
        return Head(cursor.at, name, "elements")
    key = opener.parameter.open if opener.parameter else ""
    separators = [literal for literal in opener.after_name if literal != key]
    if separators:
        _separators(cursor, _lexer(*separators))
    fenced = _peel(cursor)
    if fenced is None:
        return None
    if cursor.char == "{":
        body: BodyKind = "quoted" if opener.body == "quoted" else "json"
        return Head(cursor.at, name, body, fenced=fenced)
    if cursor.char == "[" and opener.body == "json":
        return Head(cursor.at, name, "json", fenced=fenced)
    if opener.parameter and opener.body == "parameters":
        begin = cursor.at
        literals = (opener.parameter.open, opener.parameter.end, opener.close)
        found = cursor.take(_lexer(*filter(None, literals)))
        bare = found != opener.parameter.open
        return Head(begin, name, "parameters", bare=bare) if found else None
    if opener.close and _begins_line(cursor, report, name):
        return Head(cursor.at, name, "lines", fenced=fenced)
    begin = cursor.at
    if not opener.close or not cursor.take(_lexer(opener.close)):
        return None
    return Head(begin, name, "json", empty=True, bare=True)


def _begins_line(cursor: Cursor, report: Report, name: str) -> bool:
    """Whether a parameter's name and a colon stand here."""
    keys = report.keys(name)
    look = cursor.copy()
    return bool(
        keys
        and look.take(_lexer(*sorted(filter(None, keys))))
        and look.blank()
        and look.char == ":"
    )


def _separators(cursor: Cursor, literals: Lexer) -> None:
    """Pass over what separates name and body, and over an id between two separators."""
    for _ in range(MAX_WRAPPERS):
        cursor.blank()
        if cursor.take(literals):
            continue
        look = cursor.copy()
        label = look.word(MAX_NAME) if look.char.isalnum() else ""
        if not label or not look.take(literals):
            return
        cursor.at = look.at


def _peel(cursor: Cursor) -> bool | None:
    """Pass over tags and fences around the body; whether there was a fence.

    None: there is no end to the white space, or to the tags.
    """
    fenced = False
    for _ in range(MAX_WRAPPERS + 1):
        if not cursor.blank():
            return None
        found = cursor.take(_PEEL)
        if not found:
            return fenced
        fenced = fenced or found.startswith("```")
    return None


def _keyword(cursor: Cursor) -> bool:
    """Whether an argument by keyword stands here."""
    look = cursor.copy()
    word = look.word(MAX_NAME)
    if not word.isidentifier() or not look.blank():
        return False
    if look.char != "=":
        return False
    look.at += 1
    return look.char != "="


@lru_cache(maxsize=1_024)  # a tool's keys come in, too
def _lexer(*literals: str) -> Lexer:
    return Lexer(literals)
