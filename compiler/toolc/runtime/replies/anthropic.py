"""Anthropic's messages, whole and as events, with fine-grained arguments (anthropic 2.14.0)."""

from collections.abc import Iterator
from typing import Any

from toolc.runtime.replies.parts import (
    Ended,
    Finish,
    Grown,
    Json,
    Kept,
    Part,
    Said,
    Sent,
    Thought,
    at,
    key_of,
    objects,
    order_of,
    plain_word,
    word,
)

__all__ = ["AnthropicReader"]

_KEPT = frozenset({"thinking", "redacted_thinking"})  # blocks that must come back whole
_GROWING = {"thinking_delta": "thinking", "signature_delta": "signature"}


class AnthropicReader:
    """Content blocks by type; in a stream, by index."""

    def __init__(self) -> None:
        """Stand before the first event."""
        self._calls: dict[object, Sent] = {}
        self._thoughts: dict[object, dict[str, Any]] = {}

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a whole message or of one event."""
        index = key_of(event.get("index"))
        match event.get("type"):
            case "message_start":
                self._calls.clear()
                self._thoughts.clear()
                yield from self._message(event.get("message"))
            case "content_block_start":
                yield from self._start(event.get("content_block"), index)
            case "content_block_delta":
                yield from self._delta(event.get("delta"), index)
            case "content_block_stop":
                yield from self._stop(index)
            case "message_delta":
                yield Finish(plain_word(at(event, "delta", "stop_reason")))
            case _:
                yield from self._message(event)

    def _message(self, message: object) -> Iterator[Part]:
        for number, block in enumerate(objects(at(message, "content"))):
            yield from self._start(block, number)
            yield from self._stop(number)
        reason = plain_word(at(message, "stop_reason"))
        if reason:
            yield Finish(reason)

    def _start(self, block: object, index: object) -> Iterator[Part]:
        if not isinstance(block, dict):
            return
        kind = word(block.get("type"))
        if kind == "tool_use":
            call = Sent(word(block.get("name")), str(block.get("id") or ""), order_of(index))
            self._calls[index] = call
            # A stream begins with {}, and the arguments follow.
            yield Grown(call, call.grow(block.get("input") or None))
            caller = block.get("caller")
            if isinstance(caller, dict) and caller.get("type") != "direct":
                yield Kept({"caller": caller}, call)
        elif kind in _KEPT:
            self._thoughts[index] = dict(block)
        if isinstance(block.get("thinking"), str):
            yield Thought(block["thinking"])
        if isinstance(block.get("text"), str):
            yield Said(block["text"])

    def _delta(self, delta: object, index: object) -> Iterator[Part]:
        kind = word(at(delta, "type"))
        if kind == "text_delta":
            yield Said(word(at(delta, "text")))
        elif kind == "input_json_delta" and index in self._calls:
            call = self._calls[index]
            call.whole = None
            yield Grown(call, call.grow(at(delta, "partial_json")))
        elif kind in _GROWING and index in self._thoughts:
            key, block = _GROWING[kind], self._thoughts[index]
            piece = word(at(delta, key))
            block[key] = f"{block.get(key) or ''}{piece}"
            if kind == "thinking_delta":
                yield Thought(piece)

    def _stop(self, index: object) -> Iterator[Part]:
        if index in self._thoughts:
            yield Kept(self._thoughts.pop(index))
        call = self._calls.pop(index, None)
        if call is not None:
            yield Ended(call)
