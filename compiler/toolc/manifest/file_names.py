"""What may name a file on every system, and what to say of a name that may not."""

import re
from collections.abc import Callable

__all__ = ["LONGEST", "hint_for", "is_file_name"]

LONGEST = 64

_NAME = re.compile(rf"[A-Za-z0-9_][A-Za-z0-9_-]{{0,{LONGEST - 1}}}")
"""Nothing that leads out of the output folder."""

_UNFIT = re.compile(r"[^A-Za-z0-9_-]")

_OUR_FILES = frozenset({"ir", "report"})
"""Names that a target can't have, as every build writes files of that name."""

_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))]
)
"""Names that are no files on Windows, whatever their ending."""

_HINTS: tuple[tuple[Callable[[str], object], str], ...] = (
    (lambda name: not name, "write a name; it names files"),
    (lambda name: re.search(r"[/\\]", name), "write a name, not a path: `out` says where it goes"),
    (lambda name: len(name) > LONGEST, "it has {length} characters: shorten it"),
    (
        lambda name: name.lower() in _OUR_FILES,
        "every build writes `{name}.json`: take another name",
    ),
    (lambda name: name.lower() in _DEVICES, "Windows has no such file: take another name"),
    (lambda name: name.startswith("-"), "begin it with a letter or digit"),
    (_UNFIT.search, "leave out `{unfit}`; it names files"),
)
"""What may be wrong with a name, the plainest first, and the hint that tells it."""


def is_file_name(name: str) -> bool:
    """Whether files can have this name on every system."""
    return bool(_NAME.fullmatch(name)) and name.lower() not in _OUR_FILES | _DEVICES


def hint_for(name: str) -> str:
    """How to mend a name that is none.

    >>> hint_for("../x"), hint_for("a b")
    ('write a name, not a path: `out` says where it goes', 'leave out ` `; it names files')
    """
    unfit = "".join(dict.fromkeys(_UNFIT.findall(name)))
    hint = next(hint for wrong, hint in _HINTS if wrong(name))
    return hint.format(name=name, unfit=unfit, length=len(name))
