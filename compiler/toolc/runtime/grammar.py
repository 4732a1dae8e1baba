"""Dialects compiled for the parser: what each literal means, and who looks for which."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from toolc.runtime.dialects import Dialect, Opener, dialect_for_model, dialects
from toolc.runtime.errors import UsageError
from toolc.runtime.lexer import Lexer
from toolc.runtime.parameters import Syntax
from toolc.runtime.quotation import AT_LINE, FENCES, IN_LINE

__all__ = ["AUTO", "BULLET", "Grammar", "grammar"]

AUTO = "auto"
BULLET = "- "  # begins an item of a list, where a dash alone begins a line of a diff

# What may trail the last call of any dialect: the tokens that end a turn.
_ENDINGS = (
    *("</s>", "<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|endoftext|>", "<|end_of_text|>"),
    *(
        "<\uff5cend\u2581of\u2581sentence\uff5c>",
        "<end_of_turn>",
        "<turn|>",
        "<|end|>",
        "<|message_sep|>",
    ),
)
# Closing tags that models write in place of the right one, or behind it.
_CLOSERS = (
    *("</tool>", "</tool_call>", "</tool_calls>", "</function>", "</function_call>"),
    *("</function_calls>", "</json>", "</code>"),
)
_SPECIAL = re.compile(r"[|\uff5c]")  # in the tokens that no text holds by accident


@dataclass(slots=True, frozen=True)
class Grammar:
    """`line` is asked at a line's first character, `prose` further on in a line.

    `reasoning` finds the end of reasoning, by its opening marker ("" for that of any).
    """

    openers: Mapping[str, tuple[Opener, ...]]  # by marker, in the order in which they are tried
    outer: frozenset[str]  # what may stand around several calls
    thinks: Mapping[str, str]  # the opening marker of reasoning -> its closing one
    frames: frozenset[str]  # tokens around text that are nobody's text
    line: Lexer
    prose: Lexer
    markers: Lexer  # markers and what may stand around them
    tails: Mapping[tuple[str, bool], Lexer]  # by what closes a call, and if it is in a fence
    closers: Mapping[str, Lexer]  # the closing literal -> what finds it
    reasoning: Mapping[str, Lexer]
    aloud: Mapping[str, Lexer]  # the same, where calls in reasoning count
    syntax: Mapping[Opener, Syntax]


def grammar(dialect: str | Dialect, model: str | None = None) -> Grammar:
    """Compile a dialect, by name if it ships with toolc; `auto` is all of those, the model's first.

    Raises `UsageError` for a name that no dialect has.
    """
    if isinstance(dialect, Dialect):
        return _imported(dialect)
    known = dialects()
    if dialect == AUTO:
        own = dialect_for_model(model) if model else None
        names = [name for name, item in known.items() if item.auto or name == own]
        names.sort(key=lambda name: name != own)
        return _shipped(tuple(names), strict=False)
    name = _canonical().get(dialect)
    if name is None:
        raise UsageError(f"no dialect is called `{dialect}`; there are auto, {', '.join(known)}")
    return _shipped((name,), strict=True)


@cache
def _shipped(names: tuple[str, ...], *, strict: bool) -> Grammar:
    known = dialects()
    return _compile([known[name] for name in names], strict=strict)


@lru_cache(maxsize=32)
def _imported(dialect: Dialect) -> Grammar:
    return _compile([dialect], strict=True)


@cache
def _canonical() -> Mapping[str, str]:
    """Every name of a dialect, those that inference servers give it included."""
    known = dialects()
    aliases = {alias: name for name, dialect in known.items() for alias in dialect.aliases}
    return aliases | {name: name for name in known}


def _strict(dialect: Dialect) -> Dialect:
    """A dialect that was asked for by name: its fences and lists count wherever a line begins."""
    openers = (
        replace(opener, place="unmarked") if _is_lifted(opener) else opener
        for opener in dialect.openers
    )
    return replace(dialect, openers=tuple(openers))


def _is_lifted(opener: Opener) -> bool:
    return opener.place == "leading" and (opener.is_fence or opener.body == "call")


def _fenced(opener: Opener) -> Iterator[Opener]:
    """An opener; one that is a fence also as the other kinds of fence."""
    yield opener
    usual, *others = FENCES
    if not opener.is_fence:
        return
    for fence in others:
        close = fence if opener.close == usual else opener.close
        yield replace(opener, open=opener.open.replace(usual, fence), close=close)


def _compile(given: Iterable[Dialect], *, strict: bool) -> Grammar:
    chosen = [_strict(dialect) if strict else dialect for dialect in given]
    openers: dict[str, tuple[Opener, ...]] = {}
    thinks: dict[str, str] = {}
    for dialect in chosen:
        for opener in chain.from_iterable(map(_fenced, dialect.openers)):
            group = openers.get(opener.open, ())
            if not any(replace(opener, form=other.form) == other for other in group):
                # An envelope is told apart from any other object by its first key.
                first = opener.name == "envelope"
                openers[opener.open] = (opener, *group) if first else (*group, opener)
        for start, end in dialect.reasoning:
            thinks.setdefault(start, end)
    outer = list(chain.from_iterable(dialect.outer for dialect in chosen))
    frames = {
        token for dialect in chosen for token in dialect.frame if strict or _SPECIAL.search(token)
    }
    ends = [*sorted(set(thinks.values())), *sorted(frames)]
    thinking = {start: [end] for start, end in thinks.items()} | {"": [*thinks.values()]}
    starts = [literal for literal in openers if literal]  # a name alone has no marker
    tags = [literal for literal in [*starts, *(start for start, _ in outer)] if _is_tag(literal)]
    closes = {opener.close for group in openers.values() for opener in group}
    behind = [
        *_ENDINGS,
        *_CLOSERS,
        *sorted(filter(_is_tag, closes)),
        *(end for _, end in outer if end),
        *sorted(frames),
    ]
    return Grammar(
        openers=openers,
        outer=frozenset(start for start, _ in outer),
        thinks=thinks,
        frames=frozenset(frames),
        line=Lexer(["\n", BULLET, *AT_LINE, *starts, *thinks, *ends, *(s for s, _ in outer)]),
        prose=Lexer(["\n", *IN_LINE, *tags, *ends]),
        markers=Lexer([*starts, *(start for start, _ in outer)]),
        tails={
            (close, fenced): Lexer([*filter(None, [close]), *behind, *(FENCES if fenced else [])])
            for close in sorted(closes)
            for fenced in (False, True)
        },
        closers={close: Lexer([close] if close else []) for close in sorted(closes)},
        reasoning={start: Lexer(closing) for start, closing in thinking.items()},
        aloud={start: Lexer([*closing, *tags]) for start, closing in thinking.items()},
        syntax={
            opener: Syntax.of(opener.parameter, opener.close)
            for group in openers.values()
            for opener in group
            if opener.parameter and opener.body == "parameters"
        },
    )


def _is_tag(opener: str) -> bool:
    """Whether a marker is distinctive enough to count further on in a line."""
    return re.search(r"[<|\uff5c\[]\w|\w[\]|\uff5c>]|\A[<\]]\W", opener) is not None
