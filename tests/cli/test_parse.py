"""`toolc parse`: chunks, validation, repairs and calls that were cut off."""

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]


REPLY = "It is <tool_call name=\"getWeather\">{'location': 'Oslo',}</tool_call>"


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("chunk", ["1", "7", "1000"])
def test_parse_gives_the_same_in_any_chunks(chunk: str, run_toolc: Run) -> None:
    whole = run_toolc("parse", "--tools", "tools.json", "--from", "mcp", stdin=REPLY)
    assert (
        run_toolc("parse", "--tools", "tools.json", "--chunk", chunk, stdin=REPLY).stdout
        == whole.stdout
    )
    result = json.loads(whole.stdout)
    (call,) = result["calls"]
    assert (call["name"], call["arguments"]) == ("get_weather", {"location": "Oslo"})
    assert call["repaired"]
    assert call["repairs"]
    assert call["raw"] in REPLY
    assert set(result) == {"text", "reasoning", "calls", "failures"}


@pytest.mark.usefixtures("project")
def test_parse_validates_with_the_tools_and_takes_any_name_without(run_toolc: Run) -> None:
    reply = '<tool_call name="get_weather">{"location": ""}</tool_call>'
    checked = json.loads(run_toolc("parse", "--tools", "tools.json", stdin=reply).stdout)
    assert [failure["kind"] for failure in checked["failures"]] == ["invalid_arguments"]
    free = json.loads(run_toolc("parse", stdin=reply).stdout)
    assert free["calls"][0]["arguments"] == {"location": ""}


@pytest.mark.usefixtures("project")
def test_parse_tells_a_call_that_was_cut_off(run_toolc: Run) -> None:
    reply = '<tool_call name="get_weather">{"location": "Os'
    arguments = ("--tools", "tools.json", "--finish-reason", "length")
    result = json.loads(run_toolc("parse", *arguments, stdin=reply).stdout)
    assert result["calls"] == []
    assert [failure["kind"] for failure in result["failures"]] == ["cut_off"]


def test_parse_of_a_missing_reply(run_toolc: Run) -> None:
    result = run_toolc("parse", "nope.txt")
    assert result.exit_code == 1
    assert "TC101" in result.stderr
