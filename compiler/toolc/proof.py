"""Proof: the promises of a compile, tried on values that are drawn for each tool.

sayable   what the source accepts is, once encoded, accepted by what the provider is told; keys that
          an open object does not declare aside, where the loss of them is reported
undone    `decode(encode(x))` is x
reported  what the provider is told to accept and the source refuses is explained by a reported loss

Both sides are judged by `jsonschema`. That the provider takes the list at all is not judged here.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, Literal

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Tool
from toolc.ir.random_values import Draw
from toolc.ir.sample_check import Checker, NoSample
from toolc.runtime.codec import CodecError
from toolc.runtime.guards import same
from toolc.targets import Compiled
from toolc.witness.coverage import Coverage

__all__ = ["PROMISES", "SAMPLES", "Counterexample", "Promise", "Proof", "ToolProof", "prove"]

Promise = Literal["sayable", "undone", "reported"]
PROMISES: Final[tuple[Promise, ...]] = ("sayable", "undone", "reported")

SAMPLES: Final = 20
"""Values drawn for a tool, valid ones and near misses each."""

_DRAWS: Final = 4
"""So many draws are made for each value that is wanted: some don't fit."""

_REFERENCES: Final = 5_000
"""References followed for each value; a schema that asks for more is not tried out."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Arguments for which a promise does not hold; `said` is what became of them."""

    promise: Promise
    tool: str
    value: Any
    said: Any
    reason: str


@dataclass(frozen=True, slots=True)
class ToolProof:
    """How the promises fared for one tool; `broken` holds the first counterexample to each.

    `valid` counts the values that were tried both ways. Without any the tool is untested, unless it
    is refused: then nothing is promised of it.
    """

    tool: str
    valid: int = 0
    refused: bool = False
    broken: tuple[Counterexample, ...] = ()

    def holds(self, promise: Promise) -> bool:
        """Whether no counterexample to a promise was found."""
        return all(each.promise != promise for each in self.broken)


@dataclass(slots=True)
class Proof:
    """How the promises fared for one target."""

    target: str
    tools: int = 0
    untested: int = 0
    refused: int = 0
    held: dict[Promise, int] = field(default_factory=lambda: dict.fromkeys(PROMISES, 0))
    broken: list[Counterexample] = field(default_factory=list)

    def add(self, tool: ToolProof) -> None:
        """Count one tool."""
        self.tools += 1
        self.broken += tool.broken
        if tool.refused:
            self.refused += 1
        elif not tool.valid and not tool.broken:
            self.untested += 1
        else:
            for promise in PROMISES:
                self.held[promise] += tool.holds(promise)


def prove(compiled: Compiled, samples: int = SAMPLES, seed: int = 0) -> Iterator[ToolProof]:
    """Try the promises on every tool: so many valid values and as many near misses.

    The same seed draws the same values.
    """
    for trial in trials(compiled, samples):
        trial.run(seed)
        yield trial.result()


def trials(compiled: Compiled, samples: int = SAMPLES) -> Iterator["Trial"]:
    """Each tool of a compile, ready to be tried."""
    losses: dict[str | None, list[Diagnostic]] = {}
    for item in compiled.diagnostics:
        losses.setdefault(item.tool, []).append(item)
    for tool in compiled.source.tools:
        yield Trial(compiled, tool, losses.get(tool.name, ()), samples)


class Trial:
    """One tool on trial. `run` draws values; others are tried with `valid` and `invalid`."""

    def __init__(
        self, compiled: Compiled, tool: Tool, losses: Iterable[Diagnostic], samples: int
    ) -> None:
        """Take a compile, one of its tools, and what is reported of it."""
        losses = tuple(losses)
        lowered = compiled.lowered_tool(tool.name)
        self.tool = tool
        self.refused = lowered is None
        self._compiled = compiled
        self._lowered = lowered or tool
        self._samples = samples
        self._source_check = Checker(tool.input, references=_REFERENCES * samples)
        self._lowered_check = Checker(self._lowered.input, references=_REFERENCES * samples)
        self._coverage = Coverage(tool.input, losses)
        self._closed = any(item.kind == "narrowed" for item in losses)
        self._broken: dict[Promise, Counterexample] = {}
        self._valid = 0

    def result(self) -> ToolProof:
        """What was found so far."""
        broken = tuple(self._broken.values())
        return ToolProof(self.tool.name, self._valid, refused=self.refused, broken=broken)

    def run(self, seed: int) -> None:
        """Draw values and try them; a tool that is refused has none."""
        if self.refused:
            return
        draw = Draw(self.tool.input, seed)
        drawn = [draw.value() for _ in range(_DRAWS * self._samples)]
        valid = list(islice(filter(self.is_valid, drawn), self._samples))
        for value in valid:
            self.valid(value)
        for value in islice(valid or drawn, self._samples):
            near = draw.near(value)
            if not self.is_valid(near):
                self.invalid(near)
        theirs = Draw(self._lowered.input, seed)
        for _ in range(self._samples):
            value = theirs.value()
            self._received(value)
            self._received(theirs.near(value))

    def is_valid(self, value: Any) -> bool:
        """Whether the source accepts a value; False where that can't be told.

        Arguments are an object, also where the source does not say so.
        """
        if not isinstance(value, dict) and not self.tool.input.keys() & _SAYS_TYPE:
            return False
        try:
            return self._source_check.accepts(value, self.tool.input)
        except (NoSample, RecursionError):
            return False

    def valid(self, value: Any) -> None:
        """Try a value that the source accepts, both ways."""
        self._valid += 1
        try:
            name, encoded = self._compiled.encode(self.tool.name, value)
        except Exception as error:  # whatever it is, it is what the proof is after
            self._break("undone", value, None, f"encoding fails: {error!r}")
            return
        self._check_said(value, encoded)
        try:
            ours, back = self._compiled.decode(name, json.loads(json.dumps(encoded)))
        except Exception as error:
            self._break("undone", value, encoded, f"decoding fails: {error!r}")
            return
        if ours != self.tool.name or not same(back, value):
            self._break("undone", value, back, "it comes back as something else")

    def _check_said(self, value: Any, encoded: Any) -> None:
        try:
            error = next(self._lowered_check.errors(encoded, self._lowered.input), None)
        except (NoSample, RecursionError):
            return
        if error is not None and not (self._closed and _is_about_keys(error)):
            reason = f"it can't be said: {error.message[:_LONGEST_REASON]}"
            self._break("sayable", value, encoded, reason)

    def invalid(self, value: Any) -> None:
        """Try a value that the source refuses: encoded as it is, it may be let through."""
        try:
            _, encoded = self._compiled.encode(self.tool.name, value)
        except Exception:
            return
        self._received(encoded)

    def _received(self, value: Any) -> None:
        """Try a value of the provider's side: let through and wrong, it must be a reported loss."""
        try:
            if not self._lowered_check.accepts(value, self._lowered.input):
                return
            _, ours = self._compiled.decode(self._lowered.name, value)
            errors = list(self._source_check.errors(ours, self.tool.input))
        except (CodecError, NoSample, RecursionError):
            return  # what can't be decoded is refused, and told to the model
        for error in errors:
            if not self._coverage.holds(error):
                where = "/".join(map(str, error.absolute_schema_path))
                reason = f"no loss is reported at {where}: {error.message[:_LONGEST_REASON]}"
                self._break("reported", ours, value, reason)

    def _break(self, promise: Promise, value: Any, said: Any, reason: str) -> None:
        self._broken.setdefault(
            promise, Counterexample(promise, self.tool.name, value, said, reason)
        )


_LONGEST_REASON: Final = 300

_SAYS_TYPE: Final = frozenset("type enum const anyOf oneOf allOf $ref".split())


def _is_about_keys(error: Any) -> bool:
    """Whether an error says that a closed object has a key too many, or may say so deep within."""
    if error.validator == "additionalProperties":
        return True
    return any(map(_is_about_keys, error.context or ()))
