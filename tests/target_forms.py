"""Every form of every target, with the name that tests know it by."""

from typing import Any

from toolc.targets import TARGETS

__all__ = ["FORMS", "FORM_IDS", "REFEREES"]

_FAMILIES = ("nova", "llama")

FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    name + ("-strict" if strict else ""): (name, {"strict": True} if strict else {})
    for name, target in TARGETS.own.items()
    for strict in (False, True)
    if not strict or "strict" in target.options
} | {f"bedrock-{family}": ("bedrock", {"family": family}) for family in _FAMILIES}
"""The target and its options by the form's name."""

FORM_IDS = list(FORMS)

_OTHER_WORDS = {
    "openai": "openai-chat",
    "openai-strict": "openai-chat-strict",
    "openrouter": "openai-chat",
    "azure": "azure-openai",
    "azure-strict": "azure-openai-strict",
    "anthropic-strict": "anthropic",  # a list in which the budget leaves some tools loose
    "bedrock-strict": "bedrock",  # as above
    "gemini": "gemini-parameters",
    "vertex": "vertex-parameters",
    "cohere": "cohere-v1",
    "vllm-strict": "vllm",
    "llama-cpp": "llamacpp",
    "lm-studio": "lmstudio",
}

REFEREES = {form: _OTHER_WORDS.get(form, form) for form in FORMS}
"""What the referee in the shared folder calls each form."""
