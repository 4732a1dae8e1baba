"""What users of agents and gateways reported about replies, streams, ids and history.

`area_e.json` holds the reports: where each was made, the smallest input that shows it (facts of a
few lines, written anew), and what is right. Each test is the right value of one report.
"""

import json
import re
from pathlib import Path
from typing import Any

from toolc import parse_stream_tool_calls, parse_tool_calls
from toolc.runtime import CallIds, Reliability, ToolCall, ToolCalls, write_turn

REPORTS: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("area_e.json").read_text(encoding="utf-8")
)
LEFT_OUT = {
    "R112": "a guard against loops: it belongs to the session, not to the reading of a reply",
    "R113": "a streak of wrong calls: as above",
    "R115": "a plan of a request before it is sent: it belongs to the capabilities of models",
    "R122": "an empty reply and the nudge for it: it belongs to the session",
}


def test_every_report_is_tested() -> None:
    tested = {found[1].upper() for name in globals() if (found := re.match(r"test_(r\d+)_", name))}
    assert tested | LEFT_OUT.keys() == REPORTS.keys()
    assert tested.isdisjoint(LEFT_OUT)


def given(report: str) -> dict[str, Any]:
    data: dict[str, Any] = REPORTS[report]["given"]
    return data


def expected(report: str) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = REPORTS[report]["expect"]["calls"]
    return calls


def reply(report: str) -> ToolCalls:
    """The report's calls in a whole reply of a chat."""
    data = given(report)
    choice = {"message": {"tool_calls": data["tool_calls"]}, "finish_reason": data["finish_reason"]}
    return parse_tool_calls({"choices": [choice]}, "openai", data["tools"])


def streamed(report: str) -> ToolCalls:
    """The report's fragments in a stream of a chat."""
    data = given(report)
    chunks: list[Any] = [
        {"choices": [{"index": 0, "delta": {"tool_calls": [delta]}}]} for delta in data["deltas"]
    ]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
    return parse_stream_tool_calls(chunks, "openai", data["tools"])


def named(found: ToolCalls) -> list[dict[str, Any]]:
    return [{"name": call.name, "arguments": call.arguments} for call in found]


def test_r079_a_call_in_the_channel_of_reasoning_is_made() -> None:
    chunks = [{"choices": [{"index": 0, "delta": event}]} for event in given("R079")["events"]]
    found = parse_stream_tool_calls(chunks, "freeform", given("R079")["tools"])
    [call] = expected("R079")
    assert named(found) == [{"name": call["name"], "arguments": call["arguments"]}]
    assert found.reasoning.strip() == REPORTS["R079"]["expect"]["reasoning"].strip()
    assert (found.text, found.failures) == ("", [])


def test_r079_but_not_if_the_reply_goes_on() -> None:
    chunks = [{"choices": [{"index": 0, "delta": event}]} for event in given("R079")["events"]]
    chunks.append({"choices": [{"index": 0, "delta": {"content": "No need to read it."}}]})
    found = parse_stream_tool_calls(chunks, "freeform", given("R079")["tools"])
    assert (list(found), found.text) == ([], "No need to read it.")
    assert "functions.read_file:0" in found.reasoning


def test_r094_what_a_provider_could_not_read_is_read() -> None:
    found = parse_tool_calls({"error": given("R094")["error"]}, "groq", given("R094")["tools"])
    assert named(found) == expected("R094")
    tally = Reliability()
    tally.record("llama", found)
    assert tally["llama"].repairs == {"recovered_from_400": 1}


def test_r109_a_cut_call_is_not_run_whatever_the_server_says() -> None:
    found = reply("R109")
    assert (list(found), [failure.kind for failure in found.failures]) == ([], ["cut_off"])


def test_r110_the_model_is_told_to_write_it_to_its_end() -> None:
    found = reply("R110")
    assert list(found) == []
    [failure] = found.failures
    assert (failure.kind, "Write it again, to its end" in failure.message) == ("cut_off", True)


def test_r116_a_new_identifier_begins_a_new_call() -> None:
    assert named(streamed("R116")) == expected("R116")


def test_r118_an_orphan_fragment_belongs_to_the_only_call() -> None:
    found = streamed("R118")
    assert named(found) == expected("R118")
    assert found[0].repairs == ["orphan_fragment"]


def test_r118_and_to_none_of_several() -> None:
    begun, orphan = given("R118")["deltas"]
    other = begun | {"index": 7, "id": "b"}
    chunks = [
        {"choices": [{"index": 0, "delta": {"tool_calls": [delta]}}]}
        for delta in (begun, other, orphan)
    ]
    found = parse_stream_tool_calls(chunks, "openai", given("R118")["tools"])
    assert list(found) == []
    assert {failure.kind for failure in found.failures} == {"cut_off", "unknown_tool"}


def history(report: str) -> tuple[list[str], list[str]]:
    """The identifiers of the calls and of the results, as the target gets them."""
    ids = CallIds(given(report)["target"])
    calls: list[str] = []
    results: list[str] = []
    for message in given(report)["messages"]:
        if message["role"] == "assistant":
            calls += [ids.theirs(call["id"]) for call in message["tool_calls"]]
        else:
            results.append(ids.theirs(message["tool_call_id"]))
            assert ids.ours(results[-1]) == message["tool_call_id"]
    return calls, results


def test_r119_identifiers_never_collide() -> None:
    calls, results = history("R119")
    assert calls == results
    assert len(set(calls)) == len(calls)
    assert all(re.fullmatch(REPORTS["R119"]["expect"]["id_pattern"], item) for item in calls)


def test_r121_foreign_identifiers_take_the_form_of_the_target() -> None:
    calls, results = history("R121")
    assert calls == results == history("R121")[0]
    assert all(re.fullmatch(REPORTS["R121"]["expect"]["id_pattern"], item) for item in calls)


def test_r124_a_history_holds_no_broken_arguments() -> None:
    [assistant, _] = given("R124")["messages"]
    raw = [
        {"id": call["id"], "function": {"name": call["name"], "arguments": call["arguments_raw"]}}
        for call in assistant["tool_calls"]
    ]
    whole = {"id": "2", "function": {"name": "write_file", "arguments": "{'path': 'b',}"}}
    found = parse_tool_calls({"choices": [{"message": {"tool_calls": [*raw, whole]}}]}, "openai")
    assert [failure.raw for failure in found.failures] == [raw[0]["function"]["arguments"]]
    turn = write_turn(found, "openai")
    assert [json.loads(call["function"]["arguments"]) for call in turn["tool_calls"]] == [
        {"path": "b"}
    ]
    lone = write_turn([ToolCall("1", "write_file", {})], "openai")
    assert lone["tool_calls"][0]["function"]["arguments"] == "{}"
