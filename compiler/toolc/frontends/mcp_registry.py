"""The short form of a tool list: arguments with a type and a description, in place of a schema.

Follows the `tools.json` of Docker's MCP registry (github.com/docker/mcp-registry, 2026-11).
"""

from typing import Any

from toolc.frontends.entries import Entries, Placed
from toolc.ir.model import Schema
from toolc.ir.schema import escape

__all__ = ["is_short", "read_arguments"]

_TYPES = frozenset("string number integer boolean array object".split())


def is_short(tools: Any) -> bool:
    """Whether a list of tools is in the short form: one of them at least has `arguments`."""
    return isinstance(tools, list) and any(
        isinstance(tool, dict) and isinstance(tool.get("arguments"), list) and "name" in tool
        for tool in tools
    )


def read_arguments(entries: Entries, given: Any, at: str) -> Placed:
    """The schema of a list of arguments; what is none of them is told to `entries`."""
    properties: Schema = {}
    places = {"": at}
    required = []
    if not isinstance(given, list):
        entries.wrong(at, "arguments", "a list")
        given = []
    for index, argument in enumerate(given):
        here = f"{at}/{index}"
        name = argument.get("name") if isinstance(argument, dict) else None
        if not isinstance(name, str):
            entries.wrong(here, str(index), "an object with a `name`")
            continue
        properties[name] = _schema(entries, argument, here)
        places[f"/properties/{escape(name)}"] = here
        if argument.get("optional") is not True:
            required.append(name)
    return {"type": "object", "properties": properties, "required": required}, places


def _schema(entries: Entries, argument: Schema, at: str) -> Schema:
    """The schema of one argument, or of what the list that it is holds."""
    schema: Schema = {}
    kind = entries.text(argument, "type", at)
    if kind in _TYPES:
        schema["type"] = kind
    elif kind is not None:
        entries.wrong(f"{at}/type", "type", f"one of {', '.join(sorted(_TYPES))}")
    description = entries.text(argument, "desc", at)
    if description:
        schema["description"] = description
    items = entries.part(argument, "items", at)
    if items:
        schema["items"] = _schema(entries, items, f"{at}/items")
    return schema
