"""`flatten`: nested objects as flat parameters (`passengers_adults`), where nothing may nest."""

from dataclasses import dataclass, field
from typing import Any

from toolc.diagnostics.codes import FLATTENED, REQUIRED_LOOSENED
from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import escape
from toolc.passes.outcome import Notes, Outcome, each_tool

__all__ = ["flatten"]


def flatten(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Flatten nested objects whose keys are all declared; other values stay as they are.

    An optional object that may be empty gets a flag of its own, so that "empty" and "absent" stay
    apart on the way back.
    """

    def change(tool: Tool, notes: Notes) -> tuple[Schema, dict[str, Any] | None]:
        root = tool.input
        if not any(_is_nested(child) for child in root.get("properties", {}).values()):
            return root, None
        work = _Flattening(language, notes, taken=set(root.get("properties", {})))
        tree = work.fields(root, prefix="", at="", required=True)
        flat: Schema = {**root, "properties": work.properties, "required": work.required}
        return flat, {"root": {"flat": tree}}

    return each_tool(toolset, change)


def _is_nested(node: Any) -> bool:
    return isinstance(node, dict) and node.get("type") == "object" and "properties" in node


@dataclass(slots=True)
class _Flattening:
    """The flat parameters of one tool as they are gathered."""

    language: Language
    notes: Notes
    taken: set[str]
    properties: Schema = field(default_factory=dict)
    required: list[str] = field(default_factory=list)

    def fields(self, node: Schema, prefix: str, at: str, *, required: bool) -> dict[str, Any]:
        """The codec tree of an object's properties; fills `properties` and `required`."""
        tree: dict[str, Any] = {}
        for key, child in node.get("properties", {}).items():
            here = f"{at}/properties/{escape(key)}"
            needed = key in node.get("required", ())
            if _is_nested(child):
                tree[key] = self.branch(child, prefix + key, here, required=required and needed)
            else:
                tree[key] = self.leaf(key, child, prefix, here)
                if needed:
                    parent = None if required else prefix.rstrip("_")
                    self.require(tree[key][0], child, here, parent=parent)
        return tree

    def branch(self, child: Schema, path: str, at: str, *, required: bool) -> dict[str, Any]:
        place: dict[str, Any] = {}
        if required:
            place["required"] = True
        elif not child.get("required"):
            flag = self.free(path)
            said = f"Give true to send `{path}` even when it is empty."
            self.properties[flag] = {"type": "boolean", "description": said}
            place["present"] = flag
        place["fields"] = self.fields(child, f"{path}_", at, required=required)
        return place

    def leaf(self, key: str, child: Any, prefix: str, at: str) -> list[Any]:
        name = key if not prefix else self.free(prefix + key)
        self.properties[name] = child
        if prefix:
            words = {"key": key, "theirs": name, "target": self.language.target}
            self.notes.add(FLATTENED, child, at, **words)
        return [name, None]

    def require(self, name: str, child: Any, at: str, *, parent: str | None) -> None:
        """Require a leaf; where its parent is optional that would demand too much."""
        if parent is None:
            self.required.append(name)
        else:
            words = {"key": name, "parent": parent, "target": self.language.target}
            self.notes.add(REQUIRED_LOOSENED, child, at, **words)

    def free(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name
