"""The engine of the passes that change what values look like: it lowers schema and codec together.

A pass gives a rule for one node. The engine walks the schema innermost first, lets the rule lower
each node, and joins the codec nodes to a graph that is shaped like the schema (see
`toolc.runtime.codec`). Where the alternatives of a union came out with different codecs it makes
sure that they can be told apart on the way back: by type, by keys, by fixed values, else by a box
around all but the first.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolc.diagnostics.codes import BRANCH_BOXED
from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.refs import name_of
from toolc.ir.schema import escape, map_children, walk
from toolc.ir.shapes import disjoint, guard
from toolc.ir.stamp import STAMP, strip
from toolc.passes.codec_graph import plain_definitions, pruned, share, used_definitions
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.runtime.codec import Node

__all__ = ["Context", "Lowered", "Rule", "ShapePass", "reshape"]


@dataclass(slots=True)
class Lowered:
    """A node after lowering: its schema and the codec node that undoes it."""

    schema: Any
    node: Node = None


Rule = Callable[[Schema, Lowered, str, "Context"], Lowered]
"""`rule(source, lowered, pointer, context)`: the source node, the node with its parts (and by the
rules before it) lowered, where it stands; gives the node lowered itself, its codec node extended.
"""


@dataclass(slots=True)
class Context:
    """What a rule may ask: the definitions of the tool as they were, and a place for notes."""

    definitions: Schema
    notes: Notes


def reshape(toolset: Toolset, rules: Sequence[Rule]) -> Outcome:
    """Lower every tool by rules, in order at each node; the step holds the tools that changed."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, dict[str, Any] | None]:
        engine = _Engine(rules, Context(tool.input.get("$defs", {}), notes))
        return engine.lower(tool.input)

    return each_tool(toolset, change)


class ShapePass:
    """A pass made of one rule. Neighbours can be fused: one walk, one step, unions settled once."""

    def __init__(self, rule_for: Callable[[Language], Rule]) -> None:
        """`rule_for(language)` makes the rule."""
        self.rule_for = rule_for
        self.__doc__ = rule_for.__doc__
        self.__name__ = rule_for.__name__

    def __call__(self, toolset: Toolset, /, *, language: Language) -> Outcome:
        """Run this pass alone."""
        return reshape(toolset, [self.rule_for(language)])


@dataclass(slots=True)
class _Union:
    """A union to settle once everything is lowered.

    `branches` is the list in the lowered schema itself: a rule may append to it (null), never
    replace it. Until the choices are written, `node["union"]` bears the sources in place of guards.
    """

    keyword: str
    at: str
    sources: list[Any]
    branches: list[Any]
    node: dict[str, Any]
    boxed: set[int] = field(default_factory=set)

    @property
    def nodes(self) -> list[Node]:
        return [choice[2] for choice in self.node["union"]]


_TEXT: Node = {"text": True}


class _Engine:
    def __init__(self, rules: Sequence[Rule], context: Context) -> None:
        self.rules = rules
        self.context = context
        self.unions: list[_Union] = []
        self.schemas: dict[str, Any] = {}
        self.definitions: Schema = {}

    def lower(self, root: Schema) -> tuple[Schema, dict[str, Any] | None]:
        nodes: dict[str, Node] = {}
        for name, definition in self.context.definitions.items():
            lowered = self.visit(definition, f"/$defs/{escape(name)}")
            self.definitions[name], nodes[name] = lowered.schema, lowered.node
        body = {key: value for key, value in root.items() if key != "$defs"}
        top = self.visit(body, "")
        if self.definitions:
            top.schema = {**top.schema, "$defs": self.definitions}
        self.settle(nodes, top.schema)
        return top.schema, self.entry(top.node, nodes)

    def visit(self, source: Any, at: str) -> Lowered:
        if not isinstance(source, dict):
            return Lowered(source)
        if "$ref" in source:
            name = name_of(source["$ref"])
            return self.apply(source, Lowered(dict(source), {"ref": name}), at)
        lowered, begin = Lowered(dict(source)), self.context.notes.mark()
        union = next((key for key in ("anyOf", "oneOf") if key in source), None)
        if union and "properties" not in source:  # beside properties it only constrains them
            self.lower_union(source, union, lowered, at)
        else:
            self.lower_object(source, lowered, at)
            self.lower_array(source, lowered, at)
        end = self.context.notes.mark()
        lowered = self.apply(source, lowered, at)
        if lowered.node == _TEXT:  # the parts travel in the text as they are
            self.context.notes.forget(begin, end)
        return lowered

    def apply(self, source: Schema, lowered: Lowered, at: str) -> Lowered:
        for rule in self.rules:
            lowered = rule(source, lowered, at, self.context)
        return lowered

    def lower_object(self, source: Schema, lowered: Lowered, at: str) -> None:
        fields: dict[str, list[Any]] = {}
        if "properties" in source:
            properties: Schema = {}
            for key, child in source["properties"].items():
                inner = self.visit(child, f"{at}/properties/{escape(key)}")
                properties[key] = inner.schema
                fields[key] = [key, inner.node, ""]
            lowered.schema["properties"] = properties
        rest: Node = None
        if isinstance(source.get("additionalProperties"), dict):
            inner = self.visit(source["additionalProperties"], f"{at}/additionalProperties")
            lowered.schema["additionalProperties"], rest = inner.schema, inner.node
        if fields or rest:
            lowered.node = {"object": fields, **({"rest": rest} if rest else {})}

    def lower_array(self, source: Schema, lowered: Lowered, at: str) -> None:
        items: Node = None
        if isinstance(source.get("items"), dict):
            inner = self.visit(source["items"], f"{at}/items")
            lowered.schema["items"], items = inner.schema, inner.node
        prefix: list[Node] = []
        if "prefixItems" in source:
            parts = [
                self.visit(child, f"{at}/prefixItems/{index}")
                for index, child in enumerate(source["prefixItems"])
            ]
            lowered.schema["prefixItems"] = [part.schema for part in parts]
            prefix = [part.node for part in parts]
        if items or any(prefix):
            beside = lowered.node or {}  # a schema may be about objects and lists at once
            lowered.node = {**beside, "array": items, **({"prefix": prefix} if prefix else {})}

    def lower_union(self, source: Schema, keyword: str, lowered: Lowered, at: str) -> None:
        branches = [
            self.visit(branch, f"{at}/{keyword}/{index}")
            for index, branch in enumerate(source[keyword])
        ]
        lowered.schema[keyword] = [branch.schema for branch in branches]
        sources = list(source[keyword])
        mark = json.dumps(strip({keyword: sources}), sort_keys=True)
        node: dict[str, Any] = {"union": [[mark, None, branch.node] for branch in branches]}
        lowered.node = node
        self.unions.append(_Union(keyword, at, sources, lowered.schema[keyword], node))

    # --- unions: tell the alternatives apart ---

    def settle(self, nodes: dict[str, Node], root: Schema) -> None:
        """Box alternatives until all that differ can be told apart, then write the choices down.

        A box changes the type of a union that may itself be an alternative elsewhere, so the
        boxes are found in rounds; there are never fewer of them, so the rounds end.
        """
        kept = {
            id(node[key])
            for _, node in walk(root)
            if isinstance(node, dict)
            for key in ("anyOf", "oneOf")
            if key in node
        }
        unions = [union for union in self.unions if id(union.branches) in kept]
        plain = plain_definitions(nodes)
        unlike = [union for union in unions if len({_key(node, plain) for node in union.nodes}) > 1]
        while sum(self.box_confused(union) for union in unlike):  # all of them, each round
            pass
        for union in unions:
            self.write_choices(union, unlike=any(union is other for other in unlike))

    def box_confused(self, union: _Union) -> bool:
        """Box the alternatives that can't be told from an earlier one; whether there were any."""
        guards = [guard(branch, self.definitions) for branch in union.branches]
        confused: set[int] = set()
        for later in range(1, len(union.sources)):
            for earlier in range(later):
                if not disjoint(guards[earlier], guards[later]):
                    # a box may still look like an open object before it; then that is boxed, too
                    confused.add(earlier if later in union.boxed else later)
        confused -= union.boxed
        for index in sorted(confused):
            self.box(union, index)
        return bool(confused)

    def box(self, union: _Union, index: int) -> None:
        key = f"option_{index + 1}"
        at = f"{union.at}/{union.keyword}/{index}"
        self.context.notes.add(BRANCH_BOXED, union.sources[index], at, key=key)
        union.branches[index] = {
            "type": "object",
            "properties": {key: union.branches[index]},
            "required": [key],
            "additionalProperties": False,
        }
        choice = union.node["union"][index]
        choice[2] = {"box": key, "of": choice[2]}
        union.boxed.add(index)

    def write_choices(self, union: _Union, *, unlike: bool) -> None:
        if not unlike:
            only = union.nodes[0] if union.sources else None
            union.node.clear()
            union.node.update(only or {"union": []})
            return
        ours = [guard(source, self.context.definitions) for source in union.sources]
        if not all(disjoint(one, other) for i, one in enumerate(ours) for other in ours[:i]):
            ours = [self.whole(source) for source in union.sources]
        theirs = [guard(branch, self.definitions) for branch in union.branches]
        union.node["union"] = [
            [one, other, node] for one, other, node in zip(ours, theirs, union.nodes, strict=False)
        ]

    def whole(self, source: Any) -> Any:
        """A source schema with its references named for the codec's own table."""
        if not isinstance(source, dict):
            return source
        copy = map_children(source, "", lambda child, _: self.whole(child))
        copy.pop(STAMP, None)
        if "$ref" in copy:
            name = name_of(copy["$ref"])
            copy["$ref"] = name
            if name not in self.schemas:
                self.schemas[name] = True
                self.schemas[name] = self.whole(self.context.definitions.get(name, True))
        return {key: value for key, value in copy.items() if key != "description"}

    # --- the finished codec ---

    def entry(self, root: Node, nodes: dict[str, Node]) -> dict[str, Any] | None:
        plain = plain_definitions(nodes)
        graph = pruned(root, plain)
        if graph is None:
            return None
        used = used_definitions(graph, {name: pruned(node, plain) for name, node in nodes.items()})
        graph, definitions = share(graph, used)
        entry: dict[str, Any] = {"root": graph}
        if definitions:
            entry["defs"] = definitions
        if self.schemas:
            entry["schemas"] = strip(self.schemas)
        return entry


def _key(node: Node, plain: set[str]) -> str:
    return json.dumps(pruned(node, plain), sort_keys=True)
