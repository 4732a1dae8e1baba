"""Tallies count what happened, and add up."""

import json
from typing import Any

import pytest

from toolc.runtime import ParseResult, ToolCalls, UsageError, parse
from toolc.runtime.reliability import MAX_MODELS, OTHERS, Reliability

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


COUNTED: dict[str, Any] = {
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


BROKEN: list[dict[str, Any]] = [
    {"a": {}},
    {"a": 1},
    *[{"a": COUNTED["a"] | {"calls": count}} for count in ("x", "1", 1.5, -1, True, None)],
    {"a": COUNTED["a"] | {"failures": []}},
    {"a": COUNTED["a"] | {"failures": "ab"}},
    {"a": COUNTED["a"] | {"failures": {"cut_off": "many"}}},
]


@pytest.mark.parametrize("data", BROKEN)
def test_anything_else_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="no tally"):
        Reliability.from_json(data)


def test_both_kinds_of_results_are_counted_alike() -> None:
    found = parse(GOOD + MENDED + BAD, TOOLS)
    tally = Reliability()
    tally.record("a", found)
    tally.record("b", ToolCalls(found.calls, found.failures))
    assert tally["a"] == tally["b"]
    assert (tally["a"].calls, tally["a"].failed) == (2, 1)


def test_looking_at_a_model_does_not_count_it() -> None:
    tally = Reliability()
    assert tally["a"].calls == 0
    assert tally.models == ()


def test_models_beyond_the_limit_are_counted_together() -> None:
    tally = Reliability()
    for number in range(MAX_MODELS + 5):
        tally.record(str(number), ParseResult())
    assert len(tally.models) == MAX_MODELS + 1
    assert tally[OTHERS].replies == 5
    tally.merge(tally)
    assert tally[OTHERS].replies == 10
