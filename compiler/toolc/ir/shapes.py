"""Questions about the values that a schema accepts, answered without trying any."""

from collections.abc import Mapping
from typing import Any

from toolc.ir.model import Schema
from toolc.ir.refs import name_of
from toolc.ir.schema import ALL_TYPES, types_of
from toolc.runtime.guards import same

__all__ = ["accepted_types", "allows_null", "disjoint", "guard", "json_type"]

_MAX_NESTED_UNIONS = 4
"""Unions within unions that a guard looks into."""

_MAX_HOPS = 50
"""References followed in a row; a longer chain is taken to accept anything."""


def json_type(value: Any) -> str:
    """The JSON Schema type of a value; whole numbers are integers."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if value == value // 1 else "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def allows_null(schema: Any, definitions: Mapping[str, Any]) -> bool:
    """Whether null fits a schema.

    >>> allows_null({"anyOf": [{"type": "string"}, {"type": "null"}]}, {})
    True
    """
    return "null" in accepted_types(schema, definitions)


def accepted_types(schema: Any, definitions: Mapping[str, Any], hops: int = 0) -> frozenset[str]:
    """The types a schema can accept: those outside are certainly refused."""
    if schema is False:
        return frozenset()
    if schema is True or hops > _MAX_HOPS:
        return frozenset(ALL_TYPES)
    types = frozenset(types_of(schema))
    if "number" in types:
        types |= {"integer"}
    if "const" in schema:
        types &= {json_type(schema["const"])}
    if "enum" in schema:
        types &= {json_type(value) for value in schema["enum"]}
    if "$ref" in schema:
        target = definitions.get(name_of(schema["$ref"]), True)
        types &= accepted_types(target, definitions, hops + 1)
    for branch in schema.get("allOf", ()):
        types &= accepted_types(branch, definitions, hops + 1)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            branches = [accepted_types(each, definitions, hops + 1) for each in schema[keyword]]
            types &= frozenset().union(*branches)
    return types


def guard(schema: Any, definitions: Mapping[str, Any], depth: int = 0) -> Schema:
    """The cheap part of a schema that tells it from others: types, keys and fixed values."""
    types = accepted_types(schema, definitions)
    made: Schema = {} if types == frozenset(ALL_TYPES) else {"type": _sorted(types)}
    node = _resolved(schema, definitions)
    if not isinstance(node, dict):
        return made
    union = next((key for key in ("anyOf", "oneOf") if key in node), None)
    if union and len(types) == 1 and depth < _MAX_NESTED_UNIONS:
        made["anyOf"] = [guard(branch, definitions, depth + 1) for branch in node[union]]
        return made
    if types != {"object"}:
        values = _values(node)
        return {**made, "enum": values} if values is not None else made
    properties = node.get("properties", {})
    if node.get("required"):
        made["required"] = sorted(node["required"])
    fixed = {
        key: {"enum": values}
        for key, child in sorted(properties.items())
        if (values := _values(_resolved(child, definitions))) is not None
    }
    if node.get("additionalProperties") is False and not node.get("patternProperties"):
        made["properties"] = {key: fixed.get(key, True) for key in sorted(properties)}
        made["additionalProperties"] = False
    elif fixed:
        made["properties"] = fixed
    return made


def disjoint(left: Schema, right: Schema) -> bool:
    """Whether no value passes both guards."""
    types = _guarded_types(left) & _guarded_types(right)
    if not types:
        return True
    for one, other in ((left, right), (right, left)):
        if "anyOf" in one:
            return all(disjoint(branch, other) for branch in one["anyOf"])
    if "enum" in left and "enum" in right:
        return _apart(left["enum"], right["enum"])
    if types != {"object"}:
        return False
    return _key_apart(left, right) or _key_apart(right, left) or _value_apart(left, right)


def _guarded_types(made: Schema) -> frozenset[str]:
    types = frozenset(made.get("type", ALL_TYPES))
    return types | {"integer"} if "number" in types else types


def _key_apart(left: Schema, right: Schema) -> bool:
    """One demands a key that the other, being closed, forbids."""
    return right.get("additionalProperties") is False and any(
        key not in right["properties"] for key in left.get("required", ())
    )


def _value_apart(left: Schema, right: Schema) -> bool:
    """Both fix the value of a key that both demand, to different ones."""
    shared = set(left.get("required", ())) & set(right.get("required", ()))
    ours, theirs = left.get("properties", {}), right.get("properties", {})
    return any(
        isinstance(ours.get(key), dict)
        and isinstance(theirs.get(key), dict)
        and _apart(ours[key]["enum"], theirs[key]["enum"])
        for key in shared
    )


def _apart(left: list[Any], right: list[Any]) -> bool:
    return not any(same(one, other) for one in left for other in right)


def _values(node: Any) -> list[Any] | None:
    if isinstance(node, dict):
        if "const" in node:
            return [node["const"]]
        if "enum" in node:
            values: list[Any] = node["enum"]
            return values
    return None


def _resolved(schema: Any, definitions: Mapping[str, Any]) -> Any:
    hops = 0
    while isinstance(schema, dict) and "$ref" in schema and hops < _MAX_HOPS:
        schema = definitions.get(name_of(schema["$ref"]), True)
        hops += 1
    return schema


def _sorted(types: frozenset[str]) -> list[str]:
    kept = types - {"integer"} if "number" in types else types
    return [kind for kind in ALL_TYPES if kind in kept]
