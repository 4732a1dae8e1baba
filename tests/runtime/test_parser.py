"""The parser as a whole: what is a call, what is text, and that chunking never matters."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.runtime import (
    ArgumentDelta,
    CallFailed,
    CallFinished,
    CallStarted,
    Event,
    ParserOptions,
    TextDelta,
    ToolCall,
    ToolCallParser,
    UsageError,
    parse,
)
from toolc.runtime.body import MAX_BODY
from toolc.runtime.cursor import MAX_GAP
from toolc.runtime.json_scan import MAX_NESTING
from toolc.runtime.one_shot import collect
from toolc.runtime.report import MAX_CALLS

from .streams import TOOLS, cuts, run

OSLO = {"city": "Oslo"}
TAGGED = '<tool_call name="get_weather">{"city": "Oslo"}</tool_call>'
HERMES = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
BARE = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'

PACKAGE = (
    '```json\n{"name": "my-app", "version": "1.0.0"}\n```\n'
    'and\n```json\n[{"name": "al", "age": 3}]\n```'
)

# text -> the calls as (name, arguments), the text that is left, the kinds of the failures
CASES: dict[str, tuple[str, list[tuple[str, Any]], str, list[str]]] = {
    "tagged": (TAGGED, [("get_weather", OSLO)], "", []),
    "tagged-single-quotes": (
        TAGGED.replace('"get_weather"', "'get_weather'"),
        [("get_weather", OSLO)],
        "",
        [],
    ),
    "tagged-no-body": ('<tool_call name="get_weather"></tool_call>', [("get_weather", {})], "", []),
    "hermes": (HERMES, [("get_weather", OSLO)], "", []),
    "arguments-first": (
        '<tool_call>{"arguments": {"city": "Oslo"}, "name": "get_weather"}</tool_call>',
        [("get_weather", OSLO)],
        "",
        [],
    ),
    "two-blocks": (TAGGED + "\n" + HERMES, [("get_weather", OSLO)] * 2, "", []),
    "two-in-one-block": (
        f"<tool_call>{BARE}\n{BARE}</tool_call>",
        [("get_weather", OSLO)] * 2,
        "",
        [],
    ),
    "list-in-a-tag": (
        f"<tool_call>[{BARE}, {BARE}]</tool_call>",
        [("get_weather", OSLO)] * 2,
        "",
        [],
    ),
    "bare": (BARE, [("get_weather", OSLO)], "", []),
    "bare-list": (f"[{BARE},{BARE}]", [("get_weather", OSLO)] * 2, "", []),
    "bare-several": (f"{BARE}; {BARE}\n{BARE}", [("get_weather", OSLO)] * 3, "", []),
    "bare-then-prose": (f"{BARE}\nDone.", [("get_weather", OSLO)], "Done.", []),
    "openai-shape": (
        '{"type": "function", "function": '
        '{"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}',
        [("get_weather", OSLO)],
        "",
        [],
    ),
    "aliases": (
        '<tool_call>{"tool": "get_weather", "input": {"city": "Oslo"}}</tool_call>',
        [("get_weather", OSLO)],
        "",
        [],
    ),
    "fence": (f"```json\n{BARE}\n```", [("get_weather", OSLO)], "", []),
    "fence-tool-call": (
        f"Sure.\n```tool_call\n{BARE}\n```\nDone.",
        [("get_weather", OSLO)],
        "Sure.\nDone.",
        [],
    ),
    "fence-behind-prose": (
        f"An example:\n```json\n{BARE}\n```",
        [],
        f"An example:\n```json\n{BARE}\n```",
        [],
    ),
    "text-around": (
        f"I look.\n\n{TAGGED}\n\nIt rains.",
        [("get_weather", OSLO)],
        "I look.\n\nIt rains.",
        [],
    ),
    "text-glued": (f"I look.{TAGGED}It rains.", [("get_weather", OSLO)], "I look.It rains.", []),
    "plain": ("  Just text. \n\n", [], "  Just text. \n\n", []),
    "empty": ("", [], "", []),
    "closing-tag-in-string": (
        '<tool_call name="get_weather">{"city": "a </tool_call> b"}</tool_call>',
        [("get_weather", {"city": "a </tool_call> b"})],
        "",
        [],
    ),
    "call-in-string": (
        f'<tool_call name="get_weather">{{"city": {json.dumps(HERMES)}}}</tool_call>',
        [("get_weather", {"city": HERMES})],
        "",
        [],
    ),
    "closing-tag-in-single-quotes": (
        "<tool_call name=\"get_weather\">{'city': 'a </tool_call> b'}</tool_call>",
        [("get_weather", {"city": "a </tool_call> b"})],
        "",
        [],
    ),
    "no-closing-tag": (HERMES.removesuffix("\n</tool_call>"), [("get_weather", OSLO)], "", []),
    "no-arguments": (
        '<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>',
        [("get_weather", {})],
        "",
        [],
    ),
    "missing-brace": (
        '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}</tool_call>',
        [("get_weather", OSLO)],
        "",
        [],
    ),
    "extra-brace": (HERMES.replace("}}", "}}}"), [("get_weather", OSLO)], "", []),
    "mention": (
        "Use a <tool_call> tag, then JSON.\n\nBye.",
        [],
        "Use a <tool_call> tag, then JSON.\n\nBye.",
        [],
    ),
    "mention-at-line-start": (
        "<tool_call>not valid json</tool_call>",
        [],
        "<tool_call>not valid json</tool_call>",
        [],
    ),
    "mention-then-call": (
        f"A <tool_call> now:\n{HERMES}",
        [("get_weather", OSLO)],
        "A <tool_call> now:",
        [],
    ),
    "placeholder": (
        'Write <tool_call name="get_weather">{...}</tool_call> so.',
        [],
        'Write <tool_call name="get_weather">{...}</tool_call> so.',
        [],
    ),
    "unknown-in-prose": (
        'Write <tool_call>{"name": "TOOL", "arguments": {}}</tool_call> so.',
        [],
        'Write <tool_call>{"name": "TOOL", "arguments": {}}</tool_call> so.',
        [],
    ),
    "code-span": (f"It is `{TAGGED}` there.", [], f"It is `{TAGGED}` there.", []),
    "quoted-line": (f"> {TAGGED}\nno", [], f"> {TAGGED}\nno", []),
    "quote-marks": (f'He wrote "{TAGGED}".', [], f'He wrote "{TAGGED}".', []),
    "indented-code": (f"So:\n\n    {TAGGED}\n", [], f"So:\n\n    {TAGGED}\n", []),
    "fenced-example": (f"So:\n```\n{HERMES}\n```\n", [], f"So:\n```\n{HERMES}\n```\n", []),
    "fenced-example-then-call": (
        f"So:\n```\n{HERMES}\n```\n{TAGGED}",
        [("get_weather", OSLO)],
        f"So:\n```\n{HERMES}\n```",
        [],
    ),
    "package-json": (PACKAGE, [], PACKAGE, []),
    "json-answer": (
        '{"answer": 42, "name": "get_weather"}',
        [],
        '{"answer": 42, "name": "get_weather"}',
        [],
    ),
    "definition": (
        '{"name": "get_weather", "parameters": {"type": "object", "properties": {}}}',
        [],
        '{"name": "get_weather", "parameters": {"type": "object", "properties": {}}}',
        [],
    ),
    "link": ("[a link](http://x)", [], "[a link](http://x)", []),
    "stray-fence": (f"Hm.\n{HERMES}\n```\n\n", [("get_weather", OSLO)], "Hm.", []),
    "stray-fence-behind-json": (f"{BARE}\n~~~~", [("get_weather", OSLO)], "", []),
    "stray-fence-behind-a-fence": (f"```\n{BARE}\n```\n```", [("get_weather", OSLO)], "", []),
    "stray-ticks": (f"{TAGGED}\n``", [("get_weather", OSLO)], "``", []),
    "block-behind": (
        f"{TAGGED}\n```\ncode\n```",
        [("get_weather", OSLO)],
        "```\ncode\n```",
        [],
    ),
    "block-behind-a-fence": (
        f"```json\n{BARE}\n```\n```sh\nls\n```",
        [("get_weather", OSLO)],
        "```sh\nls\n```",
        [],
    ),
    "object-behind-complete-arguments": (
        '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}{"city": "Rome"}',
        [("get_weather", OSLO)],
        "",
        ["ambiguous"],
    ),
    "unknown-without-arguments": (
        '<function_calls>\n<invoke name="fly"></invoke>\n</function_calls>',
        [],
        "",
        ["unknown_tool"],
    ),
    "unknown": (
        f'<tool_call>{{"name": "fly", "arguments": {{}}}}</tool_call>\n{TAGGED}',
        [("get_weather", OSLO)],
        "",
        ["unknown_tool"],
    ),
    "no-name": ('<tool_call>{"town": "Oslo"}</tool_call>', [], "", ["unreadable"]),
    "inferred-name": (
        '<tool_call>{"city": "Oslo"}</tool_call>',
        [("get_weather", OSLO)],
        "",
        [],
    ),
    "broken": (
        '<tool_call name="create_ticket">{"a" 1 "b" :: 2}</tool_call>',
        [],
        "",
        ["unreadable"],
    ),
    "not-an-object": ('<tool_call name="get_weather">[1, 2]</tool_call>', [], "", ["unreadable"]),
    "nan": ('<tool_call name="get_weather">{"city": NaN}</tool_call>', [], "", ["unreadable"]),
    "near-destructive": ('<tool_call name="delete_filee">{}</tool_call>', [], "", ["unknown_tool"]),
    "other-verb": ('<tool_call name="set_weather">{}</tool_call>', [], "", ["unknown_tool"]),
    "cut-off": ('<tool_call name="get_weather">{"city": "Os', [], "", ["cut_off"]),
    "cut-off-second": (TAGGED + "\n" + TAGGED[:-20], [("get_weather", OSLO)], "", ["cut_off"]),
    "cut-off-head": ('Hm.\n<tool_call name="get_we', [], "Hm.", ["cut_off"]),
}


@pytest.mark.parametrize("case", CASES)
def test_finds_calls_and_leaves_text(case: str) -> None:
    text, calls, left, failures = CASES[case]
    result = parse(text, TOOLS)
    assert [(call.name, call.arguments) for call in result.calls] == calls
    assert result.text == left
    assert [failure.kind for failure in result.failures] == failures


@pytest.mark.parametrize("case", CASES)
def test_no_cut_changes_an_event(case: str) -> None:
    text = CASES[case][0]
    whole = run([text])
    for pieces in cuts(text):
        assert run(pieces) == whole, pieces


def test_events_in_order() -> None:
    assert run([f"Hm.\n{TAGGED}\nYes."]) == [
        TextDelta("Hm."),
        CallStarted(0, "get_weather"),
        ArgumentDelta(0, '{"city": "Oslo"}'),
        CallFinished(0, ToolCall("call_1", "get_weather", {"city": "Oslo"}, raw=TAGGED)),
        TextDelta("\nYes."),
    ]


def test_repairs_are_listed_with_the_raw_text() -> None:
    raw = (
        "<tool_call name=\"createTicket\">{'title': 'Login fails', 'priority': 'high',}</tool_call>"
    )
    (call,) = parse(f"I'll open it now.\n{raw}", TOOLS).calls
    assert call.to_json() == {
        "id": "call_1",
        "name": "create_ticket",
        "arguments": {"title": "Login fails", "priority": "high"},
        "repaired": True,
        "repairs": ["single_quotes", "trailing_comma", "name: createTicket -> create_ticket"],
        "raw": raw,
    }


@pytest.mark.parametrize("text", [TAGGED, HERMES, BARE, f"```tool_call\n{BARE}\n```", f"[{BARE}]"])
@pytest.mark.parametrize("reason", ["length", "stop", None])
def test_a_call_cut_off_is_never_a_call(text: str, reason: str | None) -> None:
    value_ends = text.rindex("}") + 1
    for cut in range(len(text)):
        result = collect(run([text[:cut]], reason=reason))
        whole = [(call.name, call.arguments) for call in result.calls]
        assert whole == ([("get_weather", OSLO)] if cut >= value_ends else []), text[:cut]
        assert {failure.kind for failure in result.failures} <= {"cut_off"}


def test_a_call_cut_off_by_the_limit_says_so() -> None:
    (failure,) = parse(TAGGED[:40], TOOLS, finish_reason="length").failures
    assert failure.message.startswith("The call to get_weather was cut off by the output limit")
    assert failure.raw == TAGGED[:40]


@pytest.mark.parametrize(
    ("text", "options", "reasoning", "left", "calls"),
    [
        ("<think>\nA plan.\n</think>\n\nHi.", ParserOptions(), "A plan.", "Hi.", 0),
        (
            f"<think>I could {TAGGED}\n</think>\n{TAGGED}",
            ParserOptions(),
            f"I could {TAGGED}",
            "",
            1,
        ),
        ("<think>never closed " + TAGGED, ParserOptions(), "never closed " + TAGGED, "", 0),
        ("A plan.\n</think>\nHi.", ParserOptions(reasoning_open=True), "A plan.", "Hi.", 0),
        ("A plan.\n</think>\nHi.", ParserOptions(), "", "A plan.\n\nHi.", 0),
        (f"<think>So\n{HERMES}", ParserOptions(calls_in_reasoning=True), "So", "", 1),
        ("The <think> tag.", ParserOptions(), "", "The <think> tag.", 0),
        ("The tag </think> ends it.", ParserOptions(), "", "The tag </think> ends it.", 0),
        ('It is "</think>" then.', ParserOptions(), "", 'It is "</think>" then.', 0),
        ("A plan.</think>\nHi.", ParserOptions(), "", "A plan.\nHi.", 0),
        (f"So:\n```\n{HERMES}\n```", ParserOptions(calls_in_quotes=True), "", "So:", 1),
        (f"It is `{TAGGED}`.", ParserOptions(calls_in_quotes=True), "", "It is ``.", 1),
    ],
)
def test_reasoning_and_quotes_are_options(
    text: str, options: ParserOptions, reasoning: str, left: str, calls: int
) -> None:
    whole = run([text], options=options)
    result = collect(whole)
    assert (result.reasoning, result.text, len(result.calls)) == (reasoning, left, calls)
    for pieces in cuts(text):
        assert run(pieces, options=options) == whole


def test_arguments_stream_as_they_come() -> None:
    parser = ToolCallParser(TOOLS)
    parser.feed('<tool_call name="create_ticket">{"body": "')
    assert parser.feed("a long ") == [ArgumentDelta(0, "a long ")]
    assert parser.feed("text") == [ArgumentDelta(0, "text")]


def test_a_call_finishes_on_its_last_character() -> None:
    for text in (TAGGED, HERMES, BARE, f"[{BARE}]"):
        parser = ToolCallParser(TOOLS)
        parser.feed(text[:-1])
        assert any(isinstance(event, CallFinished) for event in parser.feed(text[-1])), text


def test_text_is_held_no_longer_than_a_marker() -> None:
    parser = ToolCallParser(TOOLS)
    text = 'Is 3 < 4 or `a` > b? <tool_box> {x} [y] <think \n- <tool_cal </tool_ca\n{"names": 1}'
    shown = ""
    for at, char in enumerate(text):
        events = parser.feed(char)
        shown += "".join(event.text for event in events if isinstance(event, TextDelta))
        assert at + 1 - len(shown) <= len("<tool_call name=") + 25
    assert shown.strip() == text


@pytest.mark.parametrize("split", range(1, len("</tool_call>")))
def test_tags_never_show(split: int) -> None:
    at = TAGGED.index("</tool_call>") + split
    events = run([f"a\n{TAGGED[:at]}", f"{TAGGED[at:]}b"])
    assert [event.text for event in events if isinstance(event, TextDelta)] == ["a", "\nb"]


def test_no_tools_take_any_name() -> None:
    result = parse(TAGGED.replace("get_weather", "anything"))
    assert [call.name for call in result.calls] == ["anything"]


def test_a_named_dialect_is_strict() -> None:
    assert parse(HERMES, TOOLS, "tagged").calls == []
    assert parse(BARE, TOOLS, "hermes").text == BARE
    assert len(parse(f"So:\n```json\n{BARE}\n```", TOOLS, "json").calls) == 1


def test_inferring_names_is_an_option_of_auto() -> None:
    text = '<tool_call>{"city": "Oslo"}</tool_call>'
    assert parse(text, TOOLS).calls[0].repairs == ["inferred_name: get_weather"]
    assert parse(text, TOOLS, options=ParserOptions(infer_names=False)).calls == []
    assert parse(text, TOOLS, "hermes").calls == []
    again = {"name": "get_time", "parameters": {"properties": {"city": {}}}}
    assert parse(text, [*TOOLS, again]).calls == []


def test_misuse_raises() -> None:
    with pytest.raises(UsageError, match="no dialect is called `klingon`; there are auto, apertus"):
        ToolCallParser(TOOLS, "klingon")
    parser = ToolCallParser(TOOLS)
    parser.close()
    assert parser.close() == []
    with pytest.raises(UsageError, match="the parser is closed"):
        parser.feed("more")


def test_validators_decide() -> None:
    def validate(value: Any) -> list[str]:
        return [] if "city" in value else ["/city: missing", "/unit: missing"]

    tools = [{"name": "get_weather", "validate": validate}]
    assert len(parse(TAGGED, tools).calls) == 1
    (failure,) = parse('<tool_call name="get_weather">{"a": 1}</tool_call>', tools).failures
    assert failure.kind == "invalid_arguments"
    assert failure.message.splitlines() == [
        "The call to get_weather was not run.",
        "/city: missing",
        "/unit: missing",
        'Write it again as <tool_call name="get_weather">{ ... }</tool_call> '
        "with these two mended.",
    ]


def test_a_generated_module_may_make_its_own_calls() -> None:
    class Typed(ToolCall):
        @property
        def args(self) -> str:
            return str(self.arguments["city"])

    def make(call: ToolCall) -> ToolCall:
        return Typed(call.id, call.name, call.arguments, raw=call.raw)

    (call,) = parse(TAGGED, TOOLS, options=ParserOptions(make_call=make)).calls
    assert isinstance(call, Typed)
    assert call.args == "Oslo"


# --- bounds ---


def _deep(levels: int) -> str:
    return f'<tool_call name="get_weather">{{"a": {"[" * levels}{"]" * levels}}}</tool_call>'


def test_nesting_is_bounded() -> None:
    assert len(parse(_deep(MAX_NESTING - 1), TOOLS).calls) == 1
    for levels in (MAX_NESTING, 5_000):
        result = parse(_deep(levels) + TAGGED, TOOLS)
        assert [failure.kind for failure in result.failures] == ["limit"]
        assert [call.name for call in result.calls] == ["get_weather"]
        assert result.text == ""


def test_bodies_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_BODY >= 1_000_000
    monkeypatch.setattr("toolc.runtime.body.MAX_BODY", 100)
    text = f'<tool_call name="get_weather">{{"a": "{"x" * 200}"}}</tool_call>{TAGGED}'
    whole = run([text])
    assert [type(event).__name__ for event in whole] == [
        "CallStarted",
        "ArgumentDelta",
        "CallFailed",
        "CallStarted",
        "ArgumentDelta",
        "CallFinished",
    ]
    for pieces in cuts(text):
        assert run(pieces) == whole


def test_calls_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_CALLS >= 100
    monkeypatch.setattr("toolc.runtime.report.MAX_CALLS", 2)
    result = parse(TAGGED * 3, TOOLS)
    assert len(result.calls) == 2
    assert [failure.kind for failure in result.failures] == ["limit"]


def test_a_marker_far_from_its_body_is_text() -> None:
    near = f"<tool_call>{' ' * MAX_GAP}{BARE}</tool_call>"
    assert len(parse(near, TOOLS).calls) == 1
    far = f"<tool_call>{' ' * (MAX_GAP + 1)}{BARE}</tool_call>"
    assert parse(far, TOOLS).text == far


# --- properties ---

PARTS = [
    *("<tool_call>", '<tool_call name="get_weather">', "<tool_call name=", "</tool_call>"),
    *('{"name": "get_weather", "arguments": ', '{"arguments": ', ', "name": "get_weather"}'),
    *('{"a": "x"}', "{}", "}", "{", "[", "]", ",", ":", ";", '"', "'", "\\", "/*", "*/", "//", "#"),
    *("```json\n", "```\n", "```", "```tool_call\n", "`", "> ", "\n", " ", "    ", "<", "text"),
    *("<think>", "</think>", '{"name": "nope", "arguments": {}}', '"parameters": {', "1", "😀"),
    *(BARE, HERMES, " " * 70, "x" * 70),
    *("<function=get_weather>", "<parameter=city>", "</parameter>", "</function>", "<tool_calls>"),
    *('<invoke name="get_weather">', '<parameter name="city">', "</invoke>", "<function_calls>"),
    *("get_weather", "<arg_key>city</arg_key>", "<arg_value>", "</arg_value>", "(city='x')", "("),
    *("[TOOL_CALLS]", "[ARGS]", "<|python_tag|>", "<|tool_call>", "call:get_weather{city:", ")"),
    *(
        '<|"|>',
        "<tool_call|>",
        "<|channel|>",
        "to=get_weather",
        "<|message|>",
        "<|end|>",
        "Action:",
    ),
    *("]<]minimax[>[", "<tool_call>", "</s>", "functools", "<json>", "<![CDATA[", "]]>", "city="),
    *('<function name="get_weather">', '<param name="city">', "</param>", "\nAction Input:"),
]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=12).map("".join),
    st.lists(st.integers(0, 200), max_size=4),
    st.sampled_from([TOOLS, None]),
    st.sampled_from([None, "length"]),
)
def test_any_text_in_any_pieces_gives_the_same_events(
    text: str, marks: Sequence[int], tools: object, reason: str | None
) -> None:
    whole = run([text], tools, reason=reason)
    ends = [0, *sorted(min(mark, len(text)) for mark in marks), len(text)]
    pieces = [text[begin:end] for begin, end in pairwise(ends)]
    assert run(pieces, tools, reason=reason) == whole
    assert run(list(text), tools, reason=reason) == whole


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.sampled_from(["</tool_call>", '"}', "{", "'", "\\", "```", "// no", "é😀\u2028", HERMES]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.dictionaries(st.text(), JSON, max_size=4), st.booleans(), st.sampled_from([None, 1]))
def test_well_formed_arguments_come_back_untouched(
    arguments: dict[str, Any],
    ascii_only: bool,  # noqa: FBT001 - drawn
    indent: int | None,
) -> None:
    body = json.dumps(arguments, ensure_ascii=ascii_only, indent=indent)
    named = json.dumps({"name": "read_file", "arguments": arguments}, ensure_ascii=ascii_only)
    for text in (
        f'<tool_call name="read_file">{body}</tool_call>',
        f"<tool_call>\n{named}\n</tool_call>",
        f"```json\n{named}\n```",
        named,
    ):
        result = parse(text, TOOLS)
        assert [(call.arguments, call.repairs) for call in result.calls] == [(arguments, [])]
        assert (result.text, result.failures) == ("", [])
        assert "".join(_deltas(run([text]))) in {
            body,
            json.dumps(arguments, ensure_ascii=ascii_only),
        }


def _deltas(events: Sequence[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, ArgumentDelta)]


def test_failures_carry_the_raw_text() -> None:
    text = '<tool_call name="fly">{"to": "Oslo"}</tool_call>'
    (event,) = run([text])
    match event:
        case CallFailed(0, "unknown_tool", message, raw):
            assert raw == text
            assert message == 'There is no tool "fly". Nothing was run.'
        case _:
            pytest.fail(str(event))


def test_the_pieces_of_one_feed_come_joined_whatever_stands_between_them() -> None:
    text = "Use `npm install`, then\n\n```bash\nnpm run\n```\n\nand `more`.\n" * 200
    events = ToolCallParser([{"name": "f"}]).feed(text)
    assert [type(event).__name__ for event in events] == ["TextDelta"]
    assert isinstance(events[0], TextDelta)
    assert events[0].text.startswith(text[:-100])
