"""The targets by name, and compiling a toolset for one of them."""

from typing import Any

from toolc.diagnostics.codes import LONG_DESCRIPTION, TOO_MANY_TOOLS
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.model import Toolset
from toolc.ir.places import place
from toolc.ir.stamp import stamp, strip
from toolc.passes import run
from toolc.runtime.codec import Codec
from toolc.runtime.errors import UsageError
from toolc.targets.anthropic import ANTHROPIC
from toolc.targets.bedrock import BEDROCK
from toolc.targets.cohere import COHERE
from toolc.targets.cohere_v2 import COHERE_V2
from toolc.targets.compiled import Compiled
from toolc.targets.gemini import GEMINI
from toolc.targets.mistral import MISTRAL
from toolc.targets.ollama import OLLAMA
from toolc.targets.openai import OPENAI
from toolc.targets.target import Form, Target
from toolc.targets.vllm import VLLM

__all__ = ["TARGETS", "Compiled", "Form", "Target", "compile_for"]

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        OPENAI,
        ANTHROPIC,
        GEMINI,
        MISTRAL,
        COHERE,
        COHERE_V2,
        BEDROCK,
        OLLAMA,
        VLLM,
    )
}


def compile_for(name: str, toolset: Toolset, **options: Any) -> Compiled:
    """Lower a toolset to what a target takes, and emit its JSON.

    Raises UsageError for a target or an option that does not exist.
    """
    if name not in TARGETS:
        raise UsageError(f"there is no target `{name}`; {did_you_mean(name, TARGETS)}")
    form = TARGETS[name].form_for(options)
    lowered, codec, found = _lower(toolset, form)
    bare = lowered.replace(
        [tool.model_copy(update={"input": strip(tool.input)}) for tool in lowered.tools]
    )
    return Compiled(
        target=name,
        options=options,
        tools=form.emit(bare),
        codec=codec,
        diagnostics=(*_placed(toolset, found, form), *_limits(toolset, form)),
    )


def _lower(toolset: Toolset, form: Form) -> tuple[Toolset, Codec, list[Diagnostic]]:
    codec: Codec = []
    found: list[Diagnostic] = []
    lowered = stamp(toolset)
    for outcome in run(form.passes, lowered, form.language):
        lowered = outcome.toolset
        found.extend(outcome.diagnostics)
        if outcome.step:
            codec.append(outcome.step)
    return lowered, codec, found


def _placed(toolset: Toolset, found: list[Diagnostic], form: Form) -> list[Diagnostic]:
    """The diagnostics with their places in the user's documents.

    Only the last pass renames tools, so each still names its tool as the source does.
    """
    tools = {tool.name: tool for tool in toolset.tools}
    return [
        item.model_copy(
            update={
                "origin": place(tools[item.tool], item.pointer) if item.tool in tools else None,
                "target": form.language.target,
            }
        )
        for item in found
    ]


def _limits(toolset: Toolset, form: Form) -> list[Diagnostic]:
    """What is too much for the target: tools in a request, characters in a description."""
    target = form.language.target
    over: list[Diagnostic] = []
    count = len(toolset.tools)
    if form.max_tools is not None and count > form.max_tools:
        over.append(TOO_MANY_TOOLS.at(target=target, limit=form.max_tools, count=count))
    for tool in toolset.tools:
        size = len(tool.description)
        if form.max_description is not None and size > form.max_description:
            words: dict[str, Any] = {"target": target, "limit": form.max_description, "count": size}
            over.append(LONG_DESCRIPTION.at(tool=tool.name, origin=tool.origin, **words))
    return [item.model_copy(update={"target": target}) for item in over]
