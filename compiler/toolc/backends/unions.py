"""Unions as text tells them: whether words say one better, and whether its branches overlap."""

from typing import Any, Final

from toolc.backends.safe_text import literal
from toolc.ir.schema import ALL_TYPES, types_of

__all__ = ["SHAPING", "only_narrows", "overlaps"]

SHAPING: Final = frozenset(
    "type $ref enum const properties required additionalProperties patternProperties"
    " items prefixItems anyOf oneOf allOf".split()
)
"""Keywords that give a value its shape; all others only narrow it or tell about it."""


def only_narrows(branches: Any) -> bool:
    """Whether no branch has a type of its own to show, so that words say it better."""
    return all(
        isinstance(branch, dict) and not SHAPING & (set(branch) - {"required"})
        for branch in branches
    )


def overlaps(branches: Any) -> bool:
    """Whether a value could fit two branches: no values, types or tags tell them apart."""
    values = [_values(branch) for branch in branches]
    if all(values) and _are_distinct(values):
        return False
    if _are_distinct([_kinds(branch) for branch in branches]):
        return False
    tags = [_tags(branch) for branch in branches]
    shared = set.intersection(*map(set, tags)) if tags else set()
    return not any(_are_distinct([found[key] for found in tags]) for key in shared)


def _values(schema: Any) -> list[str]:
    """The values that a schema lists, as text; none where it lists none."""
    if not isinstance(schema, dict):
        return []
    listed = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return [literal(value) for value in listed]


def _kinds(branch: Any) -> list[str]:
    kinds = set(types_of(branch)) if isinstance(branch, dict) else set(ALL_TYPES)
    return sorted(kinds | ({"integer"} if "number" in kinds else set()))


def _tags(branch: Any) -> dict[str, list[str]]:
    """The required properties of a branch that have fixed values."""
    properties = branch.get("properties", {}) if isinstance(branch, dict) else {}
    found = {name: _values(child) for name, child in properties.items()}
    return {
        name: values
        for name, values in found.items()
        if values and name in branch.get("required", ())
    }


def _are_distinct(lists: list[list[str]]) -> bool:
    """Whether nothing stands in two of the lists."""
    everything = [item for found in lists for item in found]
    return len(everything) == len(set(everything))
