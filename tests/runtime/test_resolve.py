"""From a written call to a call, or to why it is none."""

import pytest

from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.resolve import Written, resolve
from toolc.runtime.tools import read_tools

TOOLS = read_tools(
    [
        {"name": "now"},
        {"name": "define", "parameters": {"properties": {"type": {}, "properties": {}}}},
    ]
)


@pytest.mark.parametrize(
    ("body", "name", "arguments", "repairs"),
    [
        ("{}", "now", {}, []),
        ('{"name": "now"}', None, {}, []),
        ('{"name": "now", "arguments": "{\\"a\\": 1}"}', None, {"a": 1}, []),
        ('{"name": "now", "arguments": "{a: 1}"}', None, {"a": 1}, ["unquoted_keys"]),
        ('{"name": "NOW", "arguments": null}', None, {}, ["name: NOW -> now"]),
        (
            '{"type": "object", "properties": {}}',
            "define",
            {"type": "object", "properties": {}},
            [],
        ),
    ],
)
def test_a_call(body: str, name: str | None, arguments: object, repairs: list[str]) -> None:
    call = resolve(Written(body, "raw", name), TOOLS, "call_7")
    assert isinstance(call, ToolCall)
    assert (call.id, call.arguments, call.repairs, call.raw) == (
        "call_7",
        arguments,
        repairs,
        "raw",
    )
    assert call.repaired is bool(repairs)


@pytest.mark.parametrize(
    ("body", "name", "kind", "why"),
    [
        ("[1]", "now", "unreadable", "the arguments must be one JSON object"),
        ('"a"', "now", "unreadable", "Expecting value"),
        ('{"type": "object", "properties": {}}', "now", "unreadable", "this defines the tool"),
        ('{"x": 1}', None, "unreadable", "the object must hold a name and arguments"),
        ('{"name": "now", "arguments": "{"}', None, "unreadable", "The call to now"),
        ("{}", "later", "unknown_tool", 'There is no tool "later"'),
    ],
)
def test_no_call(body: str, name: str | None, kind: str, why: str) -> None:
    failure = resolve(Written(body, "raw", name), TOOLS, "")
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.raw) == (kind, "raw")
    assert why in failure.message


WEATHER = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["city"],
}


@pytest.mark.parametrize(
    ("arguments", "runs"),
    [
        ('{"city": "Oslo"}', True),
        ('{"city": "Oslo", "days": 2}', True),
        ("{}", False),
        ('{"days": 2}', False),
        ('{"town": "Oslo"}', False),
        ('{"city": "Oslo", "town": "Oslo"}', False),
    ],
)
def test_a_guessed_name_stands_only_with_arguments_that_fit(arguments: str, *, runs: bool) -> None:
    tools = read_tools([{"name": "get_weather", "parameters": WEATHER}])
    outcome = resolve(Written(arguments, "", "get_wether"), tools, "1")
    assert isinstance(outcome, ToolCall) is runs
    if isinstance(outcome, Failure):
        assert outcome.kind == "unknown_tool"
        assert "Nearest: get_weather." in outcome.message


def test_two_names_are_ambiguous() -> None:
    tools = read_tools([{"name": "now"}, {"name": "later"}])
    outcome = resolve(Written("{}", "", "now", rival="later"), tools, "1")
    assert isinstance(outcome, Failure)
    assert outcome.kind == "ambiguous"
