"""Which tool a model means by a name: exact, then folded, then one near match under strict rules.

Folding leaves out case and separators, but not one between two digits: `v1_1` is not `v11`.

A near match is a slip of the pen, and a wrong call is worse than none, so all of this must hold:

- one word of the name differs, by one letter left out or added or by two neighbours swapped, inside
  the word: its first letter and its last three stand, because the end is where a word is inflected
  into another (`files`, `employer`, `county`); both spellings have six letters at least;
- what was written is no word: no verb, none that the tools' own names use, and none that is known
  to be one slip away from another word (`contact`, `contract`);
- the tool is not marked destructive, nor does its name say so;
- no other tool is as near;
- the arguments, which `resolve` sees, are not empty, declared by the tool and all it requires.

Everything but an exact name is a repair.
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

# Words that are one slip away from another word, without the `s` of a plural.
_TWINS = frozenset(
    """
    adverse averse cache cachet casual catche causal cause clause contact contactor contract
    contractor counties countries course crise cruise curse dairies decent descent desert dessert
    diaries diner dinner farmer fight flight framer hostel hotel interment internment lighting
    lightning manager manger morning mourning palace parities parties patent patient payer paying
    peasant phase phrase place planing planning player playing pleasant prayer price prince raider
    rider roaster rooster roster sacred scared server sever stand steam steamer sting strand stream
    streamer string thicket though thorough threat through ticket treat trough waiter water widow
    window
    """.split()
)

_MIN_WORD = 6  # letters; shorter words are too easily another word: `cat`, `car`
_END = 3  # letters at the end of a word that say which form of it this is
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
_NUMBERS = re.compile(r"(?<=[0-9])[\W_]+(?=[0-9])")  # what tells two numbers apart
_SEPARATORS = re.compile(r"(?<![0-9])[\W_]++|[\W_]++(?![0-9])")  # all others


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
    return _SEPARATORS.sub("", _NUMBERS.sub("_", name)).casefold()


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
    words = _words(name)
    used = {word for other in tools.names for word in _words(other)}
    return [
        tool.name
        for tool in tools
        if not _may_destroy(tool) and _is_slip_of(words, _words(tool.name), used)
    ]


def _may_destroy(tool: Tool) -> bool:
    """Whether a tool is marked destructive, or its name says so: most lists mark none."""
    return tool.destructive or bool(_DESTRUCTIVE & set(_words(tool.name)))


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(name)]


def _is_slip_of(theirs: list[str], ours: list[str], used: set[str]) -> bool:
    """Whether two names are the same words in the same order, one slip of the pen apart."""
    if len(theirs) != len(ours):
        return False
    pairs = [pair for pair in zip(theirs, ours, strict=True) if pair[0] != pair[1]]
    return len(pairs) == 1 and not _is_word(pairs[0][0], used) and _is_slip(*pairs[0])


def _is_word(written: str, used: set[str]) -> bool:
    return written in _VERBS or written in used


def _is_slip(written: str, word: str) -> bool:
    """Whether one letter more or less, or two swapped, make one word of the other."""
    if min(len(written), len(word)) < _MIN_WORD or _is_twin(written) or _is_twin(word):
        return False
    begin, end = _common(written, word), _common(written[::-1], word[::-1])
    if not begin or end < _END or not (written + word).isalpha():
        return False
    short, long = sorted((written, word), key=len)
    if len(long) == len(short) + 1:
        return begin + end >= len(short)
    swapped = written[begin : begin + 2] == word[begin : begin + 2][::-1]
    return len(long) == len(short) and begin + end == len(short) - 2 and swapped


def _is_twin(word: str) -> bool:
    return word in _TWINS or word.removesuffix("s") in _TWINS


def _common(left: str, right: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(left, right, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))


def _similarity() -> Callable[[str, str], float]:
    """The ratio of rapidfuzz, or of the standard library where that is missing, from 0 to 1."""
    try:
        from rapidfuzz import fuzz  # noqa: PLC0415 - imported only when a name is unknown
    except ImportError:
        import difflib  # noqa: PLC0415 - only where rapidfuzz is not installed

        return lambda left, right: difflib.SequenceMatcher(None, left, right).ratio()
    return lambda left, right: fuzz.ratio(left, right) / 100
