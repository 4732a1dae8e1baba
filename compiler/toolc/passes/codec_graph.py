"""Codec graphs as passes build them: walk one, leave out what changes nothing, share what is equal.

The nodes are described in `toolc.runtime.codec`, which reads the finished graph.
"""

import json
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

from toolc.runtime.codec import Node

__all__ = ["map_nodes", "plain_definitions", "pruned", "share", "used_definitions"]

_SMALL = 80
"""Characters of JSON up to which a node is no longer than a reference and its definition."""


def map_nodes(node: dict[str, Any], change: Callable[[Node], Any]) -> dict[str, Any]:
    """A copy of a node with `change(child)` in place of each node directly in it."""
    changed = dict(node)
    if "object" in node:
        fields = node["object"].items()
        changed["object"] = {
            ours: [key, change(child), mode] for ours, (key, child, mode) in fields
        }
    if "extras" in node:
        key, child, form = node["extras"]
        changed["extras"] = [key, change(child), form]
    if "prefix" in node:
        changed["prefix"] = [change(child) for child in node["prefix"]]
    if "union" in node:
        changed["union"] = [[ours, theirs, change(child)] for ours, theirs, child in node["union"]]
    for kind in ("rest", "array", "map", "of"):
        if kind in node:
            changed[kind] = change(node[kind])
    return changed


def pruned(node: Node, plain: set[str]) -> Node:
    """The node without the parts that change nothing; None when nothing is left.

    `plain` names the definitions that change nothing.
    """
    if node is None or ("ref" in node and node["ref"] in plain):
        return None
    node = map_nodes(node, lambda child: pruned(child, plain))
    if "union" in node:
        return node if any(child for _, _, child in node["union"]) else None
    if node.get("rest", True) is None:
        del node["rest"]
    if "object" in node and "extras" not in node:
        told = {
            ours: field
            for ours, field in node["object"].items()
            if "rest" in node or field[0] != ours or field[1] or field[2]
        }
        if told or "rest" in node:
            node["object"] = told
        else:
            del node["object"]
    if "array" in node and node["array"] is None and not any(node.get("prefix", ())):
        del node["array"]
        node.pop("prefix", None)
    return node or None


def plain_definitions(nodes: dict[str, Node]) -> set[str]:
    """The definitions that change nothing, however far round they refer to each other."""
    plain = set(nodes)
    while True:
        changed = {name for name in plain if pruned(nodes[name], plain) is not None}
        if not changed:
            return plain
        plain -= changed


def used_definitions(root: Node, nodes: dict[str, Node]) -> dict[str, Node]:
    """The definitions that a graph reaches, in their order."""
    wanted: set[str] = set()
    stack: list[Node] = [root]

    def reach(child: Node) -> Node:
        stack.append(child)
        return child

    while stack:
        here = stack.pop()
        if here is None:
            continue
        if "ref" in here and here["ref"] not in wanted and here["ref"] in nodes:
            wanted.add(here["ref"])
            stack.append(nodes[here["ref"]])
        map_nodes(here, reach)
    return {name: node for name, node in nodes.items() if name in wanted}


def share(root: Node, definitions: dict[str, Node]) -> tuple[Node, dict[str, Node]]:
    """The graph with each larger node that occurs more than once written once, as a definition.

    Where a target takes no references the schema repeats its definitions, and so would the codec.
    """
    sharer = _Sharer()
    graph = {name: sharer.same(node) for name, node in definitions.items()}
    root = sharer.same(root)
    often = [
        number
        for number, uses in sharer.counts.items()
        if uses > 1 and sharer.sizes[number] > _SMALL
    ]
    free = (name for index in count(1) if (name := f"shared_{index}") not in definitions)
    named = dict(zip(often, free, strict=False))

    def refer(node: Node) -> Node:
        if node is None or id(node) not in named:
            return node and map_nodes(node, refer)
        return {"ref": named[id(node)]}

    shared = {
        name: map_nodes(node, refer)
        for number, name in named.items()
        if (node := sharer.nodes[number])
    }
    written = {name: refer(node) for name, node in graph.items()}
    return refer(root), {**written, **shared}


class _Sharer:
    """Makes equal nodes one object; counts how often each is used."""

    def __init__(self) -> None:
        self.known: dict[str, dict[str, Any]] = {}
        self.nodes: dict[int, dict[str, Any]] = {}
        self.counts: Counter[int] = Counter()
        self.sizes: dict[int, int] = {}

    def same(self, node: Node) -> Node:
        if node is None:
            return None
        whole = map_nodes(node, self.same)
        text = json.dumps(map_nodes(whole, lambda child: child and id(child)))
        found = self.known.setdefault(text, whole)
        if found is whole:
            self.nodes[id(whole)] = whole
            self.sizes[id(whole)] = len(text) + self.inner(whole)
        self.counts[id(found)] += 1
        return found

    def inner(self, node: dict[str, Any]) -> int:
        sizes: list[int] = []
        map_nodes(node, lambda child: sizes.append(self.sizes[id(child)] if child else 0))
        return sum(sizes)
