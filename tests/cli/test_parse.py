"""`toolc parse`: chunks, validation, repairs and calls that were cut off."""

import json
from collections.abc import Callable
from pathlib import Path

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


LINES = [
    {"id": 7, "text": REPLY},
    {"id": "cut", "text": REPLY[:50], "finish_reason": "length", "tools": None},
    {"text": '[now(at="x")]', "tools": [{"name": "now"}], "dialect": "pythonic", "model": None},
    {"id": "other", "text": REPLY[6:], "tools": [{"name": "get_country"}]},
    {"id": "strict", "text": REPLY, "dialect": "hermes"},
]
BATCH = "".join(json.dumps(line) + "\n" for line in LINES)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("options", [[], ["--chunk", "3"], ["--output", "json"]])
def test_a_batch_gives_a_line_for_each_line_in_order(options: list[str], run_toolc: Run) -> None:
    result = run_toolc("parse", "--tools", "tools.json", "--batch", "-", *options, stdin=BATCH)
    assert result.exit_code == 0, result.stderr
    first, cut, listed, other, strict = map(json.loads, result.stdout.splitlines())
    whole = json.loads(run_toolc("parse", "--tools", "tools.json", stdin=REPLY).stdout)
    assert first == {"id": 7, **whole}
    assert next(iter(first)) == "id"
    assert (cut["id"], cut["failures"][0]["kind"]) == ("cut", "cut_off")
    assert "output limit" in cut["failures"][0]["message"]
    assert (listed["id"], listed["calls"][0]["arguments"]) == (None, {"at": "x"})
    assert [failure["kind"] for failure in other["failures"]] == ["unknown_tool"]
    assert strict["calls"] == []


BAD_LINES = {
    "{": "TC801]: this is not valid JSON",
    "[]": "not a JSON object",
    '{"id": 1}': "without `text`",
    '{"text": 1}': "`text` is not text",
    '{"text": "", "dialect": 1}': "`dialect` is not text",
    '{"text": "", "dialect": "klingon"}': "klingon",
    '{"text": "", "tools": [{}]}': "`name`",
    '{"text": "", "tools": 7}': "expected a tool",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_of_a_batch_that_can_not_be_read_is_told(
    line: str, run_toolc: Run, tmp_path: Path
) -> None:
    (tmp_path / "in.jsonl").write_text(f'{{"id": 1, "text": "a"}}\n{line}\n\n{{"text": "b"}}')
    result = run_toolc("parse", "--batch", "in.jsonl")
    assert result.exit_code == 1
    assert [json.loads(each)["text"] for each in result.stdout.splitlines()] == ["a", "b"]
    assert "in.jsonl:2:" in result.stderr
    assert BAD_LINES[line] in result.stderr
    assert "help: " in result.stderr


def test_a_batch_and_a_file_are_too_much(run_toolc: Run) -> None:
    assert run_toolc("parse", "--batch", "in.jsonl", "reply.txt").exit_code == 2
    assert run_toolc("parse", "--batch", "-", "--tools", "-").exit_code == 2
    assert "TC101" in run_toolc("parse", "--batch", "nope.jsonl").stderr


def test_a_batch_with_many_bad_lines_tells_ten_and_counts_all(run_toolc: Run) -> None:
    result = run_toolc("parse", "--batch", "-", stdin="{\n" * 1200)
    assert result.stderr.count("TC801]") == 10
    assert "1,200 lines in all can't be read" in result.stderr
