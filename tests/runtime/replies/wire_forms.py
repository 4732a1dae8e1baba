"""Writes calls in each provider's wire form: a whole reply, and the events of a stream."""

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from toolc.targets import TARGETS

__all__ = ["API", "SDK_TYPES", "Call", "reply", "sse", "stream"]

Call = tuple[str, str, Any]  # identifier, the provider's name, arguments; text for a custom tool

API = dict.fromkeys(TARGETS.own, "chat") | {
    "openai-responses": "responses",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "gemini-json-schema": "gemini",
    "vertex": "gemini",
    "mistral": "mistral",
    "cohere": "cohere",
    "cohere-v2": "cohere-v2",
    "bedrock": "bedrock",
    "ollama": "ollama",
}
"""The API that each target speaks."""

SDK_TYPES = {
    "chat": ("openai.types.chat", "ChatCompletion", "ChatCompletionChunk"),
    "responses": ("openai.types.responses", "Response", "ResponseStreamEvent"),
    "anthropic": ("anthropic.types", "Message", "RawMessageStreamEvent"),
    "gemini": ("google.genai.types", "GenerateContentResponse", "GenerateContentResponse"),
    "mistral": ("mistralai.client.models", "ChatCompletionResponse", "CompletionChunk"),
    "cohere-v2": ("cohere.v2.types", "V2ChatResponse", "V2ChatStreamResponse"),
    "ollama": ("ollama", "ChatResponse", "ChatResponse"),
}
"""The SDK's module, and its types of a reply and of an event; Bedrock's has none."""

_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
_PIECE = 5  # characters of a fragment


def reply(api: str, calls: list[Call]) -> dict[str, Any]:
    """A whole reply that makes the calls."""
    whole: dict[str, Any] = _REPLIES[api](calls)
    return whole


def stream(api: str, calls: list[Call]) -> list[dict[str, Any]]:
    """The same as the events of a stream; calls of a chat come side by side."""
    return list(_STREAMS[api](calls))


def sse(events: list[dict[str, Any]]) -> str:
    """Events as server-sent events."""
    lines = [
        f"event: {event.get('type', 'message')}\ndata: {json.dumps(event)}" for event in events
    ]
    return "\n\n".join([*lines, "data: [DONE]", ""])


def _text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _pieces(arguments: Any) -> list[str]:
    text = _text(arguments)
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]


# --- chat completions ---


def _chat_call(call: Call) -> dict[str, Any]:
    identifier, name, arguments = call
    if isinstance(arguments, str):
        return {"id": identifier, "type": "custom", "custom": {"name": name, "input": arguments}}
    function = {"name": name, "arguments": _text(arguments)}
    return {"id": identifier, "type": "function", "function": function}


def _chat(calls: list[Call]) -> dict[str, Any]:
    message = {"role": "assistant", "content": None, "tool_calls": [*map(_chat_call, calls)]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls", "logprobs": None}
    head = {"id": "c", "object": "chat.completion", "created": 1, "model": "m"}
    return {**head, "choices": [choice], "usage": _USAGE}


def _chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _chat_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    yield _chunk({"role": "assistant", "content": ""})
    bodies = ["custom" if isinstance(call[2], str) else "function" for call in calls]
    keys = {"custom": "input", "function": "arguments"}
    for index, (identifier, name, _) in reversed([*enumerate(calls)]):
        body, key = bodies[index], keys[bodies[index]]
        head = {"index": index, "id": identifier, "type": body, body: {"name": name, key: ""}}
        yield _chunk({"tool_calls": [head]})
    for row in zip_longest(*(_pieces(call[2]) for call in calls)):
        yield _chunk(
            {
                "tool_calls": [
                    {"index": index, bodies[index]: {keys[bodies[index]]: piece}}
                    for index, piece in enumerate(row)
                    if piece is not None
                ]
            }
        )
    yield _chunk({}, "tool_calls")
    yield {**_chunk({}), "choices": [], "usage": _USAGE}


def _mistral(calls: list[Call]) -> dict[str, Any]:
    made = _chat(calls)
    for item, (_, _, arguments) in zip(
        made["choices"][0]["message"]["tool_calls"], calls, strict=True
    ):
        item["function"]["arguments"] = arguments  # an object instead of its text
    return made


def _mistral_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    yield _chunk({"role": "assistant", "content": ""})
    yield _chunk({"content": "", "tool_calls": [*map(_chat_call, calls)]}, "tool_calls")


# --- Responses ---


def _item(call: Call, **rest: Any) -> dict[str, Any]:
    identifier, name, arguments = call
    custom = isinstance(arguments, str)
    kind, key = ("custom_tool_call", "input") if custom else ("function_call", "arguments")
    item = {"type": kind, "id": f"fc_{identifier}", "call_id": identifier, "name": name}
    return {**item, key: _text(arguments), **rest}


def _responses(calls: list[Call]) -> dict[str, Any]:
    return {
        "id": "r",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "completed",
        "incomplete_details": None,
        "output": [_item(call, status="completed") for call in calls],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "error": None,
        "instructions": None,
        "metadata": None,
        "temperature": None,
        "top_p": None,
    }


def _responses_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    begun = {**_responses([]), "status": "in_progress"}
    events.append({"type": "response.created", "response": begun})
    for index, call in enumerate(calls):
        custom = isinstance(call[2], str)
        key = "input" if custom else "arguments"
        kind = "custom_tool_call_input" if custom else "function_call_arguments"
        about = {"output_index": index, "item_id": f"fc_{call[0]}"}
        item = _item(call, status="in_progress") | {key: ""}
        events.append({"type": "response.output_item.added", "output_index": index, "item": item})
        events += [
            {"type": f"response.{kind}.delta", **about, "delta": piece}
            for piece in _pieces(call[2])
        ]
        name: dict[str, Any] = {} if custom else {"name": call[1]}
        events.append({"type": f"response.{kind}.done", **about, key: _text(call[2]), **name})
        done = _item(call, status="completed")
        events.append({"type": "response.output_item.done", "output_index": index, "item": done})
    events.append({"type": "response.completed", "response": _responses(calls)})
    return ({**event, "sequence_number": number} for number, event in enumerate(events))


# --- content blocks ---


def _message(content: list[Any], stop: str | None) -> dict[str, Any]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    head = {"id": "m", "type": "message", "role": "assistant", "model": "m"}
    return {**head, "content": content, "stop_reason": stop, "stop_sequence": None, "usage": usage}


def _block(call: Call, arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call[0], "name": call[1], "input": arguments}


def _anthropic(calls: list[Call]) -> dict[str, Any]:
    return _message([_block(call, call[2]) for call in calls], "tool_use")


def _anthropic_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    yield {"type": "message_start", "message": _message([], None)}
    for index, call in enumerate(calls):
        yield {"type": "content_block_start", "index": index, "content_block": _block(call, {})}
        for piece in ["", *(_pieces(call[2]) if call[2] else [])]:
            delta = {"type": "input_json_delta", "partial_json": piece}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    end: dict[str, Any] = {"stop_reason": "tool_use", "stop_sequence": None}
    yield {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def _bedrock(calls: list[Call]) -> dict[str, Any]:
    content = [
        {"toolUse": {"toolUseId": identifier, "name": name, "input": arguments}}
        for identifier, name, arguments in calls
    ]
    return {"output": {"message": {"content": content}}, "stopReason": "tool_use"}


def _bedrock_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    yield {"messageStart": {"role": "assistant"}}
    for index, (identifier, name, arguments) in enumerate(calls):
        at = {"contentBlockIndex": index}
        start = {"toolUse": {"toolUseId": identifier, "name": name}}
        yield {"contentBlockStart": {**at, "start": start}}
        for piece in _pieces(arguments):
            yield {"contentBlockDelta": {**at, "delta": {"toolUse": {"input": piece}}}}
        yield {"contentBlockStop": at}
    yield {"messageStop": {"stopReason": "tool_use"}}


# --- the others ---


def _gemini(calls: list[Call]) -> dict[str, Any]:
    parts = [
        {"functionCall": {"id": identifier, "name": name, "args": arguments}}
        for identifier, name, arguments in calls
    ]
    return {"candidates": [{"content": {"parts": parts, "role": "model"}, "finishReason": "STOP"}]}


def _gemini_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    for call in calls:
        [candidate] = _gemini([call])["candidates"]
        yield {"candidates": [{"content": candidate["content"]}]}
    yield _gemini([])


def _cohere(calls: list[Call]) -> dict[str, Any]:
    made = [{"name": name, "parameters": arguments} for _, name, arguments in calls]
    return {"text": "", "tool_calls": made, "finish_reason": "COMPLETE"}


def _cohere_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    yield {"event_type": "stream-start", "generation_id": "g"}
    for index, (_, name, arguments) in enumerate(calls):
        head = {"index": index, "name": name}
        yield {"event_type": "tool-calls-chunk", "tool_call_delta": head}
        for piece in _pieces(arguments):
            delta = {"index": index, "parameters": piece}
            yield {"event_type": "tool-calls-chunk", "tool_call_delta": delta}
    whole = _cohere(calls)
    yield {"event_type": "tool-calls-generation", "tool_calls": whole["tool_calls"]}
    yield {"event_type": "stream-end", "finish_reason": "COMPLETE", "response": whole}


def _cohere_v2(calls: list[Call]) -> dict[str, Any]:
    message = {"role": "assistant", "tool_plan": "So.", "tool_calls": [*map(_chat_call, calls)]}
    return {"id": "c", "finish_reason": "TOOL_CALL", "message": message}


def _cohere_v2_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    yield {"type": "message-start", "id": "c", "delta": {"message": {"role": "assistant"}}}
    yield {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "So."}}}
    for index, call in enumerate(calls):
        head = _chat_call(call)
        head["function"]["arguments"] = ""
        yield {
            "type": "tool-call-start",
            "index": index,
            "delta": {"message": {"tool_calls": head}},
        }
        for piece in _pieces(call[2]):
            more = {"tool_calls": {"function": {"arguments": piece}}}
            yield {"type": "tool-call-delta", "index": index, "delta": {"message": more}}
        yield {"type": "tool-call-end", "index": index}
    yield {"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}}


def _ollama(calls: list[Call]) -> dict[str, Any]:
    made = [
        {"id": identifier, "function": {"name": name, "arguments": arguments}}
        for identifier, name, arguments in calls
    ]
    message = {"role": "assistant", "content": "", "tool_calls": made}
    return {"model": "m", "message": message, "done": True, "done_reason": "stop"}


def _ollama_stream(calls: list[Call]) -> Iterator[dict[str, Any]]:
    for call in calls:
        yield {"model": "m", "message": _ollama([call])["message"], "done": False}
    message = {"role": "assistant", "content": ""}
    yield {"model": "m", "message": message, "done": True, "done_reason": "stop"}


_REPLIES = {
    "chat": _chat,
    "responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "mistral": _mistral,
    "cohere": _cohere,
    "cohere-v2": _cohere_v2,
    "bedrock": _bedrock,
    "ollama": _ollama,
}

_STREAMS = {
    "chat": _chat_stream,
    "responses": _responses_stream,
    "anthropic": _anthropic_stream,
    "gemini": _gemini_stream,
    "mistral": _mistral_stream,
    "cohere": _cohere_stream,
    "cohere-v2": _cohere_v2_stream,
    "bedrock": _bedrock_stream,
    "ollama": _ollama_stream,
}
