"""`rename_tools`: fit the names of tools to the target's rule, with the way back."""

from toolc.diagnostics.codes import TOOL_RENAMED
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.language import Language
from toolc.ir.model import Tool, Toolset
from toolc.passes.names import NameRule, fit
from toolc.passes.outcome import Notes, Outcome

__all__ = ["rename_tools"]


def rename_tools(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Fit the names of the tools to the language's rule."""
    rule = NameRule(language.name_rule or ".*", language.name_length)
    if language.name_rule is None:
        return Outcome(toolset)
    theirs = fit([tool.name for tool in toolset.tools], rule)
    tools: list[Tool] = []
    diagnostics: list[Diagnostic] = []
    for tool in toolset.tools:
        name = theirs[tool.name]
        if name != tool.name:
            notes = Notes(tool.name)
            words = {"name": tool.name, "theirs": name, "target": language.target}
            notes.add(TOOL_RENAMED, tool.input, "", **words)
            diagnostics.extend(notes.all())
        tools.append(tool.model_copy(update={"name": name}))
    step = {ours: {"name": name} for ours, name in theirs.items() if ours != name}
    return Outcome(toolset.replace(tools), step, tuple(diagnostics))
