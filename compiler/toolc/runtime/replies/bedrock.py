"""Bedrock's Converse, whole and as events (service model of 2023-09-30, botocore 1.44.8)."""

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

__all__ = ["BedrockReader"]

_ON_SERVER = "server_tool_use"


class BedrockReader:
    """Content blocks by key; in a stream, by `contentBlockIndex`."""

    def __init__(self) -> None:
        """Stand before the first event."""
        self._calls: dict[object, Sent] = {}
        self._thoughts: dict[object, dict[str, Any]] = {}

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a whole reply or of one event."""
        for number, block in enumerate(objects(at(event, "output", "message", "content"))):
            yield from self._block(block, number)
            yield from self._stop(number)
        start, delta = event.get("contentBlockStart"), event.get("contentBlockDelta")
        stop = event.get("contentBlockStop")
        if isinstance(start, dict):
            yield from self._block(start.get("start"), key_of(start.get("contentBlockIndex")))
        if isinstance(delta, dict):
            yield from self._delta(delta.get("delta"), key_of(delta.get("contentBlockIndex")))
        if isinstance(stop, dict):
            yield from self._stop(key_of(stop.get("contentBlockIndex")))
        for holder in (event, event.get("messageStop")):
            reason = plain_word(at(holder, "stopReason"))
            if reason:
                yield Finish(reason)

    def _block(self, block: object, index: object) -> Iterator[Part]:
        use = at(block, "toolUse")
        if isinstance(use, dict) and use.get("type") != _ON_SERVER:
            identifier = str(use.get("toolUseId") or "")
            call = Sent(word(use.get("name")), identifier, order_of(index))
            self._calls[index] = call
            yield Grown(call, call.grow(use.get("input")))
        yield from self._words(block, index)

    def _delta(self, delta: object, index: object) -> Iterator[Part]:
        call = self._calls.get(index)
        piece = at(delta, "toolUse", "input")
        if call is not None and piece is not None:
            yield Grown(call, call.grow(piece))
        yield from self._words(delta, index)

    def _words(self, block: object, index: object) -> Iterator[Part]:
        """Text and reasoning: a block says them whole, a delta in pieces."""
        text, thought = at(block, "text"), at(block, "reasoningContent")
        if isinstance(text, str):
            yield Said(text)
        if isinstance(thought, dict):
            yield from self._think(thought, index)

    def _think(self, thought: Json, index: object) -> Iterator[Part]:
        """A block has its text under `reasoningText`, a delta beside the key."""
        inner = thought.get("reasoningText")
        said = inner if isinstance(inner, dict) else thought
        known = self._thoughts.setdefault(index, {})
        for key in ("text", "signature"):
            piece = word(said.get(key))
            if piece:
                known[key] = known.get(key, "") + piece
        if thought.get("redactedContent") is not None:
            known["redactedContent"] = thought["redactedContent"]
        if isinstance(said.get("text"), str):
            yield Thought(said["text"])

    def _stop(self, index: object) -> Iterator[Part]:
        known = self._thoughts.pop(index, None)
        if known:
            redacted = "redactedContent" in known
            yield Kept({"reasoningContent": known if redacted else {"reasoningText": known}})
        call = self._calls.pop(index, None)
        if call is not None:
            yield Ended(call)
