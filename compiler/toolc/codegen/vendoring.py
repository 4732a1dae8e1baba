"""The part of `toolc.runtime` that a generated package needs, as files to lie beside it.

The modules are copied as they are, but for their imports, which become relative ones: the copy can
stand in any package, or be on the path by itself.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from toolc import resources, runtime
from toolc.codegen.imports import Imports, export_order
from toolc.codegen.templates import render
from toolc.runtime.errors import InternalError
from toolc.version import __version__

__all__ = ["RUNTIME", "vendored_runtime"]

RUNTIME = "_runtime"
"""The folder of the copy."""

_NEEDED = (
    *("calls", "checks", "codec", "errors", "events", "lazy", "one_shot", "parser"),
    *("parser_options", "tools", "views"),
)
"""What generated modules use; what these import comes with them."""

_FOR_REQUESTS = "requests"
"""What one uses beside that whose tools are bound to HTTP operations."""

_FINDER = "resources"
"""The one module of the copy that is not from `toolc.runtime`: it finds the data."""

_DATA = "grammars"
_ENDING = ".toml"
_HEADER = f"""\
# Copied from toolc {__version__} (MIT license). Do not edit.
# ruff: noqa
"""

_IMPORT = re.compile(r"^( *)from toolc(?:\.runtime)?(?:(\.\w+)| )", re.MULTILINE)


@cache
def vendored_runtime(*, requests: bool = False) -> dict[str, str]:
    """The files of the copy by their paths in the package's folder, the same on every machine."""
    needed = [*_NEEDED, _FOR_REQUESTS] if requests else [*_NEEDED]
    copied = {name: _copied(name, text) for name, text in _modules(needed)}
    made = {f"{RUNTIME}/__init__.py": _start(copied)}
    made |= {f"{RUNTIME}/{name}.py": text for name, text in sorted(copied.items())}
    made |= {
        f"{RUNTIME}/{_DATA}/{name}": resources.text(_DATA, name)
        for name in resources.names(_DATA)
        if name.endswith(_ENDING)
    }
    return made


def _start(copied: Mapping[str, str]) -> str:
    """The copy's own first file, which has those public names that there are."""
    imports, names = Imports(), list[str]()
    for home, source in copied.items():
        own = [name for name in _exported(source) if name in runtime.__all__]
        imports.names(f".{home}", *own)
        names += own
    (lines,) = imports.sections()
    exported = sorted(names, key=export_order)
    return render("module/runtime.py.j2", header=_HEADER, imports=lines, exported=exported)


def _exported(source: str) -> list[str]:
    """What a module's `__all__` lists."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return names
    return []


def _modules(waiting: list[str]) -> Iterator[tuple[str, str]]:
    """The modules that are needed, and what they need in turn, each with its source."""
    for name in waiting:  # grows while it is read
        folder = files("toolc" if name == _FINDER else "toolc.runtime")
        text = folder.joinpath(f"{name}.py").read_text(encoding="utf-8")
        waiting += [other for other in dict.fromkeys(_imported(text)) if other not in waiting]
        yield name, text


def _imported(source: str) -> Iterator[str]:
    """The modules of the runtime that one imports, wherever in it, and `resources`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module in ("toolc", "toolc.runtime"):
                yield from (alias.name for alias in node.names)
            elif node.module.startswith("toolc.runtime."):
                yield node.module.rpartition(".")[2]


def _copied(name: str, source: str) -> str:
    """A module whose imports of its neighbours are relative ones."""
    text = _IMPORT.sub(lambda found: f"{found[1]}from {found[2] or '. '}", source)
    for node in ast.walk(ast.parse(text)):
        absolute = node.module if isinstance(node, ast.ImportFrom) and not node.level else ""
        if (absolute or "").partition(".")[0] == "toolc":
            raise InternalError(
                f"toolc.runtime.{name} imports {absolute} in a way that is not copied"
            )
    return f"{_HEADER}{text}"
