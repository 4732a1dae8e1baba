"""Templates as checkpoints ship them, made dialects: each reads what its model writes."""

# ruff: noqa: RUF001 - the special tokens of DeepSeek are written with this bar

import json
from typing import Any

import pytest

from toolc.runtime import UsageError, dialect_from_response_template, parse

from .streams import run

TOOLS: list[dict[str, Any]] = [
    {
        "name": "get_weather",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        },
    },
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
]
IN_BODY = {"type": "function", "function": "{content}"}
IN_MARKER = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
THINKING = {"open": "<think>", "close": "</think>", "content": "text"}


def _template(anchor: Any = "<|im_start|>assistant\n", **calls: Any) -> dict[str, Any]:
    """A template with one way of writing calls, JSON if nothing else is said."""
    return {
        "defaults": {"role": "assistant"},
        "start_anchor": anchor,
        "fields": {
            "thinking": THINKING,
            "tool_calls": {"repeats": True, "content": "json", **calls},
            "content": {"close": "<|im_end|>", "content": "text"},
        },
    }


def _channels(kind: str) -> str:
    return rf"(?:<\|message_model\|>)?[^<]*<\|content_{kind}\|>"


OSLO = ("get_weather", {"city": "Oslo"})
NOW: tuple[str, dict[str, Any]] = ("now", {})

# name -> a template, a reply, its calls, the text and the reasoning
TEMPLATES: dict[str, tuple[dict[str, Any], str, list[tuple[str, dict[str, Any]]], str, str]] = {
    "hermes": (
        _template(open="<tool_call>", close="</tool_call>", transform=IN_BODY),
        '<think>\nHm.\n</think>\n\nSo.\n<tool_call>\n{"name": "get_weather", "arguments": '
        '{"city": "Oslo"}}\n</tool_call>\n<tool_call>{"name": "now", "arguments": {}}</tool_call>'
        "<|im_end|>",
        [OSLO, NOW],
        "So.",
        "Hm.",
    ),
    "qwen3-coder": (
        _template(
            open_pattern=r"<tool_call>\s*<function=(?P<name>\w+)>",
            close="</tool_call>",
            content="xml-inline",
            content_args={
                "tag_pattern": r"<parameter=(?P<key>\w+)>\s*(?P<value>.*?)\s*</parameter>",
                "value_parser": {"name": "json", "args": {"allow_non_json": True}},
            },
            transform=IN_MARKER,
        ),
        "<tool_call>\n<function=get_weather>\n<parameter=city>\n  Oslo\n</parameter>\n"
        "<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>\n"
        "<tool_call>\n<function=now>\n</function>\n</tool_call>",
        [("get_weather", {"city": "Oslo", "days": 3}), NOW],
        "",
        "",
    ),
    "deepseek-v3": (
        _template(
            "<｜Assistant｜>",
            open_pattern="<｜tool▁call▁begin｜>function<｜tool▁sep｜>(?P<name>[^\\n]+)\\n```json\\n",
            close_pattern="\\n?```<｜tool▁call▁end｜>",
            transform=IN_MARKER,
        ),
        "<think>Hm.</think><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n"
        '{"city": "Oslo"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>now\n'
        "```json\n{}\n```<｜tool▁call▁end｜>",
        [OSLO, NOW],
        "",
        "Hm.",
    ),
    "deepseek-v3.1": (
        _template(
            open_pattern="<｜tool▁call▁begin｜>(?P<name>.+?)<｜tool▁sep｜>",
            close="<｜tool▁call▁end｜>",
            transform=IN_MARKER,
        ),
        '<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "<｜tool▁call▁end｜>"}'
        "<｜tool▁call▁end｜>",
        [("get_weather", {"city": "<｜tool▁call▁end｜>"})],
        "",
        "",
    ),
    "deepseek-v3.2": (
        _template(
            open_pattern='<｜DSML｜invoke name="(?P<name>[^"]+)">',
            close="</｜DSML｜invoke>",
            content="xml-inline",
            content_args={
                "tag_pattern": '<｜DSML｜parameter name="(?P<key>[^"]+)" string="(?:true|false)">'
                "(?P<value>.*?)</｜DSML｜parameter>"
            },
            transform=IN_MARKER,
        ),
        '<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true"> Oslo '
        '</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="false">3'
        "</｜DSML｜parameter>\n"
        "</｜DSML｜invoke>",
        [("get_weather", {"city": " Oslo ", "days": 3})],
        "",
        "",
    ),
    "glm": (
        _template(
            open_pattern=r"<tool_call>(?P<name>[^<\n]+)\s*",
            close="</tool_call>",
            content="xml-inline",
            content_args={
                "tag_pattern": r"<arg_key>(?P<key>.*?)</arg_key>\s*"
                r"<arg_value>(?P<value>.*?)</arg_value>"
            },
            transform=IN_MARKER,
        ),
        "<tool_call>get_weather\n<arg_key>city</arg_key>\n"
        "<arg_value>Oslo</arg_value>\n</tool_call>",
        [OSLO],
        "",
        "",
    ),
    "cohere": (
        _template(
            open="<|START_ACTION|>",
            close="<|END_ACTION|>",
            transform_each=True,
            transform={"function": {"name": "{tool_name}", "arguments": "{parameters}"}},
        ),
        '<|START_ACTION|>[\n{"tool_name": "get_weather", "parameters": {"city": "Oslo"}},\n'
        '{"tool_name": "now", "parameters": {}}]<|END_ACTION|>',
        [OSLO, NOW],
        "",
        "",
    ),
    "gpt-oss": (
        {
            "start_anchor": "<|start|>assistant",
            "fields": {
                "thinking": {"open": "<|channel|>analysis<|message|>", "close": "<|end|>"},
                "content": {"open": "<|channel|>final<|message|>", "close": "<|end|>"},
                "tool_calls": {
                    "open_pattern": r"<\|channel\|>commentary to=functions\.(?P<name>\w+)"
                    r".*?<\|message\|>",
                    "close": "<|call|>",
                    "content": "json",
                    "transform": IN_MARKER,
                },
            },
        },
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary "
        'to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
        [OSLO],
        "",
        "Hm.",
    ),
    "gemma4": (
        _template(
            open_pattern=r"<\|tool_call>call:(?P<name>\w+)",
            close="<tool_call|>",
            content_args={"unquoted_keys": True, "string_delims": [['<|"|>', '<|"|>']]},
            transform=IN_MARKER,
        ),
        '<|tool_call>call:get_weather{city:<|"|>a "b"<|"|>,days:3}<tool_call|>',
        [("get_weather", {"city": 'a "b"', "days": 3})],
        "",
        "",
    ),
    "inkling": (
        {
            "start_anchor": "<|message_model|>",
            "fields": {
                "thinking": {"open_pattern": _channels("thinking"), "close": "<|end_message|>"},
                "content": {"open_pattern": _channels("text"), "close": "<|end_message|>"},
                "tool_calls": {
                    "open_pattern": _channels("invoke_tool_json"),
                    "close": "<|end_message|>",
                    "content": "json",
                    "transform": {
                        "function": {"name": "{content.name}", "arguments": "{content.args}"}
                    },
                },
            },
        },
        "<|content_thinking|>Hm.<|end_message|><|message_model|>get_weather"
        '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Oslo"}}'
        "<|end_message|>",
        [OSLO],
        "",
        "Hm.",
    ),
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_reads_what_its_model_writes_in_any_pieces(name: str) -> None:
    template, reply, calls, text, reasoning = TEMPLATES[name]
    dialect = dialect_from_response_template(json.loads(json.dumps(template)))
    result = parse(reply, TOOLS, dialect)
    assert [(call.name, call.arguments) for call in result.calls] == calls
    assert (result.text, result.reasoning, result.failures) == (text, reasoning, [])
    assert [call.repairs for call in result.calls if call.arguments] == [
        [] for _, arguments in calls if arguments
    ]
    whole = run([reply], TOOLS, dialect=dialect)
    for at in range(1, len(reply)):
        assert run([reply[:at], reply[at:]], TOOLS, dialect=dialect) == whole


def test_takes_a_tokenizers_configuration() -> None:
    template, reply, *_ = TEMPLATES["hermes"]
    dialect = dialect_from_response_template({"eos_token": "x", "response_template": template})
    assert dialect == dialect_from_response_template(template)
    assert len(parse(reply, None, dialect).calls) == 2


def test_only_its_own_calls_are_calls() -> None:
    dialect = dialect_from_response_template(TEMPLATES["deepseek-v3.1"][0])
    assert parse(TEMPLATES["hermes"][1], TOOLS, dialect).calls == []


def test_a_failure_shows_how_it_is_written() -> None:
    dialect = dialect_from_response_template(TEMPLATES["deepseek-v3.1"][0])
    text = '<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": }<｜tool▁call▁end｜>'
    [failure] = parse(text, TOOLS, dialect).failures
    assert failure.message.endswith(
        "<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{ ... }<｜tool▁call▁end｜>"
    )


XML: dict[str, Any] = {
    "open_pattern": "<a (?P<name>.*?)>",
    "content": "xml-inline",
    "transform": IN_MARKER,
}
TAG = "<(?P<key>a)>(?P<value>.*?)</a>"


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ({}, "no response template"),
        ({"fields": {"content": {}}}, "no response template"),
        ({"response_template": "x"}, "no response template"),
        (_template() | {"version": 2}, "version is 2"),
        (_template() | {"extra": 1}, "`extra`"),
        (_template(open="<a>", pattern="x"), "`pattern`"),
        (_template(), "where a call begins"),
        (_template(open=""), "where a call begins"),
        (_template(open_pattern=r".*?(?P<name>\w+)", transform=IN_MARKER), "where a call begins"),
        (_template(open="<a>", transform=IN_MARKER), "does not name the tool"),
        (_template(open="<a>", content="kv-lines"), "'kv-lines', not JSON"),
        (_template(open="<a>", close=["</a>", "</b>"]), "several ends: </a>, </b>"),
        (_template(open="<a>", close_pattern="(?=b)"), "nothing can be made of"),
        (_template(open_pattern="<a>.*?<b>"), "more than a marker"),
        (_template(open_pattern="<a>(?P<name>x).*?<b>", transform=IN_MARKER), "anything may stand"),
        (
            _template(open="<a>", transform={"function": {"name": "x", "arguments": "{content}"}}),
            "`x`",
        ),
        (_template(open="<a>", transform={"name": "{title}", "arguments": "{args}"}), "{title}"),
        (_template(open="<a>", transform=[1]), "can't be read"),
        (_template(open="<a>", content_args={"lenient": True}), "`lenient`"),
        (_template(**XML, content_args={"tag_pattern": TAG}), "nothing ends a call"),
        (_template(**XML, content_args={"tag_pattern": "<a>"}), "a key and its value"),
        (_template(**XML, content_args={"tag_pattern": TAG, "merge_duplicates": True}), "twice"),
        (
            _template(**XML, content_args={"tag_pattern": TAG, "value_parser": {"name": "int"}}),
            "'int'",
        ),
        (_template(**XML, content_args={}), "tag_pattern"),
        ({"fields": {"thinking": {"close": "x"}, "tool_calls": {"open": "<a>"}}}, "reasoning must"),
        ({"fields": {"content": 1, "tool_calls": {"open": "<a>"}}}, "can't be read"),
    ],
)
def test_what_a_dialect_cannot_say_is_refused(template: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        dialect_from_response_template(template)
