"""The providers: which API each one speaks, and who reads it.

The shapes are those of the providers' SDKs as of 2026-11-30. A new provider is a row here, and a
reader beside this file where its wire is one of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from toolc.runtime.replies.anthropic import AnthropicReader
from toolc.runtime.replies.bedrock import BedrockReader
from toolc.runtime.replies.chat import ChatReader
from toolc.runtime.replies.cohere import CohereReader, CohereV2Reader
from toolc.runtime.replies.gemini import GeminiReader
from toolc.runtime.replies.ollama import OllamaReader
from toolc.runtime.replies.parts import Json, Reader
from toolc.runtime.replies.responses import ResponsesReader

__all__ = ["FREEFORM", "PROVIDERS", "Provider"]

FREEFORM = "freeform"
"""Stands for a provider whose replies are text with calls in it."""


@dataclass(slots=True, frozen=True)
class Provider:
    """How one provider's replies are read: its API, and what of a message it wants back."""

    api: str
    keep: tuple[str, ...] = ()

    def reader(self, event: Json) -> Reader:
        """The reader for a reply that begins with this event.

        Many hosts serve several APIs under one name (Responses beside chat, Claude's own form on
        Bedrock): an event that bears the mark of another one is read as such.
        """
        api = next((name for name, bears in _MARKS.items() if bears(event)), self.api)
        return ChatReader(self.keep) if api == "chat" else _READERS[api]()


_READERS: Final[Mapping[str, Callable[[], Reader]]] = {
    "responses": ResponsesReader,
    "anthropic": AnthropicReader,
    "gemini": GeminiReader,
    "cohere": CohereReader,
    "cohere-v2": CohereV2Reader,
    "bedrock": BedrockReader,
    "ollama": OllamaReader,
}


def _is_responses(event: Json) -> bool:
    kind = event.get("type")
    named = isinstance(kind, str) and kind.startswith("response.")
    return named or event.get("object") == "response"


def _is_anthropic(event: Json) -> bool:
    return event.get("type") in ("message_start", "message") and "output" not in event


def _is_converse(event: Json) -> bool:
    return "messageStart" in event or ("stopReason" in event and "output" in event)


_MARKS: Final[Mapping[str, Callable[[Json], bool]]] = {
    "chat": lambda event: isinstance(event.get("choices"), list),
    "responses": _is_responses,
    "anthropic": _is_anthropic,
    "bedrock": _is_converse,
    "gemini": lambda event: isinstance(event.get("candidates"), list),
}

PROVIDERS: Final[Mapping[str, Provider]] = {
    "openai": Provider("chat"),
    "openai-responses": Provider("responses"),
    "anthropic": Provider("anthropic"),
    "gemini": Provider("gemini"),
    "gemini-json-schema": Provider("gemini"),
    "vertex": Provider("gemini"),
    "mistral": Provider("chat"),
    "cohere": Provider("cohere"),
    "cohere-v2": Provider("cohere-v2"),
    "bedrock": Provider("bedrock"),
    "ollama": Provider("ollama"),
    "vllm": Provider("chat"),
    "sglang": Provider("chat"),
    "llama-cpp": Provider("chat"),
    "lm-studio": Provider("chat"),
    "azure": Provider("chat"),
    "groq": Provider("chat"),
    "xai": Provider("chat"),
    "deepseek": Provider("chat", keep=("reasoning_content",)),
    "together": Provider("chat"),
    "fireworks": Provider("chat"),
    "openrouter": Provider("chat", keep=("reasoning_details",)),
    FREEFORM: Provider("chat"),
}
