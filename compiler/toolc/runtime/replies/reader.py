"""Reads providers' replies, whole or in a stream, into calls."""

from collections.abc import AsyncIterable, Awaitable, Iterable, Iterator
from dataclasses import replace
from typing import Any, overload

from toolc.runtime.calls import ToolCall
from toolc.runtime.errors import UsageError
from toolc.runtime.events import Event
from toolc.runtime.one_shot import parse
from toolc.runtime.plain import from_text, to_plain
from toolc.runtime.replies.assembly import Assembly
from toolc.runtime.replies.found import ToolCalls
from toolc.runtime.replies.frames import BROKEN, Frames, looks_like_events
from toolc.runtime.replies.freeform import Freeform
from toolc.runtime.replies.parts import Broken, Json, Part, Reader, Said, at
from toolc.runtime.replies.providers import FREEFORM, PROVIDERS, Provider

__all__ = ["StreamReader", "parse_stream_tool_calls", "parse_tool_calls"]

_BY_REFUSAL = "recovered_from_400"


class StreamReader:
    """Reads a reply that comes in chunks, and gives the parser's events; it never waits itself.

    A chunk is what the provider's SDK yields, the same as a dict, or raw text: server-sent events,
    JSON lines, a JSON array, cut anywhere. For `freeform` text is what the model wrote.
    """

    def __init__(self, provider: str, toolkit: object = None) -> None:
        """Stand before the first chunk; raises `UsageError` for an unknown provider."""
        self._provider = _provider(provider)
        self._free = provider == FREEFORM
        self._assembly = Freeform(toolkit) if self._free else Assembly(toolkit)
        self._frames = Frames()
        self._reader: Reader | None = None
        self._closed = False

    def feed(self, chunk: object) -> list[Event]:
        """Take the next chunk; return what it brought, possibly nothing yet.

        Raises `UsageError` after `close`, never for what a chunk holds.
        """
        if self._closed:
            raise UsageError("the reader is closed; make a new one for the next reply")
        return [event for part in self._parts(chunk) for event in self._assembly.take(part)]

    def close(self) -> list[Event]:
        """End the reply: calls that are not complete fail. Closing twice does nothing."""
        if self._closed:
            return []
        self._closed = True
        left = [part for value in self._frames.close() for part in self._read(value)]
        events = [event for part in left for event in self._assembly.take(part)]
        return [*events, *self._assembly.close()]

    @property
    def result(self) -> ToolCalls:
        """What the reply came to, so far."""
        return self._assembly.result()

    def _parts(self, chunk: object) -> Iterator[Part]:
        if isinstance(chunk, str | bytes):
            if self._free:
                text = chunk if isinstance(chunk, str) else chunk.decode("utf-8", "replace")
                yield Said(text)
                return
            for value in self._frames.feed(chunk):
                yield from self._read(value)
            return
        try:
            plain = to_plain(chunk)
        except UsageError as error:
            yield Broken(str(error))
            return
        yield from self._read(plain)

    def _read(self, value: Any) -> Iterator[Part]:
        """The parts of one value: an event, or a list of events."""
        if value is BROKEN:
            yield Broken("a part of the reply is not JSON")
        for event in value if isinstance(value, list) else [value]:
            if isinstance(event, dict):
                if self._reader is None:
                    self._reader = self._provider.reader(event)
                yield from self._reader.read(event)


def parse_tool_calls(response: object, provider: str, toolkit: object = None) -> ToolCalls:
    """Read the calls of a provider's reply: an SDK's object, a dict, JSON text or raw SSE text.

    `toolkit` is anything `read_tools` takes; if it has a method `decode(name, arguments)`, names
    and arguments are decoded by it. For `freeform` the reply is text with calls in it. Raises
    `UsageError` for an unknown provider or a reply that is no JSON; a call that can't be run never
    raises, it is in `.failures`.
    """
    _provider(provider)
    text = response.decode("utf-8", "replace") if isinstance(response, bytes) else response
    if isinstance(text, str) and (provider == FREEFORM or looks_like_events(text)):
        return parse_stream_tool_calls(text, provider, toolkit)
    plain = from_text(text) if isinstance(text, str) else to_plain(text)
    if not isinstance(plain, dict):
        raise UsageError(f"a reply of {provider} is an object, got `{type(plain).__name__}`")
    refused = _refused(plain)
    if refused is not None:
        return _recovered(refused, toolkit)
    return parse_stream_tool_calls([plain], provider, toolkit)


@overload
def parse_stream_tool_calls(
    chunks: Iterable[object], provider: str, toolkit: object = None
) -> ToolCalls: ...


@overload
def parse_stream_tool_calls(
    chunks: AsyncIterable[object], provider: str, toolkit: object = None
) -> Awaitable[ToolCalls]: ...


def parse_stream_tool_calls(
    chunks: Iterable[object] | AsyncIterable[object], provider: str, toolkit: object = None
) -> ToolCalls | Awaitable[ToolCalls]:
    """Read the calls of a streamed reply: chunks as `StreamReader.feed` takes them, or all as text.

    For an asynchronous iterable the result is to be awaited. `toolkit` and errors are those of
    `parse_tool_calls`; a chunk that can't be read never raises.
    """
    reader = StreamReader(provider, toolkit)
    if isinstance(chunks, AsyncIterable):
        return _read_async(chunks, reader)
    for chunk in [chunks] if isinstance(chunks, str | bytes) else chunks:
        reader.feed(chunk)
    reader.close()
    return reader.result


async def _read_async(chunks: AsyncIterable[object], reader: StreamReader) -> ToolCalls:
    async for chunk in chunks:
        reader.feed(chunk)
    reader.close()
    return reader.result


def _provider(name: str) -> Provider:
    if name not in PROVIDERS:
        raise UsageError(f"no provider is called `{name}`; there are {', '.join(PROVIDERS)}")
    return PROVIDERS[name]


def _refused(response: Json) -> str | None:
    """What a model wrote that its provider could not read, and answered an error for (Groq)."""
    error = at(response, "error")
    written = at(response if error is None else error, "failed_generation")
    return written if isinstance(written, str) else None


def _recovered(text: str, toolkit: object) -> ToolCalls:
    found = parse(text, toolkit)
    calls: list[ToolCall] = [
        replace(call, repaired=True, repairs=[*call.repairs, _BY_REFUSAL]) for call in found.calls
    ]
    return ToolCalls(calls, found.failures, found.text, found.reasoning)
