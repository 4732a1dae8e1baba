"""How reliably each model calls tools: a tally that can be saved, read back and added up."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.errors import UsageError

__all__ = ["Reliability", "Tally"]

_COUNTS = ("replies", "calls", "repaired", "given_up", "nudged")
_COUNTERS = ("repairs", "failures")


class _Outcome(Protocol):
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


class Reliability:
    """Tallies by model."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self._tallies: dict[str, Tally] = {}

    def __getitem__(self, model: str) -> Tally:
        """The tally of a model, an empty one at first."""
        return self._tallies.setdefault(model, Tally())

    @property
    def models(self) -> tuple[str, ...]:
        """The models that were counted, sorted."""
        return tuple(sorted(self._tallies))

    def record(self, model: str, outcome: _Outcome) -> None:
        """Count one reply of a model."""
        tally = self[model]
        tally.replies += 1
        tally.calls += len(outcome.calls)
        for call in outcome.calls:
            tally.repaired += call.repaired
            tally.repairs.update({repair.partition(":")[0] for repair in call.repairs})
        tally.failures.update(failure.kind for failure in outcome.failures)

    def give_up(self, model: str) -> None:
        """Count a call that was not made right after all tries."""
        self[model].given_up += 1

    def nudge(self, model: str) -> None:
        """Count a reply after which the model had to be told that it made no call."""
        self[model].nudged += 1

    def merge(self, other: "Reliability") -> None:
        """Add another tally to this one."""
        for model in other.models:
            ours, theirs = self[model], other[model]
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
                given: dict[str, Any] = {name: int(counts[name]) for name in _COUNTS}
                given |= {name: Counter(dict(counts[name])) for name in _COUNTERS}
                read._tallies[model] = Tally(**given)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise UsageError(f"this is no tally of calls: {error!r}") from error
        return read


def _dump(tally: Tally) -> dict[str, Any]:
    counts: dict[str, Any] = {name: getattr(tally, name) for name in _COUNTS}
    return counts | {name: dict(sorted(getattr(tally, name).items())) for name in _COUNTERS}
