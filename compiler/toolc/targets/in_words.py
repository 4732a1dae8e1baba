"""Tools told in words: for models that are sent none, a prompt in place of JSON."""

from dataclasses import replace
from typing import Any

from toolc.backends import prompt
from toolc.ir.model import Toolset
from toolc.targets.compiled import Compiled
from toolc.targets.target import Form
from toolc.targets.wire import Choice

__all__ = ["in_words"]


def in_words(
    target: str, toolset: Toolset, options: dict[str, Any], form: Form, dialect: str
) -> Compiled:
    """A toolset in a prompt for a dialect: no tools are sent, and calls come back as text."""
    told = prompt(toolset, dialect=dialect)
    wire = replace(
        form.wire,
        choices={Choice.AUTO: {}},
        instead="the tools are told in words, which force nothing",
        always={},
        parallel=None,
    )
    return Compiled(
        target=target,
        options={**options, "dialect": dialect},
        tools=[],
        names={tool.name: tool.name for tool in toolset.tools},
        codec=[],
        diagnostics=told.diagnostics,
        source=toolset,
        lowered=toolset,
        wire=wire,
        wires={tool.name: wire for tool in toolset.tools},
        prompt=told,
    )
