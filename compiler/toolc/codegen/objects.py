"""Which objects a schema lets in, and what is known of their properties."""

from typing import Any
from urllib.parse import unquote

from toolc.codegen.members import Members
from toolc.codegen.shapes import is_text
from toolc.ir.model import Schema
from toolc.ir.schema import resolve_pointer

__all__ = ["DEPTH", "Objects", "listed", "named_types"]

DEPTH = 60
"""How deep a type may lie in unions, lists, maps and references."""


class Objects:
    """What the parts of one schema say of objects; each part is looked at once."""

    def __init__(self, root: Schema, *, is_object: bool) -> None:
        """Take the schema that references are read in; arguments are an object whatever it says."""
        self._root = root
        # By the identity of a schema, which lives as long as the root does.
        self._known_members: dict[int, Members] = {}
        self._known_objects: dict[int, bool] = {id(root): True} if is_object else {}

    def members(self, node: Any, depth: int = 0) -> Members:
        """The properties an object may have: its own, those of its parts and its alternatives."""
        if not isinstance(node, dict) or depth > DEPTH:
            return Members()
        if id(node) in self._known_members:
            return self._known_members[id(node)]
        found = self._known_members[id(node)] = Members()  # what it is within itself
        properties = node.get("properties")
        if isinstance(properties, dict):
            told = {key: [[value]] for key, value in properties.items() if is_text(key)}
            found.properties.update(told)
        found.required.update(key for key in listed(node, "required") if isinstance(key, str))
        if "patternProperties" not in node:
            found.others = node.get("additionalProperties", True)
        for part in (self.target(node), *listed(node, "allOf")):
            found.also(self.members(part, depth + 1))
        for keyword_ in ("anyOf", "oneOf"):
            branches = [part for part in listed(node, keyword_) if self._may_be_object(part)]
            if branches:
                either = [self.members(branch, depth + 1) for branch in branches]
                found.also(Members.either(either))
        return found

    def _may_be_object(self, node: Any) -> bool:
        for _ in range(DEPTH):
            if not isinstance(node, dict):
                return node is not False
            if "type" in node and "object" not in named_types(node):
                return False
            node = self.target(node)
        return True

    def is_object(self, node: Any, depth: int = 0) -> bool:
        """Whether all that a schema lets in is surely an object."""
        if not isinstance(node, dict) or depth > DEPTH:
            return False
        if id(node) not in self._known_objects:
            self._known_objects[id(node)] = False  # as long as nothing else is known
            branches = [listed(node, keyword_) for keyword_ in ("anyOf", "oneOf")]
            parts = (self.target(node), *listed(node, "allOf"))
            self._known_objects[id(node)] = (
                named_types(node) == ["object"]
                or any(self.is_object(part, depth + 1) for part in parts)
                or any(
                    bool(either) and all(self.is_object(one, depth + 1) for one in either)
                    for either in branches
                )
            )
        return self._known_objects[id(node)]

    def target(self, node: Schema) -> Any:
        """What a `$ref` within the schema points to; None for anything else."""
        ref = node.get("$ref")
        if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
            return None
        try:
            return resolve_pointer(self._root, unquote(ref[1:]))
        except KeyError:
            return None


def named_types(node: Schema) -> list[str]:
    """The types that a schema names itself."""
    named = node.get("type")
    if isinstance(named, str):
        return [named]
    return [name for name in named if isinstance(name, str)] if isinstance(named, list) else []


def listed(node: Schema, keyword_: str) -> list[Any]:
    """The value of a keyword that is to be a list; none where it is anything else."""
    value = node.get(keyword_)
    return value if isinstance(value, list) else []
