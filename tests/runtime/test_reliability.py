"""Tallies count what happened, and add up."""

import json

import pytest

from toolc.runtime import UsageError, parse
from toolc.runtime.reliability import Reliability

TOOLS = [{"name": "get_weather"}]
GOOD = '<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>'
MENDED = "<tool_call>{'name': 'getWeather', 'arguments': {},}</tool_call>"
BAD = '<tool_call>{"name": "fly", "arguments": {}}</tool_call>'


def _counted() -> Reliability:
    tally = Reliability()
    tally.record("b", parse(GOOD + MENDED, TOOLS))
    tally.record("b", parse(BAD + GOOD[:30], TOOLS))
    tally.record("a", parse("Hello.", TOOLS))
    tally.nudge("a")
    tally.give_up("b")
    return tally


COUNTED = {
    "a": {
        "replies": 1,
        "calls": 0,
        "repaired": 0,
        "given_up": 0,
        "nudged": 1,
        "repairs": {},
        "failures": {},
    },
    "b": {
        "replies": 2,
        "calls": 2,
        "repaired": 1,
        "given_up": 1,
        "nudged": 0,
        "repairs": {"name": 1, "single_quotes": 1, "trailing_comma": 1},
        "failures": {"cut_off": 1, "unknown_tool": 1},
    },
}


def test_counts() -> None:
    assert _counted().to_json() == COUNTED
    assert list(_counted().to_json()) == ["a", "b"]


def test_goes_through_json_and_adds_up() -> None:
    tally = Reliability.from_json(json.loads(json.dumps(COUNTED)))
    tally.merge(_counted())
    assert tally["b"].calls == 4
    assert tally["b"].failures["cut_off"] == 2
    assert tally["a"].nudged == 2
    assert Reliability.from_json({}).models == ()


@pytest.mark.parametrize("data", [{"a": {}}, {"a": 1}, {"a": COUNTED["a"] | {"calls": "x"}}])
def test_anything_else_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="no tally"):
        Reliability.from_json(data)
