"""What parsers are known to get wrong, by class: here each comes out right, in any pieces."""

import json
import time
from typing import Any

import pytest

from toolc.runtime import ParserOptions, ReasoningDelta, parse, parse_tool_calls
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


# class -> a reply and its calls
CLASSES: dict[str, tuple[str, list[tuple[str, dict[str, Any]]]]] = {
    "end-tag-in-a-string": (
        '<tool_call>{"name":"w","arguments":{"c":"a </tool_call> b"}}</tool_call>',
        [("w", {"c": "a </tool_call> b"})],
    ),
    "marker-in-prose-then-a-call": (
        'A <tool_call> tag.\n<tool_call>{"name": "now", "arguments": {}}</tool_call>',
        [("now", {})],
    ),
    "quoted-markup": (f"So:\n{FENCED}\nor `<tool_call>`.", []),
    "rehearsed-in-reasoning": (f"<think>{_qwen('c', 'x')}</think>No.", []),
    "truncated": ('<tool_call>{"name": "w", "arguments": {"c": "x"', []),
    "null-for-a-string": (_qwen("c", "null"), [("w", {"c": "null"})]),
    "a-boolean-that-is-none": (_qwen("on", "maybe"), [("w", {"on": "maybe"})]),
    "precision": (_qwen("n", "9223372036854775807"), [("w", {"n": 9223372036854775807})]),
    "white-space": (_qwen("c", "    x\n  y "), [("w", {"c": "    x\n  y "})]),
    "missing-end-of-a-value": (
        "<tool_call>\n<function=w>\n<parameter=c>\n{1}\n</function>\n</tool_call>",
        [("w", {"c": "{1}"})],
    ),
    "missing-opening-tag": (
        "<function=w>\n<parameter=c>\nx\n</parameter>\n</function>\n</tool_call>",
        [("w", {"c": "x"})],
    ),
    "several-in-one-wrapper": (
        '<minimax:tool_call><invoke name="w"><parameter name="c">1</parameter></invoke>'
        '<invoke name="fly"></invoke><invoke name="now"></invoke></minimax:tool_call>',
        [("w", {"c": "1"}), ("now", {})],
    ),
    "nested-brackets": (
        'functools[{"name": "w", "arguments": {"list": [[1], []]}}]',
        [("w", {"list": [[1], []]})],
    ),
    "python-strings": (
        "[w(c='a], (b', n=-1, list=(1, 2)), now()]",
        [("w", {"c": "a], (b", "n": -1, "list": [1, 2]}), ("now", {})],
    ),
    "odd-names": (
        '<tool_call>{"name": "a-b.c__d", "arguments": {}}</tool_call>',
        [("a-b.c__d", {})],
    ),
    "ids-for-names": (
        "<|tool_call_begin|>functions.w:0<|tool_call_argument_begin|>{}<|tool_call_end|>"
        "<|tool_call_begin|>functionsw5<|tool_call_argument_begin|>{}<|tool_call_end|>"
        "<|tool_call_begin|>functions_w_1<|tool_call_argument_begin|>{}<|tool_call_end|>",
        [("w", {})] * 3,
    ),
    "custom-quotes": (
        '<|tool_call>call:w{c:<|"|>a "b" <|"|> c<|"|>,list:["x"]}<tool_call|>',
        [("w", {"c": 'a "b" <|"|> c', "list": ["x"]})],
    ),
    "no-arguments": ('<tool_call>{"name": "now", "arguments": {}}</tool_call>', [("now", {})]),
    "unicode": (
        '<tool_call>{"name": "w", "arguments": {"c": "é\\ud83d\\ude00😀\n"}}</tool_call>',
        [("w", {"c": "é😀😀\n"})],
    ),
    "doubled-encoding": (
        '<tool_call>{"name": "w", "arguments": {"list": "[1]", "c": "[1]"}}</tool_call>',
        [("w", {"list": [1], "c": "[1]"})],
    ),
    "text-behind": ('<tool_call>{"name": "now", "arguments": {}}</tool_call> Yes.', [("now", {})]),
}


@pytest.mark.parametrize("name", CLASSES)
def test_the_right_calls_in_any_pieces(name: str) -> None:
    text, calls = CLASSES[name]
    assert [(call.name, call.arguments) for call in parse(text, TOOLS).calls] == calls
    whole = run([text], TOOLS)
    for step in (1, 2, 3, 7):
        pieces = [text[at : at + step] for at in range(0, len(text), step)]
        assert run(pieces, TOOLS) == whole


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
