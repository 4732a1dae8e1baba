"""Bodies of `key: value` lines, as the parser reads them."""

from typing import Any

import pytest

from toolc.runtime import parse

from .streams import run

TOOLS: list[dict[str, Any]] = [
    {
        "name": "get_weather",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        },
    }
]


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ("\ncity: Oslo <NO>\ndays: 3\n", {"city": "Oslo <NO>", "days": 3}),
        ("city: Oslo", {"city": "Oslo"}),
        ("{\ncity: New York\ndays: 3\n}", {"city": "New York", "days": 3}),
    ],
)
def test_reads_lines_in_any_pieces(body: str, arguments: dict[str, Any]) -> None:
    text = f'<tool_call name="get_weather">{body}</tool_call>Ok.'
    [call] = parse(text, TOOLS).calls
    assert (call.arguments, call.repairs) == (arguments, ["key_value_lines"])
    whole = run([text], TOOLS)
    for at in range(1, len(text)):
        assert run([text[:at], text[at:]], TOOLS) == whole


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('<tool_call name="get_weather">city: Oslo\nand so on</tool_call>', "unreadable"),
        ('<tool_call name="get_weather">days: three</tool_call>', "unreadable"),
        ('<tool_call name="get_weather">city: Oslo', "cut_off"),
    ],
)
def test_fails_otherwise(text: str, kind: str) -> None:
    result = parse(text, TOOLS)
    assert (result.calls, [failure.kind for failure in result.failures]) == ([], [kind])


def test_unknown_keys_are_no_lines() -> None:
    text = '<tool_call name="get_weather">town: Oslo</tool_call>'
    assert parse(text, TOOLS).calls == []
