"""The text beside calls, in the JSON that holds both."""

import json
from typing import Any

import pytest

from toolc.runtime import ArgumentDelta, CallFinished, TextDelta, ToolCallParser, parse
from toolc.runtime.cursor import Cursor, NeedMore
from toolc.runtime.message_body import take_key

from .streams import TOOLS, cuts, run

OSLO = {"name": "get_weather", "arguments": {"city": 'O"slo'}}
NOPE = {"name": "nope", "arguments": {}}
SAID = 'Hi "you"\n\té\u2028{"name": "get_weather"} \\'


def _text(*members: tuple[str, Any], indent: int | None = None) -> str:
    return json.dumps(dict(members), indent=indent)


CALLS = ("tool_calls", [OSLO])

# text -> how many calls, and what is said
ENVELOPES: dict[str, tuple[int, str]] = {
    _text(("message", SAID), CALLS): (1, SAID),
    _text(CALLS, ("message", SAID)): (1, SAID),
    _text(("message", SAID), CALLS, indent=2): (1, SAID),
    _text(CALLS, ("message", SAID), indent=4) + "\n": (1, SAID),
    _text(CALLS): (1, ""),
    _text(("message", "Hi."), ("tool_calls", [OSLO, OSLO])): (2, "Hi."),
    _text(("tool_calls", [OSLO, OSLO]), ("message", "Hi.")): (2, "Hi."),
    _text(("message", ""), CALLS): (1, ""),
    _text(("message", "Hi."), ("tool_calls", [])): (0, "Hi."),
    _text(("tool_calls", []), ("message", "Hi.")): (0, "Hi."),
    f"```json\n{_text(('message', 'Hi.'), CALLS, indent=2)}\n```": (1, "Hi."),
    f"```\n{_text(CALLS, ('message', 'Hi.'))}\n```\nBye.": (1, "Hi.\nBye."),
}

# What only begins like one: it is text as it stands.
NONE = [
    _text(("message", "Hi.")),
    _text(("message", "Hi."), ("status", 200)),
    _text(("message", 5), CALLS),
    _text(("message", "Hi."), ("tool_calls", [NOPE])),
    _text(("tool_calls", [NOPE]), ("message", "Hi.")),
    _text(("message", "Hi."), ("tool_calls", [1])),
    _text(("tool_calls", []), ("code", 1)),
    _text(("message", "Hi."), ("tool_calls", None)),
    f"It is:\n{_text(('message', 'Hi.'), CALLS)}",
    '{"message": "half',
    '{"message": "half", "tool_calls": [',
]


@pytest.mark.parametrize("text", ENVELOPES)
def test_an_envelope_is_read_in_either_order(text: str) -> None:
    count, said = ENVELOPES[text]
    result = parse(text, TOOLS)
    assert [(call.name, call.arguments) for call in result.calls] == [
        ("get_weather", OSLO["arguments"])
    ] * count
    assert (result.text, result.failures) == (said, [])


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_envelope_is_text(text: str) -> None:
    result = parse(text, TOOLS)
    assert (result.calls, result.failures, result.text) == ([], [], text)


@pytest.mark.parametrize("text", [*ENVELOPES, *NONE])
def test_no_cut_changes_an_event(text: str) -> None:
    whole = run([text])
    for pieces in cuts(text):
        assert run(pieces) == whole, pieces


def test_one_that_breaks_off_leaks_nothing_once_it_is_one() -> None:
    text = _text(CALLS, ("message", "Hi."))
    for end in range(text.index("}]"), len(text)):
        result = parse(text[:end], TOOLS)
        assert "Hi.".startswith(result.text)
        assert len(result.calls) + len(result.failures) == 1


def test_a_call_that_another_key_follows_stands() -> None:
    text = _text(CALLS, ("cost", 1))
    result = parse(text, TOOLS)
    assert len(result.calls) == 1
    assert result.text == ', "cost": 1}'
    unclosed = json.dumps({"tool_calls": [OSLO]})[:-2] + " x"
    assert [call.name for call in parse(unclosed, TOOLS).calls] == ["get_weather"]


def test_events_come_as_the_envelope_does() -> None:
    parser = ToolCallParser(TOOLS)
    parser.feed('{"message": "Hi.", "tool_calls": [{"name": "get_weather", ')
    events = parser.feed('"arguments": {"city": "Os')
    assert events[0] == TextDelta("Hi.")
    assert events[-1] == ArgumentDelta(0, '{"city": "Os')
    assert any(isinstance(event, CallFinished) for event in parser.feed('lo"}}]}'))


@pytest.mark.parametrize(
    ("text", "key"),
    [('"message" : "', '"message"'), (' "tool_calls":[', '"tool_calls"'), ('"name": 1', "")],
)
def test_a_key_is_taken_whole_or_waited_for(text: str, key: str) -> None:
    for size in range(len(text)):
        try:
            found = take_key(Cursor(text[:size], 0, final=False))
        except NeedMore:
            continue
        assert found in {"", key}
    assert take_key(Cursor(text, 0, final=True)) == key
