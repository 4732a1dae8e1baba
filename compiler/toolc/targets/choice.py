"""How tools are brought to a model: the target, the mode and the dialect, with the reasons."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from toolc.ir.language import ModelSize
from toolc.model_matrix import Capabilities, RecommendedMode
from toolc.runtime.dialects import dialects
from toolc.targets.modes import Mode

__all__ = ["TAUGHT_BY_DEFAULT", "Chosen", "choose"]

TAUGHT_BY_DEFAULT: Final = "tagged"
"""The dialect that models are taught which were taught none that toolc can teach."""

_COMPATIBLE: Final = "openai"
"""The target of providers that have none of their own: most of them talk as OpenAI does."""

_TARGETS: Final = {
    "amazon": "bedrock",
    "cohere": "cohere-v2",
    "google": "gemini",
    **{
        name: name
        for name in (
            "openai azure anthropic vertex mistral bedrock groq xai deepseek together fireworks"
            " openrouter ollama vllm sglang llama-cpp lm-studio"
        ).split()
    },
}
"""The target of each provider that has one."""

_REASONS: Final[Mapping[str, Mapping[str, str]]] = {
    "yes": {"native": "its API takes tools"},
    "template": {
        "native": "a chat template gives it tools",
        "simplified": "a chat template gives it tools, and a small model fills in less",
        "system_prompt": "a chat template gives it tools, but words serve it better",
    },
    "no": {"system_prompt": "it takes no tools"},
}
"""Why a mode is recommended, by what the model has and the mode."""

_UNSIZED: Final[ModelSize] = "small"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """How tools are brought to a model.

    `size` is that of the mode `simplified`, `dialect` that of the mode `system_prompt`.
    """

    target: str
    mode: RecommendedMode
    size: ModelSize | None = None
    dialect: str | None = None
    why: tuple[str, ...]
    """A reason for each part of the choice."""


def choose(model: Capabilities, mode: Mode = "auto", target: str | None = None) -> Chosen:
    """Choose for a model; a mode other than `auto` and a target are kept as they are."""
    chosen, reason = _mode(model, mode, target)
    aim, aimed = _target(model, target)
    why = [reason, aimed]
    size = dialect = None
    if chosen == "simplified":
        size = model.size or _UNSIZED
        why.append(f"it is {size}" if model.size else f"its size is not known: taken as {size}")
    elif chosen == "system_prompt":
        dialect, taught = _dialect(model)
        why.append(taught)
    return Chosen(target=aim, mode=chosen, size=size, dialect=dialect, why=tuple(why))


def _mode(model: Capabilities, mode: Mode, target: str | None) -> tuple[RecommendedMode, str]:
    if mode != "auto":
        return mode, f"`{mode}` was asked for"
    if model.recommended_mode:
        reasons = _REASONS.get(model.native_tools or "", {})
        reason = reasons.get(model.recommended_mode, "its row recommends it")
        return model.recommended_mode, reason
    if target:
        return "native", f"nothing is known of its tools, and `{target}` was asked for"
    return "system_prompt", "nothing is known of its tools, and words serve any model"


def _target(model: Capabilities, target: str | None) -> tuple[str, str]:
    if target:
        return target, f"`{target}` was asked for"
    if model.provider is None:
        return _COMPATIBLE, "its provider is not known: taken to talk as OpenAI does"
    if model.provider in _TARGETS:
        return _TARGETS[model.provider], f"{model.provider} serves it"
    return _COMPATIBLE, f"{model.provider} is taken to talk as OpenAI does"


def _dialect(model: Capabilities) -> tuple[str, str]:
    own = model.dialect
    if own is None:
        return TAUGHT_BY_DEFAULT, "it has no dialect of its own"
    if own in dialects() and dialects()[own].taught:
        return own, f"it was taught {own}"
    return TAUGHT_BY_DEFAULT, f"it was taught {own}, which has no form for results"
