"""Which definitions of a toolset's tools are equal, with all that they refer to.

What is generated for a definition is generated once for all tools that have it. Two are equal when
their names, their JSON and, in turn, all definitions that they reach are.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from toolc.ir.schema import walk

__all__ = ["definition_keys"]

_PREFIX = "#/$defs/"
_NOT_ALONE = frozenset({"$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$schema"})
"""Keywords by which a definition means something in its own document only."""


def definition_keys(schema: Any) -> dict[str, str]:
    """A key for each definition of a schema that can be shared; equal ones have equal keys.

    A definition that refers to anything but definitions, or reaches one that does, has none.

    >>> tree = {"items": {"$ref": "#/$defs/T"}}
    >>> one, two = ({"$defs": {"T": tree, extra: {"$ref": "#"}}} for extra in "ab")
    >>> definition_keys(one) == definition_keys(two), list(definition_keys(one))
    (True, ['T'])
    """
    definitions = schema.get("$defs") if isinstance(schema, dict) else None
    if not isinstance(definitions, dict) or "$id" in schema or "$schema" in schema:
        return {}
    uses = {name: _uses(node) for name, node in definitions.items()}
    keys: dict[str, str] = {}
    for group in _groups(uses):
        own = {name: _text(definitions[name]) for name in group}
        reached = {other for name in group for other in uses[name] or ()} - own.keys()
        if None in own.values() or None in map(uses.get, group) or not reached <= keys.keys():
            continue
        told = json.dumps([sorted(own.items()), sorted((name, keys[name]) for name in reached)])
        digest = sha256(told.encode()).hexdigest()
        keys |= {name: f"{name} {digest}" for name in group}
    return {name: keys[name] for name in definitions if name in keys}


def _uses(node: Any) -> list[str] | None:
    """The definitions that one refers to; None when it refers to anything else."""
    found: dict[str, None] = {}
    for _, part in walk(node):
        if not isinstance(part, dict):
            continue
        if not part.keys().isdisjoint(_NOT_ALONE):
            return None
        ref = part.get("$ref")
        if isinstance(ref, str) and ref.startswith(_PREFIX):
            found[ref.removeprefix(_PREFIX)] = None
        elif "$ref" in part:
            return None
    return list(found)


def _text(node: Any) -> str | None:
    try:
        return json.dumps(node)
    except (RecursionError, TypeError, ValueError):
        return None  # nested deeper than `json` goes


def _groups(uses: Mapping[str, list[str] | None]) -> list[list[str]]:
    """The strongly connected components, each after those it reaches (Tarjan, 1972)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    placed: set[str] = set()
    groups: list[list[str]] = []
    for start in uses:
        work = [(start, iter(uses[start] or ()))] if start not in order else []
        while work:
            name, rest = work[-1]
            if name not in order:
                order[name] = low[name] = len(order)
                stack.append(name)
            for other in rest:
                if other in uses and other not in order:
                    work.append((other, iter(uses[other] or ())))
                    break
                if other in uses and other not in placed:
                    low[name] = min(low[name], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    groups.append(_cut_off(stack, name))
                    placed.update(groups[-1])
    return groups


def _cut_off(stack: list[str], name: str) -> list[str]:
    """What lies on the stack from a name on, taken off it."""
    group = [stack.pop()]
    while group[-1] != name:
        group.append(stack.pop())
    return group[::-1]
