"""OpenAI's chat completions and whoever follows them, whole and in chunks (openai 3.57.0)."""

from collections.abc import Iterator, Sequence

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
    items,
    mapping,
    objects,
    order_of,
    plain_word,
    word,
)

__all__ = ["ChatReader", "message_parts"]

_THOUGHTS = ("reasoning_content", "reasoning", "thinking", "tool_plan")
_ON_CALL = ("extra_content", "thought_signature")  # what a gateway hangs on a call
_ORPHAN = "orphan_fragment"
_HOLDERS = ("data", "chunk")  # in which SDKs wrap a chunk (Mistral's, OpenAI's helper)


class ChatReader:
    """`choices[0]` with a `message`, or with a `delta` whose calls grow by index."""

    def __init__(self, keep: Sequence[str] = ()) -> None:
        """Take the keys of a message that the provider wants back."""
        self._keep = keep
        self._calls: list[Sent] = []
        self._by_index: dict[int, Sent] = {}
        self._by_id: dict[str, Sent] = {}
        self._kept: dict[str, list[object]] = {}

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a reply, a bare message, or a chunk."""
        event = next((event[key] for key in _HOLDERS if isinstance(event.get(key), dict)), event)
        if "type" in event and "choices" not in event:
            return  # what an SDK makes of chunks, beside them
        choices = [one for one in objects(event.get("choices")) if not order_of(one.get("index"))]
        choice = choices[0] if choices else None
        delta = at(choice, "delta")
        if isinstance(delta, dict):
            yield from self._read_delta(delta)
        else:
            message = mapping(at(choice, "message")) or event
            yield from message_parts(message)
            self._collect(message)
        reason = plain_word(at(choice, "finish_reason"))
        if reason:
            yield Finish(reason)
            yield from self._keeping()

    def _read_delta(self, delta: Json) -> Iterator[Part]:
        yield from _words(delta)
        self._collect(delta)
        for fragment in objects(delta.get("tool_calls")):
            yield from self._grow(fragment)
        function = delta.get("function_call")
        if isinstance(function, dict):
            yield from self._grow({"index": 0, "function": function})

    def _grow(self, fragment: Json) -> Iterator[Part]:
        """One fragment of a call: the beginning of one, or more of one that was begun."""
        body = _body(fragment)
        call = self._begun(fragment, word(body.get("name")))
        if call is None:
            index = order_of(fragment.get("index"))
            call = Sent(id=word(fragment.get("id")), order=index, custom=_is_custom(fragment))
            self._calls.append(call)
            self._by_index[index] = call
        call.id = call.id or word(fragment.get("id"))
        self._by_id[call.id] = call
        name = word(body.get("name"))
        if name != call.name:
            call.name += name
        yield Grown(call, call.grow(first(body, "arguments", "input")))
        yield from _on_call(fragment, call)

    def _begun(self, fragment: Json, name: str) -> Sent | None:
        """The call that a fragment belongs to, None for one that it begins.

        Servers give every call the index 0, repeat the name or make a new identifier for each
        fragment: what begins a call is a name that comes together with a new identifier, or behind
        arguments that are complete.
        """
        identifier = word(fragment.get("id"))
        call = self._known(fragment.get("index"), identifier, name)
        if call is None or not name or (identifier and identifier == call.id):
            return call
        if not call.pieces:
            return None if identifier and call.name else call
        complete = call.pieces[-1].rstrip().endswith("}")
        return None if name != call.name or complete else call

    def _known(self, index: object, identifier: str, name: str) -> Sent | None:
        """The call at an index; without one that of the identifier, or the last one.

        A fragment that says nothing but an index of its own belongs to the only call there is.
        """
        if not isinstance(index, int):
            call = self._by_id.get(identifier) if identifier else None
            return self._calls[-1] if call is None and not name and self._calls else call
        call = self._by_index.get(index)
        if call is None and not name and not identifier and len(self._calls) == 1:
            call = self._calls[0]
            call.repairs += [_ORPHAN] * (_ORPHAN not in call.repairs)
        return call

    def _collect(self, message: Json) -> None:
        for key in self._keep:
            value = message.get(key)
            if value is not None and value not in ("", []):
                self._kept.setdefault(key, []).append(value)

    def _keeping(self) -> Iterator[Part]:
        for key, pieces in self._kept.items():
            yield Kept({key: _joined(pieces)})
        self._kept.clear()


def message_parts(message: Json) -> Iterator[Part]:
    """A whole message: `content` as text or parts, and `tool_calls` with a body each.

    Before November 2023 it was one `function_call`.
    """
    yield from _words(message)
    calls = items(message.get("tool_calls")) or [{"function": message.get("function_call")}]
    for fragment in objects(calls):
        body = _body(fragment)
        if not body:
            continue
        call = Sent(word(body.get("name")), str(fragment.get("id") or ""))
        call.custom = _is_custom(fragment)
        yield Grown(call, call.grow(first(body, "arguments", "input")))
        yield from _on_call(fragment, call)
        yield Ended(call)


def _body(fragment: Json) -> Json:
    """What stands under the key of the call's type."""
    return mapping(first(fragment, "function", "custom"))


def _is_custom(fragment: Json) -> bool:
    return isinstance(fragment.get("custom"), dict)


def _on_call(fragment: Json, call: Sent) -> Iterator[Part]:
    found = {key: fragment[key] for key in _ON_CALL if fragment.get(key)}
    if found:
        yield Kept(found, call)


def _words(message: Json) -> Iterator[Part]:
    """The reasoning and the text of a message or a delta."""
    thought = first(message, *_THOUGHTS)
    if isinstance(thought, str):
        yield Thought(thought)
    content = message.get("content")
    if isinstance(content, str):
        yield Said(content)
    for part in objects([content] if isinstance(content, dict) else content):
        yield from _content_part(part)


def _content_part(part: Json) -> Iterator[Part]:
    """A part of content: text or thinking, each under the key of its type."""
    thinking = part.get("thinking")
    if isinstance(thinking, str):
        yield Thought(thinking)
    for inner in objects(thinking):
        if isinstance(inner.get("text"), str):
            yield Thought(inner["text"])
    if isinstance(part.get("text"), str):
        yield Said(part["text"])


_GROWING = ("text", "summary", "data")  # what grows in an item of reasoning that comes in pieces


def _joined(pieces: list[object]) -> object:
    """Pieces as one: texts joined, items with the same index put together."""
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(str(piece) for piece in pieces)
    made: dict[object, dict[str, object]] = {}
    for number, item in enumerate(item for piece in pieces for item in objects(piece)):
        index = item.get("index")
        known = made.setdefault((index, item.get("type")) if index is not None else number, {})
        for key, value in item.items():
            old = known.get(key)
            grows = key in _GROWING and isinstance(old, str) and isinstance(value, str)
            if value is not None or key not in known:
                known[key] = f"{old}{value}" if grows else value
    return list(made.values())
