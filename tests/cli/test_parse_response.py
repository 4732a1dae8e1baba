"""`toolc parse-response`: replies of providers, whole and streamed, with and without tools."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., Result]

ARGUMENTS = {"location": "Oslo"}
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
USE = {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": ARGUMENTS}
CUT = {"type": "tool_use", "id": "toolu_2", "name": "set_alarm", "input": {}}
REPLY = {"type": "message", "content": [THOUGHT, USE, CUT], "stop_reason": "max_tokens"}


def chat(name: str, arguments: str, finish: str = "tool_calls") -> dict[str, Any]:
    call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}
    message = {"role": "assistant", "content": "Well.", "tool_calls": [call]}
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def events() -> str:
    pieces: list[dict[str, Any]] = [
        {"index": 0, "id": "call_1", "function": {"name": "get_weather", "arguments": ""}},
        {"index": 1, "id": "call_2", "function": {"name": "set_alarm", "arguments": '{"at": "20'}},
        {"index": 0, "function": {"arguments": json.dumps(ARGUMENTS)}},
    ]
    deltas = [{"choices": [{"index": 0, "delta": {"tool_calls": [piece]}}]} for piece in pieces]
    last = {"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]}
    lines = [f"data: {json.dumps(delta)}\n\n" for delta in [*deltas, last]]
    return "".join([": hello\n\n", *lines, "data: [DONE]\n\n"])


@pytest.mark.usefixtures("project")
def test_a_reply_that_was_cut_off(run_toolc: Run, snapshot: SnapshotAssertion) -> None:
    options = ("--provider", "anthropic", "--tools", "tools.json", "--from", "mcp")
    result = run_toolc("parse-response", *options, stdin=json.dumps(REPLY))
    assert result.exit_code == 0, result.stderr
    assert result.stdout == snapshot


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("flag", [["--stream"], []])
def test_a_stream(
    flag: list[str], run_toolc: Run, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    (tmp_path / "reply.sse").write_text(events())
    options = ("--provider", "openai", *flag, "--tools", "tools.json")
    result = run_toolc("parse-response", *options, "reply.sse")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == snapshot(name="stream")


@pytest.mark.usefixtures("project")
def test_what_was_compiled_is_decoded(run_toolc: Run) -> None:
    reply = json.dumps(chat("get_weather", '{"location": "Oslo", "units": null}'))
    options = ("--provider", "openai", "--tools", "tools.json")
    strict = json.loads(run_toolc("parse-response", *options, "--strict", stdin=reply).stdout)
    assert [call["arguments"] for call in strict["calls"]] == [ARGUMENTS]
    plain = json.loads(run_toolc("parse-response", *options, stdin=reply).stdout)
    assert [failure["kind"] for failure in plain["failures"]] == ["invalid_arguments"]


def test_any_name_without_tools_and_text_of_a_model(run_toolc: Run) -> None:
    reply = json.dumps(chat("anything", "{'a': 1,}"))
    found = json.loads(run_toolc("parse-response", "--provider", "groq", stdin=reply).stdout)
    [call] = found["calls"]
    assert (call["name"], call["arguments"], call["repaired"]) == ("anything", {"a": 1}, True)
    text = '<tool_call name="now">{}</tool_call>'
    found = json.loads(run_toolc("parse-response", "--provider", "freeform", stdin=text).stdout)
    assert [call["name"] for call in found["calls"]] == ["now"]


def test_what_is_no_reply_is_told(run_toolc: Run) -> None:
    result = run_toolc("parse-response", "--provider", "openai", stdin="Not found")
    assert result.exit_code == 1
    assert "TC102" in result.stderr
    assert "not a JSON document" in result.stderr
    assert "TC101" in run_toolc("parse-response", "--provider", "openai", "nope.json").stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--provider", "opnai"), "there is no provider `opnai`"),
        (("--provider", "openai", "--strict"), "need --tools"),
        (("--provider", "freeform", "--compiled", "--tools", "t.json"), "a target as provider"),
        (("--provider", "openai", "--tools", "-"), "the tools or the reply, not both"),
    ],
)
def test_misuse(options: tuple[str, ...], told: str, run_toolc: Run) -> None:
    result = run_toolc("parse-response", *options)
    assert result.exit_code == 2
    assert told in result.stderr
