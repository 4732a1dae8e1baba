"""What parsers are known to get wrong, by class: here each comes out right, in any pieces."""

import json
import time
from typing import Any

import pytest

from toolc.runtime import (
    ArgumentDelta,
    ParserOptions,
    ReasoningDelta,
    ToolCallParser,
    parse,
    parse_tool_calls,
)
from toolc.runtime.repair import Mended, mend

from .shared import FACTS
from .streams import run

TOOLS: list[dict[str, Any]] = [
    {
        "name": "w",
        "parameters": {
            "type": "object",
            "properties": {
                "c": {"type": "string"},
                "n": {"type": "integer"},
                "on": {"type": "boolean"},
                "list": {"type": "array"},
            },
        },
    },
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
    {"name": "a-b.c__d"},
]
FENCED = '```\n<tool_call>{"name": "w", "arguments": {}}</tool_call>\n```'


def _qwen(key: str, value: str) -> str:
    return (
        f"<tool_call>\n<function=w>\n<parameter={key}>\n{value}\n</parameter>\n"
        "</function>\n</tool_call>"
    )


def _hermes(name: str, arguments: str) -> str:
    return f'<tool_call>{{"name": "{name}", "arguments": {arguments}}}</tool_call>'


def _gemma(body: str) -> str:
    return f"<|tool_call>call:w{body}<tool_call|>"


NOW = _hermes("now", "{}")
CALLED_NOW: tuple[str, dict[str, Any]] = ("now", {})
LONG = "x" * 400

# class -> replies, each with its calls and the kinds of its failures
Outcome = tuple[list[tuple[str, dict[str, Any]]], list[str]]
CLASSES: dict[str, dict[str, Outcome]] = {
    "01 end tag in a string": {
        _hermes("w", '{"c": "a </tool_call> b"}'): ([("w", {"c": "a </tool_call> b"})], []),
        '<tool_call name="w">{"c": "</tool_call>"}</tool_call>': (
            [("w", {"c": "</tool_call>"})],
            [],
        ),
    },
    "02 chunk boundaries": {
        NOW + "\n" + _hermes("w", '{"n": 1}'): ([CALLED_NOW, ("w", {"n": 1})], [])
    },
    "03 split markers": {
        '[TOOL_CALLS]w[ARGS]{"c": "x"}</s>': ([("w", {"c": "x"})], []),
        'function call<|role_sep|>\n{"name": "now", "arguments": {}}</s>': ([CALLED_NOW], []),
    },
    "04 call in reasoning": {
        f"<think>{_qwen('c', 'x')}</think>No.": ([], []),
        f"<think>Now.</think>{NOW}": ([CALLED_NOW], []),
    },
    "05 quoted markup": {
        f"So:\n{FENCED}\nor `<tool_call>`.": ([], []),
        f"A <tool_call> tag.\n{NOW}": ([CALLED_NOW], []),
        f"A `<tool_call>`, then:\n{NOW}": ([CALLED_NOW], []),
    },
    "06 truncated": {
        '<tool_call>{"name": "w", "arguments": {"c": "x"': ([], ["cut_off"]),
        "<tool_call>\n<function=w>\n<parameter=c>\nx": ([], ["cut_off"]),
        NOW + '<tool_call>{"name": "w", "arguments": {"n": 1': ([CALLED_NOW], ["cut_off"]),
    },
    "07 types of bare text": {
        _qwen("c", "null"): ([("w", {"c": "null"})], []),
        _qwen("c", "007"): ([("w", {"c": "007"})], []),
        _qwen("c", "true"): ([("w", {"c": "true"})], []),
        _qwen("on", "maybe"): ([("w", {"on": "maybe"})], []),
        _qwen("on", "True"): ([("w", {"on": True})], []),
        '<tool_call name="w">{"c": 007}</tool_call>': ([("w", {"c": "007"})], []),
    },
    "08 precision": {
        _qwen("n", "9223372036854775807"): ([("w", {"n": 9223372036854775807})], []),
        _hermes("w", '{"list": [12345678901234567890]}'): (
            [("w", {"list": [12345678901234567890]})],
            [],
        ),
        _hermes("w", '{"list": [1e999]}'): ([], ["unreadable"]),
    },
    "09 white space": {
        _qwen("c", "    x\n  y "): ([("w", {"c": "    x\n  y "})], []),
        "<tool_call>w<arg_key>c</arg_key><arg_value>\n x \n</arg_value></tool_call>": (
            [("w", {"c": "\n x \n"})],
            [],
        ),
    },
    "10 missing closing tag": {
        "<tool_call>\n<function=w>\n<parameter=c>\n{1}\n</function>\n</tool_call>": (
            [("w", {"c": "{1}"})],
            [],
        )
    },
    "11 missing opening tag": {
        "<function=w>\n<parameter=c>\nx\n</parameter>\n</function>\n</tool_call>": (
            [("w", {"c": "x"})],
            [],
        ),
    },
    "12 only the first survives": {
        '<minimax:tool_call><invoke name="w"><parameter name="c">1</parameter></invoke>'
        '<invoke name="fly"><parameter name="c">1</parameter></invoke>'
        '<invoke name="now"></invoke></minimax:tool_call>': (
            [("w", {"c": "1"}), CALLED_NOW],
            ["unknown_tool"],
        ),
        '<tool_call>{"name": "w", "arguments": {"c": "x}}</tool_call>\n' + NOW: (
            [CALLED_NOW],
            ["unreadable"],
        ),
    },
    "13 nested brackets": {
        'functools[{"name": "w", "arguments": {"list": [[1], []]}}]': (
            [("w", {"list": [[1], []]})],
            [],
        ),
        '[TOOL_CALLS] [{"name": "w", "arguments": {"list": [{"a": {}}]}}]': (
            [("w", {"list": [{"a": {}}]})],
            [],
        ),
    },
    "14 python strings": {
        "[w(c='a], (b', n=-1, list=(1, 2)), now()]": (
            [("w", {"c": "a], (b", "n": -1, "list": [1, 2]}), CALLED_NOW],
            [],
        ),
        '<|tool_call_start|>[w(c="a\nb")]<|tool_call_end|>': ([("w", {"c": "a\nb"})], []),
    },
    "15 names with junk": {
        _hermes("a-b.c__d", "{}"): ([("a-b.c__d", {})], []),
        "<|tool_call_begin|>functions.w:0<|tool_call_argument_begin|>{}<|tool_call_end|>"
        "<|tool_call_begin|>functionsw5<|tool_call_argument_begin|>{}<|tool_call_end|>"
        "<|tool_call_begin|>functions_w_1<|tool_call_argument_begin|>{}<|tool_call_end|>": (
            [("w", {})] * 3,
            [],
        ),
    },
    "16 custom quotes": {
        _gemma('{c:<|"|>a "b" <|"|> c<|"|>,list:["x"]}'): (
            [("w", {"c": 'a "b" <|"|> c', "list": ["x"]})],
            [],
        )
    },
    "17 no arguments": {
        NOW: ([CALLED_NOW], []),
        '<tool_call name="now">{}</tool_call>': ([CALLED_NOW], []),
    },
    "18 unicode": {
        _hermes("w", '{"c": "é\\ud83d\\ude00😀\n"}'): ([("w", {"c": "é😀😀\n"})], []),
    },
    "19 encoded twice, said twice": {
        _hermes("w", '{"list": "[1]", "c": "[1]"}'): ([("w", {"list": [1], "c": "[1]"})], []),
        _hermes("w", '{"n": 1, "n": 2}'): ([("w", {"n": 2})], []),
        '<tool_call name="w">{"n": 1}{"c": "x"}</tool_call>': ([("w", {"n": 1, "c": "x"})], []),
        '<tool_call name="w">{"c": "x"}{"c": "y"}</tool_call>': ([], ["ambiguous"]),
    },
    "21 large strings": {_hermes("w", f'{{"c": "{LONG}"}}'): ([("w", {"c": LONG})], [])},
    "22 text behind": {NOW + " Yes.": ([CALLED_NOW], [])},
}

LEFT_OUT = {
    "20 time": "has no right value: `test_time_grows_with_the_text` measures it",
    "R079": "about reasoning deltas of a provider's stream, which are read by another module",
    "R094": "about a provider's error response, which is read by another module",
}
"""Classes and reports that are not in the tables above and below, and why."""

REPLIES = [(name, text) for name, replies in CLASSES.items() for text in replies]


@pytest.mark.parametrize(("name", "text"), REPLIES, ids=[name for name, _ in REPLIES])
def test_the_right_calls_in_any_pieces(name: str, text: str) -> None:
    calls, failures = CLASSES[name][text]
    result = parse(text, TOOLS)
    assert [(call.name, call.arguments) for call in result.calls] == calls
    assert [failure.kind for failure in result.failures] == failures
    whole = run([text], TOOLS)
    assert run(list(text), TOOLS) == whole
    for at in range(1, len(text)):
        assert run([text[:at], text[at:]], TOOLS) == whole


def test_every_class_has_its_row() -> None:
    numbers = {name[:2] for name in [*CLASSES, *LEFT_OUT]} - {"R0"}
    assert numbers == {f"{number:02}" for number in range(1, 23)}


def test_text_behind_a_call_is_text() -> None:
    assert parse(NOW + " Yes.", TOOLS).text.strip() == "Yes."


def test_a_large_string_streams() -> None:
    text = _hermes("w", f'{{"c": "{LONG}"}}')
    parser, shown = ToolCallParser(TOOLS), 0
    for char in text[: -len("</tool_call>")]:
        shown += sum(len(e.text) for e in parser.feed(char) if isinstance(e, ArgumentDelta))
    assert shown == len(f'{{"c": "{LONG}"}}')


def test_arguments_that_began_again_are_not_run_as_they_stand() -> None:
    """R071: a stream said the arguments anew without ending the first ones."""
    began, again = '{"command": "ls"', '{"command": "ls", "description": "d"}'
    call = {"id": "c1", "function": {"name": "bash", "arguments": began + again}}
    response = {"choices": [{"message": {"tool_calls": [call]}}]}
    found = parse_tool_calls(response, "openai", [{"name": "bash"}])
    assert [found_call.arguments for found_call in found] in ([], [json.loads(again)])


def test_an_option_lets_calls_end_reasoning() -> None:
    text = "<think>So." + _qwen("c", "x")
    options = ParserOptions(calls_in_reasoning=True)
    assert [call.arguments for call in parse(text, TOOLS, options=options).calls] == [{"c": "x"}]
    assert run([text], TOOLS, options=options)[0] == ReasoningDelta("So.")


def test_time_grows_with_the_text() -> None:
    def seconds(text: str) -> float:
        begin = time.process_time()
        run(list(text), TOOLS)
        return time.process_time() - begin

    for unit in (
        "[w(c='",
        "{",
        "<tool_call>w",
        "<function=w><parameter=c>",
        "[TOOL_CALLS]w",
        "w({",
    ):
        small = max(seconds(unit * (4_000 // len(unit))), 0.01)
        assert seconds(unit * (32_000 // len(unit))) < 30 * small, unit


# --- reports, where they are at hand ---


def _reports(format_: str) -> list[dict[str, Any]]:
    file = FACTS / "reports.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    records = [json.loads(line) for line in lines]
    return [
        record
        for record in records
        if record["area"] == "c" and record["minimal_input"].get("format") == format_
    ]


@pytest.mark.parametrize("report", _reports("model_text"), ids=lambda report: report["id"])
def test_reported_texts(report: dict[str, Any]) -> None:
    given, expected = report["minimal_input"], report["expect"]
    result = parse(given["text"], given["tools"], finish_reason=given.get("finish_reason"))
    calls = [{"name": call.name, "arguments": call.arguments} for call in result.calls]
    assert calls == expected.get("calls", calls)
    assert result.text.strip() == expected.get("text", result.text).strip()
    assert result.reasoning == expected.get("reasoning", result.reasoning)
    assert result.failures == []
    if expected.get("text_unchanged"):
        assert result.text == given["text"]
    if expected.get("distinct_ids"):
        assert len({call.id for call in result.calls}) == len(calls) == 2


@pytest.mark.parametrize("report", _reports("json_repair"), ids=lambda report: report["id"])
def test_reported_repairs(report: dict[str, Any]) -> None:
    given, expected = report["minimal_input"], report["expect"]
    outcome = mend(given["text"], given.get("schema"))
    assert isinstance(outcome, Mended)
    assert outcome.value == expected.get("value", outcome.value)
    assert list(outcome.value) == expected.get("value_keys", list(outcome.value))
    for key, part in expected.get("contains", {}).items():
        assert part in outcome.value[key]
    if expected.get("equals_strict_parse"):
        assert (outcome.value, outcome.repairs) == (json.loads(given["text"]), [])


@pytest.mark.parametrize("report", _reports("openai_tool_calls"), ids=lambda report: report["id"])
def test_reported_native_calls(report: dict[str, Any]) -> None:
    given, expected = report["minimal_input"], report["expect"]
    response = {"choices": [{"message": {"tool_calls": given["tool_calls"]}}]}
    found = parse_tool_calls(response, "openai", given["tools"])
    calls = [{"name": call.name, "arguments": call.arguments} for call in found]
    assert calls == expected.get("calls", calls)
    assert [call.name for call in found] == expected.get("names", [call.name for call in found])
    for call in found:
        if isinstance(expected.get(call.id), dict) and "error" not in expected[call.id]:
            assert call.arguments == expected[call.id]
