"""Run generated source, for tools that are known only at run time."""

import json
import sys
import threading
from collections.abc import Callable
from hashlib import sha256
from types import ModuleType
from typing import Any

from toolc.codegen.checking import emit_checks
from toolc.ir.model import Tool, Toolset
from toolc.runtime.problems import Problem

__all__ = ["LazyCheck", "Validate", "compile_check", "load_source", "run_source", "runtime_tools"]

Validate = Callable[[object], list[Problem]]
"""A compiled check: a value in, errors out, none for what is valid."""


def run_source(source: str, name: str, namespace: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run source that toolc has generated: of what the documents say it holds literals only."""
    namespace = {} if namespace is None else namespace
    exec(compile(source, f"<toolc: {name}>", "exec"), namespace)  # noqa: S102 - ours, see above
    return namespace


def load_source(source: str, name: str) -> ModuleType:
    """Generated source as a module, which is the same object for the same source.

    It is among the modules that are imported, where what looks at annotations or unpickles calls
    finds it, but under a name that nobody imports by chance.
    """
    digest = sha256(source.encode()).hexdigest()
    full = f"toolc.loaded.{name}_{digest[:16]}"
    with _loading:
        if full not in sys.modules:
            module = sys.modules[full] = ModuleType(full)
            try:
                run_source(source, name, module.__dict__)
            except BaseException:
                del sys.modules[full]
                raise
        return sys.modules[full]


_loading = threading.RLock()


def compile_check(tool: Tool, *, formats: bool = False) -> Validate:
    """The check of a tool's arguments; the last 1,024 are kept, by the digest of name and schema.

    `formats` says whether `format` is a rule, too. A rule that can't be checked, such as a broken
    pattern, is left out, as in a built module.
    """
    try:
        told = json.dumps([tool.name, tool.input, formats])
    except (RecursionError, TypeError, ValueError):
        return _compiled(tool, formats=formats)  # nested deeper than `json` goes
    digest = sha256(told.encode()).digest()
    if digest not in _kept:
        while len(_kept) >= _KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[digest] = _compiled(tool, formats=formats)
    return _kept[digest]


_KEPT = 1024
_kept: dict[bytes, Validate] = {}


def _compiled(tool: Tool, *, formats: bool) -> Validate:
    arguments_only = tool.model_copy(update={"output": None})
    checks = emit_checks(Toolset(name="tools", tools=(arguments_only,)), formats=formats)
    namespace = run_source(checks.source.text(), f"the validator of {tool.name}")
    check: Validate = namespace[checks.names[tool.name]]
    return check


class LazyCheck:
    """The check of one tool, compiled when it is first called."""

    __slots__ = ("_check", "_tool")

    def __init__(self, tool: Tool) -> None:
        """Remember the tool."""
        self._tool = tool
        self._check: Validate | None = None

    def __call__(self, value: object) -> list[Problem]:
        """The errors of a value; none when it is valid."""
        if self._check is None:
            self._check = compile_check(self._tool)
        return self._check(value)


def runtime_tools(toolset: Toolset) -> list[dict[str, Any]]:
    """The tools as `toolc.runtime` reads them: plain tables, each with its validator."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.input,
            "destructive": bool(tool.annotations.destructive),
            "validate": LazyCheck(tool),
        }
        for tool in toolset.tools
    ]
