"""Python identifiers from any text, the same on every run and never in each other's way."""

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable

__all__ = ["Names", "class_name", "identifier"]

_MAX_LENGTH = 60
_RESERVED = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins))


def identifier(text: str, fallback: str = "value") -> str:
    """A snake_case ASCII identifier that is neither a keyword nor a builtin.

    >>> [identifier(text) for text in ("maxItems", "HTTPServer-url", "class", "2nd", "été", "名")]
    ['max_items', 'http_server_url', 'class_', 'n2nd', 'ete', 'value']
    """
    words = _words(text)
    name = "_".join(word.lower() for word in words)[:_MAX_LENGTH].strip("_") or fallback
    return _legal(name, "n")


def class_name(text: str, fallback: str = "Value") -> str:
    """A CapWords ASCII identifier that is neither a keyword nor a builtin.

    >>> [class_name(text) for text in ("get_weather", "type", "3d-model", "None")]
    ['GetWeather', 'Type', 'N3dModel', 'None_']
    """
    name = "".join(word[0].upper() + word[1:] for word in _words(text))[:_MAX_LENGTH] or fallback
    return _legal(name, "N")


class Names:
    """Hands out names of one scope; a name that is taken gets a number.

    >>> names = Names(["errors"])
    >>> [names.take(text) for text in ("errors", "a", "A", "a")]
    ['errors_2', 'a', 'a_2', 'a_3']
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        """Start a scope in which the reserved names are taken."""
        self._taken = set(reserved)
        self._next: dict[str, int] = {}

    def take(self, text: str, fallback: str = "value") -> str:
        """A free snake_case identifier made from a text."""
        return self.reserve(identifier(text, fallback))

    def is_free(self, name: str) -> bool:
        """Whether a name can be reserved as it is."""
        return name not in self._taken

    def reserve(self, name: str) -> str:
        """A name as it is when it is free, else with the next free number behind it."""
        free = name
        while free in self._taken:
            number = self._next.get(name, 2)
            self._next[name] = number + 1
            free = f"{name}_{number}"
        self._taken.add(free)
        return free


def _words(text: str) -> list[str]:
    # A bounded slice: a name of two megabytes is cut before any work is done on it.
    folded = unicodedata.normalize("NFKD", text[: 4 * _MAX_LENGTH])
    plain = folded.encode("ascii", "ignore").decode("ascii")
    return re.findall(
        r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])[0-9]*|[A-Za-z][a-z0-9]*|[0-9]+[a-z]*", plain
    )


def _legal(name: str, prefix: str) -> str:
    if name[0].isdigit():
        name = prefix + name
    return f"{name}_" if name in _RESERVED else name
