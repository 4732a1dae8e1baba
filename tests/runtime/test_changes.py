"""Every way in which two outcomes differ has its kind; the loss of a call is a regression."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.changes import CHANGES, compare
from toolc.runtime.log_entries import Outcome


def call(name: str, *repairs: str, **arguments: Any) -> ToolCall:
    return ToolCall("", name, arguments, bool(repairs), list(repairs))


A, B = call("a", x=1), call("b", x=2)
CUT, BROKEN = Failure("cut_off", ""), Failure("unreadable", "")

CASES: dict[str, tuple[list[ToolCall | Failure], list[ToolCall | Failure], list[str]]] = {
    "the same": ([A, B, CUT], [A, B, CUT], []),
    "lost": ([A], [], ["lost_call"]),
    "one of two lost": ([A, B], [B], ["lost_call"]),
    "one of two alike lost": ([A, A], [A], ["lost_call"]),
    "fails": ([A], [CUT], ["failed_call"]),
    "fails beside a failure": ([A, CUT], [CUT, CUT], ["failed_call"]),
    "lost beside a failure": ([A, CUT], [CUT], ["lost_call"]),
    "other tool": ([A], [call("c", x=1)], ["changed_name"]),
    "other tool and arguments": ([A], [B], ["lost_call", "newly_understood"]),
    "other arguments": ([A], [call("a", x=2)], ["changed_arguments"]),
    "other type": ([A], [call("a", x=1.0)], ["changed_arguments"]),
    "true is not one": ([A], [call("a", x=True)], ["changed_arguments"]),
    "other order of keys": ([call("a", x=1, y=2)], [call("a", y=2, x=1)], []),
    "other order": ([A, B], [B, A], ["changed_order"]),
    "repaired": ([A], [call("a", "quotes", x=1)], ["changed_repairs"]),
    "no longer repaired": ([call("a", "quotes", x=1)], [A], ["changed_repairs"]),
    "understood": ([], [A], ["newly_understood"]),
    "mended": ([], [call("a", "quotes", x=1)], ["newly_repaired"]),
    "understood where it failed": ([CUT], [A], ["newly_understood"]),
    "mended where it failed": ([BROKEN], [call("a", "quotes", x=1)], ["newly_repaired"]),
    "failed": ([], [CUT], ["newly_failed"]),
    "fails otherwise": ([CUT], [BROKEN], ["changed_failure"]),
    "no failure any more": ([CUT], [], ["dropped_failure"]),
}


def outcome(items: list[ToolCall | Failure]) -> Outcome:
    return Outcome(
        [item for item in items if isinstance(item, ToolCall)],
        [item for item in items if isinstance(item, Failure)],
    )


@pytest.mark.parametrize("case", CASES)
def test_a_difference_has_its_kind(case: str) -> None:
    before, after, kinds = CASES[case]
    assert [change.kind for change in compare(outcome(before), outcome(after))] == kinds


def test_every_kind_is_tried() -> None:
    assert {kind for _, _, kinds in CASES.values() for kind in kinds} == set(CHANGES)


def test_a_change_shows_both_sides() -> None:
    (change,) = compare(outcome([CUT]), outcome([call("a", "quotes", x=1)]))
    assert change.before == {"kind": "cut_off", "message": ""}
    assert change.after == {"name": "a", "arguments": {"x": 1}, "repairs": ["quotes"]}


items: list[ToolCall | Failure] = [A, B, call("a", x=2), call("a", "q", x=1), CUT, BROKEN]
outcomes = st.lists(st.sampled_from(items)).map(outcome)


@given(outcomes, outcomes)
@settings(derandomize=True, max_examples=200, deadline=None)
def test_a_regression_is_a_call_that_is_gone(before: Outcome, after: Outcome) -> None:
    """However they are mixed: no call is counted twice, and none that is missing is passed over."""
    changes = compare(before, after)
    gone = sum(change.regression for change in changes)
    assert gone >= len(before.calls) - len(after.calls)
    paired = [change for change in changes if change.before is not None]
    assert len(paired) <= len(before.calls) + len(before.failures) + 1
    assert compare(before, before) == []


def test_a_thousand_calls_are_compared_in_one_go() -> None:
    many = [call("a", x=number) for number in range(1000)]
    (change,) = compare(outcome([*many]), outcome([*reversed(many)]))
    assert change.kind == "changed_order"
