"""Streams: the events that a reader gives, what is torn or asynchronous, and what goes back."""

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import pytest

from toolc.runtime import (
    ArgumentDelta,
    CallFailed,
    CallFinished,
    CallStarted,
    ReasoningDelta,
    State,
    StreamReader,
    TextDelta,
    UsageError,
    parse_stream_tool_calls,
    parse_tool_calls,
)

from .wire_forms import Call, reply, sse, stream

TOOLS = [{"name": "a"}, {"name": "b"}]
CALLS: list[Call] = [("c1", "a", {"x": 1}), ("c2", "b", {"y": ["z"]})]


def chunk(*fragments: dict[str, Any], finish: str | None = None, **delta: Any) -> dict[str, Any]:
    body = {**delta, "tool_calls": [*fragments]} if fragments else delta
    return {"choices": [{"index": 0, "delta": body, "finish_reason": finish}]}


def fragment(index: Any, name: str | None, arguments: Any, **more: Any) -> dict[str, Any]:
    return {"index": index, "function": {"name": name, "arguments": arguments}, **more}


def test_events_come_as_the_reply_does() -> None:
    reader = StreamReader("anthropic", TOOLS)
    seen = [event for each in stream("anthropic", CALLS) for event in reader.feed(each)]
    kinds = [type(event) for event in seen]
    assert kinds.count(CallStarted) == kinds.count(CallFinished) == 2
    text = "".join(item.text for item in seen if isinstance(item, ArgumentDelta) and not item.index)
    assert json.loads(text) == {"x": 1}
    finished = [event.call for event in seen if isinstance(event, CallFinished)]
    assert finished == list(reader.result)
    assert reader.close() == reader.close() == []
    with pytest.raises(UsageError, match="closed"):
        reader.feed({})


def test_text_and_reasoning_are_events_too() -> None:
    reader = StreamReader("openai")
    assert reader.feed(chunk(reasoning_content="Hm.")) == [ReasoningDelta("Hm.")]
    assert reader.feed(chunk(content="Well.")) == [TextDelta("Well.")]
    assert (reader.result.reasoning, reader.result.text) == ("Hm.", "Well.")


def test_a_tool_that_is_not_known_is_not_started() -> None:
    reader = StreamReader("openai", TOOLS)
    seen = reader.feed(chunk(fragment(0, "zz", "{}", id="c")))
    assert seen == []
    [event] = reader.close()
    assert isinstance(event, CallFailed)
    assert event.kind == "unknown_tool"


def test_asynchronous_chunks() -> None:
    async def chunks() -> AsyncIterator[object]:
        for each in stream("chat", CALLS):
            yield each

    async def main() -> list[str]:
        return [call.name for call in await parse_stream_tool_calls(chunks(), "openai", TOOLS)]

    assert asyncio.run(main()) == ["a", "b"]


def test_a_whole_text_is_a_stream_and_a_reply() -> None:
    text = sse(stream("chat", CALLS))
    for found in (
        parse_stream_tool_calls(text, "openai", TOOLS),
        parse_tool_calls(text, "openai", TOOLS),
        parse_tool_calls(text.encode(), "openai", TOOLS),
    ):
        assert [call.id for call in found] == ["c1", "c2"]


# fragments as servers send them -> names and arguments
DELTAS: dict[str, tuple[list[dict[str, Any]], list[tuple[str, Any]]]] = {
    "no index": (
        [
            {"id": "1", "function": {"name": "a", "arguments": '{"x"'}},
            {"function": {"arguments": ": 1}"}},
            {"id": "2", "function": {"name": "b", "arguments": "{}"}},
        ],
        [("a", {"x": 1}), ("b", {})],
    ),
    "whole calls, one index": (
        [fragment(0, "a", '{"x": 1}', id="1"), fragment(0, "a", '{"x": 1}', id="2")],
        [("a", {"x": 1}), ("a", {"x": 1})],
    ),
    "no arguments, one index": (
        [fragment(0, "a", "", id="1"), fragment(0, "b", "", id="2")],
        [("a", {}), ("b", {})],
    ),
    "a name in each fragment": (
        [fragment(0, "a", '{"x"', id="1"), fragment(0, "a", ": 1}", id="1")],
        [("a", {"x": 1})],
    ),
    "a new identifier in each fragment": (
        [fragment(0, "a", '{"x"', id="1"), fragment(0, None, ": 1}", id="2")],
        [("a", {"x": 1})],
    ),
    "the second index first": (
        [fragment(1, "b", "{}", id="2"), fragment(0, "a", "{}", id="1")],
        [("a", {}), ("b", {})],
    ),
    "a name in pieces": (
        [fragment(0, "a", "", id="1"), fragment(0, "b", "{}")],
        [("ab", {})],
    ),
    "arguments as an object": ([fragment(0, "a", {"x": 1}, id="1")], [("a", {"x": 1})]),
    "two objects in one call": (
        [fragment(0, "a", '{"x": 1} {"x": 2}', id="1")],
        [("a", {"x": 1}), ("a", {"x": 2})],
    ),
    "an empty object first": (
        [fragment(0, "a", "{}", id="1"), fragment(0, None, '{"x": 1}')],
        [("a", {"x": 1})],
    ),
    "the same object told again": (
        [fragment(0, "a", '{"x": 1}', id="1"), fragment(0, None, '{"x": 1}')],
        [("a", {"x": 1})],
    ),
}


@pytest.mark.parametrize("how", DELTAS)
def test_fragments_as_servers_send_them(how: str) -> None:
    fragments, expected = DELTAS[how]
    chunks = [*map(chunk, fragments), chunk(finish="tool_calls")]
    found = parse_stream_tool_calls(chunks, "openai")
    assert [(call.name, call.arguments) for call in found] == expected
    assert found.failures == []
    assert len({call.id for call in found}) == len(found)


@pytest.mark.parametrize("finish", ["length", "tool_calls", None])
@pytest.mark.parametrize("kept", range(1, 7))
def test_of_a_call_that_was_cut_off_nothing_is_run(finish: str | None, kept: int) -> None:
    """Wherever the arguments end, before their end."""
    text = '{"x":1}'[:kept]
    chunks = [
        chunk(fragment(0, "a", '{"y": 2}', id="1")),
        chunk(fragment(1, "b", text, id="2")),
        chunk(finish=finish),
    ]
    found = parse_stream_tool_calls(chunks, "openai", TOOLS)
    assert [call.id for call in found] == ["1"]
    assert [failure.kind for failure in found.failures] == ["cut_off"]
    assert ("output limit" in found.failures[0].message) is (finish == "length")


@pytest.mark.parametrize("api", ["chat", "anthropic", "responses", "bedrock", "cohere-v2"])
def test_a_stream_that_ends_anywhere_makes_no_call_up(api: str) -> None:
    provider = {"chat": "openai", "responses": "openai-responses"}.get(api, api)
    events = stream(api, CALLS)
    wanted = [(name, arguments) for _, name, arguments in CALLS]
    counts = []
    for end in range(len(events) + 1):
        found = parse_stream_tool_calls(events[:end], provider, TOOLS)
        made = [(call.name, call.arguments) for call in found]
        # A call without arguments yet can't be told from one that has none.
        assert all(call in wanted or not call[1] for call in made)
        counts.append(len([call for call in made if call in wanted]))
    assert all(before <= after for before, after in pairwise(counts))
    assert counts[-1] == len(CALLS)


def test_a_part_that_can_not_be_read_spoils_the_calls_that_are_open() -> None:
    head = chunk(fragment(0, "a", '{"x": ', id="1"))
    rest = chunk(fragment(0, None, '"1"}'))
    lines = [f"data: {json.dumps(each)}\n\n" for each in (head, rest)]
    found = parse_stream_tool_calls([lines[0], 'data: {"choi\n\n', lines[1]], "openai", TOOLS)
    assert (list(found), [failure.kind for failure in found.failures]) == ([], ["cut_off"])
    found = parse_stream_tool_calls(['data: {"choi\n\n'], "openai", TOOLS)
    assert [failure.kind for failure in found.failures] == ["unreadable"]


# provider -> a reply, and what of it goes back
SIGNED = {"type": "thinking", "thinking": "So.", "signature": "c2ln"}
REASON = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"}
CALL_PART = {"functionCall": {"name": "a", "args": {}}, "thoughtSignature": "c2ln"}
FUNCTION = {"id": "1", "function": {"name": "a", "arguments": "{}"}}
GOOGLE = {"extra_content": {"google": {"thought_signature": "c2ln"}}}
CONVERSE = {"reasoningContent": {"reasoningText": {"text": "So.", "signature": "c2ln"}}}
STATES: dict[str, tuple[Any, list[State]]] = {
    "anthropic": ({"content": [SIGNED]}, [State(SIGNED)]),
    "openai-responses": ({"object": "response", "output": [REASON]}, [State(REASON)]),
    "gemini": (
        {"candidates": [{"content": {"parts": [CALL_PART]}}]},
        [State({"thoughtSignature": "c2ln"}, "call_1")],
    ),
    "bedrock": (
        {"stopReason": "end_turn", "output": {"message": {"content": [CONVERSE]}}},
        [State(CONVERSE)],
    ),
    "deepseek": (
        {"choices": [{"message": {"reasoning_content": "So."}, "finish_reason": "stop"}]},
        [State({"reasoning_content": "So."})],
    ),
    "openai": (
        {"choices": [{"message": {"tool_calls": [FUNCTION | GOOGLE]}, "finish_reason": "stop"}]},
        [State(GOOGLE, "1")],
    ),
    "cohere-v2": (
        {"message": {"tool_plan": "So."}, "finish_reason": "TOOL_CALL"},
        [State({"tool_plan": "So."})],
    ),
    "ollama": (
        {"message": {"thinking": "So."}, "done_reason": "stop"},
        [State({"thinking": "So."})],
    ),
}


@pytest.mark.parametrize("provider", STATES)
def test_what_goes_back_is_kept(provider: str) -> None:
    response, expected = STATES[provider]
    assert parse_tool_calls(response, provider).state == expected


def test_what_goes_back_is_put_together_from_a_stream() -> None:
    blank = {"type": "thinking", "thinking": "", "signature": ""}
    deltas: list[dict[str, Any]] = [
        {"type": "thinking_delta", "thinking": "S"},
        {"type": "thinking_delta", "thinking": "o."},
        {"type": "signature_delta", "signature": "c2ln"},
    ]
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"content": []}},
        {"type": "content_block_start", "index": 0, "content_block": blank},
        *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": 0},
    ]
    found = parse_stream_tool_calls(events, "anthropic")
    assert (found.reasoning, found.state) == ("So.", [State(SIGNED)])
    details = [{"type": "reasoning.text", "text": text, "index": 0} for text in ("S", "o.")]
    chunks = [chunk(reasoning_details=[item]) for item in details]
    found = parse_stream_tool_calls([*chunks, chunk(finish="stop")], "openrouter")
    whole = {"type": "reasoning.text", "text": "So.", "index": 0}
    assert found.state == [State({"reasoning_details": [whole]})]


def test_texts_of_custom_tools_without_a_toolset() -> None:
    calls: list[Call] = [("c", "sql", "SELECT '{")]
    for api, provider in (("chat", "openai"), ("responses", "openai-responses")):
        for found in (
            parse_tool_calls(reply(api, calls), provider),
            parse_stream_tool_calls(stream(api, calls), provider),
        ):
            assert [call.arguments for call in found] == [{"input": "SELECT '{"}]


def test_arguments_of_vertex_in_pieces() -> None:
    def part(**call: Any) -> dict[str, Any]:
        return {"candidates": [{"content": {"parts": [{"functionCall": call}]}}]}

    pieces: list[dict[str, Any]] = [
        {"jsonPath": "$.to[0].name", "stringValue": "An", "willContinue": True},
        {"jsonPath": "$.to[0].name", "stringValue": "na"},
        {"jsonPath": "$['to'][1]", "numberValue": 2.0},
        {"jsonPath": "$.gone", "nullValue": None},
        {"jsonPath": '$["a.b"]', "boolValue": False},
    ]
    begun = part(name="a", willContinue=True)
    events = [begun, *(part(partialArgs=[piece], willContinue=True) for piece in pieces)]
    [call] = parse_stream_tool_calls([*events, part()], "vertex")
    assert call.arguments == {"to": [{"name": "Anna"}, 2], "gone": None, "a.b": False}
    for bad in ("$.to[9]", "$", "to", "$.to.x", "$[0]"):
        wrong = part(partialArgs=[{"jsonPath": bad, "stringValue": "x"}], willContinue=True)
        found = parse_stream_tool_calls([*events, wrong, part()], "vertex")
        assert [failure.kind for failure in found.failures] == ["cut_off"]
    assert [one.kind for one in parse_stream_tool_calls(events[:2], "vertex").failures] == [
        "cut_off"
    ]


def test_a_malformed_call_is_told() -> None:
    told = "Malformed function call: print(a())"
    candidate = {"finishReason": "MALFORMED_FUNCTION_CALL", "finishMessage": told}
    [failure] = parse_tool_calls({"candidates": [candidate]}, "gemini").failures
    assert (failure.kind, failure.raw) == ("unreadable", told)
