"""Choose tools by glob patterns over their names, operations, tags and methods.

`include` keeps a tool when each of its keys has a pattern that matches: the keys narrow each other
down, the patterns of one key add up. `exclude` then drops a tool when any pattern of any key does.
Patterns are those of `fnmatch` (`*`, `?`, `[abc]`); upper and lower case differ, but for methods.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from toolc.diagnostics.codes import NO_MATCH
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.model import HttpBinding, Tool, Toolset
from toolc.runtime.errors import UsageError

__all__ = ["SELECTORS", "Globs", "select"]

Globs = Mapping[str, Sequence[str]]
"""Selector -> patterns."""

_MOST_NAMED = 20
"""A hint lists the known words only when there are no more."""


def _method(tool: Tool) -> tuple[str, ...]:
    return (tool.binding.method.lower(),) if isinstance(tool.binding, HttpBinding) else ()


def _operation(tool: Tool) -> tuple[str, ...]:
    """A tool's name, and an operation's also as `GET /pets/{id}` and `get /pets/{id}`."""
    if isinstance(tool.binding, HttpBinding):
        method, path = tool.binding.method, tool.binding.path
        return (tool.name, f"{method.upper()} {path}", f"{method.lower()} {path}")
    return (tool.name,)


SELECTORS: dict[str, Callable[[Tool], tuple[str, ...]]] = {
    "tools": lambda tool: (tool.name,),
    "operations": _operation,
    "tags": lambda tool: tool.tags,
    "methods": _method,
}
"""What may stand in `include` and `exclude` -> the words of a tool to try its patterns on."""


def select(
    toolset: Toolset, include: Globs | None = None, exclude: Globs | None = None
) -> tuple[Toolset, tuple[Diagnostic, ...]]:
    """The tools that `include` keeps (all, when it is empty) and `exclude` does not drop.

    A pattern that matches nothing is a warning, whose pointer tells its place (`/include/tags/0`).
    Raises `UsageError` for an unknown selector.
    """
    problems = [
        *_unmatched(toolset, "include", include or {}),
        *_unmatched(toolset, "exclude", exclude or {}),
    ]
    kept = [
        tool
        for tool in toolset.tools
        if all(_matches(tool, key, globs) for key, globs in (include or {}).items())
        and not any(_matches(tool, key, globs) for key, globs in (exclude or {}).items())
    ]
    return toolset.replace(kept), tuple(problems)


def _matches(tool: Tool, selector: str, patterns: Sequence[str]) -> bool:
    words = SELECTORS[selector](tool)
    return any(_fits(word, glob, selector) for word in words for glob in patterns)


def _fits(word: str, glob: str, selector: str) -> bool:
    return fnmatchcase(word, glob.lower() if selector == "methods" else glob)


def _unmatched(toolset: Toolset, side: str, globs: Globs) -> Iterator[Diagnostic]:
    for selector, patterns in globs.items():
        if selector not in SELECTORS:
            raise UsageError(f"`{side}` knows no `{selector}`; {did_you_mean(selector, SELECTORS)}")
        words = dict.fromkeys(word for tool in toolset.tools for word in SELECTORS[selector](tool))
        for index, glob in enumerate(patterns):
            if not any(_fits(word, glob, selector) for word in words):
                key = f"`{side}: {selector}`"
                at = f"/{side}/{selector}/{index}"
                yield NO_MATCH.at(at, glob=glob, key=key, hint=_hint(glob, list(words)))


def _hint(glob: str, words: list[str]) -> str:
    hint = did_you_mean(glob, words) if words else "there is nothing to choose from"
    few = len(words) <= _MOST_NAMED or hint.startswith("did")
    return hint if few else "look at the names that `toolc inspect` shows"
