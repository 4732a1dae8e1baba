"""Who serves a model, as its name tells: by a path, a region of Bedrock, a tag of Ollama."""

import re
from typing import Final

__all__ = ["TEMPLATED", "host_of", "provider_at"]

_LONGEST: Final = 200  # characters of a name that are looked at

_HOSTS: Final = {
    host: names.split()
    for host, names in {
        "azure": "azure azure_ai azure_openai",
        "bedrock": "bedrock bedrock_converse bedrock_mantle",
        "fireworks": "fireworks fireworks_ai",
        "groq": "groq",
        "llama-cpp": "llama-cpp llama_cpp llamacpp llama.cpp",
        "lm-studio": "lm-studio lm_studio lmstudio",
        "ollama": "ollama ollama_chat",
        "openrouter": "openrouter",
        "sglang": "sglang",
        "together": "together together_ai",
        "vertex": "vertex vertex_ai",
        "vllm": "vllm hosted_vllm",
    }.items()
}
"""Each host that serves the models of others, with what its models are written with."""

_BY_NAME: Final = {name: host for host, names in _HOSTS.items() for name in names}

_BEDROCK: Final = re.compile(r"(?:[a-z-]{2,6}\.)?[a-z0-9]+\.[a-z][\w.-]*-v?\d+:\d+(?::\w+)?")
"""An id of Bedrock: `us.anthropic.claude-sonnet-4-5-20250929-v1:0`."""

_TAGGED: Final = re.compile(r"[\w.-]+:(?!\d+$)[\w.-]+")
"""A name with a tag, as Ollama writes it: `qwen3:8b`."""

TEMPLATED: Final = frozenset("llama-cpp lm-studio ollama sglang vllm".split())
"""Servers that bring tools to any model by its chat template."""


def host_of(name: str) -> str | None:
    """The host that a model's name tells of, if it does.

    >>> host_of("openrouter/openai/gpt-4o"), host_of("qwen3:8b"), host_of("Qwen/Qwen3-8B")
    ('openrouter', 'ollama', None)
    """
    *path, last = name[:_LONGEST].casefold().split("/")
    for part in path:
        if part in _BY_NAME:
            return _BY_NAME[part]
    if _BEDROCK.fullmatch(last):
        return "bedrock"
    return "ollama" if not path and _TAGGED.fullmatch(last) else None


def provider_at(host: str | None, maker: str | None) -> str | None:
    """Whose API a model is asked by: its host's, unless that has taken over the maker's own.

    >>> provider_at("bedrock", "anthropic"), provider_at("vertex", "anthropic")
    ('bedrock', 'anthropic')
    """
    if host == "vertex":  # in Google's form are Google's models alone
        return host if maker in (None, "google") else maker
    return maker if host == "azure" and maker == "anthropic" else host or maker
