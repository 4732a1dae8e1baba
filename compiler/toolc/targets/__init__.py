"""The targets by name, those of plug-ins too, and compiling a toolset for one of them."""

from dataclasses import replace
from typing import Any

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import ModelSize
from toolc.ir.model import Toolset
from toolc.ir.places import place
from toolc.model_matrix import Capabilities
from toolc.runtime.errors import UsageError
from toolc.runtime.plugins import Registry
from toolc.targets.anthropic import ANTHROPIC
from toolc.targets.azure import AZURE
from toolc.targets.bedrock import BEDROCK
from toolc.targets.choice import Chosen, choose
from toolc.targets.cohere import COHERE
from toolc.targets.cohere_v2 import COHERE_V2
from toolc.targets.compiled import Compiled
from toolc.targets.deepseek import DEEPSEEK
from toolc.targets.fireworks import FIREWORKS
from toolc.targets.gemini import GEMINI
from toolc.targets.gemini_json_schema import GEMINI_JSON_SCHEMA
from toolc.targets.groq import GROQ
from toolc.targets.in_words import in_words
from toolc.targets.limits import beyond_limits, beyond_model
from toolc.targets.llama_cpp import LLAMA_CPP
from toolc.targets.lm_studio import LM_STUDIO
from toolc.targets.lowering import lower
from toolc.targets.mistral import MISTRAL
from toolc.targets.models import capabilities
from toolc.targets.modes import Mode, check_mode, simplified
from toolc.targets.ollama import OLLAMA
from toolc.targets.openai import OPENAI
from toolc.targets.openai_responses import OPENAI_RESPONSES
from toolc.targets.openrouter import OPENROUTER
from toolc.targets.sglang import SGLANG
from toolc.targets.target import Form, Target
from toolc.targets.together import TOGETHER
from toolc.targets.vertex import VERTEX
from toolc.targets.vllm import VLLM
from toolc.targets.xai import XAI

__all__ = ["TARGETS", "Compiled", "Form", "Target", "compile_for"]

_OWN = (
    OPENAI,
    OPENAI_RESPONSES,
    AZURE,
    ANTHROPIC,
    GEMINI,
    GEMINI_JSON_SCHEMA,
    VERTEX,
    MISTRAL,
    COHERE,
    COHERE_V2,
    BEDROCK,
    GROQ,
    XAI,
    DEEPSEEK,
    TOGETHER,
    FIREWORKS,
    OPENROUTER,
    OLLAMA,
    VLLM,
    SGLANG,
    LLAMA_CPP,
    LM_STUDIO,
)

TARGETS: Registry[Target] = Registry(
    "toolc.targets", "target", Target, {target.name: target for target in _OWN}
)
"""The targets by name: toolc's own in this order, then those of installed plug-ins."""


def compile_for(
    target: str | Target | None,
    toolset: Toolset,
    *,
    mode: Mode = "native",
    size: ModelSize | None = None,
    model: str | Capabilities | None = None,
    **options: Any,
) -> Compiled:
    """Lower a toolset to what a target takes, and emit its JSON.

    `target` is a name, or a target that is not installed anywhere; None takes that of the `model`.
    The mode `simplified` asks models of a `size` (that of the model, else small) for less than the
    source allows, and reports it; `system_prompt` sends no tools, but tells of them in words;
    `auto` is what is known to be best for the model. Raises UsageError for a target, an option, a
    mode or a size that does not exist, and where there is no model to go by.
    """
    check_mode(mode, size)
    known = capabilities(model) if isinstance(model, str) else model
    if known is None and (target is None or mode == "auto"):
        wanted = "a target" if target is None else "the mode `auto`"
        raise UsageError(f"{wanted} is chosen by the model; name it with `model`")
    name = target.name if isinstance(target, Target) else target
    chosen = choose(known or Capabilities(name=""), mode, name)
    if size is not None:
        if chosen.size is None:
            raise UsageError(f"`size` is for the mode `simplified`; this compiles `{chosen.mode}`")
        chosen = replace(chosen, size=size)
    if isinstance(target, Target):
        return _compile(target, toolset, options, known, chosen)
    if chosen.target not in TARGETS:
        raise UsageError(f"there is no target `{target}`; {did_you_mean(chosen.target, TARGETS)}")
    with TARGETS.blaming(chosen.target):
        return _compile(TARGETS[chosen.target], toolset, options, known, chosen)


def _compile(
    target: Target,
    toolset: Toolset,
    options: dict[str, Any],
    model: Capabilities | None,
    chosen: Chosen,
) -> Compiled:
    """Compile as it is chosen; the options that stand in the result say how that is."""
    if model is not None:
        options = target.for_model(model.name) | options
    form = target.form_for(options)
    how: dict[str, Any] = {} if chosen.mode == "native" else {"mode": chosen.mode}
    if model is not None:
        how["model"] = model.name
    if chosen.size is not None:
        how["size"] = chosen.size
        form = simplified(form, chosen.size)
    if chosen.dialect is not None:
        made = in_words(target.name, toolset, options | how, form, chosen.dialect)
    else:
        made = _lowered(target.name, toolset, options | how, form)
    found = list(made.diagnostics)
    if model is not None:
        sent = None if made.prompt else form
        strict = options.get("strict") is True
        found += beyond_model(model, len(toolset.tools), sent, strict=strict)
    return made.model_copy(update={"diagnostics": tuple(_placed(toolset, found, form))})


def _lowered(name: str, toolset: Toolset, options: dict[str, Any], form: Form) -> Compiled:
    lowered = lower(toolset, form)
    return Compiled(
        target=name,
        options=options,
        tools=lowered.tools,
        names=lowered.names,
        codec=lowered.codec,
        diagnostics=(*lowered.diagnostics, *beyond_limits(toolset, lowered.toolset, form)),
        source=toolset,
        lowered=lowered.toolset,
        wire=form.wire,
        wires=lowered.wires,
    )


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
