"""What stands between a marker and a body, read alone."""

import pytest

from toolc.runtime import Event
from toolc.runtime.cursor import Cursor, NeedMore
from toolc.runtime.dialects import Opener, Parameter
from toolc.runtime.heads import Head, read_head
from toolc.runtime.report import Report
from toolc.runtime.tools import read_tools

TOOL = {"name": "now", "parameters": {"type": "object", "properties": {"tz": {}}}}
PARAMETER = Parameter("<p>", "</p>", end="</f>")
BODY = Opener("<m>", "body", close="</m>")
ATTRIBUTE = Opener("<m", "attribute", close="</m>")
PARAMETERS = Opener("<m", "attribute", "parameters", parameter=PARAMETER)
TEXT = Opener("<m>", "text", close="</m>", before_name=("f.",), after_name=("<s>",), numbered=True)
CALL = Opener("<m>", "call", "call")
WORD = Opener("", "word", "call")
OWN = Opener("<", "own", "own")
ENVELOPE = Opener("<m>", "envelope", close="}")
INNER = Opener("<m>", "inner")
HEADER = Opener("to=", "header", tag_end="<|message|>")


def _report() -> Report:
    events: list[Event] = []
    return Report(read_tools([TOOL]), events.append, None)


@pytest.mark.parametrize(
    ("opener", "text", "head"),
    [
        (BODY, ' {"', Head(1, None, "json")),
        (BODY, '[ {"', Head(2, None, "json", listed=True)),
        (BODY, '```json\n{"', Head(8, None, "json", fenced=True)),
        (BODY, '<json><code>{"', Head(12, None, "json")),
        (BODY, "<json>" * 9 + "{", None),
        (BODY, "text", None),
        (ATTRIBUTE, ' name="now">{', Head(12, "now", "json")),
        (ATTRIBUTE, "=now id='1'>{", Head(12, "now", "json")),
        (ATTRIBUTE, '="now"></m>', Head(7, "now", "json", empty=True, bare=True)),
        (ATTRIBUTE, '="now" name="later">{', Head(20, "now", "json", rival="later")),
        (ATTRIBUTE, "=now tool=later>{", Head(16, "now", "json", rival="later")),
        (ATTRIBUTE, '="now" name="now">{', Head(18, "now", "json")),
        (ATTRIBUTE, "=\"now\" note=' name=later'>{", Head(26, "now", "json")),
        (ATTRIBUTE, '="later"></m>', None),
        (ATTRIBUTE, '="a&amp;b">{', Head(11, "a&b", "json")),
        (ATTRIBUTE, '="now"\n>{', None),
        (PARAMETERS, "=now>\n<p>", Head(6, "now", "parameters")),
        (PARAMETERS, "=now></f>", Head(5, "now", "parameters", bare=True)),
        (PARAMETERS, "=now>text", None),
        (TEXT, "f.now:3<s>{", Head(10, "now", "json")),
        (TEXT, "now<s>a1-b<s> {", Head(14, "now", "json")),
        (TEXT, "now\n{", Head(4, "now", "json")),
        (TEXT, "now </m>", Head(4, "now", "json", empty=True, bare=True)),
        (TEXT, "is a marker.", None),
        (TEXT, ". {", None),
        (CALL, "now(tz = 1", Head(3, "now", "call")),
        (CALL, "[ a.b()", Head(5, "a.b", "call", listed=True)),
        (CALL, "now(tz == 1", None),
        (CALL, "now(1)", None),
        (CALL, "now (", None),
        (WORD, "now()", Head(3, "now", "call")),
        (WORD, "later()", None),
        (OWN, "now><tz>", Head(3, "now", "own")),
        (OWN, 'now tz="1"', Head(3, "now", "own")),
        (OWN, "now>x</now>", Head(3, "now", "own")),
        (OWN, "now> is a tool", None),
        (OWN, "later><tz>", None),
        (HEADER, "functions.now code<|message|>{", Head(29, "now", "json")),
        (HEADER, "user<|message|>{", None),
        (HEADER, "now, and more", None),
        (ENVELOPE, '{ "tool_calls" : [ {', Head(19, None, "json", listed=True)),
        (ENVELOPE, '{"tool_calls":[]', Head(15, None, "json", listed=True, empty=True)),
        (ENVELOPE, '\n{"message": "', Head(13, None, "message")),
        (ENVELOPE, '{"tool_calls":{', None),
        (ENVELOPE, '{"message":5', None),
        (ENVELOPE, '{"messages":', None),
        (ENVELOPE, '{"name":', None),
        (ENVELOPE, "[", None),
        (INNER, "<m>{", None),
    ],
)
def test_a_head_is_read_as_soon_as_it_is_there(
    opener: Opener, text: str, head: Head | None
) -> None:
    for size in range(len(text) + 1):
        cursor = Cursor(text[:size], 0, final=False)
        try:
            found = read_head(cursor, opener, _report(), guard=False, inside=False)
        except NeedMore:
            continue
        assert found == head, text[:size]
        return
    assert head is None
    assert (
        read_head(Cursor(text, 0, final=True), opener, _report(), guard=False, inside=False) is None
    )


def test_under_a_guard_only_a_known_name_counts() -> None:
    for name, known in (("now", True), ("later", False), ("Now", True), ("nowe", False)):
        cursor = Cursor(f'="{name}">{{', 0, final=False)
        assert bool(read_head(cursor, ATTRIBUTE, _report(), guard=True, inside=False)) is known


@pytest.mark.parametrize("inside", [False, True])
def test_without_arguments_an_unknown_name_counts_only_inside_of_what_holds_calls(
    *, inside: bool
) -> None:
    for name, counts in (("now", True), ("later", inside)):
        cursor = Cursor(f'="{name}"></m>', 0, final=False)
        head = read_head(cursor, ATTRIBUTE, _report(), guard=False, inside=inside)
        assert bool(head) is counts
