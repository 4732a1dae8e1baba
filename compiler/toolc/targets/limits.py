"""What is too much for a target: tools in a request, parameters, characters in a description."""

from collections.abc import Iterator
from typing import Any

from toolc.diagnostics.codes import (
    LONG_DESCRIPTION,
    OVER_DOCUMENTED,
    TOO_MANY_FIELDS,
    TOO_MANY_TOOLS,
)
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Toolset
from toolc.ir.sizes import measure, over
from toolc.targets.target import Form

__all__ = ["beyond_limits"]


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
