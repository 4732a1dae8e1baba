"""Which classes show the arguments and results of tools: their shapes, found in the schemas."""

from typing import Any

from toolc.codegen.definitions import definition_keys
from toolc.codegen.identifiers import Names, class_name
from toolc.codegen.objects import DEPTH, Objects, listed, named_types
from toolc.codegen.shapes import (
    OTHER,
    ClassShape,
    FieldShape,
    default_literal,
    scalar_literal,
    size_of,
    union_of,
)
from toolc.ir.model import Schema
from toolc.ir.schema import walk

__all__ = ["Classes"]

_SIZE = 80
"""How many parts a type may have; beyond, it is open. Nobody reads a longer one."""

_LITERALS = 60
"""How many values a `Literal` lists; beyond, only their type is shown."""

_CLASS_NAME = 76
"""Characters of a class name, which grows with each level of nesting and has to fit into a line."""

_SCALARS = ("string", "integer", "number", "boolean", "null")


class Classes:
    """The classes of many tools; an equal definition is one class for all."""

    def __init__(self, names: Names) -> None:
        """Start with none; `names` are the names already taken, and get the new ones."""
        self.names = names
        self.shared: dict[str, str] = {}
        self.definitions: dict[str, ClassShape] = {}

    def of_arguments(self, schema: Schema, name: str) -> list[ClassShape]:
        """The classes of one tool alone, the root's, which has the name given, first.

        The classes of its definitions are added to `definitions`, where they are new.
        """
        shaper = _Shaper(schema, Objects(schema, is_object=True), self)
        shaper.add_class(schema, name)
        return self._own(shaper)

    def of_result(self, schema: Schema, name: str) -> tuple[Schema, list[ClassShape]]:
        """The shape of what a tool gives back, which may be anything, and the classes in it."""
        shaper = _Shaper(schema, Objects(schema, is_object=False), self)
        shape = shaper.shape(schema, name)
        return shape, self._own(shaper)

    def _own(self, shaper: "_Shaper") -> list[ClassShape]:
        own, definitions = shaper.classes()
        self.definitions |= {shape.name: shape for shape in definitions}
        return own


class _Shaper:
    """Walks one schema. Classes wait in a queue, so that their nesting is not the stack's."""

    def __init__(self, root: Schema, objects: Objects, known: Classes) -> None:
        self._root = root
        self._objects = objects
        self._names = known.names
        self._shared = known.shared
        # By the identity of a schema, which lives as long as the root does.
        self._definition_names: dict[int, str] = {}
        self._shared_keys: dict[int, str] = {}
        self._index_definitions()
        self._class_names: dict[int, str] = {}
        self._shapes: dict[int, Schema] = {}
        self._queue: list[tuple[str, Schema]] = []

    def _index_definitions(self) -> None:
        definitions = self._root.get("$defs")
        keys = definition_keys(self._root)
        for name, definition in definitions.items() if isinstance(definitions, dict) else ():
            self._definition_names[id(definition)] = class_name(name, "Definition")
            if name in keys:
                for pointer, node in walk(definition):
                    self._shared_keys[id(node)] = f"{keys[name]}{pointer}"

    def classes(self) -> tuple[list[ClassShape], list[ClassShape]]:
        """The classes asked for and those within them, apart from those of shared definitions."""
        own: list[ClassShape] = []
        shared: list[ClassShape] = []
        for waiting, node in self._queue:  # grows while it is read
            kind = shared if id(node) in self._shared_keys else own
            kind.append(self._class(waiting, node))
        return own, shared

    # --- classes ---

    def add_class(self, node: Schema, name: str) -> None:
        """A schema is to be a class of this name."""
        self._class_names[id(node)] = name
        self._queue.append((name, node))

    def _class(self, name: str, node: Schema) -> ClassShape:
        members = self._objects.members(node)
        fields = [
            self._field(name, key, told, required=key in members.required)
            for key, told in members.properties.items()
        ]
        return ClassShape(name, _text(node.get("description")), tuple(fields))

    def _field(self, owner: str, key: str, told: list[list[Any]], *, required: bool) -> FieldShape:
        path = owner + class_name(key, "Field").removesuffix("_")
        shapes = (union_of([self.shape(node, path) for node in nodes]) for nodes in told)
        shape = next(filter(None, shapes), {})
        nodes = [node for nodes in told for node in nodes if isinstance(node, dict)]
        first = nodes[0] if nodes else {}
        default = None if required else default_literal(first.get("default"), shape)
        return FieldShape(key, shape, required, default, _text(first.get("description")))

    def _class_for(self, node: Schema, path: str) -> Schema:
        if id(node) not in self._class_names:
            key = self._shared_keys.get(id(node))
            if key is not None and key in self._shared:
                self._class_names[id(node)] = self._shared[key]
            else:
                self.add_class(node, self._names.reserve(path[:_CLASS_NAME]))
                if key is not None:
                    self._shared[key] = self._class_names[id(node)]
        return {"$ref": self._class_names[id(node)]}

    def _object(self, node: Schema, path: str) -> Schema:
        """The class of a schema with properties, or anything where it need not be an object."""
        shape = self._class_for(node, path)
        return shape if self._objects.is_object(node) else {"anyOf": [shape, OTHER]}

    # --- shapes ---

    def shape(self, node: Any, path: str, depth: int = 0) -> Schema:
        """The shape of a schema; the classes in it are named after `path`."""
        if not isinstance(node, dict) or depth > DEPTH:
            return {}
        if id(node) not in self._shapes:
            self._shapes[id(node)] = {}  # what a schema is within itself, unless it is a class
            if id(node) in self._class_names:
                shape = self._object(node, path)
            else:
                shape = self._literals(node) or self._untold(node, path, depth)
            self._shapes[id(node)] = shape if size_of(shape) <= _SIZE else {}
        return self._shapes[id(node)]

    def _untold(self, node: Schema, path: str, depth: int) -> Schema:
        """The shape of a schema that doesn't list its values."""
        if "$ref" in node:
            target = self._objects.target(node)
            return self.shape(target, self._definition_names.get(id(target), path), depth + 1)
        if "properties" not in node and (shape := self._parts(node, path, depth)):
            return shape
        if (
            "type" not in node
            and "properties" in node
            and self._objects.members(node, depth).properties
        ):
            return self._object(node, path)
        return union_of([self._typed(node, name, path, depth) for name in named_types(node)])

    def _parts(self, node: Schema, path: str, depth: int) -> Schema:
        """The shape that `anyOf`, `oneOf` or `allOf` gives; open when their parts are."""
        for keyword_ in ("anyOf", "oneOf"):
            named = zip(
                listed(node, keyword_), _branch_paths(path, listed(node, keyword_)), strict=True
            )
            if shape := union_of([self.shape(branch, own, depth + 1) for branch, own in named]):
                return shape
        parts = listed(node, "allOf")
        if len(parts) > 1 and "type" not in node and self._objects.members(node, depth).properties:
            return self._object(node, path)  # one class with the properties of all parts
        if "object" in named_types(node) and self._objects.members(node, depth).properties:
            return {}
        shapes = (self.shape(part, path, depth + 1) for part in parts)
        return next(filter(None, shapes), {})

    def _typed(self, node: Schema, name: str, path: str, depth: int) -> Schema:
        if name == "array":
            items = {} if "prefixItems" in node else node.get("items")
            return {"type": "array", "items": self.shape(items, f"{path}Item", depth + 1)}
        if name != "object":
            return {"type": name} if name in _SCALARS else {}
        if self._objects.members(node, depth).properties:
            return self._class_for(node, path)
        values = None if "patternProperties" in node else node.get("additionalProperties")
        shape = self.shape(values, f"{path}Value", depth + 1)
        return {"type": "object", "additionalProperties": shape or True}

    def _literals(self, node: Schema) -> Schema:
        """The shape of `enum` and `const`; open where there is none or a `Literal` can't say it."""
        values = [node["const"]] if "const" in node else listed(node, "enum")
        literals = [None if isinstance(value, float) else scalar_literal(value) for value in values]
        told = [literal for literal in dict.fromkeys(literals) if literal is not None]
        if None in literals or not 0 < len(told) <= _LITERALS:
            return {}
        named = [literal for literal in told if literal != "None"]
        shapes: list[Schema] = [{"enum": named}] if named else []
        return union_of([*shapes, *([{"type": "null"}] if "None" in told else [])])


def _branch_paths(path: str, branches: list[Any]) -> list[str]:
    """What the classes of alternatives are named after: their titles or numbers, when several."""
    if sum(map(_may_be_class, branches)) < 2:
        return [path] * len(branches)
    titles = [branch.get("title") if isinstance(branch, dict) else None for branch in branches]
    return [
        path + class_name(_text(title), f"Option{number}") for number, title in enumerate(titles, 1)
    ]


def _may_be_class(branch: Any) -> bool:
    if not isinstance(branch, dict) or "enum" in branch or "const" in branch:
        return False
    return branch.get("type") not in _SCALARS


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
