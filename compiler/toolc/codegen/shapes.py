"""The shape of each tool's arguments: as much of a schema as a typed model can show.

A shape is JSON Schema again, but small: classes, lists, maps, unions, literals and scalar types.
Rules (`minimum`, `pattern`, `if` ...) are the validator's, and where a shape can't be sure it is
open, so that a model takes what the validator lets through. A schema with properties and no type is
read as an object. No text of the user's stands in a shape: words like `zq7x` stand for it.
"""

import itertools
import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from toolc.codegen.identifiers import Names, class_name, identifier
from toolc.codegen.text import UnwritableValueError, pyrepr
from toolc.ir.model import Schema
from toolc.ir.schema import resolve_pointer

__all__ = ["ClassShape", "FieldShape", "Words", "shape_classes"]

_DEPTH = 60
"""How deep a type may lie in unions, lists, maps and references."""

_SIZE = 80
"""How many parts a type may have; beyond, it is open. Nobody reads a longer one."""

_LITERALS = 60
"""How many values a `Literal` lists; beyond, only their type is shown."""

_CLASS_NAME = 100
"""Characters of a class name, which grows with each level of nesting."""

_SCALARS = ("string", "integer", "number", "boolean", "null")

_TAKEN_FIELDS = frozenset(
    # what annotations are written with, and what a Pydantic 2 model has of its own
    "Any Field Literal bool dict float int list str"
    " construct copy from_orm json parse_file parse_obj parse_raw schema schema_json"
    " update_forward_refs validate model_computed_fields model_config model_construct model_copy"
    " model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema"
    " model_parametrized_name model_post_init model_rebuild model_validate model_validate_json"
    " model_validate_strings".split()
) | frozenset(keyword.kwlist)

_LIKE_A_CLASS = re.compile(r"[A-Z]\w*Args\w*")
"""Keys that could hide a model of this module from the annotations that follow them."""

_LEGAL_FIELD = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,79}")


@dataclass(frozen=True, slots=True)
class FieldShape:
    """One property: `name` is the field, `key` the property, `default` a literal or None."""

    word: str
    name: str
    key: str
    shape: Schema
    required: bool
    default: str | None
    description: str


@dataclass(frozen=True, slots=True)
class ClassShape:
    """One class to be made; shapes refer to it as `#/$defs/WORD`."""

    word: str
    name: str
    description: str
    fields: tuple[FieldShape, ...]

    def uses(self) -> list[str]:
        """The words of the classes that the fields refer to, in order."""
        parts = [field.shape for field in self.fields]
        found = []
        for part in parts:  # grows while it is read
            parts += _inner(part)
            found += [part["$ref"].rpartition("/")[2]] if "$ref" in part else []
        return found


class Words:
    """Words that stand for literals, so that a writer of code never sees the user's text."""

    def __init__(self) -> None:
        """Start with none."""
        self._literals: list[str] = []

    def stand_for(self, literal: str) -> str:
        """A new word for a literal."""
        self._literals.append(literal)
        return f"zq{len(self._literals) - 1}x"

    def literal(self, word: str) -> str:
        """The literal that a word stands for."""
        return self._literals[int(word[2:-1])]


def shape_classes(schema: Schema, name: str, names: Names, words: Words) -> list[ClassShape]:
    """The classes for one tool's arguments. The first is the root's and has the name given."""
    return _Shaper(schema, names, words).classes(name)


@dataclass(slots=True)
class _Members:
    """The properties of an object with all the schemas each has, and which are required."""

    properties: dict[str, list[Any]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)

    def add_properties(self, other: "_Members") -> None:
        for key, nodes in other.properties.items():
            mine = self.properties.setdefault(key, [])
            mine.extend(node for node in nodes if node not in mine)


class _Shaper:
    """Walks one schema. Classes wait in a queue, so that their nesting is not the stack's."""

    def __init__(self, root: Schema, names: Names, words: Words) -> None:
        self._root = root
        self._names = names
        self._words = words
        # By the identity of a schema, which lives as long as the root does.
        self._class_words: dict[int, str] = {}
        self._shapes: dict[int, Schema] = {}
        self._known_members: dict[int, _Members] = {}
        self._queue: list[tuple[str, Schema]] = []

    def classes(self, name: str) -> list[ClassShape]:
        self._add_class(self._root, name)
        return [self._class(*waiting) for waiting in self._queue]  # grows while it is read

    # --- classes ---

    def _add_class(self, node: Schema, name: str) -> None:
        # A generator of classes would make a lower-case name its own way.
        self._class_words[id(node)] = self._words.stand_for(name).capitalize()
        self._queue.append((name, node))

    def _class(self, name: str, node: Schema) -> ClassShape:
        members = self._members(node, 0)
        fields = [
            self._field(name, own, key, members.properties[key], required=key in members.required)
            for key, own in _field_names(members.properties).items()
        ]
        return ClassShape(
            self._class_words[id(node)], name, _text(node.get("description")), tuple(fields)
        )

    def _field(
        self, owner: str, name: str, key: str, nodes: list[Any], *, required: bool
    ) -> FieldShape:
        path = owner + class_name(name, "Field").removesuffix("_")
        shape = _union([self._shape(node, path, 0) for node in nodes])
        first = nodes[0] if isinstance(nodes[0], dict) else {}
        default = None if required else self._default(first.get("default"), shape)
        word = self._words.stand_for(pyrepr(key))
        return FieldShape(
            word, name, key, shape, required, default, _text(first.get("description"))
        )

    def _default(self, value: Any, shape: Schema) -> str | None:
        """The literal of a scalar default that fits its shape."""
        literal = _scalar_literal(value)
        if literal is None or value is None:
            return None
        for branch in _branches(shape):
            if "enum" in branch:
                fits = literal in map(self._words.literal, branch["enum"])
            else:
                fits = branch.get("type", "any") in ("any", *_types_of_scalar(value))
            if fits and "$ref" not in branch:
                return literal
        return None

    def _members(self, node: Any, depth: int) -> _Members:
        """All properties an object may have: its own and, loosely, those of its parts."""
        if not isinstance(node, dict) or depth > _DEPTH:
            return _Members()
        if id(node) in self._known_members:
            return self._known_members[id(node)]
        found = self._known_members[id(node)] = _Members()
        properties = node.get("properties")
        if isinstance(properties, dict):
            told = {key: [value] for key, value in properties.items() if _is_text(key)}
            found.properties.update(told)
        found.required.update(key for key in _list(node, "required") if isinstance(key, str))
        for part in (self._target(node), *_list(node, "allOf")):
            members = self._members(part, depth + 1)
            found.add_properties(members)
            found.required |= members.required
        for keyword_ in ("anyOf", "oneOf"):
            branches = [self._members(branch, depth + 1) for branch in _list(node, keyword_)]
            for branch in branches:
                found.add_properties(branch)
            if branches:
                found.required |= set.intersection(*(branch.required for branch in branches))
        return found

    def _class_for(self, node: Schema, path: str) -> Schema:
        if id(node) not in self._class_words:
            self._add_class(node, self._names.reserve(path[:_CLASS_NAME]))
        return {"$ref": f"#/$defs/{self._class_words[id(node)]}"}

    # --- shapes ---

    def _shape(self, node: Any, path: str, depth: int) -> Schema:
        if not isinstance(node, dict) or depth > _DEPTH:
            return {}
        if id(node) in self._class_words:
            return self._class_for(node, path)
        if id(node) not in self._shapes:
            self._shapes[id(node)] = {}  # what a schema is within itself, unless it is a class
            shape = self._literals(node) or self._untold(node, path, depth)
            self._shapes[id(node)] = shape if _size(shape) <= _SIZE else {}
        return self._shapes[id(node)]

    def _untold(self, node: Schema, path: str, depth: int) -> Schema:
        """The shape of a schema that doesn't list its values."""
        if "$ref" in node:
            return self._shape(self._target(node), path, depth + 1)
        if "properties" not in node and (shape := self._parts(node, path, depth)):
            return shape
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
        if len(parts) > 1 and self._members(node, depth).properties:
            return self._class_for(node, path)  # one class with the properties of all parts
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
        words = [self._words.stand_for(literal) for literal in named]
        shapes: list[Schema] = [{"type": "string", "enum": words}] if words else []
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


def _field_names(keys: dict[str, Any]) -> dict[str, str]:
    """A field's name for each property: the key itself where that is legal, and nobody's else."""
    names = Names()
    legal = {key: names.reserve(key) for key in keys if _is_legal(key)}
    return {key: legal.get(key) or names.reserve(_legal(key)) for key in keys}


def _is_legal(key: str) -> bool:
    return bool(_LEGAL_FIELD.fullmatch(key)) and not _is_taken(key)


def _is_taken(name: str) -> bool:
    return name in _TAKEN_FIELDS or bool(_LIKE_A_CLASS.fullmatch(name))


def _legal(key: str) -> str:
    name = key if _LEGAL_FIELD.fullmatch(key) else identifier(key, "field")
    return f"{name[0].lower()}{name[1:]}_" if _is_taken(name) else name


def _named_types(node: Schema) -> list[str]:
    named = node.get("type")
    if named is None:
        return ["object"] if isinstance(node.get("properties"), dict) else []
    return [named] if isinstance(named, str) else [name for name in named if isinstance(name, str)]


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
    words: list[str] = []
    for branch in itertools.chain.from_iterable(map(_branches, shapes)):
        if "enum" in branch:
            if not words:
                told.append({"type": "string", "enum": words})
            words += [word for word in branch["enum"] if word not in words]
        elif branch not in told:
            told.append(branch)
    if not told or {} in told:
        return {}
    return told[0] if len(told) == 1 else {"anyOf": told}


def _branches(shape: Schema) -> list[Schema]:
    branches: list[Schema] = shape.get("anyOf", [shape])
    return branches


def _size(shape: Schema) -> int:
    inner = _inner(shape)
    return 1 + sum(_size(part) for part in inner)


def _inner(shape: Schema) -> Iterator[Schema]:
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
