"""What a pass gives back, and how one is applied tool by tool."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from toolc.diagnostics.codes import Code
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.stamp import source_pointer
from toolc.runtime.codec import Step

__all__ = ["Notes", "Outcome", "Pass", "each_tool"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A lowered toolset, the codec step that undoes the lowering, and what there is to say."""

    toolset: Toolset
    step: Step = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the diagnostics, in order."""
        return tuple(item.code for item in self.diagnostics)


class Pass(Protocol):
    """A pure function from a toolset and the language to lower it to, to an outcome."""

    def __call__(self, toolset: Toolset, /, *, language: Language) -> Outcome:
        """Lower the toolset."""


class Notes:
    """Collects the diagnostics of one tool, each once however often a definition was inlined."""

    def __init__(self, tool: str) -> None:
        """Start with none."""
        self.tool = tool
        self._seen: dict[tuple[str, str, str], Diagnostic] = {}

    def add(
        self, code: Code, node: Any, pointer: str, *, under: str | None = None, **words: Any
    ) -> None:
        """Note a diagnostic at a node that now stands at `pointer`, or at a keyword `under` it."""
        at = source_pointer(node, pointer) + (f"/{under}" if under else "")
        made = code.at(at, tool=self.tool, **words)
        self.keep(made)

    def keep(self, made: Diagnostic) -> None:
        """Keep a diagnostic, unless it is there already."""
        self._seen.setdefault((made.code, made.pointer, made.message), made)

    def mark(self) -> int:
        """How many there are, for `forget`."""
        return len(self._seen)

    def forget(self, begin: int, end: int) -> None:
        """Take back what was noted between two marks."""
        later = [self._seen.popitem() for _ in range(len(self._seen) - end)]
        for _ in range(end - begin):
            self._seen.popitem()
        self._seen.update(reversed(later))

    def all(self) -> tuple[Diagnostic, ...]:
        """What was noted, in order."""
        return tuple(self._seen.values())


_Change = Callable[[Tool, Notes], tuple[Schema, dict[str, Any] | None]]


def each_tool(toolset: Toolset, change: _Change) -> Outcome:
    """Apply `change(tool, notes) -> (input schema, codec entry or None)` to every tool."""
    tools: list[Tool] = []
    step: Step = {}
    diagnostics: list[Diagnostic] = []
    for tool in toolset.tools:
        notes = Notes(tool.name)
        schema, entry = change(tool, notes)
        same = schema == tool.input
        tools.append(tool if same else tool.model_copy(update={"input": schema}))
        if entry:
            step[tool.name] = entry
        diagnostics.extend(notes.all())
    return Outcome(toolset.replace(tools), step, tuple(diagnostics))
