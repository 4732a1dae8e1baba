"""Text that shows a call: it makes none, however it is quoted and cut."""

import pytest

from toolc.runtime import ParserOptions, parse
from toolc.runtime.quotation import AT_LINE, quotation, quotes

from .streams import TOOLS, cuts, run

TAGGED = '<tool_call name="get_weather">{"city": "Oslo"}</tool_call>'
HERMES = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
BARE = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'
XML = "<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>"

QUOTED = {
    "span": f"It is `{TAGGED}` there.",
    "span-of-two": f"Write ``{TAGGED}`` to call.",
    "span-of-two-with-one-inside": f"Write `` ` {TAGGED}`` to call.",
    "span-of-four": f"Write ````{TAGGED}```` to call.",
    "span-over-a-line": f"Write `this:\n{XML}` to call.",
    "fence": f"So:\n```\n{HERMES}\n```\n",
    "fence-with-a-label": f"So:\n```xml title=x\n{HERMES}\n```\n",
    "fence-of-four": f"So:\n````\n```\n{HERMES}\n```\n{TAGGED}\n````\n",
    "fence-of-four-first": f"````md\n```json\n{BARE}\n```\n{TAGGED}\n````\n",
    "fence-with-ticks-inside": f"So:\n```python\ntext = '```json'\n{TAGGED}\n```\n",
    "fence-in-a-fence": f"So:\n```md\n```json\n{TAGGED}\n```\n",
    "fence-with-a-broken-end": f"So:\n```\n``` x\n{TAGGED}",
    "fence-of-tildes": f"So:\n~~~\n{HERMES}\n~~~\n",
    "fence-of-tildes-first": f"~~~md\n{TAGGED}\n~~~",
    "fence-of-tildes-with-ticks": f"~~~~ md\n```\n~~~\n```\n{TAGGED}\n~~~~\n",
    "fence-in-the-line": f"So: ```\n{HERMES}\n```\n",
    "comment": f"<!-- {TAGGED} -->",
    "comment-of-lines": f"So.\n<!--\n{HERMES}\n\n{TAGGED}\n-->\n",
    "comment-in-the-line": f"So <!-- {TAGGED} --> it is.",
    "pre": f"<pre>\n{HERMES}\n\n{TAGGED}\n</pre>",
    "pre-with-attributes": f'See <pre class="x">{TAGGED}</pre> there.',
    "code": f"<code>{TAGGED}</code>",
    "code-in-pre": f"<pre><code>\n{HERMES}\n</code>\n{TAGGED}</pre>",
    "code-in-the-line": f"Write <code>\n{TAGGED}\n</code> so.",
    "blockquote": f"<blockquote>\n{TAGGED}\n</blockquote>",
    "samp": f"It prints <samp>{TAGGED}</samp>.",
    "quoted-line": f"> {TAGGED}\n>{TAGGED}",
    "table": f"| call | what |\n|---|---|\n| {TAGGED} | it rains |\n",
    "diff": f"+{TAGGED}\n-{TAGGED}\n+   {TAGGED}\n",
    "diff-of-lines": "".join(f"+{line}\n" for line in HERMES.splitlines()),
    "indented": f"So:\n\n    {TAGGED}\n",
    "indented-by-a-tab": f"So:\n\n\t{TAGGED}\n",
    "result": f'<tool_result name="x">{TAGGED}</tool_result>',
    "response": f"<tool_response>\n{HERMES}\n</tool_response>",
    "results": f"<function_results>\n\n{HERMES}\n\n</function_results>",
    "results-of-mistral": f"[TOOL_RESULTS]{TAGGED}[/TOOL_RESULTS]",
    "result-with-a-fence": f"<tool_response>\n```\nx\n```\n{TAGGED}\n</tool_response>",
}


@pytest.mark.parametrize("kind", QUOTED)
def test_a_quoted_call_is_text(kind: str) -> None:
    text = QUOTED[kind]
    result = parse(text, TOOLS)
    assert (result.calls, result.failures, result.text) == ([], [], text)


@pytest.mark.parametrize("kind", QUOTED)
def test_no_cut_changes_an_event(kind: str) -> None:
    for text in (QUOTED[kind], f"{QUOTED[kind]}\n\n{TAGGED}"):
        whole = run([text])
        for pieces in cuts(text):
            assert run(pieces) == whole, pieces


@pytest.mark.parametrize(
    "kind", sorted(QUOTED.keys() - {"fence-with-a-broken-end", "fence-in-a-fence"})
)
def test_a_call_behind_a_quotation_counts(kind: str) -> None:
    result = parse(f"{QUOTED[kind]}\n\n{TAGGED}", TOOLS)
    assert [call.name for call in result.calls] == ["get_weather"]
    assert result.text == QUOTED[kind].rstrip()


@pytest.mark.parametrize("kind", sorted(QUOTED.keys() - {"diff-of-lines"}))
def test_an_option_reads_quoted_calls(kind: str) -> None:
    result = parse(QUOTED[kind], TOOLS, options=ParserOptions(calls_in_quotes=True))
    assert {call.name for call in result.calls} == {"get_weather"}


@pytest.mark.parametrize(
    "lead",
    [
        "A stray ` is here.\n\n",
        "A stray `` is here.\n \n",
        "A comment begins with <!-- always.\n\n",
        "Use <pre> for that.\n\n",
        "A <tool_response> comes back.\n\n",
        "It's `` or\n```\ncode\n```\n",
        "<code>x</code> ",
        "`x` ",
        "```x``` ",
        "```js\nx()```\n",
        "- ",
        "3 > 2\n",
        "a | b\n",
        "**+**\n",
        "~~gone~~\n",
        "| a |\n",
        "-1\n",
    ],
)
def test_what_quotes_nothing_more_hides_no_call(lead: str) -> None:
    text = lead + TAGGED
    result = parse(text, TOOLS)
    assert [call.name for call in result.calls] == ["get_weather"]
    assert result.text == lead.rstrip()
    whole = run([text])
    for pieces in cuts(text):
        assert run(pieces) == whole, pieces


@pytest.mark.parametrize(
    ("text", "calls", "left"),
    [
        (f"```\n{TAGGED}\n```", 1, ""),
        (f"```xml\n{HERMES}\n```\n", 1, ""),
        (f"```json\n{HERMES}\n```\nDone.", 1, "Done."),
        (f"```tool_call\n{TAGGED}\n```", 1, ""),
        (f"```xml\n{XML}\n```", 1, ""),
        (f"```xml\n{HERMES}\n{TAGGED}\n```\n{TAGGED}", 3, ""),
        (f"```\n{TAGGED}\nand so on\n{TAGGED}\n```", 1, f"and so on\n{TAGGED}\n```"),
        (f"```\n{TAGGED.replace('get', 'got')}\n```", 0, None),
        (f"```md\n{TAGGED}\n```", 0, None),
        (f"~~~\n{TAGGED}\n~~~", 1, ""),
        (f"~~~json\n{BARE}\n~~~\n", 1, ""),
        (f"````\n{HERMES}\n{TAGGED}\n````", 2, ""),
        (f"````json\n{BARE}\n````\nDone.", 1, "Done."),
        (f"````xml\n{XML}\nand so on\n```\n{XML}\n````", 1, f"and so on\n```\n{XML}\n````"),
        (f"~~~\n{TAGGED}\n```\n{TAGGED}\n```\n", 2, ""),
        (f"```\nA call:\n{TAGGED}\n```", 0, None),
        (f"<code>{BARE}</code>", 1, ""),
        (f"<json>{BARE}</json>", 1, ""),
    ],
)
def test_a_fence_that_begins_the_reply_and_holds_calls_is_no_quotation(
    text: str, calls: int, left: str | None
) -> None:
    result = parse(text, TOOLS)
    assert len(result.calls) == calls
    assert (result.text, result.failures) == (text if left is None else left, [])
    whole = run([text])
    for pieces in cuts(text):
        assert run(pieces) == whole, pieces


def test_quoted_text_is_not_held_back() -> None:
    for begun in AT_LINE:
        reading = quotation(begun, at_line=True)
        assert reading.read(begun, 0, final=False) == (len(begun), None)
        assert reading.read("a <tool_call> b", 0, final=False) == (15, None)


@pytest.mark.parametrize(
    ("marker", "is_one"),
    [("```json\n", True), ("~~~\n", True), ("<code>", True), ("<tool_call>", False), ("{", False)],
)
def test_which_markers_quote(marker: str, *, is_one: bool) -> None:
    assert quotes(marker) is is_one
