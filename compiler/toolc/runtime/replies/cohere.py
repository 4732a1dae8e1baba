"""Cohere's chat, version 1 and 2, whole and as events (cohere 7.3.1)."""

from collections.abc import Iterator

from toolc.runtime.replies.chat import message_parts
from toolc.runtime.replies.parts import (
    Ended,
    Finish,
    Grown,
    Json,
    Kept,
    Part,
    Said,
    Sent,
    at,
    first,
    key_of,
    objects,
    order_of,
    plain_word,
    word,
)

__all__ = ["CohereReader", "CohereV2Reader"]


class CohereReader:
    """Version 1: text, and calls with `parameters`; events have an `event_type`."""

    def __init__(self) -> None:
        """Stand before the first event."""
        self._calls: dict[int, Sent] = {}
        self._spoken = False

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a whole reply or of one event."""
        match event.get("event_type"):
            case "text-generation":
                yield from self._text(event)
            case "tool-calls-chunk":
                delta = event.get("tool_call_delta")
                if isinstance(delta, dict):
                    yield from self._grow(delta)
            case "tool-calls-generation":
                yield from self._whole(event)
            case "stream-end":
                response = event.get("response")
                if isinstance(response, dict):
                    yield from self._whole(response, repeats=True)
                yield Finish(plain_word(event.get("finish_reason")))
            case None:
                yield from self._whole(event)
                yield Finish(plain_word(event.get("finish_reason")))

    def _text(self, event: Json) -> Iterator[Part]:
        if isinstance(event.get("text"), str):
            self._spoken = True
            yield Said(event["text"])

    def _grow(self, delta: Json) -> Iterator[Part]:
        call = self._call(order_of(delta.get("index")))
        call.name += word(delta.get("name"))
        yield Grown(call, call.grow(delta.get("parameters")))

    def _whole(self, reply: Json, *, repeats: bool = False) -> Iterator[Part]:
        """The calls as a whole, told again at the end; the text, if none was told before."""
        if not (repeats and self._spoken):
            yield from self._text(reply)
        for number, item in enumerate(objects(reply.get("tool_calls"))):
            call = self._call(number)
            if not call.ended:
                call.name = word(item.get("name"))
                call.replace(item.get("parameters"))
                yield Grown(call)
                yield Ended(call)

    def _call(self, index: int) -> Sent:
        return self._calls.setdefault(index, Sent(order=index))


class CohereV2Reader:
    """Version 2: one message at the top; events have a `type` and a piece of such a message."""

    def __init__(self) -> None:
        """Stand before the first event."""
        self._calls: dict[object, Sent] = {}
        self._plan: list[str] = []

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a whole reply or of one event."""
        message, index = at(event, "delta", "message"), key_of(event.get("index"))
        match event.get("type"):
            case "tool-plan-delta" | "content-start" | "content-delta":
                yield from self._words(message)
            case "tool-call-start" | "tool-call-delta":
                yield from self._grow(message, index)
            case "tool-call-end":
                call = self._calls.get(index)
                if call is not None:
                    yield Ended(call)
            case "message-end":
                yield from self._end(at(event, "delta", "finish_reason"))
            case None:
                whole = event.get("message")
                yield from self._words(whole if isinstance(whole, dict) else event)
                yield from self._end(event.get("finish_reason"))

    def _words(self, message: object) -> Iterator[Part]:
        if isinstance(message, dict):
            self._plan.append(word(message.get("tool_plan")))
            yield from message_parts(message)

    def _grow(self, message: object, index: object) -> Iterator[Part]:
        """More of a call: an object where the reply has a list."""
        said = at(message, "tool_calls")
        said = said if isinstance(said, dict) else at(said, 0)
        function = at(said, "function")
        if not isinstance(function, dict):
            return
        call = self._calls.setdefault(index, Sent(order=order_of(index)))
        call.id = call.id or word(first(said, "id"))
        call.name += word(function.get("name"))
        yield Grown(call, call.grow(function.get("arguments")))

    def _end(self, reason: object) -> Iterator[Part]:
        plan = "".join(self._plan)
        if plan:
            yield Kept({"tool_plan": plan})
        yield Finish(plain_word(reason))
