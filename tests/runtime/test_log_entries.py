"""What a log holds goes through its lines unchanged."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc import ToolKit
from toolc.runtime import ParserOptions, ToolCall, ToolCalls, parse, read_tools
from toolc.runtime.calls import Failure, ParseResult
from toolc.runtime.log_entries import LoggedReply, LogHeader, Outcome, json_line
from toolc.runtime.session_log import read_line

NESTED = {
    "name": "book",
    "inputSchema": {
        "type": "object",
        "properties": {"at": {"type": "object", "properties": {"day": {"type": "string"}}}},
        "required": ["at"],
    },
}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), values, max_size=4))
@settings(derandomize=True, max_examples=50, deadline=None)
def test_a_line_is_one_line_however_it_is_split(value: dict[str, Any]) -> None:
    line = json_line(value)
    assert line.splitlines(keepends=True) == [line]
    assert json.loads(line.encode()) == value


def test_half_a_surrogate_pair_can_be_written() -> None:
    line = LoggedReply("m", text="\ud83d and \u2028").line().encode()
    read = read_line(line)
    assert isinstance(read, LoggedReply)
    assert read.text == "\ud83d and \u2028"


@given(
    st.builds(
        LoggedReply,
        model=st.text(),
        text=st.text(),
        finish_reason=st.none() | st.just("stop"),
        dialect=st.none() | st.just("hermes"),
        outcome=st.none()
        | st.builds(
            Outcome,
            st.lists(st.builds(ToolCall, st.just(""), st.text(), st.just({"a": [1, None]}))),
            st.lists(st.builds(Failure, st.just("cut_off"), st.just(""))),
            st.booleans(),
            st.booleans(),
        ),
        rest=st.dictionaries(st.sampled_from(["id", "at", "toolc"]), values),
    )
)
@settings(derandomize=True, max_examples=50, deadline=None)
def test_a_reply_comes_back(reply: LoggedReply) -> None:
    assert read_line(reply.line()) == reply


@pytest.mark.parametrize(
    ("tools", "validated"),
    [(None, False), ([NESTED], False), (ToolKit.from_mcp([NESTED]), True), ([], False)],
)
def test_a_header_comes_back(tools: object, *, validated: bool) -> None:
    options = ParserOptions(calls_in_quotes=True, infer_names=False)
    header = LogHeader.of(tools, "hermes", options)
    assert header.validated is validated
    assert read_line(header.line()) == header
    assert header.parser_options() == options
    table = read_tools(header.toolkit())
    assert table.is_open is (tools is None)
    assert table.names == read_tools(tools).names


def test_a_destructive_tool_stays_one() -> None:
    tool = NESTED | {"annotations": {"destructiveHint": True}}
    (kept,) = read_tools(LogHeader.of([tool]).toolkit())
    assert kept.destructive


def test_the_header_of_a_compiled_toolset_knows_the_way_back() -> None:
    compiled = ToolKit.from_mcp([NESTED]).compile("cohere")
    header = LogHeader.of(compiled)
    name, arguments = compiled.encode("book", {"at": {"day": "Monday"}})
    assert arguments != {"at": {"day": "Monday"}}
    read = read_line(header.line())
    assert isinstance(read, LogHeader)
    toolkit: Any = read.toolkit()
    assert toolkit.decode(name, arguments) == ("book", {"at": {"day": "Monday"}})


def test_an_outcome_keeps_calls_and_failures_of_either_kind_of_result() -> None:
    found = parse('<tool_call name="a">{}</tool_call><tool_call name="b">{"x": 1', None)
    kept = Outcome.of(found)
    assert [call.name for call in kept.calls] == ["a"]
    assert [failure.kind for failure in kept.failures] == ["cut_off"]
    assert Outcome.of(ToolCalls(found.calls, found.failures)) == kept
    assert Outcome.of(ParseResult()).to_json() == {"calls": [], "failures": []}
