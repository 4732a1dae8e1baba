"""Calls back into a provider's history: the assistant's turn, whoever made it, and its identifiers.

The forms are those of the providers' SDKs as of 2026-11-30.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from toolc.runtime.calls import ToolCall
from toolc.runtime.errors import UsageError
from toolc.runtime.replies.found import ToolCalls
from toolc.runtime.replies.providers import PROVIDERS

__all__ = ["CallIds", "write_turn"]

_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SIZE: Final = 9  # of an identifier that is made: what Mistral wants, and everyone takes
_ANY: Final = re.compile(r".+", re.DOTALL)

_RULES: Final[Mapping[str, re.Pattern[str]]] = {
    "mistral": re.compile(r"[a-zA-Z0-9]{9}"),
    "anthropic": re.compile(r"[a-zA-Z0-9_-]{1,64}"),
    "bedrock": re.compile(r"[a-zA-Z0-9_.:-]{1,64}"),
}


class CallIds:
    """The identifiers of one history, mapped to such as a provider takes, and back.

    One that fits stays; others are replaced by the same text each time, and never by one that is
    in use. Calls and their results ask the same map.

    >>> ids = CallIds("mistral")
    >>> len(ids.theirs("call_PTLP8xhu3uwZk4l3")), ids.ours(ids.theirs("call_1"))
    (9, 'call_1')
    """

    def __init__(self, provider: str) -> None:
        """Begin a history; raises `UsageError` for an unknown provider."""
        _api(provider)
        self._rule = _RULES.get(provider, _ANY)
        self._theirs: dict[str, str] = {}
        self._ours: dict[str, str] = {}

    def theirs(self, identifier: str) -> str:
        """The provider's identifier for one of ours."""
        known = self._theirs.get(identifier)
        if known is not None:
            return known
        made, tries = identifier, 0
        while not self._rule.fullmatch(made) or made in self._ours:
            made, tries = _made(identifier, tries), tries + 1
        self._theirs[identifier], self._ours[made] = made, identifier
        return made

    def ours(self, identifier: str) -> str:
        """Ours for one of the provider's; one that was not made here is its own."""
        return self._ours.get(identifier, identifier)


def _made(identifier: str, tries: int) -> str:
    digest = sha256(f"{tries}:{identifier}".encode("utf-8", "surrogatepass")).digest()
    return "".join(_DIGITS[byte % len(_DIGITS)] for byte in digest[:_SIZE])


def write_turn(
    found: ToolCalls | Sequence[ToolCall],
    provider: str,
    toolkit: object = None,
    ids: CallIds | None = None,
) -> Any:
    """The assistant's turn that made these calls, as the provider wants it in its history.

    A message; for `openai-responses` a list of items. Text and what the provider wants back
    (`ToolCalls.state`) stand in it where `found` has them, so give what another provider answered
    as a plain list. `toolkit` may have `encode(name, arguments)`, as a `Compiled` has; `ids` are
    those of the history. What failed is not written: a call that can't be read poisons a history.
    Raises `UsageError` for an unknown provider.
    """
    api = _api(provider)
    encode = getattr(toolkit, "encode", None)
    ids = ids or CallIds(provider)
    state = found.state if isinstance(found, ToolCalls) else []
    on_call = {item.call_id: item.value for item in state if item.call_id is not None}
    calls = []
    for call in found:
        name, arguments = (
            encode(call.name, call.arguments) if encode else (call.name, call.arguments)
        )
        calls.append(_Call(ids.theirs(call.id), name, arguments, on_call.get(call.id, {})))
    text = found.text if isinstance(found, ToolCalls) else ""
    own = [item.value for item in state if item.call_id is None]
    return _TURNS[api](_Turn(text, own, calls))


@dataclass(slots=True, frozen=True)
class _Call:
    """A call in the provider's words; `more` stands on it. Text is the input of a custom tool."""

    id: str
    name: str
    arguments: Any
    more: dict[str, Any]

    @property
    def text(self) -> str:
        return json.dumps(self.arguments, ensure_ascii=False)


@dataclass(slots=True, frozen=True)
class _Turn:
    text: str
    state: list[dict[str, Any]]
    calls: list[_Call]


def _api(provider: str) -> str:
    if provider not in PROVIDERS:
        raise UsageError(f"no provider is called `{provider}`; there are {', '.join(PROVIDERS)}")
    return PROVIDERS[provider].api


# --- one form per API ---


def _chat(turn: _Turn) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    for item in turn.state:
        message |= item
    if turn.calls:
        message["tool_calls"] = [_chat_call(call) for call in turn.calls]
    return message


def _chat_call(call: _Call) -> dict[str, Any]:
    if isinstance(call.arguments, str):
        body = {"name": call.name, "input": call.arguments}
        return {"id": call.id, "type": "custom", "custom": body, **call.more}
    function = {"name": call.name, "arguments": call.text}
    return {"id": call.id, "type": "function", "function": function, **call.more}


def _responses(turn: _Turn) -> list[dict[str, Any]]:
    said = {"type": "message", "role": "assistant"}
    parts = [{"type": "output_text", "text": turn.text}]
    message = [{**said, "content": parts}] if turn.text else []
    return [*turn.state, *message, *map(_item, turn.calls)]


def _item(call: _Call) -> dict[str, Any]:
    head = {"call_id": call.id, "name": call.name}
    if isinstance(call.arguments, str):
        return {"type": "custom_tool_call", **head, "input": call.arguments, **call.more}
    return {"type": "function_call", **head, "arguments": call.text, **call.more}


def _anthropic(turn: _Turn) -> dict[str, Any]:
    text = [{"type": "text", "text": turn.text}] if turn.text.strip() else []
    uses = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments, **call.more}
        for call in turn.calls
    ]
    return {"role": "assistant", "content": [*turn.state, *text, *uses]}


def _gemini(turn: _Turn) -> dict[str, Any]:
    # A part that is signed says its text itself; what else was said stands before it.
    signed = [item["text"] for item in turn.state if "text" in item and not item.get("thought")]
    rest = turn.text.replace("".join(signed), "", 1) if signed else turn.text
    text = [{"text": rest}] if rest else []
    calls = [
        {"functionCall": {"id": call.id, "name": call.name, "args": call.arguments}, **call.more}
        for call in turn.calls
    ]
    return {"role": "model", "parts": [*text, *turn.state, *calls]}


def _bedrock(turn: _Turn) -> dict[str, Any]:
    text = [{"text": turn.text}] if turn.text.strip() else []
    uses = [
        {"toolUse": {"toolUseId": call.id, "name": call.name, "input": call.arguments}}
        for call in turn.calls
    ]
    return {"role": "assistant", "content": [*turn.state, *text, *uses]}


def _cohere(turn: _Turn) -> dict[str, Any]:
    calls = [{"name": call.name, "parameters": call.arguments} for call in turn.calls]
    return {"role": "CHATBOT", "message": turn.text, "tool_calls": calls}


def _ollama(turn: _Turn) -> dict[str, Any]:
    calls = [
        {"id": call.id, "function": {"name": call.name, "arguments": call.arguments}}
        for call in turn.calls
    ]
    message: dict[str, Any] = {"role": "assistant", "content": turn.text, "tool_calls": calls}
    for item in turn.state:
        message |= item
    return message


_TURNS: Final[Mapping[str, Callable[[_Turn], Any]]] = {
    "chat": _chat,
    "responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
    "cohere": _cohere,
    "cohere-v2": _chat,
    "ollama": _ollama,
}
