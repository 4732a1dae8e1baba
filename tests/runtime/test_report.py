"""Calls are judged and numbered in order."""

from toolc.runtime import CallFailed, CallFinished, CallStarted, Event
from toolc.runtime.report import Report
from toolc.runtime.resolve import Written
from toolc.runtime.tools import ToolTable, read_tools


def _report(tools: ToolTable) -> tuple[Report, list[Event]]:
    events: list[Event] = []
    return Report(tools, events.append, None), events


def test_each_call_and_each_failure_has_its_number() -> None:
    report, events = _report(read_tools([{"name": "now"}]))
    for name in ("now", "fly", "now"):
        report.finish(Written("{}", "raw", name), limit="", arguments="")
    numbered = CallStarted | CallFinished | CallFailed
    assert [(type(event), event.index) for event in events if isinstance(event, numbered)] == [
        (CallStarted, 0),
        (CallFinished, 0),
        (CallFailed, 1),
        (CallStarted, 2),
        (CallFinished, 2),
    ]
    assert [event.call.id for event in events if isinstance(event, CallFinished)] == [
        "call_1",
        "call_3",
    ]


def test_a_call_that_says_two_names_is_none() -> None:
    report, events = _report(ToolTable(None))
    assert report.begin("one")
    written = Written('{"name": "two", "arguments": {}}', "raw")
    report.finish(written, limit="", arguments="")
    assert [getattr(event, "kind", None) for event in events] == [None, "unreadable"]


def test_sure_is_exact_or_folded() -> None:
    report, _ = _report(read_tools([{"name": "read_file"}]))
    assert report.is_sure("read_file")
    assert report.is_sure("ReadFile")
    assert not report.is_sure("read_files")
    assert report.longest_name == len("read_file") + 25
