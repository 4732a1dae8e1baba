"""A log is written and read line by line; what can't be read says why and how to mend it."""

import pickle
from types import SimpleNamespace
from typing import Any

import pytest

from toolc.runtime import SessionLog, UsageError, parse, parse_tool_calls
from toolc.runtime.log_entries import LoggedReply, LogHeader
from toolc.runtime.session_log import MAX_LINE, LogError, read_line

TOOLS = [{"name": "now"}]
REPLY = '<tool_call name="now">{}</tool_call>'
ANSWER = {
    "choices": [{"message": {"tool_calls": [{"function": {"name": "now", "arguments": "{}"}}]}}]
}


def test_what_is_written_is_read() -> None:
    log = SessionLog(TOOLS, "tagged")
    sdk = SimpleNamespace(**ANSWER)
    lines = [
        log.header,
        log.reply("qwen3", REPLY, parse(REPLY, TOOLS), finish_reason="stop"),
        "\n",
        log.response("gpt-5", sdk, "openai", parse_tool_calls(ANSWER, "openai", TOOLS)),
    ]
    header, text, response = SessionLog.read(lines)
    assert isinstance(header, LogHeader)
    assert (header.dialect, [tool["name"] for tool in header.tools or []]) == ("tagged", ["now"])
    assert isinstance(text, LoggedReply)
    assert (text.model, text.text, text.finish_reason) == ("qwen3", REPLY, "stop")
    assert isinstance(response, LoggedReply)
    assert (response.provider, response.response) == ("openai", ANSWER)
    for entry in (text, response):
        assert entry.outcome
        assert [call.name for call in entry.outcome.calls] == ["now"]


def test_tools_that_can_not_be_read_are_refused_at_once() -> None:
    with pytest.raises(UsageError, match="`name`"):
        SessionLog([{"description": "nameless"}])


def test_the_outcome_may_be_what_parse_prints() -> None:
    found = parse(REPLY + "<tool_call>{", TOOLS)
    entry = read_line(
        LoggedReply(text="x", rest={"outcome": found.to_json(), "id": "made by hand"}).line()
    )
    assert isinstance(entry, LoggedReply)
    assert entry.outcome
    assert [call.name for call in entry.outcome.calls] == ["now"]
    assert [failure.kind for failure in entry.outcome.failures] == ["cut_off"]


DEEP = '{"a": ' * 250 + "1" + "}" * 250

FAULTS: dict[str, tuple[str | bytes, str]] = {
    "torn": ('{"model": "m", "text": "<tool', "not valid JSON: unterminated string"),
    "not an object": ("[1]", "not a JSON object"),
    "not UTF-8": (b'{"text": "\xff"}', "byte 0xff is not UTF-8"),
    "a number too long": ('{"text": ' + "9" * 5000 + "}", "JSON data"),
    "nested too deep": ("[" * 100_000, "JSON data"),
    "too long": ("x" * (MAX_LINE + 1), "33,554,432 bytes"),
    "no reply": ('{"model": "m"}', "neither `text` nor `response`"),
    "text that is none": ('{"text": 1}', "`text` is not text"),
    "model that is none": ('{"model": [], "text": ""}', "`model` is not text"),
    "no provider": ('{"response": {}}', "of no provider"),
    "unknown provider": ('{"response": {}, "provider": "acme"}', "`acme`"),
    "outcome": ('{"text": "", "outcome": []}', "`outcome` is not an object"),
    "calls": ('{"text": "", "outcome": {"calls": {}}}', "`calls`"),
    "call": ('{"text": "", "outcome": {"calls": [{"name": "a"}]}}', "`arguments`"),
    "deep call": (
        f'{{"text": "", "outcome": {{"calls": [{{"name": "a", "arguments": {DEEP}}}]}}}}',
        "nested deeper",
    ),
    "repairs": (
        '{"text": "", "outcome": {"calls": [{"name": "a", "arguments": {}, "repairs": [1]}]}}',
        "`repairs`",
    ),
    "failure": ('{"text": "", "outcome": {"failures": [{}]}}', "without a `kind`"),
    "version": ('{"toolc_log": 2, "tools": []}', "version 2"),
    "tools": ('{"toolc_log": 1, "tools": [{"x": 1}]}', "`tools` can't be read"),
    "no tools": ('{"toolc_log": 1}', "without `tools`"),
    "options": ('{"toolc_log": 1, "tools": [], "options": {"make_call": true}}', "`options`"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_line_that_can_not_be_read_says_why_and_how_to_mend_it(case: str) -> None:
    line, reason = FAULTS[case]
    (error,) = SessionLog.read([line])
    assert isinstance(error, LogError)
    assert reason in error.reason
    assert error.hint
    assert error.column >= 1


def test_an_error_travels_between_processes() -> None:
    error: Any = pickle.loads(pickle.dumps(LogError("why", "how", 7)))  # noqa: S301 - our own
    assert (error.reason, error.hint, error.column) == ("why", "how", 7)


def test_a_header_may_be_written_by_hand() -> None:
    header = read_line('{"tools": [{"type": "function", "function": {"name": "now"}}]}')
    assert isinstance(header, LogHeader)
    assert (header.dialect, header.validated) == ("auto", False)
