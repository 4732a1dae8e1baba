"""Run generated source, for tools that are known only at run time."""

from collections.abc import Callable
from typing import Any

from toolc.codegen.checking import emit_checks
from toolc.ir.model import Tool, Toolset

__all__ = ["LazyCheck", "Validate", "compile_check", "run_source", "runtime_tools"]

Validate = Callable[[object], list[str]]
"""A compiled check: a value in, errors out, none for what is valid."""


def run_source(source: str, name: str, namespace: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run source that toolc has generated: of what the documents say it holds literals only."""
    namespace = {} if namespace is None else namespace
    exec(compile(source, f"<toolc: {name}>", "exec"), namespace)  # noqa: S102 - ours, see above
    return namespace


def compile_check(tool: Tool) -> Validate:
    """The check of a tool's arguments.

    A rule that can't be checked, such as a broken pattern, is left out, as in a built module.
    """
    checks = emit_checks(Toolset(name="tools", tools=(tool,)))
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

    def __call__(self, value: object) -> list[str]:
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
