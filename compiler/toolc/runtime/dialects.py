"""Dialects as data: the text formats in which models write calls, read once and compiled."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from toolc.runtime.errors import InternalError, UsageError
from toolc.runtime.lexer import Lexer

__all__ = ["Dialect", "Grammar", "Opener", "dialect_for_model", "dialects", "grammar"]

_FOLDER = "dialects/"

Place = Literal["anywhere", "leading"]


@dataclass(slots=True, frozen=True)
class Opener:
    """One way in which a call begins; the keys are those of the data files."""

    open: str
    name: Literal["attribute", "body"]
    close: str = ""
    keep: bool = False
    place: Place = "anywhere"
    guard: bool = False
    form: str = ""

    @property
    def is_fence(self) -> bool:
        """Whether it begins a block of code: what is no call in it is code, not prose."""
        return self.open.startswith("```")


@dataclass(slots=True, frozen=True)
class Dialect:
    """One text format for calls."""

    name: str
    title: str
    reference: str
    example: str
    result: str = ""
    stop: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    reasoning: tuple[tuple[str, str], ...] = ()
    openers: tuple[Opener, ...] = ()


@dataclass(slots=True, frozen=True)
class Grammar:
    """Several dialects compiled for the parser: what each literal means, and who looks for which.

    `line` is asked at a line's first character, `prose` further on in a line; `reasoning` finds
    the end of reasoning, by its opening marker.
    """

    openers: Mapping[str, Opener]
    thinks: Mapping[str, str]  # the opening marker of reasoning -> its closing one
    line: Lexer
    prose: Lexer
    reasoning: Mapping[str, Lexer]
    aloud: Mapping[str, Lexer]  # the same, where calls in reasoning count
    closers: Mapping[str, Lexer]  # the closing literal -> what finds it


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


def grammar(dialect: str, model: str | None = None) -> Grammar:
    """Compile a dialect by name; `auto` is all of them, the model's own first.

    Raises `UsageError` for a name that no dialect has.
    """
    known = dialects()
    if dialect == "auto":
        own = dialect_for_model(model) if model else None
        names = sorted(known, key=lambda name: name != own)
        return _compile(tuple(names), strict=False)
    if dialect not in known:
        raise UsageError(f"no dialect is called `{dialect}`; there are auto, {', '.join(known)}")
    return _compile((dialect,), strict=True)


def dialect_for_model(model: str) -> str | None:
    """The dialect that a model is known to write, by the first pattern that fits its name."""
    from fnmatch import fnmatchcase  # noqa: PLC0415 - only where a model is named

    name = model.casefold()
    for dialect in dialects().values():
        if any(fnmatchcase(name, pattern) for pattern in dialect.models):
            return dialect.name
    return None


def _strict(dialect: Dialect) -> Dialect:
    """A dialect that was asked for by name: its fences count wherever a line begins."""
    openers = (
        replace(opener, place="anywhere") if opener.is_fence else opener
        for opener in dialect.openers
    )
    return replace(dialect, openers=tuple(openers))


def _dialect(name: str, data: Mapping[str, Any]) -> Dialect:
    form = str(data.get("example", ""))
    try:
        openers = tuple(Opener(**{"form": form, **opener}) for opener in data["openers"])
        return Dialect(
            name=name,
            title=data["title"],
            reference=data["reference"],
            example=form,
            result=data.get("result", ""),
            stop=tuple(data.get("stop", ())),
            models=tuple(data.get("models", ())),
            reasoning=tuple((start, end) for start, end in data.get("reasoning", ())),
            openers=openers,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InternalError(f"the dialect file {name}.toml is at fault: {error}") from error


@cache
def _compile(names: tuple[str, ...], *, strict: bool) -> Grammar:
    known = dialects()
    chosen = [_strict(known[name]) if strict else known[name] for name in names]
    openers: dict[str, Opener] = {}
    thinks: dict[str, str] = {}
    for dialect in chosen:
        for opener in dialect.openers:
            openers.setdefault(opener.open, opener)
        for start, end in dialect.reasoning:
            thinks.setdefault(start, end)
    ends = sorted(set(thinks.values()))
    tags = [opener for opener in openers if _is_tag(opener)]
    return Grammar(
        openers=openers,
        thinks=thinks,
        line=Lexer(["\n", "`", "```", ">", *openers, *thinks, *ends]),
        prose=Lexer(["\n", "`", "```", *tags, *ends]),
        reasoning={start: Lexer([end]) for start, end in thinks.items()},
        aloud={start: Lexer([end, *tags]) for start, end in thinks.items()},
        closers={o.close: Lexer([o.close]) for o in openers.values() if o.close} | {"": _NOTHING},
    )


_NOTHING = Lexer(["\0"])  # for a body that nothing closes: what no body stops for


def _is_tag(opener: str) -> bool:
    """Whether a marker is distinctive enough to count further on in a line."""
    return re.search(r"[<|\[]\w|\w[\]|>]", opener) is not None
