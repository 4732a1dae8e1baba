"""Ollama's chat, whole and line by line: every line holds whole calls (ollama 0.6.3)."""

from collections.abc import Iterator

from toolc.runtime.replies.chat import message_parts
from toolc.runtime.replies.parts import Finish, Json, Kept, Part, Thought, plain_word

__all__ = ["OllamaReader"]


class OllamaReader:
    """One message at the top, and why it ends."""

    def __init__(self) -> None:
        """Stand before the first line."""
        self._thinking: list[str] = []

    def read(self, event: Json) -> Iterator[Part]:
        """The parts of a reply or of one line of it."""
        message = event.get("message")
        for part in message_parts(message if isinstance(message, dict) else event):
            if isinstance(part, Thought):
                self._thinking.append(part.text)
            yield part
        reason = plain_word(event.get("done_reason"))
        if reason:
            if any(self._thinking):
                yield Kept({"thinking": "".join(self._thinking)})
            yield Finish(reason)
