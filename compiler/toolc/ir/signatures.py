"""The form of a value in one line, as TypeScript writes it: `{ id: string, tags?: string[] }`."""

import json
import re
from typing import Any, Final

from toolc.ir.model import Schema
from toolc.ir.stamp import strip

__all__ = ["signature"]

_LONGEST: Final = 300
"""Characters; what is longer is told with less depth."""

_DEPTH: Final = 5
_MOST_VALUES: Final = 12
_PLAIN_KEY: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_NAMES: Final = {"integer": "number", "object": "object", "array": "any[]"}


def signature(schema: Any) -> str:
    """The type of the values that a schema takes; `any` for what has none to speak of.

    >>> signature({"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]})
    '{ id: string }'
    """
    bare = strip(schema)
    told = ""
    for depth in range(_DEPTH, -1, -1):
        told = _type(bare, depth)
        if len(told) <= _LONGEST:
            return told
    return f"{told[: _LONGEST - 3]}..."


def _type(node: Any, depth: int) -> str:
    return " | ".join(_alternatives(node, depth))


def _alternatives(node: Any, depth: int) -> list[str]:
    """The types of which a value has one."""
    if not isinstance(node, dict):
        return ["any"]
    values = [node["const"]] if "const" in node else node.get("enum")
    if values and len(values) <= _MOST_VALUES:
        return [json.dumps(value, ensure_ascii=False) for value in values]
    branches = node.get("anyOf") or node.get("oneOf")
    kinds = node.get("type")
    if not branches and isinstance(kinds, list):
        branches = [{**node, "type": kind} for kind in kinds]
    if branches:
        told = [each for branch in branches for each in _alternatives(branch, depth)]
        return list(dict.fromkeys(told))
    if kinds == "object":
        return [_object(node, depth)]
    if kinds == "array" and "items" in node:
        items = _alternatives(node["items"], depth)
        return [f"({' | '.join(items)})[]" if len(items) > 1 else f"{items[0]}[]"]
    return [_NAMES.get(kinds, kinds) if isinstance(kinds, str) else "any"]


def _object(node: Schema, depth: int) -> str:
    required = node.get("required", ())
    properties = node.get("properties", {})
    further = node.get("additionalProperties")
    if depth == 0 or not (properties or isinstance(further, dict)):
        return "object"
    parts = [
        f"{_key(key)}{'' if key in required else '?'}: {_type(child, depth - 1)}"
        for key, child in properties.items()
    ]
    if isinstance(further, dict) and further:
        parts.append(f"[key: string]: {_type(further, depth - 1)}")
    return f"{{ {', '.join(parts)} }}" if parts else "object"


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)
