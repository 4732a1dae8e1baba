"""The shared shapes of a toolset: each definition once, under a name that is its own."""

import json
import re
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from toolc.ir.model import Schema, Toolset
from toolc.ir.schema import map_children, resolve_pointer, split_pointer, walk

__all__ = ["Shared", "share_definitions", "without_definitions", "worth_a_name"]

_PREFIX: Final = "#/$defs/"
_MAX_REACHED: Final = 200  # definitions compared one by one; keeps the work linear
_TOLD_IN_WORDS: Final = frozenset(
    "not if then else contains propertyNames dependentSchemas unevaluatedItems"
    " unevaluatedProperties".split()
)


@dataclass(frozen=True, slots=True)
class Shared:
    """`inputs` and `outputs` hold each tool's schemas without `$defs`, in the order of the tools.

    Every `$ref` in them, and in `definitions`, is `#/$defs/` and a key of `definitions`; such a key
    is made of letters, digits and underscores. Keys stand in the order of their first use.
    """

    inputs: tuple[Schema, ...]
    outputs: tuple[Schema | None, ...]
    definitions: dict[str, Schema]


def share_definitions(toolset: Toolset, *, with_outputs: bool = False) -> Shared:
    """Collect what the tools refer to; equal definitions of one name are one definition.

    Output schemas count only `with_outputs`; else each stands as None. References to a schema's own
    root, or to any other place in it, become definitions, too.
    """
    names = _Names()
    inputs = tuple(_Scope(tool.input, tool.name, names).rewritten() for tool in toolset.tools)
    outputs = tuple(
        _Scope(tool.output, f"{tool.name}_result", names).rewritten()
        if tool.output and with_outputs
        else None
        for tool in toolset.tools
    )
    return Shared(inputs, outputs, names.definitions)


def without_definitions(schema: Schema) -> Schema:
    """The schema without `$defs` and without what names the document (`$schema`, `$id`)."""
    return {key: value for key, value in schema.items() if key not in _DOCUMENT}


_DOCUMENT = frozenset({"$defs", "definitions", "$schema", "$id"})


class _Names:
    """Gives each distinct definition a name of its own."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self._known: dict[str, str] = {}

    def name_for(self, wanted: str, signature: str) -> tuple[str, bool]:
        """The name of a definition, and whether it is new."""
        if signature in self._known:
            return self._known[signature], False
        base = re.sub(r"\W+", "_", wanted, flags=re.ASCII).strip("_") or "shape"
        name, number = base, 2
        while name in self.definitions:
            name, number = f"{base}_{number}", number + 1
        self._known[signature] = name
        self.definitions[name] = {}  # takes its place in the order; filled in by the caller
        return name, True


class _Scope:
    """One root schema whose references are renamed."""

    def __init__(self, root: Schema, owner: str, names: _Names) -> None:
        self.root = root
        self.owner = owner
        self.names = names
        self.renamed: dict[str, str] = {}
        self.met: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.waiting: deque[str] = deque()
        self._root_digest = ""

    def rewritten(self) -> Schema:
        """The root with its references renamed; what they reach has joined the definitions."""
        rewritten: Schema = self._rewrite(without_definitions(self.root))
        while self.waiting:  # a queue, for chains of definitions may be long
            reference = self.waiting.popleft()
            self.names.definitions[self.renamed[reference]] = self._rewrite(self._body(reference))
        return rewritten

    def _rewrite(self, node: Any, pointer: str = "") -> Any:
        if not isinstance(node, dict):
            return node
        copy = map_children(node, pointer, self._rewrite)
        reference = node.get("$ref")
        if isinstance(reference, str):
            copy["$ref"] = _PREFIX + self._name(reference)
        return copy

    def _name(self, reference: str) -> str:
        if reference not in self.renamed:
            wanted = (split_pointer(reference.removeprefix("#")) or [self.owner])[-1]
            name, is_new = self.names.name_for(wanted, self._signature(reference))
            self.renamed[reference] = name
            if is_new:
                self.waiting.append(reference)
        return self.renamed[reference]

    def _body(self, reference: str) -> Any:
        target = resolve_pointer(self.root, reference.removeprefix("#"))
        return without_definitions(target) if isinstance(target, dict) else {"allOf": [target]}

    def _signature(self, reference: str) -> str:
        """Equal for two definitions that mean the same: the name, and all that is reached."""
        reached: dict[str, str] = {}
        queue = [reference]
        while queue:
            here = queue.pop()
            if len(reached) > _MAX_REACHED:
                return _digest([reference, self._whole()])
            if here not in reached:
                reached[here], further = self._meet(here)
                queue += further
        lines = sorted(f"{name} {digest}" for name, digest in reached.items())
        return _digest([reference, *lines])

    def _whole(self) -> str:
        """The digest of everything: where one reaches a lot, only equal wholes share it."""
        if not self._root_digest:
            self._root_digest = _digest(self.root)
        return self._root_digest

    def _meet(self, reference: str) -> tuple[str, tuple[str, ...]]:
        """The digest of a definition's body, and the references in it; found once."""
        if reference not in self.met:
            body = self._body(reference)
            self.met[reference] = _digest(body), tuple(_references(body))
        return self.met[reference]


def _digest(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _references(schema: Any) -> list[str]:
    """Each `$ref` in a schema, as it is written."""
    return [
        node["$ref"]
        for _, node in walk(schema)
        if isinstance(node, dict) and isinstance(node.get("$ref"), str)
    ]


def worth_a_name(shared: Shared) -> set[str]:
    """Definitions that are used twice, that recur, or that rules told in words refer to."""
    roots = [schema for schema in (*shared.inputs, *shared.outputs) if schema is not None]
    uses: Counter[str] = Counter()
    forced: set[str] = set()
    for schema in (*roots, *shared.definitions.values()):
        for pointer, node in walk(schema):
            if isinstance(node, dict) and isinstance(node.get("$ref"), str):
                key = node["$ref"].removeprefix(_PREFIX)
                uses[key] += 1
                if _TOLD_IN_WORDS & set(pointer.split("/")):
                    forced.add(key)
    repeated = {
        key for key, count in uses.items() if count > 1 and not _is_plain(shared.definitions[key])
    }
    return repeated | forced | _recursive(shared.definitions)


def _is_plain(schema: Schema) -> bool:
    """Whether a definition is no longer than its name: a bare type, or another name."""
    rules = set(schema) - {"title"}
    return rules == {"$ref"} or (rules == {"type"} and schema["type"] not in ("object", "array"))


def _recursive(definitions: Mapping[str, Schema]) -> set[str]:
    """Definitions on a cycle of references, and the few that lie between two cycles."""
    ahead = {
        key: {reference.removeprefix(_PREFIX) for reference in _references(schema)}
        for key, schema in definitions.items()
    }
    behind: dict[str, set[str]] = {key: set() for key in ahead}
    for key, targets in ahead.items():
        for target in targets:
            behind[target].add(key)
    return _without_ends(ahead, behind) & _without_ends(behind, ahead)


def _without_ends(ahead: Mapping[str, set[str]], behind: Mapping[str, set[str]]) -> set[str]:
    """What is left when keys that lead nowhere are taken away, again and again."""
    leads = {key: len(targets) for key, targets in ahead.items()}
    ends = [key for key, count in leads.items() if not count]
    while ends:
        for before in behind[ends.pop()]:
            leads[before] -= 1
            if not leads[before]:
                ends.append(before)
    return {key for key, count in leads.items() if count}
