"""Exchanges with a provider as proxies and clients log them: a request, and what was answered.

    {"request": {"model": ..., "tools": [...]}, "response": {...}}

Either may be the body, its JSON text, or an object that holds it as `body`; a streamed response is
a list of events, or their text.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from toolc.runtime.replies.frames import Frames

__all__ = ["Exchange", "read_exchange"]

_KEYS: Final = (
    ("request", "response"),
    ("request_body", "response_body"),
    ("request_body", "response_text"),
)
_BODIES: Final = ("body", "json")


@dataclass(slots=True, frozen=True)
class Exchange:
    """What a log needs of an exchange; `keys` are those of the record that it was read from."""

    provider: str
    model: str
    tools: list[Any]
    response: Any
    keys: tuple[str, str]


def read_exchange(data: Mapping[str, Any]) -> Exchange | None:
    """The exchange that a record holds, None for one that is none; `provider` is "" if unknown."""
    for keys in _KEYS:
        request, response = (_body(data.get(key)) for key in keys)
        if not isinstance(request, dict) or not response:
            continue
        head = _head(response)
        said = data.get("provider")
        provider = next((name for name, bears in _MARKS.items() if bears(head)), "")
        model, tools = request.get("model"), request.get("tools")
        return Exchange(
            provider=provider or (said if isinstance(said, str) else ""),
            model=model if isinstance(model, str) else "",
            tools=tools if isinstance(tools, list) else [],
            response=response,
            keys=keys,
        )
    return None


def _body(value: Any) -> Any:
    """The body of a request or a response: an object, a list of events, or their text."""
    if isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    inner = next((value[key] for key in _BODIES if value.get(key)), None) if _holds(value) else None
    return value if inner is None else _body(inner)


def _holds(value: Any) -> bool:
    """Whether an object may hold a body, being none itself."""
    return isinstance(value, dict) and not value.keys() & {"model", "messages", "choices"}


def _head(response: Any) -> Mapping[str, Any]:
    """The first event of a response, which shows whose it is."""
    if isinstance(response, str):
        response = [value for value in Frames().feed(response[:_HEAD]) if isinstance(value, dict)]
    if isinstance(response, list):
        response = response[0] if response else None
    return response if isinstance(response, dict) else {}


_HEAD: Final = 64 * 1024  # characters in which the first event of a stream ends

_ANTHROPIC: Final = ("message", "message_start")


def _is_responses(head: Mapping[str, Any]) -> bool:
    kind = head.get("type")
    return head.get("object") == "response" or str(kind).startswith("response.")


_MARKS: Final[Mapping[str, Callable[[Mapping[str, Any]], bool]]] = {
    "openai": lambda head: isinstance(head.get("choices"), list),
    "openai-responses": _is_responses,
    "anthropic": lambda head: head.get("type") in _ANTHROPIC,
    "ollama": lambda head: isinstance(head.get("message"), dict) and "done" in head,
}
