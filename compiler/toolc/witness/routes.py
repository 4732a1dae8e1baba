"""Routes: from the root of an input schema to one of its parts, and the value that goes along."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from toolc.ir.model import Schema
from toolc.ir.patterns import UnreadablePatternError, texts
from toolc.ir.refs import name_of, ref_to
from toolc.ir.schema import children, escape, split_pointer
from toolc.witness.samples import Samples

__all__ = ["Place", "Routes", "Step", "free_key"]


@dataclass(frozen=True, slots=True)
class Step:
    """From a schema to the part of it below `keyword`, and there below `name`."""

    node: Schema
    keyword: str
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the schema with the way there; `rest` is what its pointer says beyond it."""

    node: Any
    steps: tuple[Step, ...]
    rest: tuple[str, ...]


class Routes:
    """The shortest way to each part that a value can take, references followed."""

    def __init__(self, samples: Samples) -> None:
        """Look at every part of the schema that `samples` are of, once."""
        self._samples = samples
        self._parts: dict[str, tuple[Any, str | None, Step | None]] = {}
        queue: deque[str] = deque()
        self._meet(queue, "", samples.root, None, None)
        while queue:
            self._leave(queue, queue.popleft())

    def to(self, pointer: str) -> Place | None:
        """The innermost part on the way to a pointer; None where only an unused definition is."""
        tokens = split_pointer(pointer)
        for length in range(len(tokens), -1, -1):
            at = "".join(f"/{escape(token)}" for token in tokens[:length])
            if at in self._parts and (at or tokens[:1] != ["$defs"]):
                return Place(self._parts[at][0], self._steps(at), tuple(tokens[length:]))
        return None

    def whole(self, steps: tuple[Step, ...], inner: Any) -> Iterator[Any]:
        """Values for the root that hold `inner` at the end of the steps.

        Where there are alternatives on the way, the second one has every key with a fixed value:
        such a key, though it may be absent, often tells the alternatives apart.
        """
        plain = pinned = inner
        for step in reversed(steps):
            hold = _HOLD.get(step.keyword, _merged)
            plain = hold(self._samples, step, plain)
            if step.keyword in ("anyOf", "oneOf") and isinstance(pinned, dict):
                pinned = {**self._fixed(step.node[step.keyword][int(step.name)]), **pinned}
            pinned = hold(self._samples, step, pinned)
        yield plain
        if pinned != plain:
            yield pinned

    def _fixed(self, branch: Any) -> dict[str, Any]:
        """The keys of an alternative that can have one value only."""
        for _ in range(_MOST_HOPS):
            if isinstance(branch, dict) and "$ref" in branch:
                branch = self._samples.definitions.get(name_of(branch["$ref"]), True)
        if not isinstance(branch, dict):
            return {}
        return {
            key: child["const"] if "const" in child else child["enum"][0]
            for key, child in branch.get("properties", {}).items()
            if isinstance(child, dict) and ("const" in child or len(child.get("enum", ())) == 1)
        }

    def _meet(
        self, queue: deque[str], at: str, node: Any, parent: str | None, step: Step | None
    ) -> None:
        if at not in self._parts:
            self._parts[at] = (node, parent, step)
            queue.append(at)

    def _leave(self, queue: deque[str], at: str) -> None:
        node = self._parts[at][0]
        if not isinstance(node, dict):
            return
        for pointer, child in children(node):
            keyword, name, *_ = [*split_pointer(pointer), ""]
            if keyword not in _TESTS:
                self._meet(queue, at + pointer, child, at, Step(node, keyword, name))
        name = name_of(node.get("$ref", ""))
        if name in self._samples.definitions:
            target = self._samples.definitions[name]
            there = ref_to(escape(name)).removeprefix("#")
            self._meet(queue, there, target, at, Step(node, "$ref", ""))

    def _steps(self, at: str) -> tuple[Step, ...]:
        steps: list[Step] = []
        here: str | None = at
        while here is not None:
            _, here, step = self._parts[here]
            if step is not None:
                steps.append(step)
        return tuple(reversed(steps))


_MOST_HOPS: Final = 5

_TESTS: Final = frozenset({"$defs", "not", "if", "propertyNames", "contentSchema"})
"""Keywords whose schemas no part of a value has to fit."""


def free_key(node: Schema) -> str:
    """A key that an object schema does not declare."""
    key = "undeclared"
    while key in node.get("properties", {}):
        key += "_"
    return key


def _property(samples: Samples, step: Step, inner: Any) -> Any:
    return {**samples.object(step.node), step.name: inner}


def _further(samples: Samples, step: Step, inner: Any) -> Any:
    return {**samples.object(step.node), free_key(step.node): inner}


def _matching(samples: Samples, step: Step, inner: Any) -> Any:
    try:
        key = next(iter(texts(step.name, 0)), "")
    except UnreadablePatternError:
        key = ""
    return {**samples.object(step.node), key: inner}


def _item(samples: Samples, step: Step, inner: Any) -> Any:
    before = [samples.of(each) for each in step.node.get("prefixItems", ())]
    after = int(step.node.get("minItems", 0)) - len(before) - 1
    return [*before, inner, *(samples.of(step.node["items"]) for _ in range(min(after, 100)))]


def _prefix_item(samples: Samples, step: Step, inner: Any) -> Any:
    value = [samples.of(each) for each in step.node["prefixItems"]]
    value[int(step.name)] = inner
    return value


def _containing(samples: Samples, step: Step, inner: Any) -> Any:
    value = samples.of(step.node)
    return [*(value if isinstance(value, list) else ()), inner]


def _merged(samples: Samples, step: Step, inner: Any) -> Any:
    """For keywords about the value itself: what stands beside them holds, too."""
    if not isinstance(inner, dict):
        return inner
    without = "" if step.keyword == "allOf" else step.keyword
    value = {**samples.object(step.node, without=without)}
    if step.keyword == "then":
        value |= samples.object(step.node["if"])
    return value | inner


_HOLD: Final[dict[str, Callable[[Samples, Step, Any], Any]]] = {
    "properties": _property,
    "additionalProperties": _further,
    "unevaluatedProperties": _further,
    "patternProperties": _matching,
    "items": _item,
    "prefixItems": _prefix_item,
    "contains": _containing,
}
