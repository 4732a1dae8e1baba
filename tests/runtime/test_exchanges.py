"""Requests and responses as proxies log them are replies that bring their own tools."""

import json
from typing import Any

import pytest

from toolc.runtime import SessionLog
from toolc.runtime.log_entries import LoggedReply, Outcome
from toolc.runtime.replay import batches, replay_batch

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}}
CHAT = {"type": "function", "function": {"name": "now", "parameters": SCHEMA}}
BLOCK = {"type": "tool_use", "id": "t", "name": "now", "input": {"n": 1}}
FUNCTION = {"name": "now", "arguments": '{"n": 1}'}
CALLS = [{"index": 0, "id": "c", "function": FUNCTION}]
EVENT = {"choices": [{"index": 0, "delta": {"tool_calls": CALLS}, "finish_reason": "tool_calls"}]}
ITEM = {"type": "function_call", "call_id": "c", **FUNCTION}
OLLAMA = {"function": {"name": "now", "arguments": {"n": 1}}}

# provider -> the tools in its request, and what it may answer
EXCHANGES: dict[str, tuple[Any, list[Any]]] = {
    "openai": (
        CHAT,
        [
            {"choices": [{"message": {"content": None, "tool_calls": CALLS}}]},
            [EVENT],
            f"data: {json.dumps(EVENT)}\n\ndata: [DONE]\n\n",
        ],
    ),
    "openai-responses": (
        {"type": "function", "name": "now", "parameters": SCHEMA},
        [{"object": "response", "status": "completed", "output": [ITEM]}],
    ),
    "anthropic": (
        {"name": "now", "input_schema": SCHEMA},
        [{"type": "message", "content": [BLOCK], "stop_reason": "tool_use"}],
    ),
    "ollama": (
        CHAT,
        [
            {"message": {"content": "", "tool_calls": [OLLAMA]}, "done": True},
            json.dumps({"message": {"content": "", "tool_calls": [OLLAMA]}, "done": False}) + "\n"
            '{"message": {"content": ""}, "done": true}\n',
        ],
    ),
}
CASES = [(name, tool, each) for name, (tool, answers) in EXCHANGES.items() for each in answers]


def records(tool: Any, response: Any) -> list[dict[str, Any]]:
    request = {"model": "m", "tools": [tool], "messages": []}
    text = response if isinstance(response, str) else json.dumps(response)
    return [
        {"request": request, "response": response, "at": "noon"},
        {"request": json.dumps(request), "response": text},
        {"request": {"url": "/v1", "body": request}, "response": {"status": 200, "body": response}},
        {"request_body": request, "response_body": response, "provider": "someone"},
    ]


@pytest.mark.parametrize(("provider", "tool", "response"), CASES)
def test_an_exchange_is_a_reply(provider: str, tool: Any, response: Any) -> None:
    lines = [json.dumps(record) for record in records(tool, response)]
    for entry in SessionLog.read(lines):
        assert isinstance(entry, LoggedReply)
        assert (entry.provider, entry.model, entry.tools) == (provider, "m", [tool])
    [batch] = batches([f"{line}\n".encode() for line in lines])
    made = replay_batch(batch, baseline=True)
    assert made.replay.faults == []
    assert (made.replay.replies, made.replay.unrecorded) == (len(lines), len(lines))
    for entry in SessionLog.read(made.baseline):
        assert isinstance(entry, LoggedReply)
        assert isinstance(entry.outcome, Outcome)
        assert [(one.name, one.arguments) for one in entry.outcome.calls] == [("now", {"n": 1})]


@pytest.mark.parametrize(("provider", "tool", "response"), CASES)
def test_a_baseline_of_exchanges_replays_unchanged(provider: str, tool: Any, response: Any) -> None:
    lines = [json.dumps(record).encode() + b"\n" for record in records(tool, response)]
    [batch] = batches(lines)
    again = [line.encode() for line in replay_batch(batch, baseline=True).baseline]
    [batch] = batches(again)
    made = replay_batch(batch)
    assert (made.replay.changed, made.replay.unrecorded, made.replay.faults) == (0, 0, []), provider


def test_a_lost_call_of_an_exchange_is_told() -> None:
    record = records(CHAT, {"choices": [{"message": {"content": "no"}}]})[0]
    call = {"name": "now", "arguments": {}}
    line = json.dumps(record | {"outcome": {"calls": [call], "failures": []}})
    [batch] = batches([line.encode()])
    assert replay_batch(batch).replay.changed == 1


def test_who_answered_must_be_known() -> None:
    line = json.dumps({"request": {"model": "m"}, "response": {"hm": 1}})
    [batch] = batches([line.encode()])
    [fault] = replay_batch(batch).replay.faults
    assert "of no provider that is known" in fault.error.reason
