"""What is too much for a target: tools in a request, parameters, characters in a description."""

from collections.abc import Iterator
from typing import Any

from toolc.diagnostics.codes import (
    LONG_DESCRIPTION,
    MODEL_LACKS,
    OVER_DOCUMENTED,
    TOO_MANY_FIELDS,
    TOO_MANY_FOR_MODEL,
    TOO_MANY_TOOLS,
)
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Toolset
from toolc.ir.sizes import measure, over
from toolc.model_matrix import Capabilities
from toolc.targets.target import Form

__all__ = ["beyond_limits", "beyond_model"]


def beyond_limits(toolset: Toolset, lowered: Toolset, form: Form) -> Iterator[Diagnostic]:
    """A diagnostic for each limit of the form that a toolset, or what became of it, is over."""
    target = form.language.target
    words: dict[str, Any] = {"target": target, "limit": form.max_tools}
    count = len(toolset.tools)
    if form.max_tools is not None and count > form.max_tools:
        yield TOO_MANY_TOOLS.at(count=count, **words)
    words["limit"] = form.max_fields
    if form.max_fields is not None:
        count = sum(measure(tool.input).properties for tool in lowered.tools)
        if count > form.max_fields:
            yield TOO_MANY_FIELDS.at(count=count, **words)
    words["limit"] = form.max_description
    for tool, low in zip(toolset.tools, lowered.tools, strict=True):
        size = len(tool.description)
        if form.max_description is not None and size > form.max_description:
            yield LONG_DESCRIPTION.at(tool=tool.name, count=size, **words)
        for reason in over(low.input, form.documented):
            yield OVER_DOCUMENTED.at(tool=tool.name, target=target, reason=reason)


def beyond_model(
    model: Capabilities, count: int, form: Form | None, *, strict: bool
) -> Iterator[Diagnostic]:
    """A diagnostic for each thing that is asked of a model and that it does not have.

    `form` is that of `count` tools, None where they are told in words.
    """
    most, said = model.max_tools, form.max_tools if form else None
    if most is not None and count > most and (said is None or most < said):
        yield TOO_MANY_FOR_MODEL.at(model=model.name, count=count, limit=most)
    if form is None:
        return
    if model.native_tools == "no":
        hint = "use the mode `auto`: it tells the tools in words"
        yield MODEL_LACKS.at(model=model.name, what="tools", hint=hint)
    if strict and model.strict_mode is False:
        yield MODEL_LACKS.at(model=model.name, what="strict mode", hint="leave out `strict`")
