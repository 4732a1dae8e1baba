"""Calls out of providers' replies: one reader per wire shape, one row per provider.

The shapes are those of the providers' SDKs as of 2026-11-30.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolc.runtime import messages
from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.errors import ToolcError, UsageError
from toolc.runtime.json_scan import is_whole
from toolc.runtime.parser import parse
from toolc.runtime.plain import from_text, to_plain
from toolc.runtime.resolve import Written, resolve_arguments
from toolc.runtime.tools import ToolTable, read_tools

__all__ = ["PROVIDERS", "ToolCalls", "parse_tool_calls"]

Decode = Callable[[str, Any], tuple[str, Any]]
Json = Mapping[str, Any]


class ToolCalls(list[ToolCall]):
    """The calls of one reply, with what failed, the text and the reasoning beside them."""

    def __init__(
        self,
        calls: list[ToolCall],
        failures: list[Failure],
        text: str = "",
        reasoning: str = "",
    ) -> None:
        """Hold the calls as a list and the rest as attributes."""
        super().__init__(calls)
        self.failures = failures
        self.text = text
        self.reasoning = reasoning


@dataclass(slots=True)
class _Sent:
    """A call as the provider sent it: `arguments` is an object, its JSON text, or None."""

    name: str
    arguments: object
    id: str = ""
    unfinished: bool = False


@dataclass(slots=True)
class _Reply:
    """What every provider's reply comes down to."""

    finish: str = ""
    calls: list[_Sent] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)


@dataclass(slots=True, frozen=True)
class _Provider:
    read: Callable[[Json], _Reply]
    cut_off: frozenset[str]  # the finish values that mean "cut off by length"


def parse_tool_calls(response: object, provider: str, toolkit: object = None) -> ToolCalls:
    """Read the calls of a provider's reply: an SDK's object, a dict, or JSON text.

    `toolkit` is anything `read_tools` takes; if it has a method `decode(name, arguments)`, names
    and arguments are decoded by it. For `freeform` the reply is text with calls in it. Raises
    `UsageError` for an unknown provider or a reply that is no JSON; a call that can't be run never
    raises, it is in `.failures`.
    """
    if provider == "freeform" and isinstance(response, str):
        return _from_text(response, toolkit, None)
    if provider not in PROVIDERS:
        raise UsageError(f"no provider is called `{provider}`; there are {', '.join(PROVIDERS)}")
    plain = from_text(response) if isinstance(response, str | bytes) else to_plain(response)
    if not isinstance(plain, dict):
        raise UsageError(f"a reply of {provider} is an object, got `{type(plain).__name__}`")
    row = PROVIDERS[provider]
    reply = row.read(plain)
    cut_off = reply.finish in row.cut_off
    if provider == "freeform":
        return _from_text("".join(reply.text), toolkit, "length" if cut_off else reply.finish)
    calls, failures = _resolve_all(reply, toolkit, cut_off=cut_off)
    return ToolCalls(calls, failures, "".join(reply.text), "".join(reply.reasoning))


def _from_text(text: str, toolkit: object, finish: str | None) -> ToolCalls:
    found = parse(text, toolkit, finish_reason=finish)
    return ToolCalls(found.calls, found.failures, found.text, found.reasoning)


def _resolve_all(
    reply: _Reply, toolkit: object, *, cut_off: bool
) -> tuple[list[ToolCall], list[Failure]]:
    ours = _ours(toolkit)
    calls: list[ToolCall] = []
    failures: list[Failure] = []
    for index, sent in enumerate(reply.calls):
        # Arguments that come as an object, or not at all yet, don't show whether they are whole: in
        # a reply that was cut off, the last call's are not to be trusted.
        last = cut_off and index == len(reply.calls) - 1
        written = isinstance(sent.arguments, str) and sent.arguments.strip()
        sent.unfinished |= last and not written
        sent.id = sent.id or f"call_{index + 1}"
        outcome = _resolve(sent, ours, by_limit=cut_off)
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            calls.append(outcome)
    return calls, failures


def _resolve(sent: _Sent, ours: "_Ours", *, by_limit: bool) -> ToolCall | Failure:
    text = sent.arguments if isinstance(sent.arguments, str) else None
    raw = text if text is not None else json.dumps(sent.arguments, ensure_ascii=False, default=str)
    begun = text is not None and text.lstrip().startswith("{")
    if sent.unfinished or (begun and not is_whole(text or "")):
        return Failure("cut_off", messages.cut_off(sent.name, by_limit=by_limit), raw)
    written = Written("", raw, sent.name)
    if ours.decode is None:
        return resolve_arguments(written, sent.arguments, ours.tools, sent.id)
    theirs = resolve_arguments(written, sent.arguments, ours.theirs, sent.id, coerce=False)
    if isinstance(theirs, Failure):
        return theirs
    try:
        name, arguments = ours.decode(theirs.name, theirs.arguments)
    except (ToolcError, ValueError, KeyError, TypeError) as error:
        why = messages.invalid(theirs.name, [str(error)], messages.FORM)
        return Failure("invalid_arguments", why, raw)
    decoded = Written("", raw, name, repairs=theirs.repairs)
    return resolve_arguments(decoded, arguments, ours.tools, sent.id)


@dataclass(slots=True, frozen=True)
class _Ours:
    """Our tools; where they were lowered for a provider, its names for them and the way back."""

    tools: ToolTable
    theirs: ToolTable
    decode: Decode | None


def _ours(toolkit: object) -> _Ours:
    tools = read_tools(toolkit)
    decode = getattr(toolkit, "decode", None)
    names = getattr(toolkit, "names", None)
    if decode is None:
        return _Ours(tools, tools, None)
    theirs = tools.renamed(names) if isinstance(names, Mapping) else ToolTable(None)
    return _Ours(tools, theirs, decode)


# --- one reader per wire shape ---


def _items(value: object) -> Iterator[Json]:
    """The objects in a list; a reply may hold null where it has nothing."""
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            yield item


def _at(value: object, *path: str | int) -> Any:
    """What stands at a path, or None."""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and len(value) > step else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _first(value: Json, *keys: str) -> Any:
    """The first of several spellings of a key that holds something."""
    return next((value[key] for key in keys if value.get(key) is not None), None)


def _word(value: object) -> str:
    """A name or a text; "" for anything else that stands in its place."""
    return value if isinstance(value, str) else ""


def _string(value: object) -> str:
    """A finish value as text; an SDK's enum says `FinishReason.STOP`."""
    return "" if value is None else str(value).rpartition(".")[2]


def _add_message(reply: _Reply, message: Json) -> None:
    """A chat message: `content` as text or parts, and `tool_calls` with a `function` each.

    Before November 2023 it was one `function_call`.
    """
    content = message.get("content")
    if isinstance(content, str):
        reply.text.append(content)
    for part in _items(content):
        _add_part(reply, part)
    thought = _first(message, "reasoning_content", "reasoning", "thinking", "tool_plan")
    if isinstance(thought, str):
        reply.reasoning.append(thought)
    calls = message.get("tool_calls") or [{"function": message.get("function_call")}]
    for call in _items(calls):
        function = call.get("function")
        if isinstance(function, dict):
            reply.calls.append(
                _Sent(
                    _word(function.get("name")),
                    function.get("arguments"),
                    str(call.get("id") or ""),
                )
            )


def _add_part(reply: _Reply, part: Json) -> None:
    """A part of content: text or thinking, each under the key of its type."""
    thinking = part.get("thinking")
    if isinstance(thinking, str):
        reply.reasoning.append(thinking)
    for inner in _items(thinking):
        reply.reasoning.append(_word(inner.get("text")))
    if isinstance(part.get("text"), str):
        reply.text.append(part["text"])


def _chat(response: Json) -> _Reply:
    """OpenAI chat completions and those that follow it; a bare message, too."""
    choice = _at(response, "choices", 0)
    message = _at(choice, "message") or response
    reply = _Reply(_string(_at(choice, "finish_reason")))
    _add_message(reply, message)
    return reply


def _top_message(response: Json) -> _Reply:
    """Ollama and Cohere v2: one message at the top."""
    reply = _Reply(_string(_first(response, "done_reason", "finish_reason")))
    _add_message(reply, response.get("message") or response)
    return reply


def _responses(response: Json) -> _Reply:
    """OpenAI Responses: a list of output items."""
    reply = _Reply(_string(_at(response, "incomplete_details", "reason")))
    for item in _items(response.get("output")):
        match item.get("type"):
            case "function_call":
                sent = _Sent(
                    _word(item.get("name")),
                    item.get("arguments"),
                    str(_first(item, "call_id", "id") or ""),
                    unfinished=item.get("status") == "incomplete",
                )
                reply.calls.append(sent)
            case "reasoning":
                parts = item.get("summary") or item.get("content")
                reply.reasoning += [_word(part.get("text")) for part in _items(parts)]
            case _:
                reply.text += [_word(part.get("text")) for part in _items(item.get("content"))]
    return reply


def _anthropic(response: Json) -> _Reply:
    """Anthropic messages: content blocks by type."""
    reply = _Reply(_string(response.get("stop_reason")))
    for block in _items(response.get("content")):
        if block.get("type") == "tool_use":
            reply.calls.append(
                _Sent(_word(block.get("name")), block.get("input"), str(block.get("id") or ""))
            )
        else:
            _add_part(reply, block)
    return reply


def _gemini(response: Json) -> _Reply:
    """Gemini: parts of the first candidate; keys in either case."""
    candidate = _at(response, "candidates", 0) or {}
    reply = _Reply(_string(_first(candidate, "finishReason", "finish_reason")))
    for part in _items(_at(candidate, "content", "parts")):
        call = _first(part, "functionCall", "function_call")
        if isinstance(call, dict):
            reply.calls.append(
                _Sent(_word(call.get("name")), call.get("args"), str(call.get("id") or ""))
            )
        elif isinstance(part.get("text"), str):
            (reply.reasoning if part.get("thought") else reply.text).append(part["text"])
    return reply


def _bedrock(response: Json) -> _Reply:
    """Bedrock Converse: content blocks by key."""
    reply = _Reply(_string(response.get("stopReason")))
    for block in _items(_at(response, "output", "message", "content")):
        use = block.get("toolUse")
        if isinstance(use, dict):
            reply.calls.append(
                _Sent(_word(use.get("name")), use.get("input"), str(use.get("toolUseId") or ""))
            )
        thought = _at(block, "reasoningContent", "reasoningText", "text")
        if isinstance(thought, str):
            reply.reasoning.append(thought)
        if isinstance(block.get("text"), str):
            reply.text.append(block["text"])
    return reply


def _cohere(response: Json) -> _Reply:
    """Cohere v1: text, and calls with `parameters`."""
    reply = _Reply(_string(response.get("finish_reason")))
    if isinstance(response.get("text"), str):
        reply.text.append(response["text"])
    for call in _items(response.get("tool_calls")):
        reply.calls.append(_Sent(_word(call.get("name")), call.get("parameters")))
    return reply


_LENGTH = frozenset({"length"})
_MAX_TOKENS = frozenset({"MAX_TOKENS"})
_ANTHROPIC_LENGTH = frozenset({"max_tokens", "model_context_window_exceeded"})

PROVIDERS: Mapping[str, _Provider] = {
    "openai": _Provider(_chat, _LENGTH),
    "openai-responses": _Provider(_responses, frozenset({"max_output_tokens"})),
    "anthropic": _Provider(_anthropic, _ANTHROPIC_LENGTH),
    "gemini": _Provider(_gemini, _MAX_TOKENS),
    "mistral": _Provider(_chat, frozenset({"length", "model_length"})),
    "cohere": _Provider(_cohere, _MAX_TOKENS),
    "cohere-v2": _Provider(_top_message, _MAX_TOKENS),
    "bedrock": _Provider(_bedrock, _ANTHROPIC_LENGTH),
    "ollama": _Provider(_top_message, _LENGTH),
    "vllm": _Provider(_chat, _LENGTH),
    "freeform": _Provider(_chat, _LENGTH),
}
