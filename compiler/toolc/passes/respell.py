"""`respell`: say the same with the keywords that the target has.

`const` becomes `enum`, a list of types becomes `anyOf`, a missing type is written down where the
values show it, `oneOf` becomes `anyOf`. What a value looks like does not change: no codec.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from toolc.diagnostics.codes import (
    ALL_OF_LOOSENED,
    AS_TEXT,
    MOVED_TO_WORDS,
    NEVER_VALID,
    ONE_OF_LOOSENED,
    TYPE_ASSUMED,
)
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.sample_check import Checker, NoSample
from toolc.ir.schema import map_children, types_of
from toolc.ir.shapes import disjoint, guard, json_type
from toolc.ir.stamp import STAMP, source_pointer
from toolc.ir.words import json_words, phrases
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.passes.sentences import add_sentence
from toolc.runtime.guards import same

__all__ = ["respell"]

_SHAPED = frozenset({"type", "anyOf", "oneOf", "allOf", "$ref"})
"""Keywords of which each already says what kind of value is meant."""

_VALUES = frozenset(
    "properties patternProperties additionalProperties items prefixItems"
    " anyOf oneOf allOf $defs".split()
)
"""Keywords whose schemas say what values look like; those of all others only test values."""

_KEYWORD_TYPES = {
    "properties": "object",
    "additionalProperties": "object",
    "required": "object",
    "patternProperties": "object",
    "items": "array",
    "prefixItems": "array",
    "minItems": "array",
    "maxItems": "array",
    "minLength": "string",
    "maxLength": "string",
    "pattern": "string",
    "format": "string",
    "minimum": "number",
    "maximum": "number",
    "exclusiveMinimum": "number",
    "exclusiveMaximum": "number",
    "multipleOf": "number",
    "uniqueItems": "array",
    "minProperties": "object",
    "maxProperties": "object",
}
"""The type that a keyword is about: it shows what an author who named no type had in mind."""


def respell(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Bring every schema to the target's spelling, innermost first."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, None]:
        root = _Speller(language, tool.input.get("$defs", {}), notes).visit(tool.input, "")
        if isinstance(root, dict):
            return root, None
        notes.add(NEVER_VALID, tool.input, "")
        return {"type": "object", "properties": {}}, None

    return each_tool(toolset, change)


@dataclass(frozen=True, slots=True)
class _Speller:
    """Spells the schemas of one tool; a step gives the node anew, or False when no value fits."""

    language: Language
    definitions: Schema
    notes: Notes

    def visit(self, node: Any, at: str) -> Any:
        if node is True:
            return {}
        if not isinstance(node, dict):
            return node

        def below(child: Any, here: str) -> Any:
            keyword = here[len(at) + 1 :].split("/", 1)[0]
            if child is True and keyword in _VALUES:  # which could bear no stamp
                return _any_value(node, at, here[len(at) :])
            return (self.visit if keyword in _VALUES else self.test)(child, here)

        return self.spell(map_children(node, at, below), at)

    def test(self, node: Any, at: str) -> Any:
        """A schema that values are only tested with (`not`, `if` ...): its meaning must stay."""
        if not isinstance(node, dict):
            return node
        return self.with_items(map_children(node, at, self.test), at)

    def spell(self, node: Any, at: str) -> Any:
        for step in _STEPS:
            node = step(self, node, at)
            if node is False:
                return False  # noted where it is left out
        return node

    # --- what no value fits ---

    def possible(self, node: Schema, at: str) -> Any:
        """Leave out alternatives, properties and fixed values that no value fits."""
        whole = node
        for keyword in ("anyOf", "oneOf"):
            if keyword in node and False in node[keyword]:
                node = {
                    **node,
                    keyword: [branch for branch in node[keyword] if branch is not False],
                }
                if not node[keyword]:
                    return False
        never = [key for key, child in node.get("properties", {}).items() if child is False]
        if any(key in node.get("required", ()) for key in never):
            return False
        if never:
            kept = {key: node["properties"][key] for key in node["properties"] if key not in never}
            node = {**node, "properties": kept}
        if node.get("items") is False and "prefixItems" not in node:
            node = self.without_items(node, at)
        if node is not whole:
            self.notes.add(NEVER_VALID, node, at)
        return self.with_fitting_values(node, at)

    def without_items(self, node: Schema, at: str) -> Schema:
        """Say that a list is empty, in words where its length can't be bounded."""
        if self.language.takes("maxItems"):
            return {**node, "items": {}, "maxItems": 0}
        words = {"rule": "items: false", "target": self.language.target}
        self.notes.add(MOVED_TO_WORDS, node, at, under="items", **words)
        said = add_sentence(node.get("description", ""), "always empty")
        return {**node, "items": {}, "description": said}

    def with_fitting_values(self, node: Schema, _: str) -> Any:
        """Leave out fixed values that the rules beside them forbid, or that one keyword lacks."""
        if "enum" in node and "const" in node:
            if not any(same(node["const"], value) for value in node["enum"]):
                return False
            node = {key: node[key] for key in node if key != "enum"}
        if not node.keys() & {"enum", "const"}:
            return node
        values = [node["const"]] if "const" in node else node["enum"]
        kept = [value for value in values if _fits_beside(value, node)]
        if values and len(kept) == len(values):
            return node
        return {**node, "enum": kept} if kept else False

    def alone(self, node: Schema, at: str) -> Schema:
        """Keep a reference alone in its node, where the target wants it so."""
        if "$ref" not in node or self.language.ref_siblings or not node.keys() - {"$ref", STAMP}:
            return node
        outer = _outer(node)
        rules = {key: node[key] for key in node if key not in outer and key != "$ref"}
        if rules:
            words = {"rest": json_words(rules), "target": self.language.target}
            self.notes.add(ALL_OF_LOOSENED, node, at, **words)
        return {**outer, "anyOf": [{"$ref": node["$ref"]}]}

    # --- types ---

    def any_of(self, node: Schema, at: str) -> Schema:
        """Say `oneOf` as `anyOf`; that loses nothing where the alternatives exclude each other."""
        if "oneOf" not in node or self.language.takes("oneOf"):
            return node
        guards = [guard(branch, self.definitions) for branch in node["oneOf"]]
        pairs = combinations(guards, 2)
        if not all(disjoint(one, other) for one, other in pairs):
            self.notes.add(ONE_OF_LOOSENED, node, at, target=self.language.target)
        return {("anyOf" if key == "oneOf" else key): value for key, value in node.items()}

    def typed(self, node: Schema, at: str) -> Any:
        """Write down the type that fixed values show, or that the keywords speak of."""
        if at == "" and not node.keys() & (_SHAPED | {"enum", "const"}):
            return {"type": "object", **node}  # arguments are an object anyway
        if self.language.untyped or node.keys() & _SHAPED:
            return node
        values = [node["const"]] if "const" in node else node.get("enum")
        if values:
            kinds = sorted({json_type(value) for value in values})
            return {"type": kinds[0] if len(kinds) == 1 else kinds, **node}
        kind = next((_KEYWORD_TYPES[key] for key in _KEYWORD_TYPES if key in node), None)
        if kind is None:
            return node
        if self.language.carry_extras:  # strictly, it takes other types as well
            what = "a value whose type is not named"
            self.notes.add(AS_TEXT, node, at, what=what, target=self.language.target)
            typed = self.spell({**node, "type": kind}, at)
            return {**_outer(node), "anyOf": [{}] if typed is False else [typed, {}]}
        self.notes.add(TYPE_ASSUMED, node, at, type=kind, target=self.language.target)
        return {"type": kind, **node}

    def without_idle(self, node: Schema, _: str) -> Schema:
        """Leave out keywords about types that the schema does not allow: they rule nothing out."""
        if "type" not in node:
            return node
        types = set(types_of(node)) | ({"number"} if "integer" in types_of(node) else set())
        return {key: node[key] for key in node if _KEYWORD_TYPES.get(key) in {None, *types}}

    def values(self, node: Schema, _: str) -> Schema:
        """Say `const` as `enum`."""
        if "const" not in node or self.language.takes("const"):
            return node
        return {**{key: node[key] for key in node if key != "const"}, "enum": [node["const"]]}

    def split_types(self, node: Schema, at: str) -> Schema:
        """Write a list of types as `anyOf` where the target takes no such list here."""
        types = node.get("type")
        if not isinstance(types, list):
            return node
        if len(types) == 1:
            return {**node, "type": types[0]}
        language = self.language
        with_values = "enum" in node and not language.enum_in_type_list
        with_shapes = language.type_lists == "scalars" and {"object", "array"} & set(types)
        if language.type_lists != "none" and not with_values and not with_shapes:
            return node
        branches = [_of_type(kind, node) for kind in types]
        said = [self.with_items(branch, at) for branch in branches if branch is not None]
        return {**_outer(node), "anyOf": said}

    # --- objects and lists ---

    def without_patterns(self, node: Schema, at: str) -> Schema:
        """Say keys that follow a pattern as further keys, whose values fit one of the patterns."""
        patterns = node.get("patternProperties")
        if patterns is None or self.language.takes("patternProperties"):
            return node
        words = {"rule": "patternProperties", "target": self.language.target}
        self.notes.add(MOVED_TO_WORDS, node, at, under="patternProperties", **words)
        more = node.get("additionalProperties", {})
        values = [value for value in [*patterns.values(), more] if value is not False]
        said = "; ".join(phrases(node, ["patternProperties"]))
        kept = {key: node[key] for key in node if key != "patternProperties"}
        kept["description"] = add_sentence(node.get("description", ""), said)
        kept["additionalProperties"] = _one_of_them(values)
        return kept

    def opened(self, node: Schema, at: str) -> Schema:
        """Say that an object is open which does not say so, where that has to be said."""
        if "type" not in node or "object" not in types_of(node):
            return node
        if self.language.carry_extras:
            return {"additionalProperties": _any_value(node, at, "/additionalProperties"), **node}
        if self.language.closed_unless_said and "additionalProperties" not in node:
            return {**node, "additionalProperties": True}
        return node

    def declared(self, node: Schema, _: str) -> Any:
        """Declare the keys that are only required, or closing the object would forbid them."""
        properties = node.get("properties", {})
        missing = [key for key in node.get("required", ()) if key not in properties]
        wanted = self.language.closed or self.language.required_declared
        if not wanted or not missing or "object" not in types_of(node):
            return node
        more = node.get("additionalProperties", {})
        if more is False:
            return False
        return {**node, "properties": {**properties, **dict.fromkeys(missing, more)}}

    def with_items(self, node: Schema, _: str) -> Schema:
        """Give every list its `items`."""
        if self.language.items_required and "items" not in node and "type" in node:
            return {**node, "items": {}} if "array" in types_of(node) else node
        return node


_STEPS: tuple[Callable[[_Speller, Any, str], Any], ...] = (
    _Speller.possible,
    _Speller.alone,
    _Speller.any_of,
    _Speller.typed,
    _Speller.without_idle,  # needs the type
    _Speller.without_patterns,
    _Speller.opened,  # after the patterns, which say what further keys hold
    _Speller.declared,
    _Speller.values,
    _Speller.split_types,  # after all that looks at the types together
    _Speller.with_items,
)


_BESIDE = (
    "type minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern"
    " minItems maxItems uniqueItems minProperties maxProperties required"
).split()
"""Rules that need no other schema to tell whether a value fits."""


def _fits_beside(value: Any, node: Schema) -> bool:
    rules = {key: node[key] for key in _BESIDE if key in node}
    if not rules:
        return True
    if rules.keys() == {"type"}:
        return any(_has_type(value, kind) for kind in types_of(node))
    try:
        return Checker(rules).accepts(value, rules)
    except NoSample:
        return True


def _any_value(node: Schema, at: str, step: str) -> Schema:
    """A schema for any value below a node, which remembers where the source says so."""
    return {STAMP: source_pointer(node, at) + step} if STAMP in node else {}


def _outer(node: Schema) -> Schema:
    """What stays outside when a schema is spread over alternatives."""
    return {key: node[key] for key in node if key in ANNOTATIONS or key in (STAMP, "$defs")}


def _one_of_them(schemas: list[Any]) -> Any:
    """A schema for what fits any of some; False when there are none."""
    if not schemas:
        return False
    if any(not isinstance(each, dict) or not each.keys() - {STAMP} for each in schemas):
        return {}
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _of_type(kind: str, node: Schema) -> Schema | None:
    """The part of a schema that is about one type; None when none of its fixed values is."""
    outer = _outer(node)
    about = {None, kind} | ({"number"} if kind == "integer" else set())
    branch: Schema = {
        key: node[key] for key in node if key not in outer and _KEYWORD_TYPES.get(key) in about
    }
    branch["type"] = kind
    if "enum" in branch:
        branch["enum"] = [value for value in node["enum"] if _has_type(value, kind)]
        if not branch["enum"]:
            return None
        if kind == "null":
            del branch["enum"]
    return branch


def _has_type(value: Any, kind: str) -> bool:
    found = json_type(value)
    return found == kind or (found == "integer" and kind == "number")
