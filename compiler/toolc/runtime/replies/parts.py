"""What every provider's reply comes down to: parts, in the order in which they come.

A family's reader turns one event (a whole reply is one, too) into parts; it knows the wire's shape
and nothing of tools. It never raises for what stands in an event.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

__all__ = [
    "CUT_OFF",
    "Broken",
    "Ended",
    "Finish",
    "Grown",
    "Json",
    "Kept",
    "Part",
    "Reader",
    "Said",
    "Sent",
    "Thought",
    "at",
    "first",
    "items",
    "key_of",
    "mapping",
    "objects",
    "order_of",
    "plain_word",
    "word",
]

Json = Mapping[str, Any]

CUT_OFF = frozenset(
    {
        "length",  # chat completions, Ollama
        "model_length",  # Mistral
        "max_output_tokens",  # Responses
        "max_tokens",  # Anthropic, Bedrock
        "model_context_window_exceeded",
        "MAX_TOKENS",  # Gemini, Cohere
    }
)
"""The finish values that mean "cut off by length"; none of them means another thing elsewhere."""


@dataclass(slots=True, eq=False)
class Sent:
    """A call as the provider sent it, so far.

    Its arguments are `whole`, or the text that the `pieces` make. `order` is its place among the
    calls where the wire says one; `custom` means that the text is the input itself, not JSON;
    `unfinished` that the provider says it is, `ended` that nothing more of it will come. `repairs`
    names what was wrong with how it came.
    """

    name: str = ""
    id: str = ""
    order: int = 0
    pieces: list[str] = field(default_factory=list)
    whole: object = None
    custom: bool = False
    unfinished: bool = False
    ended: bool = False
    repairs: list[str] = field(default_factory=list)

    @property
    def arguments(self) -> object:
        """The arguments: an object, JSON text (or the input of a custom tool), or None."""
        return self.whole if self.whole is not None or not self.pieces else "".join(self.pieces)

    def grow(self, value: object) -> str:
        """Take more of the arguments, in whatever form; return what of it is text."""
        if isinstance(value, str):
            if value:
                self.pieces.append(value)
            return value
        if value is not None:
            self.whole = value
        return ""

    def replace(self, value: object) -> None:
        """Take what the wire says at the end as the arguments, in place of their pieces."""
        if isinstance(value, str) and value:
            self.pieces, self.whole = [value], None
        elif value is not None and not isinstance(value, str):
            self.whole = value


@dataclass(slots=True)
class Said:
    """Text meant for the user."""

    text: str


@dataclass(slots=True)
class Thought:
    """Reasoning."""

    text: str


@dataclass(slots=True)
class Grown:
    """A call began, or more of it came; `piece` is what of its arguments is text."""

    call: Sent
    piece: str = ""


@dataclass(slots=True)
class Ended:
    """The provider says that this call is complete."""

    call: Sent


@dataclass(slots=True)
class Kept:
    """Something to be sent back unaltered: an item of its own, or what stands on a call."""

    value: dict[str, Any]
    call: Sent | None = None


@dataclass(slots=True)
class Finish:
    """Why the reply ends, in the provider's word."""

    reason: str


@dataclass(slots=True)
class Broken:
    """A part of the reply can't be read, or the provider refused what the model wrote."""

    why: str
    raw: str = ""


Part = Said | Thought | Grown | Ended | Kept | Finish | Broken


class Reader(Protocol):
    """Reads the events of one family of providers."""

    def read(self, event: Json) -> Iterator[Part]:
        """The parts that one event brings; a whole reply is one event."""


# --- taking apart what may hold anything ---


def items(value: object) -> list[Any]:
    """A list, or nothing where none stands."""
    return value if isinstance(value, list) else []


def objects(value: object) -> Iterator[Json]:
    """The objects in a list; a reply may hold null where it has nothing."""
    return (item for item in items(value) if isinstance(item, dict))


def mapping(value: object) -> Json:
    """An object, or an empty one where none stands."""
    return value if isinstance(value, dict) else {}


def key_of(value: object) -> str | int | None:
    """What tells parts of a reply apart, an index or an identifier."""
    return value if isinstance(value, str | int) else None


def at(value: object, *path: str | int) -> Any:
    """What stands at a path, or None."""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and len(value) > step else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def first(value: object, *keys: str) -> Any:
    """The first of several spellings of a key that holds something."""
    return next((found for key in keys if (found := at(value, key)) is not None), None)


def word(value: object) -> str:
    """A name or a text; "" for anything else that stands in its place.

    An SDK says `null` for an identifier that was not sent.
    """
    return value if isinstance(value, str) and value != "null" else ""


def plain_word(value: object) -> str:
    """A finish value as text; an SDK's enum says `FinishReason.STOP`."""
    return "" if value is None else str(value).rpartition(".")[2]


def order_of(value: object) -> int:
    """The place that the wire gives a call, 0 where it gives none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
