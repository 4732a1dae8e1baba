"""Schemas as TypeScript types: what a type says goes into the type, all else into notes.

The types are those of TypeScript 5 (typescriptlang.org/docs/handbook), plus `integer`, which models
read rightly and TypeScript lacks. How each keyword is said:

    type, const, enum                       names and literals, joined by `|`
    properties, required                    members, `?` on those that may be left out
    additionalProperties, patternProperties index signatures; a type without one is closed
    items, prefixItems                      `T[]`, `[A, B?, ...T[]]`
    anyOf, oneOf, allOf                     `A | B`, `A & B`; in words where a branch only narrows
    $ref                                    the name of a shared type, or the type itself
    description, title                      comments above
    all others                              words in a comment (`toolc.ir.words`)
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from toolc.backends.safe_text import compact, exact, literal, prose
from toolc.backends.unions import SHAPING, only_narrows, overlaps
from toolc.ir.model import Schema
from toolc.ir.schema import types_of
from toolc.ir.words import phrases

__all__ = ["TypeWriter", "Written", "comment_lines"]

_INDENT: Final = "  "
_MAX_DEPTH: Final = 48  # types nested deeper are told as `unknown`, and reported
_WIDTH: Final = 100  # a comment that ends beyond it moves above its line
_SHORT: Final = 60  # an object without comments that is no longer stays on one line
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_OF_OBJECTS: Final = frozenset("properties required additionalProperties patternProperties".split())
_ANNOTATIONS: Final = frozenset("title description".split())


@dataclass(slots=True)
class Written:
    """A type as text; `notes` are the rules it does not say, `joins` its outermost operator."""

    text: str
    notes: list[str] = field(default_factory=list)
    joins: str = ""

    def inside(self, operator: str) -> str:
        """The text as an operand of `[]`, `&` or `|`, in parentheses where they are needed."""
        loose = self.joins == "|" or (self.joins == "&" and operator == "[]")
        return f"({self.text})" if loose and operator != "|" else self.text

    @property
    def is_long(self) -> bool:
        """Whether it takes more than one line."""
        return "\n" in self.text


class TypeWriter:
    """Writes types. `names` are the definitions that have a name; the others are written out."""

    def __init__(self, definitions: Mapping[str, Schema], names: Mapping[str, str]) -> None:
        """Take every definition, and the name of each that is declared on its own."""
        self.definitions = definitions
        self.names = names
        self.was_cut = False
        self._depth = 0
        self._declared: Schema | None = None

    def declare(self, schema: Schema) -> Written:
        """The type of a schema that is declared by itself: a member on each line."""
        self._declared = schema
        return self.write(schema)

    def write(self, schema: Any, indent: str = "") -> Written:
        """The type of a schema, to be continued at an indentation."""
        if schema is False:
            return Written("never")
        if not isinstance(schema, dict):
            return Written("unknown")
        if self._depth >= _MAX_DEPTH:
            self.was_cut = True
            return Written("unknown")
        self._depth += 1
        try:
            return self._schema(schema, indent)
        finally:
            self._depth -= 1

    def _schema(self, schema: Schema, indent: str) -> Written:
        parts = list(self._parts(schema, indent))
        in_words = set(schema) - SHAPING - _ANNOTATIONS
        in_words |= {key for key in _CHOICES if key in schema and only_narrows(schema[key])}
        in_words -= _told_by_tuple(schema)
        if "const" in schema and schema["const"] not in schema.get("enum", (schema["const"],)):
            in_words.add("enum")  # the two contradict each other, and the type shows only one
        notes = [note for part in parts for note in part.notes]
        notes += [exact(phrase) for phrase in phrases(_renamed(schema), in_words)]
        if overlaps(schema.get("oneOf", ())) and "oneOf" not in in_words:
            notes.append("exactly one of these forms")
        telling = [part for part in parts if part.text not in _VAGUE] or parts[:1]
        if not telling:
            return Written("unknown", notes)
        if len(telling) == 1:
            return Written(telling[0].text, notes, telling[0].joins)
        return Written(" & ".join(part.inside("&") for part in telling), notes, "&")

    def _parts(self, schema: Schema, indent: str) -> Iterator[Written]:
        """What must hold together, the schema's own type first."""
        choices = [key for key in _CHOICES if key in schema and not only_narrows(schema[key])]
        own = self._own(schema, indent)
        if own is not None:
            yield own
        if isinstance(schema.get("$ref"), str):
            yield self._reference(schema["$ref"], indent)
        base = schema.get("type")
        for branch in schema.get("allOf", ()):
            part = self.write(branch, indent)
            yield Written(part.text, [*_described(branch), *part.notes], part.joins)
        for key in choices:
            yield self._union([_typed(branch, base) for branch in schema[key]], indent)

    def _reference(self, reference: str, indent: str) -> Written:
        key = reference.removeprefix("#/$defs/")
        if key in self.names:
            return Written(self.names[key])
        definition = self.definitions[key]
        written = self.write(definition, indent)
        return Written(written.text, [*_described(definition), *written.notes], written.joins)

    # --- values and lists of types ---

    def _own(self, schema: Schema, indent: str) -> Written | None:
        if "const" in schema:
            return Written(literal(schema["const"]))
        if "enum" in schema:
            fitting = _of_type(schema)
            notes = [] if fitting else [f"type {' or '.join(types_of(schema))}"]
            return _joined([Written(literal(v), notes) for v in fitting or schema["enum"]])
        kinds = self._kinds(schema)
        if not kinds:
            return None
        return _joined([self._of_kind(kind, schema, indent) for kind in kinds])

    def _kinds(self, schema: Schema) -> tuple[str, ...]:
        if "type" in schema:
            return tuple(sorted(types_of(schema), key=lambda kind: kind == "null"))
        objects = ("object",) if _OF_OBJECTS & set(schema) else ()
        arrays = ("array",) if {"items", "prefixItems"} & set(schema) else ()
        return (*objects, *arrays)

    def _of_kind(self, kind: str, schema: Schema, indent: str) -> Written:
        if kind == "object":
            return self._object(schema, indent)
        if kind == "array":
            return self._array(schema, indent)
        return Written(kind)

    def _union(self, branches: list[Any], indent: str) -> Written:
        ordered = sorted(
            branches, key=lambda branch: isinstance(branch, dict) and branch.get("type") == "null"
        )
        members = [(branch, self.write(branch, indent)) for branch in ordered]
        single = sum(member.text != "null" for _, member in members) == 1
        labels = _labels([member for _, member in members])
        for label, (branch, member) in zip(labels, members, strict=True):
            said = [*_described(branch), *member.notes]
            alone = single or not label or not said
            member.notes = said if alone else [f"{label}: {', '.join(said)}"]
        return _joined([member for _, member in members])

    # --- arrays ---

    def _array(self, schema: Schema, indent: str) -> Written:
        if schema.get("prefixItems"):
            return self._tuple(schema, indent)
        if "items" not in schema:
            return Written("unknown[]")
        if schema["items"] is False:
            return Written("[]")
        item = self.write(schema["items"], indent)
        said = [*_described(schema["items"]), *item.notes]
        return Written(f"{item.inside('[]')}[]", [f"each: {', '.join(said)}"] if said else [])

    def _tuple(self, schema: Schema, indent: str) -> Written:
        heads = schema["prefixItems"]
        least = schema.get("minItems", 0)
        texts: list[str] = []
        notes: list[str] = []
        for number, head in enumerate(heads, 1):
            member = self.write(head, indent)
            texts.append(member.inside("[]") + "?" if number > least else member.text)
            said = [*_described(head), *member.notes]
            notes += [f"item {number}: {', '.join(said)}"] if said else []
        rest = schema.get("items", True)
        if rest is not False and schema.get("maxItems") != len(heads):
            further = self.write(rest, indent)
            texts.append(f"...{further.inside('[]')}[]")
            notes += [f"further items: {', '.join(further.notes)}"] if further.notes else []
        return Written(f"[{', '.join(texts)}]", notes)

    # --- objects ---

    def _object(self, schema: Schema, indent: str) -> Written:
        deeper = indent + _INDENT
        notes: list[str] = []
        members = [*self._members(schema, deeper), *self._indexes(schema, deeper, notes)]
        if not members:
            declared = schema.get("additionalProperties") is False or "properties" in schema
            return Written("{}" if declared else "object", notes)
        short = "; ".join(member.text for member in members)
        fits = len(short) <= _SHORT and schema is not self._declared
        if fits and all(member.is_bare for member in members):
            return Written(f"{{ {short} }}", notes)
        body = "\n".join(deeper + line for member in members for line in member.lines(len(deeper)))
        return Written(f"{{\n{body}\n{indent}}}", notes)

    def _members(self, schema: Schema, indent: str) -> Iterator["_Member"]:
        properties = schema.get("properties", {})
        required = dict.fromkeys(schema.get("required", ()))
        for name, child in properties.items():
            written = self.write(child, indent)
            optional = "" if name in required else "?"
            yield _Member(
                f"{_key(name)}{optional}: {written.text}", comment_lines(child, name), written.notes
            )
        for name in required:
            if name not in properties:
                yield _Member(f"{_key(name)}: unknown")

    def _indexes(self, schema: Schema, indent: str, notes: list[str]) -> Iterator["_Member"]:
        """Index signatures for keys that are not declared; their rules go into `notes`."""
        for pattern, child in schema.get("patternProperties", {}).items():
            written = self.write(child, indent)
            said = [f"keys match {exact(pattern)}", *_described(child), *written.notes]
            yield _Member(f"[key: string]: {written.text}", [], said)
        further = schema.get("additionalProperties")
        if isinstance(further, dict) or (further is True and "properties" in schema):
            written = self.write(further, indent)
            said = [*_described(further), *written.notes]
            notes += [f"each value: {', '.join(said)}"] if said else []
            yield _Member(f"[key: string]: {written.text}")


@dataclass(frozen=True, slots=True)
class _Member:
    """One line of an object type, with its description and the rules that it does not say."""

    text: str
    above: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        return not self.above and not self.notes and "\n" not in self.text

    def lines(self, indented: int) -> Iterator[str]:
        yield from (f"// {line}".rstrip() for line in self.above)
        line = f"{self.text};"
        said = "; ".join(self.notes)
        if not said:
            yield line
        elif "\n" in line or indented + len(line) + len(said) > _WIDTH:
            yield f"// {said}"
            yield line
        else:
            yield f"{line} // {said}"


_CHOICES: Final = ("anyOf", "oneOf")
_VAGUE: Final = frozenset({"unknown", "object", "unknown[]"})


def comment_lines(schema: Any, name: str = "") -> list[str]:
    """The description of a schema, or its title where that says more than `name`."""
    if not isinstance(schema, dict):
        return []
    description = schema.get("description")
    if isinstance(description, str) and description.strip():
        return prose(description)
    title = schema.get("title")
    return prose(title) if isinstance(title, str) and _bare(title) != _bare(name) else []


def _bare(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def _described(schema: Any) -> list[str]:
    """The description of a part that has no line of its own, as a note."""
    description = schema.get("description") if isinstance(schema, dict) else None
    text = compact(description) if isinstance(description, str) else ""
    return [text] if text else []


def _labels(members: list[Written]) -> list[str]:
    """What a note calls each member of a union: its text where that is short, else what it is.

    A member that is a union itself has no name of its own.
    """
    objects = sum(member.text.startswith("{") for member in members)
    labels = []
    for place, member in enumerate(members):
        if len(member.text) <= _SHORT_LABEL and not member.is_long:
            labels.append(member.text)
        elif member.joins == "|":
            labels.append("")
        elif member.text.startswith("{") and objects == 1:
            labels.append("as an object")
        else:
            labels.append(
                f"the {_ORDINALS[place]} form" if place < len(_ORDINALS) else f"form {place + 1}"
            )
    return labels


_SHORT_LABEL: Final = 24
_ORDINALS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


def _key(name: str) -> str:
    return name if _IDENTIFIER.fullmatch(name) else literal(name)


def _joined(members: list[Written]) -> Written:
    """A union; equal members once, `null` last."""
    texts = list(dict.fromkeys(member.text for member in members))
    texts.sort(key=lambda text: text == "null")
    notes = list(dict.fromkeys(note for member in members for note in member.notes))
    if len(texts) == 1:
        return Written(texts[0], notes, members[0].joins)
    return Written(" | ".join(texts) or "never", notes, "|")


def _of_type(schema: Schema) -> list[Any]:
    """The values of `enum` that `type` allows as well."""
    kinds = types_of(schema)
    return [value for value in schema["enum"] if _kind(value) in kinds or _is_whole(value, kinds)]


def _is_whole(value: Any, kinds: tuple[str, ...]) -> bool:
    return _kind(value) == "integer" and "number" in kinds


def _kind(value: Any) -> str:
    names = {
        bool: "boolean",
        str: "string",
        int: "integer",
        float: "number",
        list: "array",
        dict: "object",
    }
    return names.get(type(value), "null")


def _told_by_tuple(schema: Schema) -> set[str]:
    """The limits that a tuple shows by its length and its `?`."""
    size = len(schema.get("prefixItems", ()))
    told = {"minItems"} if size and schema.get("minItems", 0) <= size else set()
    return told | ({"maxItems"} if size and schema.get("maxItems") == size else set())


def _typed(branch: Any, base: Any) -> Any:
    """A branch with the type that stands beside the union, if it has none of its own."""
    if not isinstance(branch, dict) or base is None or SHAPING & set(branch):
        return branch
    return {"type": base, **branch}


def _renamed(schema: Schema) -> Schema:
    """The schema as words tell it: a default of null says no more than that it may be left out."""
    if "default" in schema and schema["default"] is None:
        return {key: value for key, value in schema.items() if key != "default"}
    return schema
