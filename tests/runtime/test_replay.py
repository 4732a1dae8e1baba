"""A replay finds what differs, however the log is cut, and never raises for what a log holds."""

import io
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc import ToolKit, parse_tool_calls
from toolc.runtime import ParserOptions, SessionLog, parse, session_log
from toolc.runtime import replay as module
from toolc.runtime.log_entries import LoggedReply, LogHeader, Outcome
from toolc.runtime.replay import Batch, Replay, Replayed, batches, bounded_lines, replay_batch

TOOLS = [
    {
        "name": "get_weather",
        "inputSchema": {
            "type": "object",
            "properties": {"city": {"type": "string", "minLength": 1}},
            "required": ["city"],
        },
    }
]
GOOD = '<tool_call name="get_weather">{"city": "Oslo"}</tool_call>'
MENDED = "<tool_call name=\"getWeather\">{'city': 'Oslo',}</tool_call>"
LOG = SessionLog(TOOLS)


def written(text: str, as_if: str, model: str = "m") -> bytes:
    """The line of a reply with the outcome of another one."""
    return LOG.reply(model, text, parse(as_if, TOOLS)).encode()


def whole(lines: list[bytes], **options: Any) -> Replayed:
    """The replay of a log, all its batches merged."""
    total = Replayed(Replay())
    for batch in batches(lines, "a.jsonl"):
        made = replay_batch(batch, **options)
        total.replay.merge(made.replay)
        total.baseline += made.baseline
        total.changed += made.changed
    return total


LINES = [
    LOG.header.encode(),
    written(GOOD, GOOD),
    written("Hello.", GOOD),
    b"\n",
    written(MENDED, "Hello.", "n"),
    b'{"model": "m", "text": "Hel\n',
    b'{"text": "without an outcome"}\n',
]


def test_what_differs_is_found_at_its_line() -> None:
    found = whole(LINES).replay
    assert [(item.line, item.model, item.change.kind) for item in found.found] == [
        (3, "m", "lost_call"),
        (5, "n", "newly_repaired"),
    ]
    assert (found.replies, found.changed, found.unrecorded, found.unread) == (4, 2, 1, 1)
    assert found.regressions == 1
    assert [fault.line for fault in found.faults] == [6]
    assert found.reliability["n"].repaired == 1
    assert found.reliability.models == ("(unnamed)", "m", "n")


def test_the_baseline_holds_the_outcomes_of_today() -> None:
    lines = [LOG.header, *whole(LINES, baseline=True).baseline]
    again = whole([line.encode() for line in lines]).replay
    assert (again.replies, again.changed, again.unrecorded, again.unread) == (4, 0, 0, 0)


def test_what_is_said_of_a_reply_beside_its_outcome_is_kept() -> None:
    reply = LoggedReply(
        "m", "Hi.", outcome=Outcome(nudged=True, given_up=True), rest={"at": 12, "id": "x"}
    )
    made = whole([LOG.header.encode(), reply.line().encode()], baseline=True)
    assert made.baseline == [reply.line()]
    tally = made.replay.reliability["m"]
    assert (tally.nudged, tally.given_up) == (1, 1)


def test_a_case_is_the_line_as_it_was() -> None:
    assert whole(LINES).changed == [LINES[2], LINES[4]]
    assert whole([LINES[0], LINES[2].rstrip()]).changed == [LINES[2]]


@pytest.mark.parametrize("size", [1, 200, 600])
def test_the_cut_does_not_matter(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one = whole(LINES * 3, baseline=True)
    monkeypatch.setattr(module, "BATCH_BYTES", size)
    assert len(list(batches(LINES * 3))) > 3
    many = whole(LINES * 3, baseline=True)
    assert many.replay.to_json() == one.replay.to_json()
    assert (many.baseline, many.changed) == (one.baseline, one.changed)


def test_batches_are_bounded_and_travel_between_processes() -> None:
    lines = [LINES[0], *[written("x" * 1000, "")] * 5000]
    cut = list(batches(lines))
    assert max(batch.size for batch in cut) < module.BATCH_BYTES + 2000
    assert sum(len(batch.lines) for batch in cut) == len(lines)
    back: Batch = pickle.loads(pickle.dumps(cut[1]))  # noqa: S301 - our own
    assert back == cut[1]
    assert back.first == len(cut[0].lines) + 1


def test_only_the_first_of_each_kind_are_kept_and_all_are_counted() -> None:
    found = whole([LINES[0], *[LINES[2], LINES[4], LINES[5]] * 40]).replay
    assert found.kinds == {"lost_call": 40, "newly_repaired": 40}
    assert (len(found.found), len(found.faults), found.unread) == (20, 10, 40)
    assert [item.line for item in found.found[:4]] == [2, 3, 5, 6]


def test_a_header_holds_for_what_follows_it() -> None:
    other = SessionLog([{"name": "now"}])
    text = '<tool_call name="now">{}</tool_call>'
    lines = [
        *(LINES[0], LINES[1]),
        other.header.encode(),
        other.reply("m", text, parse(text, [{"name": "now"}])).encode(),
    ]
    assert whole(lines).replay.changed == 0
    (first, second) = batches(lines, tools=[{"name": "now"}])
    assert first.header == second.header
    assert replay_batch(first).replay.kinds == {"failed_call": 1}


def test_a_reply_that_speaks_of_tools_is_no_header() -> None:
    answer = {"choices": [{"message": {"content": "x"}}], "tools": [{"name": "other"}]}
    line = LOG.response("m", answer, "openai", parse_tool_calls(answer, "openai"))
    assert [batch.first for batch in batches([LINES[0], line.encode(), LINES[1]])] == [1]


def test_a_log_without_its_tools_is_told() -> None:
    found = whole(LINES[1:3]).replay
    assert (found.unread, found.replies) == (1, 2)
    assert "--tools" in found.faults[0].error.hint
    (batch,) = batches(LINES[1:2], tools=TOOLS)
    assert replay_batch(batch).replay.unread == 0


def test_options_dialects_and_finish_reasons_are_those_of_the_log() -> None:
    quoted = f"```\n{GOOD}\n```"
    log = SessionLog(TOOLS, options=ParserOptions(calls_in_quotes=True))
    found = parse(quoted, TOOLS, options=ParserOptions(calls_in_quotes=True))
    assert found.calls
    cut = parse(GOOD[:40], TOOLS, finish_reason="length")
    strict = LoggedReply("m", GOOD, dialect="hermes", outcome=Outcome.of(parse("", TOOLS)))
    lines = [
        log.header,
        log.reply("m", quoted, found),
        log.reply("m", GOOD[:40], cut, finish_reason="length"),
        strict.line(),
    ]
    assert whole([line.encode() for line in lines]).replay.changed == 0


def test_a_reply_may_bring_its_own_tools() -> None:
    text = '<tool_call name="now">{}</tool_call>'
    own = LoggedReply("m", text, tools=[{"name": "now"}], outcome=Outcome.of(parse(text)))
    assert own.outcome
    assert own.outcome.calls
    lines = [LINES[0], own.line().encode(), LINES[1]]
    assert len(list(batches(lines))) == 1
    assert whole(lines).replay.changed == 0
    assert whole(lines, baseline=True).baseline[0] == own.line()


def test_a_providers_reply_to_a_compiled_toolset_is_decoded() -> None:
    tool = {
        "name": "book",
        "inputSchema": {
            "type": "object",
            "properties": {"at": {"type": "object", "properties": {"day": {"type": "string"}}}},
        },
    }
    compiled = ToolKit.from_mcp([tool]).compile("cohere")
    name, arguments = compiled.encode("book", {"at": {"day": "Monday"}})
    answer = {"text": "", "tool_calls": [{"name": name, "parameters": arguments}]}
    log, found = SessionLog(compiled), parse_tool_calls(answer, "cohere", compiled)
    assert [call.arguments for call in found] == [{"at": {"day": "Monday"}}]
    lines = [log.header.encode(), log.response("m", answer, "cohere", found).encode()]
    assert whole(lines).replay.to_json()["changed"] == 0


FAULTY = {
    "unknown dialect": b'{"text": "x", "dialect": "klingon"}',
    "no tools": b'{"text": "x", "tools": [{}]}',
    "no object": b'{"response": [], "provider": "openai"}',
    "deep reply": b'{"response": {"a": ' + b"[" * 400 + b"]" * 400 + b'}, "provider": "openai"}',
}


@pytest.mark.parametrize("case", FAULTY)
def test_what_can_not_be_replayed_is_a_fault(case: str) -> None:
    found = whole([LINES[0], FAULTY[case], LINES[1]], baseline=True).replay
    (fault,) = found.faults
    assert (fault.line, found.replies) == (2, 1)
    assert fault.error.reason
    assert fault.error.hint


@given(st.lists(st.binary(max_size=40) | st.sampled_from(LINES), max_size=8), st.randoms())
@settings(derandomize=True, max_examples=100, deadline=None)
def test_no_log_raises(lines: list[bytes], random: Any) -> None:
    torn = [line[: random.randrange(len(line) + 1)] for line in lines]
    for given_lines in (lines, torn):
        found = whole(given_lines, baseline=True).replay
        assert found.to_json()["replies"] == found.replies


def test_a_line_without_end_is_read_in_pieces_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LINE", 1000)
    monkeypatch.setattr(session_log, "MAX_LINE", 1000)
    stream = io.BytesIO(LINES[0] + b"x" * 5000 + b"\n" + LINES[1])
    lines = list(bounded_lines(stream.readline))
    assert [len(line) for line in lines] == [len(LINES[0]), 1001, len(LINES[1])]
    assert whole(lines).replay.unread == 1


def test_validators_are_whatever_makes_tools_of_the_header() -> None:
    def with_validators(header: LogHeader) -> object:
        return header.toolkit(ToolKit.from_mcp(header.tools or []))

    empty = '<tool_call name="get_weather">{"city": ""}</tool_call>'
    lines = [LINES[0], written(empty, empty)]
    assert whole(lines).replay.changed == 0
    assert whole(lines, toolkit=with_validators).replay.kinds == {"failed_call": 1}
