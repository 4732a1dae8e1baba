"""Equal shapes of a toolset as definitions, so that what is generated for them is generated once.

Documents often write out at each place what they mean to be one type: without references, the
same user or address stands in every tool. What is long and stands in several places becomes a
definition of each tool that has it. A schema and what it is rewritten to take the same values.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import Any

from toolc.codegen.identifiers import Names, class_name
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import children, map_children, split_pointer, walk

__all__ = ["share_shapes"]

_LONG = 300
"""Characters of JSON from which on a shape is worth a definition: a class, or a page of checks."""

_DEPTH = 100
"""Schemas nested deeper than this are left as they are."""

_ANNOTATIONS = frozenset(
    "title description default examples deprecated readOnly writeOnly $comment".split()
)
"""What may be said differently at each place; it stays there, beside the reference."""

_NOT_ALONE = frozenset("$ref $dynamicRef $id $anchor $dynamicAnchor $schema $defs".split())
"""Keywords by which a schema means something where it stands only."""

_FEW = 3
"""Properties that a shape of many names is named after."""


@dataclass(slots=True)
class _Shape:
    """One shape, wherever it stands: how long it is, and the shapes and roots that hold it."""

    node: Schema
    size: int
    holders: set[str] = field(default_factory=set)
    names: Counter[str] = field(default_factory=Counter)


def share_shapes(toolset: Toolset) -> Toolset:
    """The toolset with long shapes that stand in several places as definitions."""
    shapes = _Shapes()
    for tool in toolset.tools:
        for schema in _schemas(tool):
            shapes.add(schema)
    taken = [
        name for tool in toolset.tools for schema in _schemas(tool) for name in _defined(schema)
    ]
    writer = _Writer(shapes, Names(taken))
    if not writer.names:
        return toolset
    tools = [
        tool.model_copy(
            update={
                "input": writer.rewritten(tool.input),
                "output": tool.output and writer.rewritten(tool.output),
            }
        )
        for tool in toolset.tools
    ]
    return toolset.model_copy(update={"tools": tuple(tools)})


def _schemas(tool: Tool) -> Iterator[Schema]:
    yield tool.input
    if tool.output is not None:
        yield tool.output


def _defined(schema: Schema) -> list[str]:
    definitions = schema.get("$defs")
    return list(definitions) if isinstance(definitions, dict) else []


class _Shapes:
    """All shapes of a toolset that can stand anywhere, by the digests of what they say."""

    def __init__(self) -> None:
        self.by_digest: dict[str, _Shape] = {}
        # By the identity of a schema, which lives as long as the toolset does.
        self.digests: dict[int, str] = {}
        self._roots = 0

    def add(self, root: Schema) -> None:
        """Look at a schema and all that is in it, the innermost first."""
        nodes = list(walk(root))
        resources = any(isinstance(node, dict) and "$id" in node for _, node in nodes[1:])
        if resources or any(pointer.count("/") > _DEPTH for pointer, _ in nodes):
            return  # a reference within a resource of its own would mean another place
        self._roots += 1
        for _, node in reversed(nodes):
            if isinstance(node, dict) and id(node) not in self.digests:
                self._digest(node)
        for pointer, node in nodes:
            own = self.digests.get(id(node)) or f"{self._roots}{pointer}"
            for step, child in children(node):
                shape = self.by_digest.get(self.digests.get(id(child), ""))
                if shape:
                    shape.holders.add(f"{own}{step}")
                    shape.names[_name(pointer + step)] += 1

    def _digest(self, node: Schema) -> None:
        """The digest of a schema without its annotations; none for one that can't stand alone."""
        inner = [(step, self._of(child)) for step, child in children(node)]
        if not node.keys().isdisjoint(_NOT_ALONE) or any(digest is None for _, digest in inner):
            return
        told = [step for step, _ in children(node)]
        own = map_children(node, "", lambda child, _: _said(child))
        try:
            text = json.dumps([_core(own), told, [digest for _, digest in inner]])
        except (RecursionError, TypeError, ValueError):
            return  # data nested deeper than `json` goes
        digest = self.digests[id(node)] = sha256(text.encode()).hexdigest()
        if digest not in self.by_digest:
            sizes = (self.by_digest[each].size for _, each in inner if each in self.by_digest)
            self.by_digest[digest] = _Shape(node, len(json.dumps(_core(own))) + sum(sizes))

    def _of(self, node: Any) -> str | None:
        return str(node) if isinstance(node, bool) else self.digests.get(id(node))


def _core(node: Schema) -> Schema:
    return {key: value for key, value in node.items() if key not in _ANNOTATIONS}


def _said(node: Any) -> Any:
    """What a schema says besides its rules, which are told apart from it."""
    return (
        {key: node[key] for key in node if key in _ANNOTATIONS} if isinstance(node, dict) else node
    )


def _name(pointer: str) -> str:
    """What a place is called: the last key on the way to it that is no keyword."""
    steps = split_pointer(pointer)
    keys = [step for before, step in pairwise(steps) if before == "properties"]
    return keys[-1] if keys else "shape"


class _Writer:
    """Rewrites schemas with references to the shapes that are worth a definition."""

    def __init__(self, shapes: _Shapes, names: Names) -> None:
        self._shapes = shapes
        self.names = {
            digest: names.reserve(_called(shape))
            for digest, shape in shapes.by_digest.items()
            if len(shape.holders) > 1 and shape.size >= _LONG and "properties" in shape.node
        }

    def rewritten(self, root: Schema) -> Schema:
        """A schema with references, and the definitions that they lead to."""
        used: list[str] = []
        found = map_children(root, "", lambda child, _: self._part(child, used))
        if not used:
            return root
        definitions = dict(found.get("$defs", {}))
        for digest in used:  # grows while it is read
            if self.names[digest] not in definitions:
                definitions[self.names[digest]] = self._body(digest, used)
        return found | {"$defs": definitions}

    def _part(self, node: Any, used: list[str]) -> Any:
        if not isinstance(node, dict):
            return node
        digest = self._shapes.digests.get(id(node), "")
        if digest not in self.names:
            return map_children(node, "", lambda child, _: self._part(child, used))
        used.append(digest)
        return {"$ref": f"#/$defs/{self.names[digest]}"} | _said(node)

    def _body(self, digest: str, used: list[str]) -> Schema:
        node = _core(self._shapes.by_digest[digest].node)
        return map_children(node, "", lambda child, _: self._part(child, used))


def _called(shape: _Shape) -> str:
    """What a definition is called, after its title, its places or its properties."""
    title = shape.node.get("title")
    if isinstance(title, str) and title:
        return class_name(title, "Shape")
    properties = shape.node.get("properties")
    if len(shape.names) > 1 and isinstance(properties, dict) and len(properties) <= _FEW:
        return class_name(" ".join(properties), "Shape")
    ((name, _),) = shape.names.most_common(1)
    return class_name(name, "Shape")
