"""What the types of a toolset are called in TypeScript."""

import re
from collections.abc import Iterable
from typing import Final

from toolc.backends.definitions import Shared, worth_a_name
from toolc.ir.model import Toolset

__all__ = ["TypeNames", "pascal", "type_names"]

_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LONGEST: Final = 80


class TypeNames:
    """The names of types: those of shared shapes by definition, those of arguments by tool."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        """Start with the names that are taken already."""
        self.shared: dict[str, str] = {}
        self.arguments: list[str] = []
        self._taken = set(reserved)
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """A name as it is when it is free, else with the next free number behind it."""
        name, number = wanted, self._next.get(wanted, 2)
        while name in self._taken:
            name, number = f"{wanted}{number}", number + 1
        self._next[wanted] = number
        self._taken.add(name)
        return name


def type_names(toolset: Toolset, shared: Shared, reserved: Iterable[str] = ()) -> TypeNames:
    """The names for the arguments of each tool, then those of the definitions worth one."""
    names = TypeNames(reserved)
    names.arguments = [names.take(f"{pascal(tool.name)}Args") for tool in toolset.tools]
    named = worth_a_name(shared)
    names.shared = {key: names.take(pascal(key)) for key in shared.definitions if key in named}
    return names


def pascal(name: str) -> str:
    """A type's name from any other.

    >>> pascal("get_weather"), pascal("list-PRs"), pascal("2nd")
    ('GetWeather', 'ListPRs', 'T2Nd')
    """
    words = _WORDS.findall(name[: 4 * _LONGEST])
    joined = "".join(word[0].upper() + word[1:] for word in words)[:_LONGEST]
    return joined if joined[:1].isalpha() else f"T{joined}"
