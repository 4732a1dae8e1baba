"""Functions that make one `ToolKit` of another, and what is done with one call."""

from dataclasses import replace
from typing import Any

from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import Language, ModelSize
from toolc.ir.model import Tool
from toolc.ir.stamp import stamp, strip
from toolc.model_matrix import Capabilities
from toolc.passes import PASSES
from toolc.passes.simplify import MODEL_CLASSES
from toolc.runtime.calls import ToolCall
from toolc.runtime.errors import UsageError
from toolc.runtime.problems import Problem
from toolc.targets.models import capabilities
from toolc.toolkit import ToolKit, ValidationResult

__all__ = ["deref", "drop_blanks", "flatten", "simplify", "strictify", "validate"]


def deref(kit: ToolKit) -> ToolKit:
    """Write every `$ref` out; recursion is unrolled once, as the diagnostics then say."""
    return _lowered(kit, Language(target="deref", refs="none"), "deref")


def flatten(kit: ToolKit) -> ToolKit:
    """Lift nested objects to flat parameters: `seats: {adults}` becomes `seats_adults`."""
    return _lowered(kit, Language(target="flatten", refs="none", flat=True), "deref", "flatten")


def simplify(
    kit: ToolKit,
    size: ModelSize | None = None,
    *,
    target_model: str | Capabilities | None = None,
) -> ToolKit:
    """Fewer forms, shorter enums, less depth, for models of a size: small, medium or large.

    The size is that of the `target_model`, small without one. This is the one transform that can
    say less than its source: each case is a diagnostic. Raises UsageError for a model whose size is
    not known.
    """
    size = size or _size_of(target_model)
    if size not in MODEL_CLASSES:
        raise UsageError(f"there is no size `{size}`; {did_you_mean(size, MODEL_CLASSES)}")
    language = Language(
        target=f"simplify for {size} models",
        refs="none",
        model_size=size,
        max_description=MODEL_CLASSES[size].description,
    )
    return _lowered(kit, language, "deref", "simplify", "fold_defaults", "cap_text")


def _size_of(model: str | Capabilities | None) -> ModelSize:
    known = capabilities(model) if isinstance(model, str) else model
    if known is None:
        return "small"
    if known.size is None:
        raise UsageError(f'the size of `{known.name}` is not known; say it: `size="small"`')
    return known.size


def strictify(kit: ToolKit) -> ToolKit:
    """Close every object and require every key, null standing for what is absent."""
    language = Language(target="strictify", closed=True, all_required=True)
    return _lowered(kit, language, "deref", "strictify")


def validate(call: ToolCall, kit: ToolKit) -> ValidationResult:
    """Whether a call names a tool of the kit and its arguments fit."""
    if not isinstance(call, ToolCall):
        raise UsageError(
            "`validate` takes a ToolCall; `kit.validate(name, arguments)` takes the rest"
        )
    if call.name not in kit:
        unknown = Problem.at("", "", f"there is no tool `{call.name}`")
        return ValidationResult(valid=False, errors=[unknown])
    return kit.validate(call.name, call.arguments)


def drop_blanks(call: ToolCall, kit: ToolKit) -> ToolCall:
    """The call without optional arguments that are blank: `""`, and null.

    Some models send every parameter, blank where they mean none, and hide the tool's own default.
    What a schema lists as a value of its own is kept, as is all that is required. Raises UsageError
    where the kit has no such tool.
    """
    if call.name not in kit:
        hint = did_you_mean(call.name, [tool.name for tool in kit])
        raise UsageError(f"there is no tool `{call.name}`; {hint}")
    schema = kit[call.name].input
    required, properties = schema.get("required", ()), schema.get("properties", {})
    kept = {
        key: value
        for key, value in call.arguments.items()
        if value not in ("", None) or key in required or _lists(properties.get(key), value)
    }
    return replace(call, arguments=kept)


def _lists(schema: Any, value: object) -> bool:
    """Whether a schema names a value among those it takes."""
    return isinstance(schema, dict) and value in schema.get("enum", [schema.get("const", ...)])


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
