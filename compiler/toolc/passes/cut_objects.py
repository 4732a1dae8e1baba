"""`cut_objects`: send the deepest objects of a tool as JSON text when it has too many properties.

Objects are kept level by level, in their order, as long as there is room; what is below the last
one that fits becomes a schema that takes any value, which `json_text` then turns into text.
"""

import re
from collections import deque
from typing import Any

from toolc.diagnostics.codes import TOO_MANY_PROPERTIES
from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import children, map_children
from toolc.ir.sizes import measure
from toolc.ir.stamp import STAMP
from toolc.ir.words import json_words
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.passes.sentences import add_sentence

__all__ = ["cut_objects"]

_MAP_KEYS = 3  # a map becomes a key for its pairs, which are objects of two

_ALTERNATIVE = re.compile(r"/anyOf/[1-9][0-9]*$")
"""An alternative that may have to be boxed, which takes a key."""


def cut_objects(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Cut what is over the language's limit of properties."""
    limit = language.limits.properties
    room = (limit or 0) - language.limits.reserved

    def change(tool: Tool, notes: Notes) -> tuple[Schema, None]:
        if limit is None or measure(tool.input).properties * _MAP_KEYS <= room:
            return tool.input, None
        cut = _too_many(tool.input, room)

        def visit(node: Any, at: str) -> Any:
            if not isinstance(node, dict):
                return node
            if at not in cut:
                return map_children(node, at, visit)
            notes.add(TOO_MANY_PROPERTIES, node, at, limit=limit, target=language.target)
            return _any_value(node)

        return visit(tool.input, ""), None

    return each_tool(toolset, change)


def _too_many(schema: Schema, limit: int) -> set[str]:
    """The pointers of the objects that there is no room for; the root always stays."""
    cut: set[str] = set()
    used = 0
    waiting: deque[tuple[str, Any]] = deque([("", schema)])
    while waiting:
        at, node = waiting.popleft()
        cost = _cost(node)
        used += cost + (_ALTERNATIVE.search(at) is not None)
        if used > limit and at and cost:
            cut.add(at)
            used -= cost
        else:
            waiting.extend((at + step, child) for step, child in children(node))
    return cut


def _cost(node: Any) -> int:
    """The properties that an object will have: its own, those for further keys, one for none."""
    if not isinstance(node, dict) or not node.keys() & {"properties", "additionalProperties"}:
        return 0
    further = _MAP_KEYS if node.get("additionalProperties") not in (None, False) else 0
    return len(node.get("properties", ())) + further + (not node.get("required"))


def _any_value(node: Schema) -> Schema:
    bare = {key: node[key] for key in node if key not in ("description", "title", STAMP)}
    kept = {key: node[key] for key in ("title", STAMP) if key in node}
    said = add_sentence(node.get("description", ""), f"Fits {json_words(bare)}")
    return {**kept, "description": said}
