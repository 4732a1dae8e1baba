"""How a reply's outcome differs from the one that was recorded: a table of kinds."""

import json
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeVar

from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.log_entries import Outcome

__all__ = ["CHANGES", "Change", "ChangeKind", "compare"]


@dataclass(slots=True, frozen=True)
class ChangeKind:
    """A way in which an outcome differs; a `regression` where a call that could be run is gone."""

    title: str
    meaning: str
    regression: bool = False


CHANGES = {
    "lost_call": ChangeKind("lost call", "a recorded call is not found", regression=True),
    "failed_call": ChangeKind("failed call", "a recorded call fails", regression=True),
    "changed_name": ChangeKind("changed name", "it calls another tool", regression=True),
    "changed_arguments": ChangeKind("changed arguments", "it has other arguments"),
    "changed_order": ChangeKind("changed order", "the same calls come in another order"),
    "changed_repairs": ChangeKind("changed repairs", "the same call by other steps, or by none"),
    "newly_understood": ChangeKind("newly understood", "a call where none could be run"),
    "newly_repaired": ChangeKind("newly repaired", "a call, mended, where none could be run"),
    "newly_failed": ChangeKind("newly failed", "a failure where nothing was seen"),
    "changed_failure": ChangeKind("changed failure", "it fails in another way"),
    "dropped_failure": ChangeKind("dropped failure", "a recorded failure is not found"),
}
"""Every way in which an outcome can differ from the one that was recorded, the worst first."""


@dataclass(slots=True, frozen=True)
class Change:
    """One difference: its kind, and what was recorded and what is found today, as JSON."""

    kind: str
    before: Any
    after: Any

    @property
    def regression(self) -> bool:
        """Whether a call that could be run is gone."""
        return CHANGES[self.kind].regression


def compare(before: Outcome, after: Outcome) -> list[Change]:
    """How one outcome differs from another, the worst first; text and call ids don't count.

    Calls are paired by name and arguments, wherever they stand, then by name, then by arguments.

    >>> compare(Outcome([ToolCall("", "now", {})]), Outcome())[0].kind
    'lost_call'
    """
    # Copies: each item is an object of its own, which tells it from others that are equal.
    was, now = _copies(before.calls), _copies(after.calls)
    failed, fails = _copies(before.failures), _copies(after.failures)
    in_order = list(now)
    same = _pair(was, now, lambda call: (call.name, _canonical(call)))
    other_arguments = _pair(was, now, lambda call: call.name)
    other_name = _pair(was, now, _canonical)
    _pair(failed, fails, lambda failure: failure.kind)
    failing = _pair(was, fails, lambda _: None)
    otherwise = _pair(failed, fails, lambda _: None)
    mended = _pair(failed, now, lambda _: None)
    return [
        *(_change("lost_call", call, None) for call in was),
        *(_change("failed_call", *pair) for pair in failing),
        *(_change("changed_name", *pair) for pair in other_name),
        *(_change("changed_arguments", *pair) for pair in other_arguments),
        *_reordered(same, in_order),
        *(_change("changed_repairs", *pair) for pair in same if pair[0].repairs != pair[1].repairs),
        *(_change(_new(call), failure, call) for failure, call in mended),
        *(_change(_new(call), None, call) for call in now),
        *(_change("newly_failed", None, failure) for failure in fails),
        *(_change("changed_failure", *pair) for pair in otherwise),
        *(_change("dropped_failure", failure, None) for failure in failed),
    ]


_Before = TypeVar("_Before")
_After = TypeVar("_After")


def _copies(items: Iterable[_Before]) -> list[_Before]:
    return [copy(item) for item in items]


def _pair(
    before: list[_Before], after: list[_After], key: Callable[[Any], Hashable]
) -> list[tuple[_Before, _After]]:
    """Take what has the same key out of both lists, in order."""
    waiting: defaultdict[Hashable, deque[_After]] = defaultdict(deque)
    for candidate in after:
        waiting[key(candidate)].append(candidate)
    pairs: list[tuple[_Before, _After]] = []
    rest: list[_Before] = []
    for item in before:
        alike = waiting[key(item)]
        if alike:
            pairs.append((item, alike.popleft()))
        else:
            rest.append(item)
    taken = {id(candidate) for _, candidate in pairs}
    before[:] = rest
    after[:] = [candidate for candidate in after if id(candidate) not in taken]
    return pairs


def _canonical(call: ToolCall) -> str:
    """Arguments as text: `1`, `1.0` and `true` are three values, the order of keys is none."""
    return json.dumps(call.arguments, sort_keys=True, default=str)


def _reordered(same: list[tuple[ToolCall, ToolCall]], now: list[ToolCall]) -> Iterator[Change]:
    """The one change of order among calls that are otherwise the same, if there is one."""
    kept = {id(after) for _, after in same}
    found = [call for call in now if id(call) in kept]
    if any(after is not call for (_, after), call in zip(same, found, strict=True)):
        names = [before.name for before, _ in same]
        yield Change("changed_order", names, [call.name for call in found])


def _new(call: ToolCall) -> str:
    return "newly_repaired" if call.repairs else "newly_understood"


def _change(
    kind: str, before: ToolCall | Failure | None, after: ToolCall | Failure | None
) -> Change:
    return Change(kind, _shown(before), _shown(after))


def _shown(item: ToolCall | Failure | None) -> dict[str, Any] | None:
    match item:
        case ToolCall():
            return {"name": item.name, "arguments": item.arguments, "repairs": item.repairs}
        case Failure():
            return {"kind": item.kind, "message": item.message}
    return None
