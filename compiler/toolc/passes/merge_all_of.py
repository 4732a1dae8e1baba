"""`merge_all_of`: write each `allOf` as one schema, and spread what stands beside a union into it.

JSON Schema 2020-12 core, 10.2.1. Merging keeps the meaning: what can't be merged is left to the
validator and reported. Targets that take `allOf` as it is don't need this pass.
"""

from collections.abc import Callable
from typing import Any

from toolc.diagnostics.codes import ALL_OF_LOOSENED
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.refs import closure, name_of
from toolc.ir.schema import map_children, types_of
from toolc.ir.stamp import STAMP
from toolc.ir.words import json_words
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.runtime.guards import same

__all__ = ["merge_all_of"]

_MAX_BRANCHES = 32
"""The most alternatives that the product of two unions may have; more are left to the validator."""

_MAX_ALTERNATIVES = 2_048
"""The most alternatives of a tool that are merged: those of one union may stand in another's."""

_MAX_DEPTH = 60
"""How deep merged definitions are followed: only one that merges with itself goes further."""


def merge_all_of(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Merge `allOf`; spread properties and types that stand beside `anyOf` or `oneOf` into it."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, None]:
        merger = _Merger(tool.input.get("$defs", {}), language, notes)
        merged = merger.visit(tool.input, "")
        if not isinstance(merged, dict):
            return {"type": "object", "properties": {}, "not": {}}, None
        return _with_used_definitions(merged), None

    return each_tool(toolset, change)


def _with_used_definitions(root: Schema) -> Schema:
    """Without the definitions that were merged wherever they stood."""
    body = {key: value for key, value in root.items() if key != "$defs"}
    used = closure(body, root.get("$defs", {}))
    return {**body, "$defs": used} if used else body


class _Merger:
    def __init__(self, definitions: Schema, language: Language, notes: Notes) -> None:
        self.definitions = definitions
        self.language = language
        self.notes = notes
        self.depth = 0
        self.alternatives = 0
        self.chain: frozenset[str] = frozenset()
        self.written: set[str] = set()

    def visit(self, node: Any, at: str, chain: frozenset[str] = frozenset()) -> Any:
        """Merge a node and what is below it; `chain` names the definitions written out above it."""
        if not isinstance(node, dict):
            return node
        self.chain, self.written = chain, set()
        if "allOf" in node:
            node = self.without_all_of(node)
            if not isinstance(node, dict):
                return node
        if ("anyOf" in node or "oneOf" in node) and _has_shape(node):
            node = self.spread(node)
            if not isinstance(node, dict):
                return node
        below = chain | self.written
        if "allOf" in node:  # what is left can't be merged; a copy of it would only come again
            node = self.loosened(node, at)
        return map_children(node, at, lambda child, here: self.visit(child, here, below))

    def without_all_of(self, node: Schema) -> Any:
        self.depth += 1
        rest = {key: value for key, value in node.items() if key != "allOf"}
        merged: Any = rest
        left: list[Any] = []
        for branch in node["allOf"]:
            both = self.merge(merged, self.resolved(branch))
            if both is None:
                left.append(branch)
            else:
                merged = both
        self.depth -= 1
        if left and isinstance(merged, dict):
            merged = {**merged, "allOf": left}
        return merged

    def loosened(self, node: Schema, at: str) -> Schema:
        """Leave out what can't be merged; a reference is kept before what stands beside it."""
        kept = {key: value for key, value in node.items() if key != "allOf"}
        references = [branch for branch in node["allOf"] if "$ref" in branch]
        left = [branch for branch in node["allOf"] if branch not in references[:1]]
        if references:
            left.append(
                {key: kept[key] for key in kept if key not in ANNOTATIONS | {STAMP, "$defs"}}
            )
            kept = {key: kept[key] for key in kept if key in ANNOTATIONS | {STAMP, "$defs"}}
            kept["$ref"] = references[0]["$ref"]
        rest = "; ".join(json_words(branch) for branch in left if branch)
        if rest:
            self.notes.add(ALL_OF_LOOSENED, node, at, rest=rest, target=self.language.target)
        return kept

    def resolved(self, branch: Any) -> Any:
        """A branch with its reference written out, and its own `allOf` merged."""
        if not isinstance(branch, dict) or self.depth > _MAX_DEPTH:
            return branch
        name = name_of(branch.get("$ref", ""))
        if name in self.chain:
            return branch  # writing it out here again would never end
        if name in self.definitions:
            self.written.add(name)
            self.depth += 1
            target = self.resolved(self.definitions[name])
            beside = {key: value for key, value in branch.items() if key != "$ref"}
            merged = self.merge(target, beside) if beside.keys() - {STAMP} else target
            self.depth -= 1
            return branch if merged is None else merged
        return self.without_all_of(branch) if "allOf" in branch else branch

    def spread(self, node: Schema) -> Any:
        """Merge what stands beside a union into each of its branches."""
        keyword = "anyOf" if "anyOf" in node else "oneOf"
        outer = {key: node[key] for key in node if key in ANNOTATIONS or key in (STAMP, "$defs")}
        beside = {key: value for key, value in node.items() if key not in outer and key != keyword}
        branches = []
        self.alternatives += len(node[keyword])
        for branch in node[keyword]:
            many = self.alternatives > _MAX_ALTERNATIVES
            both = None if many else self.merge(self.resolved(branch), beside)
            if both is None:
                kept = {key: value for key, value in node.items() if key != keyword}
                return {**kept, "allOf": [*kept.get("allOf", ()), {keyword: node[keyword]}]}
            if both is not False:
                branches.append(both)
        if not branches:
            return False
        return {**outer, keyword: branches}

    def merge(self, left: Any, right: Any) -> Any:
        """The schema that accepts what both accept; None when it can't be written as one."""
        if left is False or right is False:
            return False
        if left is True or right is True:
            return right if left is True else left
        if self.depth > _MAX_DEPTH:
            return None
        if "$ref" in left or "$ref" in right:
            return self.merge_reference(left, right)
        self.depth += 1
        merged = self.merge_keywords(left, right)
        self.depth -= 1
        return merged

    def merge_reference(self, left: Schema, right: Schema) -> Any:
        if left.get("$ref") == right.get("$ref") and len(right.keys() - {STAMP}) == 1:
            return left
        if not right.keys() - ANNOTATIONS - {STAMP}:
            return {**right, **left}
        if not left.keys() - ANNOTATIONS - {STAMP}:
            return {**right, **left}
        written = self.resolved(left), self.resolved(right)
        if any(isinstance(side, dict) and "$ref" in side for side in written):
            return None
        return self.merge(*written)

    def merge_keywords(self, left: Schema, right: Schema) -> Any:
        types = _common_types(left, right)
        if types is not None and not types:
            return False
        objects = self.merge_objects(left, right)
        if objects is None:
            return None
        merged: Schema = {**right, **left, **objects}
        if types is not None:
            merged["type"] = types[0] if len(types) == 1 else types
        for keyword in left.keys() & right.keys():
            if keyword in objects or keyword in ANNOTATIONS or keyword in ("type", STAMP):
                continue
            if same(left[keyword], right[keyword]):
                continue
            if keyword not in _MERGES:
                return None
            both = _MERGES[keyword](self, left[keyword], right[keyword])
            if both is None or (both is False and keyword != "items"):  # no items: an empty list
                return both
            merged[keyword] = both
        return merged

    def merge_objects(self, left: Schema, right: Schema) -> Schema | None:
        """Declared keys of both: what one declares must be allowed by the other."""
        if not (left.keys() | right.keys()) & {"properties", "additionalProperties"}:
            return {}
        if "patternProperties" in left or "patternProperties" in right:
            return None if _declares(left) and _declares(right) else {}
        ours, theirs = left.get("properties", {}), right.get("properties", {})
        ours_more = left.get("additionalProperties", True)
        theirs_more = right.get("additionalProperties", True)
        properties: Schema = {}
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            both = self.merge(ours.get(key, ours_more), theirs.get(key, theirs_more))
            if both is None:
                return None
            properties[key] = both
        more = self.merge(ours_more, theirs_more)
        if more is None:
            return None
        merged: Schema = {"properties": properties} if properties else {}
        if "additionalProperties" in left or "additionalProperties" in right:
            merged["additionalProperties"] = more
        return merged

    def product(self, left: list[Any], right: list[Any]) -> Any:
        """The alternatives of two unions at once."""
        size = len(left) * len(right)
        self.alternatives += size
        if size > _MAX_BRANCHES or self.alternatives > _MAX_ALTERNATIVES:
            return None
        branches = []
        for one in left:
            for other in right:
                both = self.merge(self.resolved(one), self.resolved(other))
                if both is None:
                    return None
                if both is not False:
                    branches.append(both)
        return branches or False


def _has_shape(node: Schema) -> bool:
    """Whether something besides the union itself says what the value looks like."""
    return bool(node.keys() - ANNOTATIONS - {STAMP, "anyOf", "oneOf", "$defs"}) or (
        "anyOf" in node and "oneOf" in node
    )


def _declares(node: Schema) -> bool:
    return bool(node.keys() & {"properties", "additionalProperties", "patternProperties"})


def _common_types(left: Schema, right: Schema) -> list[str] | None:
    """The types that both allow; None when neither names any."""
    if "type" not in left and "type" not in right:
        return None
    if "type" not in left or "type" not in right:
        return list(types_of(left if "type" in left else right))
    ours, theirs = types_of(left), types_of(right)
    both = [kind for kind in ours if kind in theirs]
    if "integer" not in both and "integer" in ours + theirs and "number" in ours + theirs:
        both.append("integer")
    return both


def _either(keep: Callable[[Any, Any], Any]) -> Callable[[_Merger, Any, Any], Any]:
    return lambda _, left, right: keep(left, right)


def _common_values(_: _Merger, left: list[Any], right: list[Any]) -> Any:
    return [value for value in left if any(same(value, other) for other in right)] or False


_MERGES: dict[str, Callable[[_Merger, Any, Any], Any]] = {
    "minLength": _either(max),
    "maxLength": _either(min),
    "minItems": _either(max),
    "maxItems": _either(min),
    "minProperties": _either(max),
    "maxProperties": _either(min),
    "minimum": _either(max),
    "maximum": _either(min),
    "exclusiveMinimum": _either(max),
    "exclusiveMaximum": _either(min),
    "uniqueItems": _either(lambda left, right: left or right),
    "required": _either(lambda left, right: left + [key for key in right if key not in left]),
    "enum": _common_values,
    "const": lambda *_: False,
    "items": lambda merger, left, right: merger.merge(left, right),
    "anyOf": _Merger.product,
    "oneOf": _Merger.product,
}
"""How two values of one keyword become one; a keyword that is missing here can't be merged."""
