"""A turn that is written into a history says what was read, and its identifiers never clash."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime.replies.wire_forms import API, Call, reply

from toolc import ToolKit
from toolc.runtime import (
    CallIds,
    ToolCall,
    UsageError,
    parse_stream_tool_calls,
    parse_tool_calls,
    write_turn,
)

CALLS: list[Call] = [("call_0", "run_it", {"a": {"b": [1]}}), ("call_1", "now", {})]

# API -> a turn of its history as the reply that it came from
BACK: dict[str, Any] = {
    "chat": lambda turn: {"choices": [{"message": turn}]},
    "mistral": lambda turn: {"choices": [{"message": turn}]},
    "responses": lambda turn: {"object": "response", "output": turn},
    "anthropic": lambda turn: {"type": "message", **turn},
    "gemini": lambda turn: {"candidates": [{"content": turn}]},
    "bedrock": lambda turn: {"stopReason": "tool_use", "output": {"message": turn}},
    "cohere": lambda turn: {"text": turn["message"], "tool_calls": turn["tool_calls"]},
    "cohere-v2": lambda turn: {"message": turn},
    "ollama": lambda turn: {"message": turn},
}


@pytest.mark.parametrize("target", API)
def test_a_turn_is_read_back_as_it_was(target: str) -> None:
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in ("run it", "now")]
    compiled = ToolKit.from_mcp(tools).compile(target)
    theirs = [(number, *compiled.encode(name, {"a": 1})) for number, name in enumerate(("run it",))]
    calls: list[Call] = [(f"call_{number}", name, value) for number, name, value in theirs]
    found = parse_tool_calls(reply(API[target], calls), target, compiled)
    turn = write_turn(found, target, compiled)
    again = parse_tool_calls(BACK[API[target]](turn), target, compiled)
    ids = CallIds(target)
    assert [(call.id, call.name, call.arguments) for call in again] == [
        (ids.theirs(call.id), call.name, call.arguments) for call in found
    ]
    assert again.text == found.text
    assert again.reasoning == found.reasoning


THOUGHT = {"type": "thinking", "thinking": "So.", "signature": "c2ln"}
TEXT = {"type": "text", "text": "Well."}
USE = {"type": "tool_use", "id": "toolu_1", "name": "now", "input": {}}
PARTS = [
    {"text": "So.", "thought": True},
    {"text": "Well."},
    {"functionCall": {"id": "1", "name": "now", "args": {}}, "thoughtSignature": "c2ln"},
]
REASON = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "x"}
ITEM = {"type": "function_call", "call_id": "c", "name": "now", "arguments": "{}"}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "W."}]}
FUNCTION = {"id": "1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
WANTED = FUNCTION | {"extra_content": {"google": {"thought_signature": "c2ln"}}}
CONVERSE = [
    {"reasoningContent": {"reasoningText": {"text": "So.", "signature": "c2ln"}}},
    {"text": "Well."},
    {"toolUse": {"toolUseId": "t", "name": "now", "input": {}}},
]


def test_what_the_provider_wants_back_stands_where_it_stood() -> None:
    content = [THOUGHT, TEXT, USE]
    found = parse_tool_calls({"type": "message", "content": content}, "anthropic")
    assert write_turn(found, "anthropic") == {"role": "assistant", "content": content}
    found = parse_tool_calls({"candidates": [{"content": {"parts": PARTS}}]}, "gemini")
    assert write_turn(found, "gemini") == {"role": "model", "parts": PARTS[1:]}
    signed = {"text": " More.", "thoughtSignature": "c2ln"}
    streamed = [{"candidates": [{"content": {"parts": [part]}}]} for part in (PARTS[1], signed)]
    found = parse_stream_tool_calls(streamed, "gemini")
    assert write_turn(found, "gemini") == {"role": "model", "parts": [PARTS[1], signed]}
    output = [REASON, SAID, ITEM]
    found = parse_tool_calls({"object": "response", "output": output}, "openai-responses")
    assert write_turn(found, "openai-responses") == output
    message = {"role": "assistant", "content": None, "tool_calls": [WANTED]}
    found = parse_tool_calls({"choices": [{"message": message}]}, "openai")
    assert write_turn(found, "openai") == message
    reply_ = {"stopReason": "tool_use", "output": {"message": {"content": CONVERSE}}}
    found = parse_tool_calls(reply_, "bedrock")
    assert write_turn(found, "bedrock") == {"role": "assistant", "content": CONVERSE}


def test_a_call_of_one_provider_goes_into_the_history_of_another() -> None:
    found = parse_tool_calls({"type": "message", "content": [THOUGHT, USE]}, "anthropic")
    ids = CallIds("mistral")
    turn = write_turn([*found], "mistral", ids=ids)
    [call] = turn["tool_calls"]
    assert re.fullmatch(r"[a-zA-Z0-9]{9}", call["id"])
    assert (ids.ours(call["id"]), ids.theirs("toolu_1")) == ("toolu_1", call["id"])
    assert "So." not in str(turn)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=6), max_size=30), st.sampled_from(["mistral", "bedrock"]))
def test_identifiers_stay_apart_and_come_back(texts: list[str], provider: str) -> None:
    ids = CallIds(provider)
    made = {text: ids.theirs(text) for text in texts}
    assert len(set(made.values())) == len(made)
    assert {text: ids.ours(given) for text, given in made.items()} == {text: text for text in made}
    assert made == {text: ids.theirs(text) for text in texts}


def test_one_that_was_made_and_comes_again_by_itself_is_another() -> None:
    ids = CallIds("mistral")
    made = ids.theirs("call_1")
    assert ids.theirs(made) not in {made, "call_1"}
    assert ids.ours(ids.theirs(made)) == made


def test_misuse() -> None:
    for use in (CallIds, lambda name: write_turn([ToolCall("1", "a", {})], name)):
        with pytest.raises(UsageError, match="no provider is called `nobody`"):
            use("nobody")
