"""Functions that make one `ToolKit` of another, and the check of one call."""

from toolc.ir.language import Language
from toolc.ir.model import Tool
from toolc.ir.stamp import stamp, strip
from toolc.passes import PASSES
from toolc.runtime.calls import ToolCall
from toolc.toolkit import ToolKit, ValidationResult

__all__ = ["deref", "flatten", "strictify", "validate"]


def deref(kit: ToolKit) -> ToolKit:
    """Write every `$ref` out; recursion is unrolled once, as the diagnostics then say."""
    return _lowered(kit, Language(target="deref", refs="none"), "deref")


def flatten(kit: ToolKit) -> ToolKit:
    """Lift nested objects to flat parameters: `seats: {adults}` becomes `seats_adults`."""
    return _lowered(kit, Language(target="flatten", refs="none", flat=True), "deref", "flatten")


def strictify(kit: ToolKit) -> ToolKit:
    """Close every object and require every key, null standing for what is absent."""
    language = Language(target="strictify", closed=True, all_required=True)
    return _lowered(kit, language, "deref", "strictify")


def validate(call: ToolCall, kit: ToolKit) -> ValidationResult:
    """Whether a call names a tool of the kit and its arguments fit."""
    if call.name not in kit:
        return ValidationResult(valid=False, errors=[f"there is no tool `{call.name}`"])
    return kit.validate(call.name, call.arguments)


def _lowered(kit: ToolKit, language: Language, *passes: str) -> ToolKit:
    toolset = stamp(kit.toolset)
    diagnostics = list(kit.diagnostics)
    for name in passes:
        outcome = PASSES[name](toolset, language=language)
        toolset = outcome.toolset
        diagnostics += outcome.diagnostics
    return ToolKit(toolset.replace([_bare(tool) for tool in toolset.tools]), diagnostics)


def _bare(tool: Tool) -> Tool:
    return tool.model_copy(update={"input": strip(tool.input)})
