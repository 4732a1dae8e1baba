"""A marker and what follows it, read alone."""

import pytest

from toolc.runtime import Event
from toolc.runtime.cursor import MAX_GAP
from toolc.runtime.grammar import grammar
from toolc.runtime.open_call import OpenCall
from toolc.runtime.report import Report
from toolc.runtime.states import Found
from toolc.runtime.tools import read_tools

ANY = bool  # every opener may stand here
TAGGED, HERMES = "<tool_call name=", "<tool_call>"


def _call(marker: str, *, guard: bool = False) -> OpenCall:
    events: list[Event] = []
    report = Report(read_tools([{"name": "now"}]), events.append, None)
    name = "tagged" if marker == TAGGED else "hermes"
    return OpenCall(marker, grammar(name), report, in_prose=guard)


@pytest.mark.parametrize(
    ("marker", "behind", "guard", "found", "read"),
    [
        (TAGGED, '"now">{', False, Found.BODY, '"now">'),
        (TAGGED, "'now' id=\"1\">\n{", False, Found.BODY, "'now' id=\"1\">\n"),
        (TAGGED, "now>{", True, Found.BODY, "now>"),
        (TAGGED, '"later">{', True, Found.TEXT, ""),
        (TAGGED, '"later">{', False, Found.BODY, '"later">'),
        (TAGGED, '"now"', False, Found.MORE, None),
        (TAGGED, '"now"\n>{', False, Found.TEXT, ""),
        (TAGGED, "<b>", False, Found.TEXT, ""),
        (TAGGED, '"now"></tool_c', False, Found.MORE, None),
        (TAGGED, '"now"></tool_call>', False, Found.END, '"now">'),
        (TAGGED, '"later"></tool_call>', False, Found.TEXT, ""),
        (TAGGED, '"now">text', False, Found.TEXT, ""),
        (HERMES, "\n ", False, Found.MORE, None),
        (HERMES, " " * (MAX_GAP + 1), False, Found.TEXT, ""),
        (HERMES, "\n[ {", False, Found.BODY, "\n[ "),
        (HERMES, "[1", False, Found.TEXT, ""),
    ],
)
def test_head(marker: str, behind: str, found: Found, read: str | None, *, guard: bool) -> None:
    text = f"x{marker}{behind}"
    call = _call(marker, guard=guard)
    end = 1 if read is None else 1 + len(marker) + len(read)
    assert call.head(text, 1, ANY, final=False) == (found, end)
    assert call.raw == ("" if read is None else marker + read)


def test_cut_off_under_guard_is_text_until_the_name_is_known() -> None:
    call = _call(HERMES, guard=True)
    _, at = call.head("<tool_call>{", 0, ANY, final=False)
    call.body('<tool_call>{"na', at, final=False)
    assert call.cut_off("", by_limit=True) == '<tool_call>{"na'
