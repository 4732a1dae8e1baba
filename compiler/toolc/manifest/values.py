"""The kinds of values that a manifest has, each read with a note of what is wrong with it."""

from collections.abc import Collection
from typing import Any

from toolc.diagnostics import codes, words
from toolc.diagnostics.codes import Code
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.schema import escape

__all__ = ["Values"]


class Values:
    """Reads values. What is wrong goes to `found`, and something that fits is given back."""

    def __init__(self, file: str) -> None:
        """Take the name of the manifest's file: its ending says how examples are written."""
        self.file = file
        self.found: list[Diagnostic] = []
        self._toml = file.endswith(".toml")

    def inline(self, value: Any) -> str:
        """A value in the manifest's own language."""
        return words.inline(value, toml=self._toml)

    def assigned(self, key: str, value: Any) -> str:
        """A key and its value in the manifest's own language."""
        return words.assigned(key, value, toml=self._toml)

    def report(self, code: Code, at: str, **named: str) -> None:
        """Note a problem at a pointer."""
        self.found.append(code.at(origin=Origin(file=self.file, pointer=at), **named))

    def wrong(self, value: object, at: str, wanted: str, hint: str, got: str | None = None) -> None:
        """Note that a value is not what is wanted."""
        key = next((part for part in reversed(at.split("/")) if not part.isdigit()), "")
        named = {"key": key or self.file, "wanted": wanted, "got": got or _said(value)}
        self.report(codes.WRONG_VALUE, at, hint=hint, **named)

    def below(self, at: str, key: object) -> str:
        """The pointer of a member."""
        return f"{at}/{escape(str(key))}"

    def mapping(self, value: object, at: str, place: str, keys: tuple[str, ...]) -> dict[str, Any]:
        """The known keys of a mapping."""
        if not isinstance(value, dict):
            self.wrong(value, at, "a mapping", f"its keys are {', '.join(keys)}")
            return {}
        for key in value:
            if key not in keys:
                hint = did_you_mean(str(key), keys)
                origin = Origin(file=self.file, pointer=self.below(at, key), at_key=True)
                named = {"place": place, "key": str(key), "hint": hint}
                self.found.append(codes.UNKNOWN_KEY.at(origin=origin, **named))
        return {key: value[key] for key in keys if key in value}

    def items(self, value: object, at: str, example: list[Any]) -> list[tuple[str, Any]]:
        """The items of a list, each with its pointer."""
        if isinstance(value, list):
            return [(f"{at}/{index}", item) for index, item in enumerate(value)]
        self.wrong(value, at, "a list", f"write it as `{self.inline(example)}`")
        return []

    def text(self, value: object, at: str) -> str:
        """A text that is not empty."""
        if isinstance(value, str) and value:
            return value
        self.wrong(value, at, "a text", "write a text here, in quotes where it needs them")
        return ""

    def path(self, value: object, at: str) -> str:
        """A text that can name a file."""
        path = self.text(value, at)
        if "\0" in path:
            self.wrong(value, at, "a path", "remove the NUL character, which no path has")
        return path

    def word(self, value: object, at: str, what: str, known: Collection[str]) -> str:
        """One of the words that are known."""
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            named = {"what": what, "name": value, "hint": self._hint(value, what, known)}
            self.report(codes.UNKNOWN_NAME, at, **named)
        else:
            self.wrong(value, at, f"the name of a {what}", did_you_mean("", known))
        return ""

    def _hint(self, word: str, what: str, known: Collection[str]) -> str:
        base = word.removesuffix("-strict")
        if what == "target" and base != word and base in known:
            return f"write `{self.inline({base: {'strict': True}})}`"
        return did_you_mean(word, known)


def _said(value: object) -> str:
    """How a message names a value: a scalar as it is, others by their kind."""
    if value is None:
        return "nothing"
    if value == "":
        return "an empty text"
    if isinstance(value, (dict, list)):
        kind = "mapping" if isinstance(value, dict) else "list"
        return f"a {kind}" if value else f"an empty {kind}"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{text[:60]}...`" if len(text) > 60 else f"`{text}`"
