"""Coverage: whether what is wrong with a value is what the reported losses speak of."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from toolc.diagnostics.codes import NEVER_VALID, ONE_OF_LOOSENED
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema
from toolc.ir.refs import name_of, ref_to
from toolc.ir.schema import escape, resolve_pointer

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

__all__ = ["Coverage"]


class Coverage:
    """The losses of one tool that let more through than its source does."""

    def __init__(self, source: Schema, losses: Iterable[Diagnostic]) -> None:
        """Take the tool's input schema and what a compile has reported of it."""
        self._source = source
        self._at = {
            _place(item)
            for item in losses
            if item.kind in ("moved", "weakened") or item.code == NEVER_VALID.name
        }

    def holds(self, error: "ValidationError") -> bool:
        """Whether a loss explains that the lowered schema let this error pass.

        Of alternatives it is enough that one of them would have been met but for losses.
        """
        path: list[Any] = list(error.absolute_schema_path)
        places = self._places(path)
        rule = places[-1]
        if any(rule == at or _is_below(rule, at) for at in self._at):
            return True
        keyword = str(path[-1])
        for place in (*places[:-1], *map(_joined, places)):
            if place in self._at or f"{place}/{escape(keyword)}" in self._at:
                return True
            if any(_is_below(place, at) for at in self._at):
                return True
        node = rule.rpartition("/")[0]
        if any(f"{node}/{other}" in self._at for other in _WITH.get(keyword, ())):
            return True
        if keyword == "required":  # that a key is missing may be told at the key
            wanted: Any = error.validator_value
            missing = [key for key in wanted if key not in _keys(error.instance)]
            return any(f"{node}/properties/{escape(key)}" in self._at for key in missing)
        if keyword in _OVER_PARTS and (node in self._at or self._is_told_below(rule)):
            return True
        return self._has_met_branch(error) or self._is_told_of_part(node)

    def _is_told_of_part(self, at: str) -> bool:
        """Whether a loss stands at a schema that is joined with the one at a pointer."""
        waiting, seen = [at], {at}
        while waiting and len(seen) < _MOST_PARTS:
            here = waiting.pop()
            try:
                node = resolve_pointer(self._source, here)
            except KeyError:
                continue
            for part in _parts(node, here):
                if part in self._at:
                    return True
                if part not in seen:
                    seen.add(part)
                    waiting.append(part)
        return False

    def _has_met_branch(self, error: "ValidationError") -> bool:
        branches: dict[Any, list[ValidationError]] = {}
        for part in error.context or ():
            branches.setdefault(part.schema_path[0] if part.schema_path else 0, []).append(part)
        return any(all(map(self.holds, parts)) for parts in branches.values())

    def _is_told_below(self, rule: str) -> bool:
        return any(_is_below(at, rule) for at in self._at)

    def _places(self, path: Collection[Any]) -> list[str]:
        """The pointers at which a path goes through references, and the one where it ends."""
        places: list[str] = []
        here: Any = self._source
        at = ""
        for token in path:  # which leaves references out
            while isinstance(here, dict) and token not in here and "$ref" in here:
                places += [at, f"{at}/{escape(str(token))}"]  # which of them, passes differ in
                name = name_of(here["$ref"])
                here, at = self._source.get("$defs", {}).get(name), ref_to(name)[1:]
            at = f"{at}/{escape(str(token))}"
            known = (isinstance(here, dict) and token in here) or (
                isinstance(here, list) and isinstance(token, int) and token < len(here)
            )
            here = here[token] if known else None
        return [*places, at]


def _place(loss: Diagnostic) -> str:
    """Where the rules stand that a loss is about: at a pointer, and below it."""
    if loss.code == ONE_OF_LOOSENED.name:
        return f"{loss.pointer}/oneOf"
    if loss.kind == "weakened":  # what stands beside alternatives was joined with each of them
        return _ALTERNATIVES.sub("", loss.pointer)
    return loss.pointer


def _joined(pointer: str) -> str:
    """Where a schema of `allOf` is once it is joined with the one that it stands in."""
    return _ALL_OF.sub("", pointer)


_ALL_OF = re.compile(r"/allOf/\d+(?=/|\Z)")

_ALTERNATIVES = re.compile(r"(?:/(?:allOf|anyOf|oneOf)/\d+)+\Z")

_WITH = {
    "additionalProperties": ("patternProperties",),
    "unevaluatedProperties": ("patternProperties",),
    "items": ("prefixItems",),
    "contains": ("minContains", "maxContains"),
    "if": ("then", "else"),
    "then": ("if",),
    "else": ("if",),
}
"""Keywords whose meaning hangs on others beside them."""

_OVER_PARTS = frozenset({"oneOf", "not", "if", "then", "else", "contains", "dependentSchemas"})
"""Keywords that say no more of a failure than that it is somewhere in their schemas."""


def _is_below(pointer: str, other: str) -> bool:
    return pointer.startswith(other + "/") if other else True


_MOST_PARTS = 200


def _parts(node: Any, at: str) -> Iterator[str]:
    """The pointers of the schemas that hold, or may hold, for the same value as a schema."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield ref_to(name_of(node["$ref"]))[1:]
        for keyword in ("allOf", "anyOf", "oneOf"):
            yield from (f"{at}/{keyword}/{index}" for index in range(len(node.get(keyword, ()))))


def _keys(instance: Any) -> Collection[str]:
    return instance if isinstance(instance, dict) else ()
