"""JSON values out of streams: events, lines and arrays, cut anywhere."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.runtime.replies.frames import BROKEN, Frames, looks_like_events

VALUES: list[dict[str, Any]] = [
    {"a": 'data: {"x"}\n\n\\"', "b": [{}, [1, "]}"]]},
    {},
    {"ünï": "\u2028 \U0001f600"},
]


def events(end: str) -> str:
    lines = [": hello", "", "retry: 5", "event: ping"]
    for value in VALUES:
        lines += [f"data:{json.dumps(value, ensure_ascii=False)}", "id: 1", ""]
    return end.join([*lines, "data: [DONE]", "", ""])


FORMS = {
    "lf": events("\n"),
    "crlf": events("\r\n"),
    "cr": events("\r"),
    "jsonl": "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in VALUES),
    "joined": "".join(json.dumps(value) for value in VALUES),
    "array": json.dumps(VALUES, indent=2),
}


def read(pieces: list[Any]) -> list[Any]:
    frames = Frames()
    found = [value for piece in pieces for value in frames.feed(piece)]
    return [*found, *frames.close()]


@pytest.mark.parametrize("form", FORMS)
@settings(derandomize=True, max_examples=40, deadline=None)
@given(cuts=st.lists(st.integers(0, 400), max_size=12), coding=st.sampled_from(["", "utf-8"]))
def test_where_a_stream_is_cut_makes_no_difference(form: str, cuts: list[int], coding: str) -> None:
    text: Any = FORMS[form].encode(coding) if coding else FORMS[form]
    at = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(at)]
    assert read([piece for piece in pieces if piece]) == VALUES


@pytest.mark.parametrize(("form", "end"), [("lf", "\n"), ("crlf", "\r\n"), ("jsonl", "\n")])
def test_lines_without_their_ends(form: str, end: str) -> None:
    assert read(FORMS[form].split(end)) == VALUES


def test_an_event_may_have_several_lines_of_data_and_no_end() -> None:
    assert read(['data: {"a":\ndata: 1}\n\ndata: {"b": 2}']) == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize("text", ['data: {"a": \n\n', 'data: {"a": 1', '{"a": 1}{"b', '[{"a": }]'])
def test_what_is_torn_is_told(text: str) -> None:
    assert BROKEN in read([text])
    assert BROKEN in read(list(text))


def test_a_page_is_no_stream() -> None:
    assert read(["<html>\n<body>data</body></html>\n"]) == []


@pytest.mark.parametrize(("text", "is_stream"), [("data: 1", True), ("\n: x", True), ("{}", False)])
def test_the_beginning_shows_what_a_text_is(text: str, *, is_stream: bool) -> None:
    assert looks_like_events(text) is is_stream
