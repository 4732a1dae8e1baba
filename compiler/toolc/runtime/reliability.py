"""How reliably each model calls tools: a tally that can be saved, read back and added up."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.errors import UsageError
from toolc.runtime.replies import ToolCalls

__all__ = ["MAX_MODELS", "OTHERS", "Reliability", "Resolved", "Tally"]

MAX_MODELS = 1_000
"""Models that are counted apart: a broken log may name a new one in every line."""

OTHERS = "(others)"
"""Under this name the models beyond that are counted."""

_COUNTS = ("replies", "calls", "repaired", "given_up", "nudged")
_COUNTERS = ("repairs", "failures")


class Resolved(Protocol):
    """What a reply came to: a `ParseResult`, or what is like one."""

    @property
    def calls(self) -> list[ToolCall]:
        """The calls that can be run."""

    @property
    def failures(self) -> list[Failure]:
        """The calls that can't."""


@dataclass(slots=True)
class Tally:
    """One model's: counts, and how often each step mended a call and each kind of failure came.

    A step is a repair without its particulars: `name` for `name: readFile -> read_file`.
    """

    replies: int = 0
    calls: int = 0
    repaired: int = 0
    given_up: int = 0
    nudged: int = 0
    repairs: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)

    @property
    def failed(self) -> int:
        """How many calls failed, of any kind."""
        return self.failures.total()


class Reliability:
    """Tallies by model."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self._tallies: dict[str, Tally] = {}

    def __getitem__(self, model: str) -> Tally:
        """The tally of a model; an empty one for a model that was not counted."""
        return self._tallies.get(model, Tally())

    @property
    def models(self) -> tuple[str, ...]:
        """The models that were counted, sorted."""
        return tuple(sorted(self._tallies))

    def record(self, model: str, found: Resolved | ToolCalls) -> None:
        """Count one reply of a model: a `ParseResult`, or what `parse_tool_calls` returned."""
        calls = list(found) if isinstance(found, ToolCalls) else found.calls
        tally = self._tally(model)
        tally.replies += 1
        tally.calls += len(calls)
        for call in calls:
            tally.repaired += call.repaired
            tally.repairs.update({repair.partition(":")[0] for repair in call.repairs})
        tally.failures.update(failure.kind for failure in found.failures)

    def give_up(self, model: str) -> None:
        """Count a call that was not made right after all tries."""
        self._tally(model).given_up += 1

    def nudge(self, model: str) -> None:
        """Count a reply after which the model had to be told that it made no call."""
        self._tally(model).nudged += 1

    def merge(self, other: "Reliability") -> None:
        """Add another tally to this one."""
        for model in other.models:
            ours, theirs = self._tally(model), other[model]
            for name in _COUNTS:
                setattr(ours, name, getattr(ours, name) + getattr(theirs, name))
            for name in _COUNTERS:
                getattr(ours, name).update(getattr(theirs, name))

    def to_json(self) -> dict[str, Any]:
        """The tallies as plain JSON, sorted."""
        return {model: _dump(self[model]) for model in self.models}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Reliability":
        """Read what `to_json` gave; raises `UsageError` for anything else."""
        read = cls()
        try:
            for model, counts in data.items():
                given: dict[str, Any] = {name: _count(counts[name]) for name in _COUNTS}
                for name in _COUNTERS:
                    steps = {str(step): _count(times) for step, times in counts[name].items()}
                    given[name] = Counter(steps)
                read._tallies[model] = Tally(**given)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise UsageError(f"this is no tally of calls: {error!r}") from error
        return read

    def _tally(self, model: str) -> Tally:
        """The tally that a model is counted in."""
        if model not in self._tallies and len(self._tallies) >= MAX_MODELS:
            model = OTHERS
        return self._tallies.setdefault(model, Tally())


def _dump(tally: Tally) -> dict[str, Any]:
    counts: dict[str, Any] = {name: getattr(tally, name) for name in _COUNTS}
    return counts | {name: dict(sorted(getattr(tally, name).items())) for name in _COUNTERS}


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"`{value}` is not a count")
    return value
