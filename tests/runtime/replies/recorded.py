"""The calls in recorded traffic, read by other rules than ours: what the provider's SDK would do.

Written from the SDKs' behaviour, apart from the code under test: streams of chat completions grow
by index, Responses are told whole by their last event, content blocks grow by index.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["calls_of", "chunks_of", "replies_of"]

Call = tuple[str, str, Any]  # identifier or "", name, arguments; their text where it is no JSON

_EVENT = re.compile(r"^data: ?(\{.*\})\r?$", re.MULTILINE)


def chunks_of(record: dict[str, Any]) -> list[Any]:
    """The events of a recorded stream as plain data."""
    if isinstance(record.get("response_body"), list):
        bodies = [_unwrapped(item) for item in record["response_body"]]
        return [body for body in bodies if isinstance(body, dict)]
    text = record.get("response_text") or ""
    if text.lstrip()[:1] == "[":
        return list(json.loads(text))
    found = _EVENT.findall(text) or [line for line in text.splitlines() if line[:1] == "{"]
    return [json.loads(item) for item in found]


def calls_of(api: str, reply: Any) -> list[Call]:
    """The calls in a whole reply (an object) or a stream (a list of events)."""
    events = reply if isinstance(reply, list) else [reply]
    return list(_READERS[_api(api, events)](events))


def replies_of(events: list[Any]) -> list[list[Any]]:
    """The replies in a list of events: what was recorded may be several, one behind the other."""
    found: list[list[Any]] = []
    for event in events:
        begins = event.get("type") in {"message_start", "response.created"}
        if begins or not found:
            found.append([])
        found[-1].append(event)
    return found


def _unwrapped(item: Any) -> Any:
    for key in ("chunk", "__data__"):
        if isinstance(item, dict) and set(item) >= {key}:
            return item[key]
    return item


def _api(api: str, events: list[Any]) -> str:
    head = events[0] if events else {}
    if str(head.get("type", "")).startswith("response.") or head.get("object") == "response":
        return "responses"
    if "choices" in head:
        return "chat"
    if head.get("type") in {"message", "message_start"}:
        return "anthropic"
    return api


def _read(text: Any) -> Any:
    if not isinstance(text, str):
        return {} if text is None else text
    try:
        return json.loads(text) if text.strip() else {}
    except ValueError:
        return text


def _chat(events: list[Any]) -> Iterator[Call]:
    slots: dict[Any, list[str]] = {}
    for event in events:
        for choice in event.get("choices") or []:
            whole = choice.get("delta") is None
            message = choice.get("message", {}) if whole else choice["delta"]
            single = [{"index": 0, "function": message.get("function_call")}]
            for number, call in enumerate(message.get("tool_calls") or single):
                slot = number if whole else call.get("index", call.get("id"))
                held = slots.setdefault(slot, ["", "", ""])
                body = call.get("function") or {}
                arguments = body.get("arguments")
                new = [call.get("id"), body.get("name"), arguments]
                for at, piece in enumerate(new):
                    text = json.dumps(piece) if isinstance(piece, dict) else piece or ""
                    if at == 2 or not held[at]:
                        held[at] += text
    for identifier, name, arguments in slots.values():
        if name:
            yield identifier, name, _read(arguments)


def _responses(events: list[Any]) -> Iterator[Call]:
    last = events[-1].get("response", events[-1])
    for item in last.get("output") or []:
        if item["type"] == "function_call":
            yield item["call_id"], item["name"], _read(item["arguments"])
        elif item["type"] == "custom_tool_call":
            yield item["call_id"], item["name"], {"input": item["input"]}


def _anthropic(events: list[Any]) -> Iterator[Call]:
    head = events[0].get("message", events[0])
    for block in head.get("content") or []:
        if block["type"] == "tool_use":
            yield block["id"], block["name"], block["input"]
    texts: dict[int, list[str]] = {}
    heads: dict[int, dict[str, Any]] = {}
    for event in events:
        if event.get("type") == "content_block_start":
            if event["content_block"]["type"] == "tool_use":
                heads[event["index"]] = event["content_block"]
        elif event.get("type") == "content_block_delta":
            texts.setdefault(event["index"], []).append(event["delta"].get("partial_json", ""))
    for index, block in heads.items():
        text = "".join(texts.get(index, []))
        yield block["id"], block["name"], _read(text) if text else block["input"]


def _gemini(events: list[Any]) -> Iterator[Call]:
    for event in events:
        for candidate in (event.get("candidates") or [])[:1]:
            for part in (candidate.get("content") or {}).get("parts") or []:
                call = part.get("functionCall")
                if call:
                    yield call.get("id", ""), call["name"], call.get("args", {})


def _bedrock(events: list[Any]) -> Iterator[Call]:
    message = (events[0].get("output") or {}).get("message") or {}
    for block in message.get("content") or []:
        use = block.get("toolUse")
        if use and use.get("type") != "server_tool_use":
            yield use["toolUseId"], use["name"], use["input"]
    heads: dict[int, dict[str, Any]] = {}
    texts: dict[int, str] = {}
    for event in events:
        start = event.get("contentBlockStart", {})
        use = start.get("start", {}).get("toolUse")
        if use and use.get("type") != "server_tool_use":
            heads[start["contentBlockIndex"]] = use
        delta = event.get("contentBlockDelta", {})
        piece = delta.get("delta", {}).get("toolUse", {}).get("input", "")
        if isinstance(piece, str):
            index = delta.get("contentBlockIndex", -1)
            texts[index] = texts.get(index, "") + piece
        else:
            texts[delta["contentBlockIndex"]] = json.dumps(piece)
    for index, use in heads.items():
        yield use["toolUseId"], use["name"], _read(texts.get(index, ""))


def _message(events: list[Any]) -> Iterator[Call]:
    held: dict[int, list[str]] = {}
    for event in events:
        for call in (event.get("message") or {}).get("tool_calls") or []:
            body = call["function"]
            yield call.get("id", ""), body["name"], _read(body["arguments"])
        if event.get("type") == "tool-call-start":
            call = event["delta"]["message"]["tool_calls"]
            body = call["function"]
            held[event["index"]] = [call["id"], body["name"], body["arguments"]]
        elif event.get("type") == "tool-call-delta":
            body = event["delta"]["message"]["tool_calls"]["function"]
            held[event["index"]][2] += body["arguments"]
    for identifier, name, arguments in held.values():
        yield identifier, name, _read(arguments)


_READERS: dict[str, Callable[[list[Any]], Iterator[Call]]] = {
    "chat": _chat,
    "responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
    "message": _message,
}
