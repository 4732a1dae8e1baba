"""`inline_in_unions`: write out definitions that stand as alternatives, where no `$ref` may.

The values look the same, so there is no codec. A definition that leads back to itself stays a
reference: it could not be written out to an end.
"""

from dataclasses import dataclass
from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.refs import name_of
from toolc.ir.schema import map_children, walk
from toolc.passes.deref import MAX_INLINED_NODES
from toolc.passes.outcome import Notes, Outcome, each_tool

__all__ = ["inline_in_unions"]


def inline_in_unions(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Replace each alternative that is a reference by its definition."""

    def change(tool: Tool, _: Notes) -> tuple[Schema, None]:
        if language.refs_in_unions or "$defs" not in tool.input:
            return tool.input, None
        definitions: Schema = tool.input["$defs"]
        ending = {name: body for name, body in definitions.items() if _ends(name, definitions)}
        writer = _Writer(ending)
        body = writer.visit({key: tool.input[key] for key in tool.input if key != "$defs"})
        kept = {name: writer.visit(node) for name, node in definitions.items()}
        if writer.written > MAX_INLINED_NODES:
            return tool.input, None
        return _with_used(body, kept), None

    return each_tool(toolset, change)


@dataclass(slots=True)
class _Writer:
    """Writes out those definitions of one tool that end; stops when that makes too much of it."""

    definitions: Schema
    written: int = 0

    def visit(self, node: Any) -> Any:
        if not isinstance(node, dict) or self.written > MAX_INLINED_NODES:
            return node
        self.written += 1
        return map_children(node, "", self.below)

    def below(self, child: Any, at: str) -> Any:
        name = _referred(child) if at.startswith("/anyOf/") else None
        return self.visit(self.definitions.get(name, child) if name else child)


def _referred(node: Any) -> str | None:
    return name_of(node["$ref"]) if isinstance(node, dict) and "$ref" in node else None


def _ends(name: str, definitions: Schema) -> bool:
    """Whether a definition does not lead back to itself."""
    return name not in _reached(definitions[name], definitions)


def _reached(schema: Schema, definitions: Schema) -> set[str]:
    """The definitions that something in a schema refers to, however far round."""
    reached: set[str] = set()
    waiting: list[Any] = [schema]
    while waiting:
        for _, node in walk(waiting.pop()):
            name = _referred(node)
            if name in definitions and name not in reached:
                reached.add(name)
                waiting.append(definitions[name])
    return reached


def _with_used(body: Schema, definitions: Schema) -> Schema:
    """A schema with those of the definitions that something still refers to."""
    used = _reached(body, definitions)
    kept = {name: node for name, node in definitions.items() if name in used}
    return {**body, **({"$defs": kept} if kept else {})}
