"""Recorded traffic as the providers' own SDKs hold it, and the calls that they read in it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, get_args

from .recorded import chunks_of

__all__ = ["SDKS", "calls_by_sdk", "sdk_events"]

Call = tuple[str, str, Any]


@dataclass(frozen=True)
class Sdk:
    """A module, its type of a whole reply and of an event, and how it gives the calls."""

    module: str
    whole: str
    event: str
    calls: Callable[[list[Any]], list[Call]]


def sdk_events(folder: str, record: dict[str, Any]) -> list[Any]:
    """A recording as objects of the SDK, made as leniently as its client makes them."""
    sdk = SDKS[folder]
    stream = bool(record.get("stream"))
    raw = chunks_of(record) if stream else [record["response_body"]]
    module = import_module(sdk.module)
    kind = getattr(module, sdk.event if stream else sdk.whole)
    return [_build(kind, item) for item in raw]


def calls_by_sdk(folder: str, events: list[Any]) -> list[Call]:
    """The calls that the SDK's objects hold."""
    return SDKS[folder].calls(events)


def _build(kind: Any, data: Any) -> Any:
    package = _package(kind)
    if package in {"openai", "anthropic"}:
        return import_module(f"{package}._models").construct_type(type_=kind, value=data)
    if package == "google":  # its client drops what it does not know
        parts = [
            {key: part[key] for key in ("text", "functionCall") if key in part}
            for candidate in data.get("candidates") or []
            for part in candidate.get("content", {}).get("parts") or []
        ]
        return kind.model_validate({"candidates": [{"content": {"parts": parts}}]})
    return kind.model_validate(data)


def _package(kind: Any) -> str:
    """The package that a type, or the first member of a union, comes from."""
    members = get_args(kind)
    return _package(members[0]) if members else str(kind.__module__).partition(".")[0]


def _json(text: Any) -> Any:
    try:
        return json.loads(text) if isinstance(text, str) and text.strip() else text or {}
    except ValueError:
        return text


def _openai(events: list[Any]) -> list[Call]:
    """The SDK's own accumulation of a stream."""
    if hasattr(events[0].choices[0] if events[0].choices else events[0], "message"):
        message = events[0].choices[0].message
        calls = message.tool_calls or []
        if message.function_call:
            return [("", message.function_call.name, _json(message.function_call.arguments))]
    else:
        streaming = import_module("openai.lib.streaming.chat._completions")
        state = streaming.ChatCompletionStreamState()
        for event in events:
            state.handle_chunk(event)
        snapshot = state.current_completion_snapshot
        calls = snapshot.choices[0].message.tool_calls or []
    return [(call.id, call.function.name, _json(call.function.arguments)) for call in calls]


def _responses(events: list[Any]) -> list[Call]:
    last = getattr(events[-1], "response", events[-1])
    return [
        (item.call_id, item.name, _json(item.arguments))
        for item in last.output
        if item.type == "function_call"
    ]


def _anthropic(events: list[Any]) -> list[Call]:
    snapshot = events[0]
    if snapshot.type != "message":
        streaming = import_module("anthropic.lib.streaming._messages")
        snapshot = None
        texts: dict[int, bytes] = {}
        for event in events:
            snapshot = streaming.accumulate_event(
                event=event, current_snapshot=snapshot, json_bufs=texts
            )
    return [
        (block.id, block.name, block.input)
        for block in snapshot.content
        if block.type == "tool_use"
    ]


def _gemini(events: list[Any]) -> list[Call]:
    return [
        (call.id or "", call.name, call.args or {})
        for event in events
        for call in event.function_calls or []
    ]


def _mistral(events: list[Any]) -> list[Call]:
    calls: list[Any] = []
    for event in events:
        choice = event.choices[0]
        message = getattr(choice, "message", None) or choice.delta
        calls += message.tool_calls or []
    return [(call.id, call.function.name, _json(call.function.arguments)) for call in calls]


def _ollama(events: list[Any]) -> list[Call]:
    calls = [call for event in events for call in event.message.tool_calls or []]
    return [("", call.function.name, dict(call.function.arguments)) for call in calls]


def _cohere(events: list[Any]) -> list[Call]:
    return [
        (call.id, call.function.name, _json(call.function.arguments))
        for event in events
        if hasattr(event, "message")
        for call in event.message.tool_calls or []
    ]


SDKS = {
    "openai_chat": Sdk("openai.types.chat", "ChatCompletion", "ChatCompletionChunk", _openai),
    "azure_openai_chat": Sdk("openai.types.chat", "ChatCompletion", "ChatCompletionChunk", _openai),
    "deepseek": Sdk("openai.types.chat", "ChatCompletion", "ChatCompletionChunk", _openai),
    "openai_responses": Sdk(
        "openai.types.responses", "Response", "ResponseStreamEvent", _responses
    ),
    "anthropic": Sdk("anthropic.types", "Message", "RawMessageStreamEvent", _anthropic),
    "gemini": Sdk(
        "google.genai.types", "GenerateContentResponse", "GenerateContentResponse", _gemini
    ),
    "mistral": Sdk(
        "mistralai.client.models", "ChatCompletionResponse", "CompletionChunk", _mistral
    ),
    "ollama_native": Sdk("ollama", "ChatResponse", "ChatResponse", _ollama),
}
