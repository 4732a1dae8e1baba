# ruff: noqa: RUF001 - the fullwidth bars are the wire format
"""The readers of bodies that are not JSON, each through its dialect."""

from typing import Any

import pytest

from toolc.runtime import ArgumentDelta, ToolCallParser, parse
from toolc.runtime.body import MAX_BODY
from toolc.runtime.json_scan import MAX_NESTING

from .streams import cuts, run

MARK = "]<]minimax[>["
TOOLS: list[dict[str, Any]] = [
    {
        "name": "edit",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "text": {"type": "string"},
                "n": {"type": "integer"},
                "on": {"type": "boolean"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "at": {"type": "object", "properties": {"zip": {"type": "string"}}},
            },
        },
    },
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
]


def _function(*values: str, end: str = "</function>\n</tool_call>") -> str:
    return f"<tool_call>\n<function=edit>\n{''.join(values)}{end}"


def _value(key: str, text: str) -> str:
    return f"<parameter={key}>{text}</parameter>\n"


# dialect, text, arguments (None: no call), repairs
CASES: dict[str, tuple[str, str, dict[str, Any] | None, list[str]]] = {
    "one-line-break-a-side": (
        "qwen3_xml",
        _function(_value("text", "\n\n  a\n\n"), _value("n", "\n3\n")),
        {"text": "\n  a\n", "n": 3},
        [],
    ),
    "values-verbatim": ("mimo", _function(_value("text", "\n a \n")), {"text": "\n a \n"}, []),
    "no-type-is-forced": (
        "qwen3_xml",
        _function(_value("text", "null"), _value("on", "maybe"), _value("n", "007")),
        {"text": "null", "on": "maybe", "n": 7},
        [],
    ),
    "tags-in-a-value": (
        "qwen3_xml",
        _function(_value("text", "a </function> b </tool_call> <parameter=x> c")),
        {"text": "a </function> b </tool_call> <parameter=x> c"},
        [],
    ),
    "no-closing-tag-of-a-value": (
        "qwen3_xml",
        _function("<parameter=path>a\n", "<parameter=text>b\n"),
        {"path": "a", "text": "b"},
        ["missing_closers"],
    ),
    "no-closing-tag-of-the-call": (
        "qwen3_xml",
        _function(_value("path", "a"), end="</tool_call>"),
        {"path": "a"},
        ["missing_closers"],
    ),
    "no-opening-tag": (
        "qwen3_xml",
        _function(_value("path", "a")).removeprefix("<tool_call>\n"),
        {"path": "a"},
        [],
    ),
    "not-a-known-function": ("qwen3_xml", "<function=NAME>\n<parameter=x>1</parameter>", None, []),
    "text-between-values": ("qwen3_xml", _function("hello", _value("path", "a")), None, []),
    "quoted-names": (
        "minimax_m2",
        "<minimax:tool_call><invoke name='edit'><parameter name=path>a</parameter></invoke>",
        {"path": "a"},
        [],
    ),
    "a-type-on-the-wire": (
        "deepseek_v32",
        '<｜DSML｜invoke name="edit"><｜DSML｜parameter name="text" string="true">3'
        '</｜DSML｜parameter><｜DSML｜parameter name="x" string="false">[1]</｜DSML｜parameter>'
        "</｜DSML｜invoke>",
        {"text": "3", "x": [1]},
        [],
    ),
    "cdata": (
        "minicpm5",
        '<function name="edit"><param name="text"><![CDATA[a</param>]]></param></function>',
        {"text": "a</param>"},
        [],
    ),
    "pairs": (
        "glm47",
        "<tool_call>edit<arg_key>text</arg_key><arg_value> a\n</arg_value>"
        "<arg_key>n</arg_key><arg_value>3</arg_value></tool_call>",
        {"text": " a\n", "n": 3},
        [],
    ),
    "a-key-without-a-value": (
        "glm47",
        "<tool_call>edit<arg_key>text</arg_key></tool_call>\n<tool_call>x<arg_value>1</arg_value>",
        None,
        [],
    ),
    "twice-the-same-key": (
        "glm47",
        "<tool_call>edit<arg_key>n</arg_key><arg_value>1</arg_value>"
        "<arg_key>n</arg_key><arg_value>2</arg_value></tool_call>",
        {"n": 2},
        ["duplicate_keys"],
    ),
    "python": (
        "pythonic",
        "[edit(path='it\\'s', text=\"a, b)]\", n=-3, tags=['x', (1, 2)], on=True, at=None)]",
        {
            "path": "it's",
            "text": "a, b)]",
            "n": -3,
            "tags": ["x", [1, 2]],
            "on": True,
            "at": None,
        },
        [],
    ),
    "python-keywords": (
        "pythonic",
        "[edit(from=1, text='a\nb')]",
        {"from": 1, "text": "a\nb"},
        ["raw_newlines"],
    ),
    "python-by-position": ("pythonic", "[edit('a')]", None, []),
    "python-in-a-sentence": ("pythonic", "We [edit(path)] it.", None, []),
    "quoted": (
        "gemma4",
        '<|tool_call>call:edit{path:<|"|>a "b" <|"|> c<|"|>,n:3,tags:["x",<|"|>y<|"|>],'
        'at:{zip:<|"|>01<|"|>},on:null}<tool_call|>',
        {"path": 'a "b" <|"|> c', "n": 3, "tags": ["x", "y"], "at": {"zip": "01"}, "on": None},
        [],
    ),
    "elements": (
        "minimax_m3",
        f'{MARK}<invoke name="edit">{MARK}<at>{MARK}<zip>01{MARK}</zip>{MARK}</at>{MARK}<tags>'
        f"{MARK}<item>a{MARK}</item>{MARK}</tags>{MARK}<n>3{MARK}</n>{MARK}</invoke>",
        {"at": {"zip": "01"}, "tags": ["a"], "n": 3},
        [],
    ),
    "elements-not-closed": (
        "minimax_m3",
        f'{MARK}<invoke name="edit">{MARK}<at>{MARK}<zip>01{MARK}</zip>{MARK}</invoke>',
        None,
        [],
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("auto", [False, True])
def test_a_body_is_read(case: str, *, auto: bool) -> None:
    dialect, text, arguments, repairs = CASES[case]
    if auto and case == "values-verbatim":
        pytest.skip("told apart by the dialect's name alone")
    result = parse(text, TOOLS, "auto" if auto else dialect)
    if arguments is None:
        assert not result.calls
    else:
        assert [(call.arguments, call.repairs) for call in result.calls] == [(arguments, repairs)]
        assert not result.failures


@pytest.mark.parametrize("case", CASES)
def test_no_cut_changes_an_event(case: str) -> None:
    dialect, text, _, _ = CASES[case]
    for name in (dialect, "auto"):
        whole = run([text], TOOLS, dialect=name)
        for pieces in cuts(text):
            assert run(pieces, TOOLS, dialect=name) == whole, pieces


@pytest.mark.parametrize("case", CASES)
def test_a_body_that_is_cut_off_is_never_a_call(case: str) -> None:
    dialect, text, arguments, _ = CASES[case]
    for size in range(len(text)):
        for call in parse(text[:size], TOOLS, dialect, finish_reason="length").calls:
            assert call.arguments == arguments, text[:size]


@pytest.mark.parametrize("case", [case for case, row in CASES.items() if row[2] is not None])
def test_long_values_stream(case: str) -> None:
    dialect, text, _, _ = CASES[case]
    shown = [
        event
        for event in run(list(text), TOOLS, dialect=dialect)
        if isinstance(event, ArgumentDelta)
    ]
    assert shown


def test_bodies_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_BODY >= 1_000_000
    for home in ("text_body", "body"):
        monkeypatch.setattr(f"toolc.runtime.{home}.MAX_BODY", 50)
    text = _function(_value("text", "x" * 200)) + "\nDone."
    whole = run([text], TOOLS)
    assert [failure.kind for failure in parse(text, TOOLS).failures] == ["limit"]
    for step in (1, 3, 60):
        pieces = [text[at : at + step] for at in range(0, len(text), step)]
        assert run(pieces, TOOLS) == whole


@pytest.mark.parametrize(
    "text",
    [
        "[edit(tags=" + "[" * 5_000 + "]" * 5_000 + ")]",
        "<|tool_call>call:edit{tags:" + "[" * 5_000 + "]" * 5_000 + "}<tool_call|>",
        f'{MARK}<invoke name="edit">'
        + f"{MARK}<a>" * 5_000
        + f"{MARK}</a>" * 5_000
        + f"{MARK}</invoke>",
    ],
)
def test_nesting_is_bounded(text: str) -> None:
    assert MAX_NESTING < 1_000
    result = parse(text, TOOLS)
    assert not result.calls
    assert len(result.failures) == 1


def test_a_long_value_takes_the_short_way() -> None:
    parser = ToolCallParser(TOOLS)
    parser.feed("<tool_call>\n<function=edit>\n<parameter=text>")
    assert parser.feed("some text") == [ArgumentDelta(0, "some text")]
    assert parser.feed(" < more") == [ArgumentDelta(0, " < more")]
