"""Witnesses: for each loss a value on which the source and what the target says of it differ.

A witness is built from the loss: the way to the part of the schema that the loss is about gives a
value that holds something there, and a table of what each keyword refuses gives what it holds. Then
both sides are asked (`jsonschema`, formats asserted): of a rule that is moved or weakened, the
source must refuse the value and the lowered schema accept its encoding, and the other way round
where the target can say less.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from toolc.diagnostics.codes import REQUIRED_LOOSENED
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.formats import checker
from toolc.ir.model import Tool
from toolc.ir.sample_check import Checker, NoSample
from toolc.ir.schema import split_pointer
from toolc.runtime import codec as codecs
from toolc.runtime.codec import Codec, CodecError
from toolc.runtime.guards import same
from toolc.witness.routes import Place, Routes, free_key
from toolc.witness.samples import Samples
from toolc.witness.violations import OF_EACH_TYPE, violations, violations_of_any

__all__ = ["find_witnesses"]

_TRIES: Final = 25
"""Values tried for one loss; the right one is nearly always among the first three."""


def find_witnesses(
    source: Tool, lowered: Tool, codec: Codec, losses: Iterable[Diagnostic]
) -> list[Diagnostic]:
    """The losses of one tool, each with its witness, or marked as unwitnessed.

    `source` is the tool as it came, `lowered` what the target is told of it, under the target's
    name for it; `codec` leads from one to the other.
    """
    search = _Search(source, lowered, codec)
    return [search.witnessed(loss) for loss in losses]


class _Search:
    def __init__(self, source: Tool, lowered: Tool, codec: Codec) -> None:
        self.samples = Samples(source.input)
        self.routes = Routes(self.samples)
        self.codec = codec
        self.ours, self.theirs = source.name, lowered.name
        self.source, self.source_check = source.input, Checker(source.input, checker())
        self.lowered, self.lowered_check = lowered.input, Checker(lowered.input, checker())

    def witnessed(self, loss: Diagnostic) -> Diagnostic:
        found = list(islice(self.found(loss), 1))
        return loss.model_copy(
            update={"witnessed": bool(found), "witness": found[0] if found else None}
        )

    def found(self, loss: Diagnostic) -> Iterator[Any]:
        place = self.routes.to(_owner(loss))
        if place is None:
            return
        differs = self.only_source if loss.kind == "narrowed" else self.only_lowered
        for steps, inner in islice(_candidates(loss, place, self.samples), _TRIES):
            for value in self.routes.whole(steps, inner):
                if _holds(differs, value):
                    yield value
        if loss.kind != "narrowed":
            yield from self.swapped(loss, place)

    def swapped(self, loss: Diagnostic, place: Place) -> Iterator[Any]:
        """Values broken after encoding: where a part goes may hang on its being valid."""
        part = self.samples.of(place.node)
        for value in self.routes.whole(place.steps, part):
            if not _holds(self.valid, value):
                continue
            _, encoded = codecs.encode(self.codec, self.ours, value)
            for inner in islice(_values(loss, place, self.samples), _TRIES):
                for theirs in _with_swapped(encoded, part, inner):
                    try:
                        if self.lowered_check.accepts(theirs, self.lowered):
                            _, ours = codecs.decode(self.codec, self.theirs, theirs)
                            if not self.source_check.accepts(ours, self.source):
                                yield ours
                    except (CodecError, NoSample, RecursionError):
                        continue

    def valid(self, value: Any) -> bool:
        return self.source_check.accepts(value, self.source)

    def only_source(self, value: Any) -> bool:
        return self.valid(value) and not self.is_said(value)

    def only_lowered(self, value: Any) -> bool:
        return not self.valid(value) and self.is_said(value)

    def is_said(self, value: Any) -> bool:
        """Whether the lowered schema accepts what a value, valid or not, is encoded as."""
        try:
            _, encoded = codecs.encode(self.codec, self.ours, value)
        except (CodecError, AttributeError, TypeError):  # encoding is for valid values only
            return False
        return self.lowered_check.accepts(encoded, self.lowered)


def _holds(question: Callable[[Any], bool], value: Any) -> bool:
    """The answer, and no where it can't be told."""
    try:
        return question(value)
    except (NoSample, RecursionError):
        return False


def _with_swapped(value: Any, part: Any, other: Any) -> Iterator[Any]:
    """Copies of a value, each with one place where `part` stood, or its JSON text, swapped."""
    if isinstance(value, str):
        text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        if value == text and not isinstance(part, str):
            yield json.dumps(other, ensure_ascii=False, separators=(",", ":"))
    if same(value, part):
        yield other
    elif isinstance(value, dict):
        for key, item in value.items():
            for swapped in _with_swapped(item, part, other):
                yield {**value, key: swapped}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for swapped in _with_swapped(item, part, other):
                yield [*value[:index], swapped, *value[index + 1 :]]


def _owner(loss: Diagnostic) -> str:
    """The pointer of the schema that a loss is about; a rule that is moved stands below it."""
    return loss.pointer.rpartition("/")[0] if loss.kind == "moved" else loss.pointer


_Candidates = Iterator[tuple[tuple[Any, ...], Any]]


def _candidates(loss: Diagnostic, place: Place, samples: Samples) -> _Candidates:
    """Values for the end of the steps given with each."""
    if loss.code == REQUIRED_LOOSENED.name:
        yield from _without_key(place, samples)
        return
    for inner in _values(loss, place, samples):
        yield place.steps, inner


def _values(loss: Diagnostic, place: Place, samples: Samples) -> Iterator[Any]:
    if loss.kind == "narrowed":
        return _left_open(place.node, samples)
    if loss.kind == "moved" or place.rest:
        keyword = place.rest[0] if place.rest else split_pointer(loss.pointer)[-1]
        return violations(keyword, place.node, samples)
    if isinstance(place.node, dict) and "oneOf" in place.node:
        return violations("oneOf", place.node, samples)
    return violations_of_any(place.node, samples)


def _left_open(node: Any, samples: Samples) -> Iterator[Any]:
    """What a schema takes without saying so: further keys, other types."""
    if isinstance(node, dict) and samples.fits(node):
        value = samples.object(node)
        for item in ("x", samples.of(node.get("additionalProperties", True))):
            yield {**value, free_key(node): item}
    yield from OF_EACH_TYPE


def _without_key(place: Place, samples: Samples) -> _Candidates:
    """The object around a required key, without the key and with others in its place."""
    *steps, last = place.steps
    value = {key: item for key, item in samples.object(last.node).items() if key != last.name}
    for key, child in last.node.get("properties", {}).items():
        if key != last.name:
            yield tuple(steps), {**value, key: samples.of(child)}
    yield tuple(steps), value
