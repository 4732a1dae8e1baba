"""`deref`: bring every `$ref` to the form that the target takes, or write its definition out.

JSON Schema 2020-12 core, 8.2.3. Afterwards each `$ref` left is `#/$defs/X`, alone in its node where
the target wants it so, and `$defs` stands at the root and holds what is used.
"""

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from toolc.diagnostics.codes import INLINE_LIMIT, RECURSION_CUT
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.refs import name_of, ref_to
from toolc.ir.schema import children, map_children, walk
from toolc.ir.stamp import STAMP
from toolc.passes.outcome import Notes, Outcome, each_tool

__all__ = ["MAX_INLINED_NODES", "deref"]

MAX_INLINED_NODES = 20_000
"""The most schemas that writing definitions out may make of one tool."""

_HOPS = (10_000, 12, 8, 6, 5, 4, 3, 2, 1)
"""How many references deep definitions are written out: all, then fewer until the size will do."""

_PLAIN_NAME = re.compile(r"[^A-Za-z0-9_.-]+")


def deref(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Keep references where the target takes them, else write the definitions out.

    Where recursion can't be said it is unrolled once; below that stands a schema that takes any
    value, which `json_text` then turns into JSON text.
    """

    def change(tool: Tool, notes: Notes) -> tuple[Schema, None]:
        if not any(_refers(node) for _, node in walk(tool.input)):
            bare = {key: value for key, value in tool.input.items() if key not in _POSITIONS}
            return bare, None
        for hops in _HOPS:
            attempt = Notes(tool.name)
            try:
                schema = _Writer(tool.input, language, attempt, hops).write()
            except _TooManyError:
                continue
            break
        for item in attempt.all():
            notes.keep(item)
        return schema, None

    return each_tool(toolset, change)


_POSITIONS = frozenset("$id $anchor $dynamicAnchor $schema $defs $vocabulary".split())
"""Keywords that only name places: once references are resolved nothing needs them."""


def _refers(node: Any) -> bool:
    return isinstance(node, dict) and ("$ref" in node or "$dynamicRef" in node)


class _TooManyError(Exception):
    """The definitions written out are too large; try again with fewer levels."""


@dataclass(slots=True)
class _Writer:
    """One tool's references, written out or kept."""

    root: Schema
    language: Language
    notes: Notes
    hops: int
    anchors: dict[str, Any] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    waiting: deque[tuple[str, Any]] = field(default_factory=deque)
    written: int = 0

    def write(self) -> Schema:
        for _, node in walk(self.root):
            if isinstance(node, dict) and "$dynamicAnchor" in node:
                self.anchors.setdefault(f"#{node['$dynamicAnchor']}", node)
        schema = self.expand(self.root, "", ())
        definitions: dict[str, Any] = {}
        while self.waiting:
            name, target = self.waiting.popleft()
            definitions[name] = self.expand(target, f"/$defs/{name}", (id(target),))
        if definitions:
            schema["$defs"] = definitions
        return dict(schema)

    def expand(self, node: Any, at: str, path: tuple[int, ...]) -> Any:
        if not isinstance(node, dict):
            return node
        self.written += 1
        if self.written > MAX_INLINED_NODES:
            raise _TooManyError
        if _refers(node):
            return self.reference(node, at, path)
        kept = {key: value for key, value in node.items() if key not in _POSITIONS}
        return map_children(kept, at, lambda child, here: self.expand(child, here, path))

    def reference(self, node: Schema, at: str, path: tuple[int, ...]) -> Any:
        ref = str(node.get("$ref", node.get("$dynamicRef")))
        beside = {
            key: value
            for key, value in node.items()
            if key not in _POSITIONS and key not in ("$ref", "$dynamicRef")
        }
        target = self.target(ref)
        if target is None:  # the frontend has reported it
            return self.expand(beside, at, path)
        if isinstance(target, bool):
            return {"allOf": [target], **self.expand(beside, at, path)} if beside else target
        beside = self.expand(beside, at, path)
        if at == "":  # the root itself is never a reference: targets want a plain object there
            return self.inline(node, target, beside, at, path)
        if self.language.refs == "recursive" or (
            self.language.refs == "tree" and not self.cyclic(target)
        ):
            return self.keep_reference(target, ref, beside)
        return self.inline(node, target, beside, at, path)

    def keep_reference(self, target: Schema, ref: str, beside: Schema) -> Schema:
        kept = {"$ref": ref_to(self.name(target, ref))}
        assertions = beside.keys() - ANNOTATIONS - {STAMP}
        if self.language.ref_siblings or not beside.keys() - {STAMP}:
            return {**kept, **beside}
        if assertions:
            return {"allOf": [kept, {key: beside[key] for key in beside if key in assertions}]} | {
                key: value for key, value in beside.items() if key not in assertions
            }
        return {"anyOf": [kept], **beside}

    def inline(
        self, node: Schema, target: Schema, beside: Schema, at: str, path: tuple[int, ...]
    ) -> Schema:
        if id(target) in path or len(path) >= self.hops:
            code = RECURSION_CUT if id(target) in path else INLINE_LIMIT
            self.notes.add(code, node, at, ref=node.get("$ref"), target=self.language.target)
            said = target.get("description", "")
            return {**({"description": said} if said else {}), **beside}
        written: Schema = self.expand(target, at, (*path, id(target)))
        if not isinstance(written, dict):
            return {"allOf": [written], **beside}
        if beside.keys() - ANNOTATIONS - {STAMP}:
            return {"allOf": [written], **beside}
        return {**written, **{key: beside[key] for key in beside if key != STAMP}}

    def target(self, ref: str) -> Any:
        if ref in self.anchors:
            return self.anchors[ref]
        return self.root.get("$defs", {}).get(name_of(ref))

    def name(self, target: Schema, ref: str) -> str:
        """The name of a definition, made from the last word of the reference."""
        if id(target) in self.names:
            return self.names[id(target)]
        word = _PLAIN_NAME.sub("_", ref.rsplit("/", 1)[-1].lstrip("#")) or "root"
        taken = set(self.names.values())
        name, count = word, 1
        while name in taken:
            count += 1
            name = f"{word}_{count}"
        self.names[id(target)] = name
        self.waiting.append((name, target))
        return name

    def cyclic(self, target: Schema) -> bool:
        """Whether a definition refers to itself, however far round."""
        seen: set[int] = set()
        stack: list[Any] = [target]
        while stack:
            here = stack.pop()
            found = self.target(here.get("$ref")) if _refers(here) else None
            if found is target:
                return True
            if isinstance(found, dict) and id(found) not in seen:
                seen.add(id(found))
                stack.append(found)
            stack.extend(child for _, child in children(here) if isinstance(child, dict))
        return False
