"""How the alternatives of a union are told apart: by type, by their listed values, by a tag."""

from typing import Any

from toolc.codegen.validator import types
from toolc.codegen.validator.registry import Place, Registry
from toolc.codegen.validator.types import ALL, OBJECT, Types
from toolc.runtime.checks import choices

__all__ = ["by_type", "only_values", "tag", "undecided"]

_HOPS = 8  # references followed to learn the types of a branch
_ANNOTATIONS = frozenset(
    "title description default examples deprecated readOnly writeOnly $comment".split()
)


def undecided(registry: Registry, branches: list[Place], proven: Types) -> list[Place]:
    """The alternatives that nothing tells apart from another, so that they must be tried."""
    if only_values(branches):
        return []
    return [
        member
        for kinds, members in by_type(registry, branches, proven)
        if len(members) > 1 and not only_values(members) and not tag(registry, members, kinds)
        for member in members
    ]


def by_type(
    registry: Registry, branches: list[Place], proven: Types
) -> list[tuple[Types, list[Place]]]:
    """The branches in groups that have no type in common, with the types of each group."""
    groups: list[tuple[Types, list[Place]]] = []
    for branch in branches:
        kinds = _kinds(registry, branch) & proven
        if not kinds:
            continue
        members = [branch]
        apart: list[tuple[Types, list[Place]]] = []
        for other_kinds, others in groups:
            if other_kinds & kinds:
                kinds |= other_kinds
                members = [*others, *members]
            else:
                apart.append((other_kinds, others))
        groups = [*apart, (kinds, members)]
    return groups


def _kinds(registry: Registry, place: Place) -> Types:
    """The types that a branch can accept, as far as `type`, `const`, `enum` and references say."""
    kinds = ALL
    for _ in range(_HOPS):
        schema = place.schema
        if isinstance(schema, bool):
            return kinds if schema else frozenset()
        if "type" in schema:
            kinds &= types.of(schema["type"]) or ALL
        values = _listed(schema)
        if values is not None:
            kinds &= frozenset[str]().union(*map(types.of_value, values))
        if "$ref" not in schema:
            return kinds
        place = registry.resolve(place, "$ref")
    return kinds


def _listed(schema: dict[str, Any]) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else None


def only_values(branches: list[Place]) -> list[Any]:
    """All values of branches that list values and nothing else; none where two list the same."""
    values: list[Any] = []
    for branch in branches:
        schema = branch.schema
        listed = _listed(schema) if isinstance(schema, dict) else None
        if listed is None or not schema.keys() - {"const", "enum", "type"} <= _ANNOTATIONS:
            return []
        kinds = types.of(schema["type"]) if "type" in schema else ALL
        values += [value for value in listed if kinds is None or types.of_value(value) <= kinds]
    return values if len(choices(*values)) == len(values) else []


def tag(
    registry: Registry, branches: list[Place], proven: Types
) -> tuple[str, list[list[str]]] | None:
    """A property that all branches require with values of their own, and those values."""
    if not proven <= OBJECT:
        return None
    shapes = [_shape(registry, branch) for branch in branches]
    for name in shapes[0]:
        values = [shape.get(name, []) for shape in shapes]
        flat = [value for listed in values for value in listed]
        if all(values) and len(set(flat)) == len(flat):
            return name, values
    return None


def _shape(registry: Registry, place: Place) -> dict[str, list[str]]:
    """The required properties of a branch that list strings as their values."""
    for _ in range(_HOPS):
        if not isinstance(place.schema, dict) or "$ref" not in place.schema:
            break
        place = registry.resolve(place, "$ref")
    if not isinstance(place.schema, dict):
        return {}
    shape: dict[str, list[str]] = {}
    for name in place.names("required"):
        schema = place.mapping("properties").get(name)
        values = _listed(schema) if isinstance(schema, dict) else None
        if values and all(isinstance(value, str) for value in values):
            shape[name] = values
    return shape
