"""Stamps: each schema node carries its pointer in the source while passes move it about.

A stamp is an ordinary annotation in the node, so that a toolset between two passes is still plain
JSON. `compile` stamps before the first pass and strips before it emits.
"""

from typing import Any

from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import map_children

__all__ = ["STAMP", "source_pointer", "stamp", "strip"]

STAMP = "x-toolc-at"


def stamp(toolset: Toolset) -> Toolset:
    """Write each node's pointer into it; what a document wrote under that name is overwritten."""
    return toolset.replace([_stamp_tool(tool) for tool in toolset.tools])


def strip(schema: Any) -> Any:
    """The schema without stamps."""
    if not isinstance(schema, dict):
        return schema
    bare = map_children(schema, "", lambda child, _: strip(child))
    bare.pop(STAMP, None)
    return bare


def source_pointer(node: Any, pointer: str) -> str:
    """Where a node stood in the source; `pointer`, where it stands now, if it bears no stamp."""
    if isinstance(node, dict):
        found = node.get(STAMP, pointer)
        return found if isinstance(found, str) else pointer
    return pointer


def _stamp_tool(tool: Tool) -> Tool:
    return tool.model_copy(update={"input": _stamp(tool.input, "")})


def _stamp(node: Any, pointer: str) -> Any:
    if not isinstance(node, dict):
        return node
    stamped: Schema = map_children(node, pointer, _stamp)
    stamped[STAMP] = pointer
    return stamped
