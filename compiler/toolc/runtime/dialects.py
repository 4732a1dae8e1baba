"""Dialects as data: the text formats in which models write calls, read from their files once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from toolc.runtime.errors import InternalError
from toolc.runtime.model_names import ModelNames
from toolc.runtime.quotation import FENCES

__all__ = ["Dialect", "Opener", "Parameter", "dialect_for_model", "dialects"]

_FOLDER = "dialects/"

Place = Literal["anywhere", "unmarked", "leading", "behind"]
NameIn = Literal[
    "body", "attribute", "text", "word", "own", "call", "header", "inner", "envelope", "reply"
]
BodyKind = Literal["json", "parameters", "quoted", "elements", "own", "call", "lines", "message"]


@dataclass(slots=True, frozen=True)
class Parameter:
    """How one parameter is written, and what ends the call around it."""

    open: str
    close: str
    end: str = ""
    tag_end: str = ">"
    key_end: str = ""
    trim: Literal["none", "newline", "blank"] = "none"
    cdata: bool = False


@dataclass(slots=True, frozen=True)
class Opener:
    """One way in which a call begins; `tagged.toml` tells what each key means."""

    open: str
    name: NameIn
    body: BodyKind = "json"
    close: str = ""
    keep: bool = False
    place: Place = "anywhere"
    guard: bool = False
    form: str = ""
    tag: str = ""
    tag_end: str = ">"
    before_name: tuple[str, ...] = ()
    after_name: tuple[str, ...] = ()
    numbered: bool = False
    mark: str = ""
    parameter: Parameter | None = None

    @property
    def is_fence(self) -> bool:
        """Whether it begins a block of code: what is no call in it is code, not prose."""
        return self.open.startswith(FENCES)


@dataclass(slots=True, frozen=True)
class Dialect:
    """One text format for calls."""

    name: str
    title: str
    reference: str
    example: str
    result: str = ""
    stop: tuple[str, ...] = ()
    auto: bool = True
    aliases: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    reasoning: tuple[tuple[str, str], ...] = ()
    outer: tuple[tuple[str, str], ...] = ()
    frame: tuple[str, ...] = ()
    openers: tuple[Opener, ...] = ()

    @property
    def taught(self) -> bool:
        """Whether any model can be taught it: its calls and results each have a form."""
        return bool(self.example and self.result)


@cache
def dialects() -> Mapping[str, Dialect]:
    """Every dialect that ships with toolc, by name, sorted."""
    import tomllib  # noqa: PLC0415 - needed only once a dialect is

    from toolc import resources  # noqa: PLC0415 - finding files needs importlib.resources

    files = [
        name
        for name in resources.names("grammars")
        if name.startswith(_FOLDER) and name.endswith(".toml")
    ]
    found = {}
    for file in files:
        name = file.removeprefix(_FOLDER).removesuffix(".toml")
        found[name] = _dialect(name, tomllib.loads(resources.text("grammars", file)))
    return found


def dialect_for_model(model: str) -> str | None:
    """The dialect that a model is known to write, by the pattern that fits most of its name."""
    found = _dialect_names().find(model)
    return found.value if found else None


@cache
def _dialect_names() -> ModelNames[str]:
    return ModelNames(
        (pattern, each.name) for each in dialects().values() for pattern in each.models
    )


def _dialect(name: str, data: Mapping[str, Any]) -> Dialect:
    form = str(data.get("example", ""))
    try:
        return Dialect(
            name=name,
            title=data["title"],
            reference=data["reference"],
            example=form,
            result=data.get("result", ""),
            stop=tuple(data.get("stop", ())),
            auto=data.get("auto", True),
            aliases=tuple(data.get("aliases", ())),
            models=tuple(data.get("models", ())),
            reasoning=tuple((start, end) for start, end in data.get("reasoning", ())),
            outer=tuple((start, end) for start, end in data.get("outer", ())),
            frame=tuple(data.get("frame", ())),
            openers=tuple(_opener(form, opener) for opener in data["openers"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InternalError(f"the dialect file {name}.toml is at fault: {error}") from error


def _opener(form: str, data: Mapping[str, Any]) -> Opener:
    given: dict[str, Any] = {"form": form}
    given |= {key: tuple(item) if isinstance(item, list) else item for key, item in data.items()}
    parameter = given.pop("parameter", None)
    return Opener(
        **{"form": form, **given}, parameter=Parameter(**parameter) if parameter else None
    )
