"""The shape of each tool's arguments: as much of a schema as a typed model can show.

A shape is JSON Schema again, but small: classes, lists, maps, unions, literals and scalar types.
Rules (`minimum`, `pattern`, `if` ...) are the validator's, and where a shape can't be sure it is
open, so that a model takes what the validator lets through. A schema with properties and no type is
read as an object or anything else.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from toolc.codegen.definitions import definition_keys
from toolc.codegen.identifiers import Names, class_name
from toolc.codegen.members import Members
from toolc.codegen.text import UnwritableValueError, pyrepr
from toolc.ir.model import Schema
from toolc.ir.schema import resolve_pointer, walk

__all__ = [
    "OTHER",
    "ClassShape",
    "Classes",
    "FieldShape",
    "inner_shapes",
]

OTHER: Schema = {"$ref": "Any"}
"""The shape of all that is no object, in a union with a class."""

_DEPTH = 60
"""How deep a type may lie in unions, lists, maps and references."""

_SIZE = 80
"""How many parts a type may have; beyond, it is open. Nobody reads a longer one."""

_LITERALS = 60
"""How many values a `Literal` lists; beyond, only their type is shown."""

_CLASS_NAME = 76
"""Characters of a class name, which grows with each level of nesting and has to fit into a line."""

_SCALARS = ("string", "integer", "number", "boolean", "null")


@dataclass(frozen=True, slots=True)
class FieldShape:
    """One property: its `key`, and the Python literal of its `default`, if it has one."""

    key: str
    shape: Schema
    required: bool
    default: str | None
    description: str


@dataclass(frozen=True, slots=True)
class ClassShape:
    """One class to be made; shapes refer to it by its name, as in `{"$ref": "GetWeatherArgs"}`."""

    name: str
    description: str
    fields: tuple[FieldShape, ...]

    def uses(self) -> list[str]:
        """The names of the classes that the fields refer to, in order."""
        parts = [field.shape for field in self.fields]
        found = []
        for part in parts:  # grows while it is read
            parts += inner_shapes(part)
            found += [part["$ref"]] if "$ref" in part and part != OTHER else []
        return found


class Classes:
    """The classes for the arguments of many tools; an equal definition is one class for all."""

    def __init__(self, names: Names) -> None:
        """Start with none; `names` are the names already taken, and get the new ones."""
        self.names = names
        self.shared: dict[str, str] = {}
        self.definitions: dict[str, ClassShape] = {}

    def of_tool(self, schema: Schema, name: str) -> list[ClassShape]:
        """The classes of one tool alone, the root's, which has the name given, first.

        The classes of its definitions are added to `definitions`, where they are new.
        """
        shaper = _Shaper(schema, self)
        own, definitions = shaper.classes(name)
        self.definitions |= {shape.name: shape for shape in definitions}
        return own


class _Shaper:
    """Walks one schema. Classes wait in a queue, so that their nesting is not the stack's."""

    def __init__(self, root: Schema, known: Classes) -> None:
        self._root = root
        self._names = known.names
        self._shared = known.shared
        # By the identity of a schema, which lives as long as the root does.
        self._definition_names: dict[int, str] = {}
        self._shared_keys: dict[int, str] = {}
        self._index_definitions()
        self._class_names: dict[int, str] = {}
        self._shapes: dict[int, Schema] = {}
        self._known_members: dict[int, Members] = {}
        self._known_objects: dict[int, bool] = {}
        self._queue: list[tuple[str, Schema]] = []

    def _index_definitions(self) -> None:
        definitions = self._root.get("$defs")
        keys = definition_keys(self._root)
        for name, definition in definitions.items() if isinstance(definitions, dict) else ():
            self._definition_names[id(definition)] = class_name(name, "Definition")
            if name in keys:
                for pointer, node in walk(definition):
                    self._shared_keys[id(node)] = f"{keys[name]}{pointer}"

    def classes(self, name: str) -> tuple[list[ClassShape], list[ClassShape]]:
        """The root's class and those within it, and apart from them those of shared definitions."""
        self._add_class(self._root, name)
        own: list[ClassShape] = []
        shared: list[ClassShape] = []
        for waiting, node in self._queue:  # grows while it is read
            kind = shared if id(node) in self._shared_keys else own
            kind.append(self._class(waiting, node))
        return own, shared

    # --- classes ---

    def _add_class(self, node: Schema, name: str) -> None:
        self._class_names[id(node)] = name
        self._queue.append((name, node))

    def _class(self, name: str, node: Schema) -> ClassShape:
        members = self._members(node, 0)
        fields = [
            self._field(name, key, told, required=key in members.required)
            for key, told in members.properties.items()
        ]
        return ClassShape(name, _text(node.get("description")), tuple(fields))

    def _field(self, owner: str, key: str, told: list[list[Any]], *, required: bool) -> FieldShape:
        path = owner + class_name(key, "Field").removesuffix("_")
        shapes = (_union([self._shape(node, path, 0) for node in nodes]) for nodes in told)
        shape = next(filter(None, shapes), {})
        nodes = [node for nodes in told for node in nodes if isinstance(node, dict)]
        first = nodes[0] if nodes else {}
        default = None if required else self._default(first.get("default"), shape)
        return FieldShape(key, shape, required, default, _text(first.get("description")))

    def _default(self, value: Any, shape: Schema) -> str | None:
        """The literal of a scalar default that fits its shape."""
        literal = _scalar_literal(value)
        if literal is None or value is None:
            return None
        for branch in _branches(shape):
            if "enum" in branch:
                fits = literal in branch["enum"]
            else:
                fits = branch.get("type", "any") in ("any", *_types_of_scalar(value))
            if fits and "$ref" not in branch:
                return literal
        return None

    def _members(self, node: Any, depth: int) -> Members:
        """The properties an object may have: its own, those of its parts and its alternatives."""
        if not isinstance(node, dict) or depth > _DEPTH:
            return Members()
        if id(node) in self._known_members:
            return self._known_members[id(node)]
        found = self._known_members[id(node)] = Members()  # what it is within itself
        properties = node.get("properties")
        if isinstance(properties, dict):
            told = {key: [[value]] for key, value in properties.items() if _is_text(key)}
            found.properties.update(told)
        found.required.update(key for key in _list(node, "required") if isinstance(key, str))
        if "patternProperties" not in node:
            found.others = node.get("additionalProperties", True)
        for part in (self._target(node), *_list(node, "allOf")):
            found.also(self._members(part, depth + 1))
        for keyword_ in ("anyOf", "oneOf"):
            branches = [part for part in _list(node, keyword_) if self._may_be_object(part)]
            if branches:
                either = [self._members(branch, depth + 1) for branch in branches]
                found.also(Members.either(either))
        return found

    def _may_be_object(self, node: Any) -> bool:
        for _ in range(_DEPTH):
            if not isinstance(node, dict):
                return node is not False
            if "type" in node and "object" not in _named_types(node):
                return False
            node = self._target(node)
        return True

    def _is_object(self, node: Any, depth: int) -> bool:
        """Whether all that a schema lets in is surely an object."""
        if not isinstance(node, dict) or depth > _DEPTH:
            return False
        if id(node) not in self._known_objects:
            self._known_objects[id(node)] = False  # as long as nothing else is known
            branches = [_list(node, keyword_) for keyword_ in ("anyOf", "oneOf")]
            parts = (self._target(node), *_list(node, "allOf"))
            self._known_objects[id(node)] = (
                node is self._root
                or _named_types(node) == ["object"]
                or any(self._is_object(part, depth + 1) for part in parts)
                or any(
                    bool(either) and all(self._is_object(one, depth + 1) for one in either)
                    for either in branches
                )
            )
        return self._known_objects[id(node)]

    def _class_for(self, node: Schema, path: str) -> Schema:
        if id(node) not in self._class_names:
            key = self._shared_keys.get(id(node))
            if key is not None and key in self._shared:
                self._class_names[id(node)] = self._shared[key]
            else:
                self._add_class(node, self._names.reserve(path[:_CLASS_NAME]))
                if key is not None:
                    self._shared[key] = self._class_names[id(node)]
        return {"$ref": self._class_names[id(node)]}

    def _object(self, node: Schema, path: str) -> Schema:
        """The class of a schema with properties, or anything where it need not be an object."""
        shape = self._class_for(node, path)
        return shape if self._is_object(node, 0) else {"anyOf": [shape, OTHER]}

    # --- shapes ---

    def _shape(self, node: Any, path: str, depth: int) -> Schema:
        if not isinstance(node, dict) or depth > _DEPTH:
            return {}
        if id(node) not in self._shapes:
            self._shapes[id(node)] = {}  # what a schema is within itself, unless it is a class
            if id(node) in self._class_names:
                shape = self._object(node, path)
            else:
                shape = self._literals(node) or self._untold(node, path, depth)
            self._shapes[id(node)] = shape if _size(shape) <= _SIZE else {}
        return self._shapes[id(node)]

    def _untold(self, node: Schema, path: str, depth: int) -> Schema:
        """The shape of a schema that doesn't list its values."""
        if "$ref" in node:
            target = self._target(node)
            return self._shape(target, self._definition_names.get(id(target), path), depth + 1)
        if "properties" not in node and (shape := self._parts(node, path, depth)):
            return shape
        if "type" not in node and "properties" in node and self._members(node, depth).properties:
            return self._object(node, path)
        return _union([self._typed(node, name, path, depth) for name in _named_types(node)])

    def _parts(self, node: Schema, path: str, depth: int) -> Schema:
        """The shape that `anyOf`, `oneOf` or `allOf` gives; open when their parts are."""
        for keyword_ in ("anyOf", "oneOf"):
            named = zip(
                _list(node, keyword_), _branch_paths(path, _list(node, keyword_)), strict=True
            )
            if shape := _union([self._shape(branch, own, depth + 1) for branch, own in named]):
                return shape
        parts = _list(node, "allOf")
        if len(parts) > 1 and "type" not in node and self._members(node, depth).properties:
            return self._object(node, path)  # one class with the properties of all parts
        if "object" in _named_types(node) and self._members(node, depth).properties:
            return {}
        shapes = (self._shape(part, path, depth + 1) for part in parts)
        return next(filter(None, shapes), {})

    def _typed(self, node: Schema, name: str, path: str, depth: int) -> Schema:
        if name == "array":
            items = {} if "prefixItems" in node else node.get("items")
            return {"type": "array", "items": self._shape(items, f"{path}Item", depth + 1)}
        if name != "object":
            return {"type": name} if name in _SCALARS else {}
        if self._members(node, depth).properties:
            return self._class_for(node, path)
        values = None if "patternProperties" in node else node.get("additionalProperties")
        shape = self._shape(values, f"{path}Value", depth + 1)
        return {"type": "object", "additionalProperties": shape or True}

    def _literals(self, node: Schema) -> Schema:
        """The shape of `enum` and `const`; open where there is none or a `Literal` can't say it."""
        values = [node["const"]] if "const" in node else _list(node, "enum")
        literals = [
            None if isinstance(value, float) else _scalar_literal(value) for value in values
        ]
        told = [literal for literal in dict.fromkeys(literals) if literal is not None]
        if None in literals or not 0 < len(told) <= _LITERALS:
            return {}
        named = [literal for literal in told if literal != "None"]
        shapes: list[Schema] = [{"enum": named}] if named else []
        return _union([*shapes, *([{"type": "null"}] if "None" in told else [])])

    def _target(self, node: Schema) -> Any:
        """What a `$ref` within the schema points to; None for anything else."""
        ref = node.get("$ref")
        if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
            return None
        try:
            return resolve_pointer(self._root, unquote(ref[1:]))
        except KeyError:
            return None


def _named_types(node: Schema) -> list[str]:
    named = node.get("type")
    if isinstance(named, str):
        return [named]
    return [name for name in named if isinstance(name, str)] if isinstance(named, list) else []


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


def _union(shapes: list[Schema]) -> Schema:
    """The shape of any of these; open when one of them is. Their literals become one."""
    told: list[Schema] = []
    literals: list[str] = []
    for branch in itertools.chain.from_iterable(map(_branches, shapes)):
        if "enum" in branch:
            if not literals:
                told.append({"enum": literals})
            literals += [literal for literal in branch["enum"] if literal not in literals]
        elif branch not in told:
            told.append(branch)
    if not told or {} in told:
        return {}
    return told[0] if len(told) == 1 else {"anyOf": told}


def _branches(shape: Schema) -> list[Schema]:
    branches: list[Schema] = shape.get("anyOf", [shape])
    return branches


def _size(shape: Schema) -> int:
    return 1 + sum(map(_size, inner_shapes(shape)))


def inner_shapes(shape: Schema) -> Iterator[Schema]:
    """The shapes that one is made of."""
    yield from shape.get("anyOf", ())
    for keyword_ in ("items", "additionalProperties"):
        if isinstance(shape.get(keyword_), dict):
            yield shape[keyword_]


def _scalar_literal(value: Any) -> str | None:
    if isinstance(value, str) and not _is_text(value):
        return None
    if value is not None and not isinstance(value, str | int | float | bool):
        return None
    try:
        return pyrepr(value)
    except UnwritableValueError:
        return None


def _is_text(text: str) -> bool:
    """Whether a string has no lone surrogates; Pydantic knows no names and literals with them."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def _types_of_scalar(value: Any) -> tuple[str, ...]:
    """The types that a scalar has: an integer is a number, too."""
    if isinstance(value, bool):
        return ("boolean",)
    if isinstance(value, int):
        return ("integer", "number")
    return ("number",) if isinstance(value, float) else ("string",)


def _list(node: Schema, keyword_: str) -> list[Any]:
    value = node.get(keyword_)
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
