"""A call as the provider sent it becomes one of ours: taken apart, read, decoded, validated."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from toolc.runtime import messages
from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.errors import ToolcError
from toolc.runtime.json_scan import is_whole
from toolc.runtime.names import match_name
from toolc.runtime.replies.parts import Sent
from toolc.runtime.resolve import Written, resolve_arguments
from toolc.runtime.tools import ToolTable, read_tools

__all__ = ["Resolver", "apart", "begins_object"]

_CUSTOM = "input"
"""The argument that holds the text of a custom tool, where no toolset says another."""

_Decode = Callable[[str, Any], tuple[str, Any]]


class Resolver:
    """Our tools; where they were lowered for a provider, its names for them and the way back."""

    def __init__(self, toolkit: object) -> None:
        """Take anything `read_tools` takes; its `decode` and `names`, if it has them, are used."""
        self._tools = self._theirs = read_tools(toolkit)
        self._decode: _Decode | None = getattr(toolkit, "decode", None)
        self._names: dict[str, str] = {}  # ours by theirs
        names = getattr(toolkit, "names", None)
        if self._decode is not None and isinstance(names, Mapping):
            self._theirs = self._tools.renamed(names)
            self._names = {theirs: ours for ours, theirs in names.items()}
        elif self._decode is not None:
            self._theirs = ToolTable(None)

    def our_name(self, name: str) -> str:
        """Our name of a tool by the provider's; "" where no tool has exactly this name."""
        known = bool(name) and (self._theirs.is_open or name in self._theirs)
        return self._names.get(name, name) if known else ""

    def resolve(self, sent: Sent, *, by_limit: bool) -> ToolCall | Failure:
        """Read a call of which no more comes; `by_limit` says that the reply was cut off."""
        value = sent.arguments
        text = value if isinstance(value, str) else None
        raw = (
            json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else text or ""
        )
        torn = text is not None and not sent.custom and begins_object(text) and not is_whole(text)
        if sent.unfinished or torn:
            return Failure("cut_off", messages.cut_off(sent.name, by_limit=by_limit), raw)
        written = Written("", raw, sent.name, repairs=list(sent.repairs))
        if self._decode is None:
            given = {_CUSTOM: text or ""} if sent.custom else value
            return resolve_arguments(written, given, self._tools, sent.id)
        theirs = self._read(written, value, sent)
        if isinstance(theirs, Failure):
            return theirs
        try:
            name, arguments = self._decode(*theirs)
        except (ToolcError, ValueError, KeyError, TypeError) as error:
            why = messages.invalid(theirs[0], [str(error)], messages.FORM)
            return Failure("invalid_arguments", why, raw)
        decoded = Written("", raw, name, repairs=written.repairs)
        return resolve_arguments(decoded, arguments, self._tools, sent.id)

    def _read(self, written: Written, value: object, sent: Sent) -> tuple[str, object] | Failure:
        """The name and the arguments in the provider's words; what was mended is noted."""
        match = match_name(sent.name, self._theirs)
        if sent.custom and not (match.refused or match.guessed):
            return match.name, value or ""
        read = resolve_arguments(written, value, self._theirs, sent.id, coerce=False)
        if isinstance(read, Failure):
            return read
        written.repairs = read.repairs
        return read.name, read.arguments


def apart(sent: Sent) -> list[Sent]:
    """The calls whose arguments a server joined, `{...}{...}`; most often the one call itself.

    The same object twice is one call that was told again at its end; an empty one beside others
    stands for arguments that were still to come.
    """
    text = sent.arguments
    if not isinstance(text, str) or sent.custom or sent.unfinished or not begins_object(text):
        return [sent]
    found: list[str] = []
    at = _behind_blank(text, 0)
    while at < len(text):
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return [sent]
        if not isinstance(value, dict):
            return [sent]
        found.append(text[at:end])
        at = _behind_blank(text, end)
    if len(found) == 1:
        return [sent]
    distinct = [one for one in dict.fromkeys(found) if one != "{}"] or ["{}"]
    repair = "joined_arguments" if len(distinct) > 1 else "repeated_arguments"
    repairs = [*sent.repairs, repair]
    return [Sent(sent.name, pieces=[one], repairs=list(repairs)) for one in distinct]


def begins_object(text: str) -> bool:
    """Whether a text begins a JSON object."""
    return text.startswith("{", _behind_blank(text, 0))


_DECODER = json.JSONDecoder()
_BLANK = re.compile(r"\s*+")


def _behind_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
