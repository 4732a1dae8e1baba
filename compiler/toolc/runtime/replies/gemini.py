"""Gemini's parts, whole and streamed, on both of its hosts (google-genai 3.6.1)."""

from collections.abc import Iterator
from typing import Any

from toolc.runtime.replies.partial_args import PartialArgs
from toolc.runtime.replies.parts import (
    Broken,
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
    objects,
    plain_word,
    word,
)

__all__ = ["GeminiReader"]

_SIGNATURES = ("thoughtSignature", "thought_signature")
_MALFORMED = "MALFORMED_FUNCTION_CALL"


class GeminiReader:
    """The parts of the first candidate; keys in either case.

    Vertex sends a call's arguments in pieces where it is asked to: it stays open while it
    `willContinue`, and what has no name goes on with it.
    """

    def __init__(self) -> None:
        """Stand before the first event."""
        self._open: tuple[Sent, PartialArgs] | None = None

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a reply or of one event of it."""
        candidate = at(event, "candidates", 0) or {}
        for part in objects(at(candidate, "content", "parts")):
            yield from self._part(part)
        reason = plain_word(first(candidate, "finishReason", "finish_reason"))
        if reason == _MALFORMED:
            told = word(first(candidate, "finishMessage", "finish_message"))
            yield Broken("the provider refused it as malformed", told)
        if reason:
            yield from self._end()
            yield Finish(reason)

    def _part(self, part: Json) -> Iterator[Part]:
        signature = first(part, *_SIGNATURES)
        kept = {_SIGNATURES[0]: signature} if isinstance(signature, str) and signature else {}
        said = first(part, "functionCall", "function_call")
        if isinstance(said, dict):
            yield from self._call(said, kept)
            return
        text = part.get("text")
        if isinstance(text, str):
            yield Thought(text) if part.get("thought") else Said(text)
            if kept:
                thought = {"thought": True} if part.get("thought") else {}
                yield Kept({"text": text, **thought, **kept})

    def _call(self, said: Json, kept: dict[str, Any]) -> Iterator[Part]:
        """A whole call, the beginning of one, or more of the one that is open."""
        name, goes_on = word(said.get("name")), first(said, "willContinue", "will_continue")
        pieces = first(said, "partialArgs", "partial_args")
        if name or self._open is None:
            yield from self._end()
            call, partial = Sent(name, str(said.get("id") or "")), PartialArgs()
            call.whole = said.get("args")
            if not (name or pieces or call.whole):
                return  # the end of a call that was ended by what came before
            self._open = call, partial
            call.unfinished = True
            yield Grown(call)
        call, partial = self._open
        if kept:
            yield Kept(kept, call)
        for piece in objects(pieces):
            partial.take(piece)
        if not goes_on:
            yield from self._end()

    def _end(self) -> Iterator[Part]:
        """End the call that is open: a stream may end it by what follows."""
        if self._open is not None:
            call, partial = self._open
            self._open = None
            call.whole = partial.value or call.whole
            call.unfinished = not partial.is_whole
            yield Ended(call)
