"""`hoist_deep`: name objects that stand too deep in `$defs`, where levels are counted anew.

The values look the same, so there is no codec; it runs after all passes that make objects.
"""

from dataclasses import dataclass, field
from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.refs import ref_to
from toolc.ir.schema import map_children
from toolc.ir.sizes import is_object, levels
from toolc.passes.outcome import Notes, Outcome, each_tool

__all__ = ["hoist_deep"]

_NAME = "nested"


def hoist_deep(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Move each object below the last level that the language allows into a definition."""
    limit = language.limits.levels

    def change(tool: Tool, _: Notes) -> tuple[Schema, None]:
        if limit is None or language.refs == "none" or levels(tool.input) <= limit:
            return tool.input, None
        return _Hoisting(limit, set(tool.input.get("$defs", ()))).root(tool.input), None

    return each_tool(toolset, change)


@dataclass(slots=True)
class _Hoisting:
    """The definitions of one tool, as those for deep objects are added."""

    limit: int
    taken: set[str]
    hoisted: Schema = field(default_factory=dict)

    def root(self, schema: Schema) -> Schema:
        body = self.visit({key: schema[key] for key in schema if key != "$defs"}, 0)
        kept = {name: self.visit(node, 0) for name, node in schema.get("$defs", {}).items()}
        return {**body, "$defs": {**kept, **self.hoisted}}

    def visit(self, node: Any, depth: int) -> Any:
        if not isinstance(node, dict):
            return node
        depth += is_object(node)
        if depth > self.limit:
            return {"$ref": ref_to(self.define(node))}
        return map_children(node, "", lambda child, _: self.visit(child, depth))

    def define(self, node: Schema) -> str:
        name, count = _NAME, 1
        while name in self.taken:
            count += 1
            name = f"{_NAME}_{count}"
        self.taken.add(name)
        self.hoisted[name] = {}  # takes its place before what is hoisted out of it
        self.hoisted[name] = self.visit(node, 0)
        return name
