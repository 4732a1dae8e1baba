"""Shapes that no dialect teaches and models write all the same."""

from typing import Any

import pytest

from toolc.runtime import parse

from .streams import cuts, run

TOOLS: list[dict[str, Any]] = [
    {
        "name": "get_weather",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
    {"name": "delete_all", "destructive": True},
]
JSON = '{"city": "Oslo"}'
CALL = f'{{"name": "get_weather", "arguments": {JSON}}}'

ESCAPED = "get\\_"

# text -> the repairs of its one call
SHAPES: dict[str, list[str]] = {
    f"get_weather({JSON})": [],
    f"get_weather{JSON}": [],
    f"get_weather\n{JSON}": [],
    f"get_weather[ARGS]{JSON}": [],
    f"get_weather.call({JSON})": ["name: get_weather.call -> get_weather"],
    "get_weather(city='Oslo')": [],
    "[get_weather(city='Oslo')]": [],
    "```python\n[get_weather(city='Oslo')]\n```": [],
    "```json\n[get_weather(city='Oslo')]\n```": [],
    "```\nget_weather(city='Oslo')\n```": [],
    f"```json\n{CALL}\n```": [],
    f"```tool_call\n{CALL}\n```": [],
    f"<json>{CALL}</json>": [],
    f"<tool_call>\n```json\n{CALL}\n```\n</tool_call>": [],
    f"<tool_call><json>{CALL}</json></tool_call>": [],
    f"<tool_call>{CALL}</tool>": [],
    f"<tool_call>\n<tool_call>{CALL}</tool_call>\n</tool_call>": [],
    f"<tool_call>get_weather\n{JSON}\n</tool_call>": [],
    f"[TOOL_CALLS]get_weather{JSON}": [],
    f'{{"tool_calls": [{CALL}]}}': [],
    f'{{"tool_call": {CALL}}}': [],
    f'{{"get_weather": {JSON}}}': [],
    f'{{"tool": "get_weather", "input": {JSON}}}': [],
    f'{{"function": "get_weather", "args": {JSON}}}': [],
    f"Action: get_weather\nAction Input: {JSON}": [],
    "<get_weather><city>Oslo</city></get_weather>": [],
    "<get_weather>\n<city>Oslo</city>\n</get_weather>": [],
    "<get_weather><get_weather_city>Oslo</get_weather_city></get_weather>": [],
    '<get_weather city="Oslo"/>': [],
    "<get_weather city='Oslo'></get_weather>": [],
    f"<get_weather>{JSON}</get_weather>": [],
    "<get_weather>Oslo</get_weather>": [],
    CALL.replace("get_", "functions.get_"): ["name: functions.get_weather -> get_weather"],
    CALL.replace("get_", "home:get_"): ["name: home:get_weather -> get_weather"],
    f"<tool_call>{CALL.replace('get_', ESCAPED)}</tool_call>": [
        "escapes",
        f"name: {ESCAPED}weather -> get_weather",
    ],
    CALL.replace('er"', 'er<|channel|>commentary"'): [
        "name: get_weather<|channel|>commentary -> get_weather"
    ],
}


@pytest.mark.parametrize("text", SHAPES)
def test_a_shape_is_read(text: str) -> None:
    whole = run([text], TOOLS)
    result = parse(text, TOOLS)
    assert [(call.name, call.arguments, call.repairs) for call in result.calls] == [
        ("get_weather", {"city": "Oslo"}, SHAPES[text])
    ]
    assert (result.text, result.failures) == ("", [])
    for pieces in cuts(text):
        assert run(pieces, TOOLS) == whole


@pytest.mark.parametrize(
    "text",
    [
        f"Then get_weather({JSON}) follows.",
        f"Call it:\nget_weather({JSON})",
        f"other_tool({JSON})",
        "get_weather(city)",
        "get_weather == get_weather",
        "<get_weather> is a tool with a city.",
        "<get_weather is a tool.",
        "<b>get_weather</b>",
        "So:\n<get_weather><city>Oslo</city></get_weather>",
        "get_weather\nis a tool.",
        f"get_weathers{JSON}",
        "Action: go home\nAction Input: none",
        '{"get_weather": "sunny"}',
        '{"get_weathers": {}}',
    ],
)
def test_what_only_looks_like_one_is_text(text: str) -> None:
    result = parse(text, TOOLS)
    assert (result.calls, result.failures, result.text) == ([], [], text)


@pytest.mark.parametrize("name", ["admin.delete_all", "delete_all2", "all:delete_all", "delet_all"])
def test_a_destructive_tool_is_not_reached_by_a_guess(name: str) -> None:
    text = f'<tool_call>{{"name": "{name}", "arguments": {{}}}}</tool_call>'
    assert [failure.kind for failure in parse(text, TOOLS).failures] == ["unknown_tool"]


def test_without_tools_no_word_is_a_name() -> None:
    text = f"print({JSON})"
    assert parse(text).text == text
