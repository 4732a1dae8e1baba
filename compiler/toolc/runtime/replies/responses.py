"""OpenAI's Responses, whole and as typed events (openai 3.57.0)."""

from collections.abc import Iterator

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
    first,
    key_of,
    mapping,
    objects,
    order_of,
    plain_word,
    word,
)

__all__ = ["ResponsesReader"]

_CALLS = {"function_call": "arguments", "custom_tool_call": "input"}
_KEPT = frozenset({"reasoning", "program"})  # items that must come back whole
_ON_CALL = ("caller", "namespace")
_TEXT = frozenset({"response.output_text.delta", "response.refusal.delta"})
_THOUGHT = frozenset({"response.reasoning_summary_text.delta", "response.reasoning_text.delta"})
_PIECE = frozenset(
    {"response.function_call_arguments.delta", "response.custom_tool_call_input.delta"}
)
_WHOLE = frozenset(
    {"response.function_call_arguments.done", "response.custom_tool_call_input.done"}
)
_LAST = frozenset({"response.completed", "response.incomplete", "response.failed"})


class ResponsesReader:
    """Output items by `output_index`: identifiers of items may change between events."""

    def __init__(self) -> None:
        """Stand before the first event."""
        self._calls: dict[object, Sent] = {}
        self._told: set[object] = set()  # items of which something came in pieces
        self._any = False

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a whole response or of one event."""
        kind, index = event.get("type"), key_of(event.get("output_index"))
        if not isinstance(kind, str) or not kind.startswith("response."):
            yield from self._response(event)
        elif kind == "response.created":
            self._calls.clear()
            self._told.clear()
        elif kind in _LAST:
            yield from self._response(mapping(event.get("response")))
        elif kind in _TEXT or kind in _THOUGHT:
            self._told.add(index)
            yield (Said if kind in _TEXT else Thought)(word(event.get("delta")))
        elif kind in _PIECE or kind in _WHOLE:
            yield from self._grow(event, whole=kind in _WHOLE)
        elif kind in {"response.output_item.added", "response.output_item.done"}:
            item = event.get("item")
            if isinstance(item, dict):
                yield from self._item(item, index, done=kind.endswith("done"))

    def _response(self, response: Json) -> Iterator[Part]:
        """A whole response; at a stream's end, its items were seen already."""
        if not self._any:
            for index, item in enumerate(objects(response.get("output"))):
                yield from self._item(item, index, done=True)
        yield Finish(plain_word(at(response, "incomplete_details", "reason")))

    def _grow(self, event: Json, *, whole: bool) -> Iterator[Part]:
        call = self._calls.get(key_of(event.get("output_index")))
        if call is None or call.ended:
            return
        if whole:
            call.replace(first(event, "arguments", "input"))
        else:
            yield Grown(call, call.grow(event.get("delta")))

    def _item(self, item: Json, index: object, *, done: bool) -> Iterator[Part]:
        self._any = True
        kind = word(item.get("type"))
        if kind in _CALLS:
            yield from self._call(item, index, _CALLS[kind], done=done)
        elif done:
            told = index in self._told
            if kind == "reasoning" and not told:
                for part in objects(item.get("summary") or item.get("content")):
                    yield Thought(word(part.get("text")))
            elif not told:
                for part in objects(item.get("content")):
                    yield Said(word(first(part, "text", "refusal")))
            if kind in _KEPT:
                yield Kept(dict(item))

    def _call(self, item: Json, index: object, key: str, *, done: bool) -> Iterator[Part]:
        call = self._calls.get(index)
        if call is None:
            identifier = str(first(item, "call_id", "id") or "")
            call = Sent(word(item.get("name")), identifier, order_of(index), custom=key == "input")
            self._calls[index] = call
            yield Grown(call, call.grow(item.get(key)))
        elif done:
            call.replace(item.get(key))
        if not done or call.ended:
            return
        call.unfinished = item.get("status") == "incomplete"
        on_call = {name: item[name] for name in _ON_CALL if item.get(name)}
        if on_call and on_call != {"caller": {"type": "direct"}}:
            yield Kept(on_call, call)
        yield Ended(call)
