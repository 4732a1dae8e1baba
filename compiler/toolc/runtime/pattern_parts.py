"""Takes a regular expression apart into what it is made of, as far as that is literal text.

For patterns that say where something stands between markers: literals, white space, named groups,
and gaps in which anything may stand. What can match several ways in a manner that these do not say
is refused.
"""

import re
from dataclasses import dataclass
from typing import Literal

__all__ = ["Part", "take_apart"]

_Kind = Literal["literal", "optional", "blank", "gap", "group"]


@dataclass(slots=True, frozen=True)
class Part:
    """A piece of a pattern: literal text, text that may be missing, or a group by its name.

    The text of white space is what must stand there; "" for any.
    """

    kind: _Kind
    text: str = ""

    def __repr__(self) -> str:
        """As it is made, without the names of its fields."""
        return f"Part({self.kind!r}, {self.text!r})"


_TOKEN = re.compile(
    r"""
      (?P<group>\(\?P<(?P<name>\w+)>)
    | (?P<open>\((?:\?:)?(?!\?))
    | (?P<close>\))
    | (?P<bar>\|)
    | (?P<anchor>\^|\$|\\[AZbB])
    | (?P<blank>\\s|\[\\s\S?\])
    | (?P<any>\.|\\[dDwWS]|\[\^?\]?(?:\\.|[^\]\\])*\])
    | \\(?P<escaped>[ntr]|[^\w\s])
    | (?P<char>[^\\()\[|.*+?^$])
    """,
    re.VERBOSE | re.DOTALL,
)
_REPEAT = re.compile(r"(?:[*+?]|\{\d*,?\d*\})[?+]?")
_MAX_NESTING = 20  # groups
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


def take_apart(pattern: str) -> list[Part]:
    r"""The parts of a regular expression in Python's syntax, in order.

    Raises `ValueError` for what has none, such as look-around or a choice between texts.

    >>> take_apart(r"<call>\s*(?P<name>.+)")
    [Part('literal', '<call>'), Part('blank', ''), Part('group', 'name')]
    """
    reader = _Reader(pattern)
    parts = _merged(reader.choice())
    if reader.at < len(pattern):
        raise ValueError(f"`{pattern}` closes a group that is not open")
    return parts


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.at = 0
        self._pattern = pattern
        self._depth = 0

    def choice(self) -> list[Part]:
        """What stands up to the end of a group; of two ways, one may be empty."""
        ways: list[list[Part]] = [[]]
        while self.at < len(self._pattern) and self._pattern[self.at] != ")":
            token = _TOKEN.match(self._pattern, self.at)
            if token is None:
                raise ValueError(f"nothing can be made of `{self._pattern[self.at :][:20]}`")
            self.at = token.end()
            if token["bar"]:
                ways.append([])
            else:
                ways[-1] += self._repeated(self._one(token))
        said = [way for way in ways if way]
        if len(ways) == 1:
            return ways[0]
        if len(said) == 1:
            return _optional(_merged(said[0]))
        return [Part("gap")]  # one of several

    def _one(self, token: re.Match[str]) -> list[Part]:
        if token["group"] or token["open"]:
            self._depth += 1
            if self._depth > _MAX_NESTING:
                raise ValueError("its groups are nested too deep")
            inner = self.choice()
            self._depth -= 1
            if self._pattern[self.at : self.at + 1] != ")":
                raise ValueError(f"`{self._pattern}` opens a group that is not closed")
            self.at += 1
            return [Part("group", token["name"])] if token["group"] else inner
        if token["anchor"]:
            return []
        if token["blank"]:
            return [Part("blank")]
        if token["any"]:
            return [Part("gap")]
        escaped = token["escaped"]
        char = _ESCAPED.get(escaped, escaped) if escaped else token["char"]
        return [Part("literal", char)]

    def _repeated(self, parts: list[Part]) -> list[Part]:
        repeat = _REPEAT.match(self._pattern, self.at)
        if repeat is None:
            return parts
        self.at = repeat.end()
        parts = _merged(parts)
        if all(part.kind in {"blank", "gap"} for part in parts):
            return [Part(part.kind) for part in parts]
        if repeat[0].startswith("?"):
            return _optional(parts)
        raise ValueError(f"`{self._pattern}` repeats a text")


def _optional(parts: list[Part]) -> list[Part]:
    if any(part.kind == "group" for part in parts):
        raise ValueError("a group that may be missing")
    return [Part("optional", part.text) if part.kind == "literal" else part for part in parts]


def _merged(parts: list[Part]) -> list[Part]:
    """Neighbouring characters as one literal, and white space as such."""
    merged: list[Part] = []
    for part in parts:
        last = merged[-1] if merged else None
        if last and last.kind == part.kind == "literal":
            merged[-1] = Part("literal", last.text + part.text)
        elif not (last and part.kind in {"blank", "gap"} and last.kind == part.kind):
            merged.append(part)
    return [Part("blank", part.text) if part.text.isspace() else part for part in merged]
