"""The imports and exports of generated Python, in the order that import sorters give them."""

import re
import sys
from collections.abc import Iterable

__all__ = ["Imports", "export_order", "from_line"]

_WIDTH = 88  # what import sorters take for a line unless told otherwise


class Imports:
    """Collects what a module imports."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._modules: set[str] = set()
        self._names: dict[str, set[str]] = {}

    def module(self, *names: str) -> None:
        """Import modules by their names."""
        self._modules.update(names)

    def names(self, module: str, *names: str) -> None:
        """Import names of a module."""
        if names:
            self._names.setdefault(module, set()).update(names)

    def sections(self) -> tuple[tuple[str, ...], ...]:
        """The lines of the standard library, and those of all others, as far as there are any."""
        groups = [list[str](), list[str]()]
        for name in sorted(self._modules):
            groups[_is_other(name)].append(f"import {name}")
        for module, names in sorted(self._names.items()):
            groups[_is_other(module)].append(from_line(module, names))
        return tuple(tuple(group) for group in groups if group)


def _is_other(module: str) -> bool:
    return module.partition(".")[0] not in sys.stdlib_module_names


def from_line(module: str, names: Iterable[str], indent: int = 0) -> str:
    """The import of names: on one line, or in parentheses where that is too long."""
    ordered = sorted(names, key=_import_order)
    line = f"from {module} import {', '.join(ordered)}"
    if indent + len(line) <= _WIDTH:
        return line
    pad = " " * indent
    return f"from {module} import (\n" + "".join(f"{pad}    {n},\n" for n in ordered) + f"{pad})"


def _import_order(name: str) -> tuple[bool, bool, str]:
    return (not name.isupper(), name.islower(), name)


def export_order(name: str) -> tuple[int, list[str | int]]:
    """How `__all__` is sorted; constants are what is written in capitals, whatever it is."""
    kind = 0 if len(name) > 1 and name.isupper() else 1 if name[0].isupper() else 2
    return kind, _natural(name)


def _natural(name: str) -> list[str | int]:
    """Sorts `Option2` before `Option10`."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]
