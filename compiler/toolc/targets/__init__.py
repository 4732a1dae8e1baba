"""The targets by name, those of plug-ins too, and compiling a toolset for one of them."""

from typing import Any

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import ModelSize
from toolc.ir.model import Toolset
from toolc.ir.places import place
from toolc.runtime.errors import UsageError
from toolc.runtime.plugins import Registry
from toolc.targets.anthropic import ANTHROPIC
from toolc.targets.azure import AZURE
from toolc.targets.bedrock import BEDROCK
from toolc.targets.cohere import COHERE
from toolc.targets.cohere_v2 import COHERE_V2
from toolc.targets.compiled import Compiled
from toolc.targets.deepseek import DEEPSEEK
from toolc.targets.fireworks import FIREWORKS
from toolc.targets.gemini import GEMINI
from toolc.targets.gemini_json_schema import GEMINI_JSON_SCHEMA
from toolc.targets.groq import GROQ
from toolc.targets.limits import beyond_limits
from toolc.targets.llama_cpp import LLAMA_CPP
from toolc.targets.lm_studio import LM_STUDIO
from toolc.targets.lowering import lower
from toolc.targets.mistral import MISTRAL
from toolc.targets.modes import Mode, in_mode
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
    target: str | Target,
    toolset: Toolset,
    *,
    mode: Mode = "native",
    size: ModelSize = "small",
    **options: Any,
) -> Compiled:
    """Lower a toolset to what a target takes, and emit its JSON.

    `target` is a name, or a target that is not installed anywhere. The mode `simplified` asks
    models of a `size` for less than the source allows, and reports it. Raises UsageError for a
    target, an option, a mode or a size that does not exist.
    """
    if mode != "native":
        options |= {"mode": mode, "size": size}
    if isinstance(target, Target):
        return _compile(target, toolset, options)
    if target not in TARGETS:
        raise UsageError(f"there is no target `{target}`; {did_you_mean(target, TARGETS)}")
    with TARGETS.blaming(target):
        return _compile(TARGETS[target], toolset, options)


def _compile(target: Target, toolset: Toolset, options: dict[str, Any]) -> Compiled:
    plain = {key: value for key, value in options.items() if key not in ("mode", "size")}
    mode, size = options.get("mode", "native"), options.get("size", "small")
    form = in_mode(target.form_for(plain), mode, size)
    lowered = lower(toolset, form)
    found = [*lowered.diagnostics, *beyond_limits(toolset, lowered.toolset, form)]
    return Compiled(
        target=target.name,
        options=options,
        tools=lowered.tools,
        names=lowered.names,
        codec=lowered.codec,
        diagnostics=tuple(_placed(toolset, found, form)),
        source=toolset,
        lowered=lowered.toolset,
        wire=form.wire,
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
