"""Which tool a model means by a name: exact, then folded, then one near match under strict rules.

A near match never turns one verb into another, never changes a number or a short word, never
reaches a destructive tool and never picks between two. Everything but an exact name is a repair.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from toolc.runtime.tools import Tool, ToolTable

__all__ = ["Match", "fold", "match_name", "nearest"]

# Words that say what a tool does. A word of the model's that stands here is meant: it is never
# read as another word.
_VERBS = frozenset(
    """
    abort accept activate add allow append apply approve archive assign attach authorize backup ban
    block book build buy call cancel change charge check clean clear clone close commit compare
    compile complete compute confirm connect convert copy count create credit cut deactivate debit
    decline decode decrease decrypt delete deny deploy deposit describe destroy detach disable
    disconnect discard dislike download drop duplicate edit empty enable encode encrypt end erase
    exclude execute export extract fetch filter find finish fork freeze generate get give grant
    halt hide import include increase init insert install invite invoke join kick kill leave like
    link list load lock login logout make mark merge modify move mute open order pause pay ping
    play post prepend print promote pull purge push put read rebuild receive reboot refund refuse
    register reject release reload remove rename reopen replace reply report request reset resize
    resolve restart restore resume retrieve retry return revert revoke rollback rotate run save
    scan schedule search select sell send set share show shutdown sign skip sort split start stop
    store subscribe submit summarize suspend swap switch sync tag take terminate test toggle
    transfer translate trigger truncate unarchive unassign unban unblock undo unfreeze unlink
    unlock unmute unregister unshare unsubscribe untag update upgrade downgrade upload upsert use
    validate verify view wait wipe withdraw write
    """.split()
)

_DESTRUCTIVE = frozenset(
    """
    ban cancel clear deactivate delete destroy detach disable discard drop empty erase format halt
    kick kill overwrite purge reboot refund remove replace reset revoke shutdown terminate truncate
    uninstall unsubscribe withdraw wipe
    """.split()
)
"""Words in a tool's name that say that it can't be undone."""

_MIN_WORD = 4  # shorter words are too easily another word: `cat`, `car`
_MIN_SIMILARITY = 0.85  # of 1.0; `wether` and `weather` are at 0.92, `test` and `text` at 0.75
_NEAREST_SIMILARITY = 0.5  # of 1.0; what is worth telling a model that asked for something unknown
_MAX_NAME = 256  # characters; no provider allows longer names, and matching is not for essays

# What servers and templates put around a name, the least first; the name itself is the group.
_CONTROL = re.compile(r"<\|.*", re.DOTALL)
_ADDED = tuple(
    map(
        re.compile,
        (
            r"(.+)",  # nothing but a control token
            r"(.+):\d+",
            r"(.+)\.call",
            r"functions[._:]?(.+?)(?::\d+)?",
            r"functions[._:]?(.+?)[_:]?\d+",
        ),
    )
)
_NAMESPACED = (re.compile(r"[\w-]+[.:/](.+)"), re.compile(r".+[.:/]([\w-]+)"))

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_]+")
_SEPARATORS = re.compile(r"[\W_]+")


@dataclass(slots=True)
class Match:
    """What a name came to: a tool (none in an open table), a repair, or why it is refused."""

    name: str
    tool: Tool | None = None
    repair: str | None = None
    refused: Literal["unknown_tool", "ambiguous"] | None = None
    others: tuple[str, ...] = ()
    guessed: bool = False  # neither exact nor folded


def fold(name: str) -> str:
    """A name without case and separators: `readFile`, `read_file` and `Read File` are one."""
    return _SEPARATORS.sub("", name).casefold()


def match_name(name: str, tools: ToolTable) -> Match:
    """Resolve a name that a model wrote against the tools.

    >>> from toolc.runtime.tools import read_tools
    >>> match_name("readFile", read_tools([{"name": "read_file"}])).repair
    'name: readFile -> read_file'
    """
    tool = tools.get(name)
    if tool is not None or (tools.is_open and name):
        return Match(name, tool)
    if not name or len(name) > _MAX_NAME:
        return Match(name, refused="unknown_tool")
    for find in (_folded, _bare, _near):
        found = find(name, tools)
        if len(found) > 1:
            return Match(name, refused="ambiguous", others=tuple(found))
        if found:
            repair = f"name: {name} -> {found[0]}"
            return Match(found[0], tools.get(found[0]), repair, guessed=find is _near)
    return Match(name, refused="unknown_tool", others=nearest(name, tools))


def nearest(name: str, tools: ToolTable, top: int = 3) -> tuple[str, ...]:
    """The tools whose names look most like `name`, best first, for a message only."""
    similarity = _similarity()
    wanted = fold(name)
    scored = [(similarity(wanted, fold(other)), other) for other in tools.names]
    ranked = sorted(scored, key=lambda item: -item[0])
    return tuple(other for score, other in ranked[:top] if score >= _NEAREST_SIMILARITY)


def _folded(name: str, tools: ToolTable) -> list[str]:
    if not tools.folded:
        for other in tools.names:
            tools.folded.setdefault(fold(other), []).append(other)
    return tools.folded.get(fold(name), [])


def _bare(name: str, tools: ToolTable) -> list[str]:
    """The tools that a name means once what stands around it is taken away.

    Another namespace may be another tool: a destructive one is not reached by leaving it out.
    """
    bare = _CONTROL.sub("", name).replace("\\_", "_")
    for pattern in (*_ADDED, *_NAMESPACED):
        match = pattern.fullmatch(bare)
        if match is None or match[1] == name:
            continue
        found = [match[1]] if match[1] in tools else _folded(match[1], tools)
        if pattern in _NAMESPACED:
            found = [other for other in found if not _is_destructive(other, tools)]
        if found:
            return found
    return []


def _is_destructive(name: str, tools: ToolTable) -> bool:
    tool = tools.get(name)
    return tool is not None and tool.destructive


def _near(name: str, tools: ToolTable) -> list[str]:
    similarity = _similarity()
    words = _words(name)
    return [
        tool.name
        for tool in tools
        if not _may_destroy(tool) and _same_words(words, _words(tool.name), similarity)
    ]


def _may_destroy(tool: Tool) -> bool:
    """Whether a tool is marked destructive, or its name says so: most lists mark none."""
    return tool.destructive or bool(_DESTRUCTIVE & set(_words(tool.name)))


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(name)]


def _same_words(
    theirs: list[str], ours: list[str], similarity: Callable[[str, str], float]
) -> bool:
    """Whether two names are the same words in the same order, slips of the pen apart."""
    return len(theirs) == len(ours) and all(
        word == other or _is_slip(word, other, similarity)
        for word, other in zip(theirs, ours, strict=True)
    )


def _is_slip(word: str, other: str, similarity: Callable[[str, str], float]) -> bool:
    if word in _VERBS or word.isdigit() or other.isdigit():
        return False
    if min(len(word), len(other)) < _MIN_WORD or word[0] != other[0]:
        return False
    return similarity(word, other) >= _MIN_SIMILARITY


def _similarity() -> Callable[[str, str], float]:
    """The ratio of rapidfuzz, or of the standard library where that is missing, from 0 to 1."""
    try:
        from rapidfuzz import fuzz  # noqa: PLC0415 - imported only when a name is unknown
    except ImportError:
        import difflib  # noqa: PLC0415 - only where rapidfuzz is not installed

        return lambda left, right: difflib.SequenceMatcher(None, left, right).ratio()
    return lambda left, right: fuzz.ratio(left, right) / 100
