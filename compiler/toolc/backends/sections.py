"""A toolset as plain sections: a heading for each tool, a line for each parameter.

    ## get_weather
    Get the current weather.
    - location (string, required): City name
    - units (string, optional): Temperature units. One of: celsius, fahrenheit. Default: celsius

What is nested stands below its line, indented; a shape that recurs is a section of its own.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from toolc.backends.definitions import share_definitions, worth_a_name
from toolc.backends.results import Signatures
from toolc.backends.safe_text import compact, exact, literal, prose
from toolc.backends.unions import only_narrows, overlaps
from toolc.backends.words_cut import cut_rules, too_deep
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.schema import types_of
from toolc.ir.words import phrases

__all__ = ["sections"]

_MAX_DEPTH: Final = 48  # what is nested deeper is told by its type only, and reported
_LONG: Final = 160  # a description of more lines than one, and longer than this, keeps its lines
_INDENT: Final = "  "
_HOLDERS: Final = ("properties", "required", "patternProperties")
_HEADING: Final = re.compile(r"^(\s*)(#|[-=]{3,}\s*$)")
_BARE_VALUE: Final = re.compile(r"[A-Za-z_][\w.:/+-]*(?: [\w.:/+-]+)*")
_OWN_WORDS: Final = frozenset(
    "type $ref title description properties required additionalProperties patternProperties"
    " items prefixItems allOf anyOf oneOf enum const default".split()
)


def sections(toolset: Toolset) -> Signatures:
    """The declarations of all tools. A rule that is told only in part is a diagnostic."""
    shared = share_definitions(toolset)
    named = worth_a_name(shared)
    names = {key: key for key in shared.definitions if key in named}
    writer = _Writer(shared.definitions, names)
    diagnostics = list(cut_rules(toolset))
    blocks: list[str] = []
    for tool, schema in zip(toolset.tools, shared.inputs, strict=True):
        blocks.append("\n".join(_tool(tool, schema, writer)))
        if writer.was_cut:
            diagnostics.append(too_deep(tool))
            writer.was_cut = False
    blocks += ["\n".join(writer.shape(key)) for key in names]
    text = "\n\n".join(blocks)
    return Signatures(f"{text}\n" if text else "", tuple(diagnostics))


def _tool(tool: Tool, schema: Schema, writer: "_Writer") -> Iterator[str]:
    yield f"## {exact(tool.name)}"
    about = prose(tool.description) or prose(tool.title or "")
    yield from map(_no_heading, about)
    described = compact(str(schema.get("description", "")))
    if described and described not in about:
        yield described
    if tool.deprecated:
        yield "Deprecated."
    yield from map(_sentence, writer.rules(schema))
    lines = list(writer.inside(schema, 0))
    if lines and len(about) > 1:  # a list in the description must not run into ours
        yield "Parameters:"
    yield from lines or ["No parameters."]


class _Writer:
    """Writes schemas as lines; `names` are the definitions that have a section of their own."""

    def __init__(self, definitions: Mapping[str, Schema], names: Mapping[str, str]) -> None:
        self.definitions = definitions
        self.names = names
        self.was_cut = False
        self._lined: dict[int, bool] = {}  # by identity: the schemas outlive the writer

    def shape(self, key: str) -> Iterator[str]:
        """The section of a shape that has a name."""
        schema = self.definitions[key]
        yield f"## Shape `{key}` ({self.kind(schema)})"
        yield from map(_no_heading, prose(str(schema.get("description", ""))))
        yield from map(_sentence, self.rules(schema))
        yield from self.inside(schema, 0)

    # --- one line ---

    def line(self, name: str, schema: Any, state: str, level: int) -> Iterator[str]:
        """The line of a parameter, and what stands below it."""
        margin = _INDENT * level
        kind = ", ".join(word for word in (self.kind(schema), state) if word)
        told = _description(schema)
        short = len(told) <= 1 or sum(map(len, told)) <= _LONG
        said = [compact("\n".join(told))] if told and short else []
        said += map(_sentence, self.rules(schema))
        tail = f": {_sentences(said)}" if said else ""
        yield f"{margin}- {_name(name)} ({kind}){tail}"
        if not short:
            yield from (f"{margin}{_INDENT}{_no_heading(text)}".rstrip() for text in told)
        yield from self.inside(schema, level + 1)

    def kind(self, schema: Any, depth: int = 0) -> str:
        """The type in a few words."""
        if not isinstance(schema, dict) or depth > _MAX_DEPTH:
            return "nothing" if schema is False else "any"
        if "$ref" in schema:
            key = schema["$ref"].removeprefix("#/$defs/")
            return self.names.get(key) or self.kind(self.definitions[key], depth + 1)
        own = self._own_kinds(schema, depth)
        if not own or own == ["object"]:
            parts = [self.kind(part, depth + 1) for part in self._branches(schema)]
            own = [w for part in parts if part != "any" for w in _alternatives(part)] or own
        ordered = sorted(dict.fromkeys(own), key=lambda word: word == "null")
        return " or ".join(ordered) or "any"

    def _own_kinds(self, schema: Schema, depth: int) -> list[str]:
        if "type" not in schema:
            if "const" in schema or "enum" in schema:
                return [_kind_of(value) for value in _values(schema)]
            kinds: tuple[str, ...] = ("object",) if "properties" in schema else ()
            kinds += ("array",) if {"items", "prefixItems"} & set(schema) else ()
        else:
            kinds = types_of(schema)
        return [self._kind(kind, schema, depth) for kind in kinds]

    def _kind(self, kind: str, schema: Schema, depth: int) -> str:
        if kind == "array" and schema.get("prefixItems"):
            heads = ", ".join(self.kind(head, depth + 1) for head in schema["prefixItems"])
            return f"array of [{heads}]"
        if kind == "array" and isinstance(schema.get("items"), dict):
            item = self.kind(schema["items"], depth + 1)
            return f"array of ({item})" if " or " in item else f"array of {item}"
        if kind == "object" and _is_map(schema):
            value = self.kind(schema["additionalProperties"], depth + 1)
            return f"map of ({value})" if " or " in value else f"map of {value}"
        return kind

    # --- rules in words ---

    def rules(self, schema: Any) -> list[str]:
        """What the type and the lines below don't say, a phrase each."""
        if not isinstance(schema, dict):
            return []
        said = [_choice(schema)] if "enum" in schema or "const" in schema else []
        words = set(schema) - _OWN_WORDS
        words |= {key for key in ("anyOf", "oneOf") if key in schema and only_narrows(schema[key])}
        said += [exact(phrase) for phrase in phrases(schema, words)]
        if "oneOf" in schema and "oneOf" not in words and overlaps(schema["oneOf"]):
            said.append("exactly one of these forms")
        said += self._rules_of_parts(schema)
        if schema.get("default") is not None:
            said.append(f"default: {_value(schema['default'])}")
        return said

    def _rules_of_parts(self, schema: Schema) -> list[str]:
        """The rules of what has no line of its own: a shape in its place, the items, the values."""
        said: list[str] = []
        for part in self._same_place(schema):
            said += [*_notes(part), *self.rules(part)]
        for label, part in _below(schema):
            told = [*_notes(part), *self.rules(part)]
            said += [f"{label}: {', '.join(told)}"] if told else []
        if schema.get("additionalProperties") is False and "properties" not in schema:
            said.append("no keys")
        return said

    def _same_place(self, schema: Schema) -> list[Any]:
        """The schemas that hold for the same value and are told in the same line."""
        parts = list(schema.get("allOf", ()))
        if "$ref" in schema:
            key = schema["$ref"].removeprefix("#/$defs/")
            parts += [] if key in self.names else [self.definitions[key]]
        forms = self._forms(schema)
        return [*parts, *forms] if len(forms) == 1 else parts

    def _branches(self, schema: Schema) -> list[Any]:
        named = [schema[key] for key in ("allOf", "anyOf", "oneOf") if key in schema]
        return [branch for branches in named for branch in branches]

    def _forms(self, schema: Schema) -> list[Any]:
        """The branches of a union that say more than `null`."""
        return [
            branch
            for key in ("anyOf", "oneOf")
            if key in schema and not only_narrows(schema[key])
            for branch in schema[key]
            if branch != {"type": "null"}
        ]

    # --- lines below ---

    def _has_lines(self, schema: Any) -> bool:
        """Whether `inside` has anything to say; asked often, so the answer is kept."""
        if not isinstance(schema, dict):
            return False
        known = self._lined.get(id(schema))
        if known is None:
            known = (
                any(schema.get(key) for key in _HOLDERS)
                or any(
                    self._has_lines(part)
                    for part in (*self._same_place(schema), *(part for _, part in _below(schema)))
                )
                or bool(self._listed_forms(schema))
            )
            self._lined[id(schema)] = known
        return known

    def _listed_forms(self, schema: Schema) -> list[Any]:
        """The branches of a union that need a line each."""
        forms = self._forms(schema)
        tell = any(self._has_lines(form) or _tells_more(form) for form in forms)
        return forms if len(forms) > 1 and tell else []

    def inside(self, schema: Any, level: int) -> Iterator[str]:
        """The lines of what a value holds."""
        if not isinstance(schema, dict):
            return
        if level > _MAX_DEPTH:
            self.was_cut = True
            return
        yield from self._members(schema, level)
        for part in self._same_place(schema):
            yield from self.inside(part, level)
        for number, form in enumerate(self._listed_forms(schema), 1):
            yield from self.line(f"form {number}", form, "", level)
        for _, part in _below(schema):
            yield from self.inside(part, level)

    def _members(self, schema: Schema, level: int) -> Iterator[str]:
        properties = schema.get("properties", {})
        required = dict.fromkeys(schema.get("required", ()))
        for name, child in properties.items():
            state = "required" if name in required else "optional"
            yield from self.line(name, child, state, level)
        for name in required:
            if name not in properties:
                yield from self.line(name, {}, "required", level)
        for pattern, child in schema.get("patternProperties", {}).items():
            yield from self.line(f"each key that matches {exact(pattern)}", child, "", level)
        further = schema.get("additionalProperties")
        if properties and (isinstance(further, dict) or further is True):
            yield from self.line("any other key", further, "", level)


def _below(schema: Schema) -> Iterator[tuple[str, Any]]:
    """What an array or a map holds, with the word for one of it."""
    for number, head in enumerate(schema.get("prefixItems", ()), 1):
        yield f"Item {number}", head
    if isinstance(schema.get("items"), dict):
        yield "Each further item" if schema.get("prefixItems") else "Each item", schema["items"]
    if schema.get("items") is False and schema.get("prefixItems"):
        yield "Items", {"maxItems": len(schema["prefixItems"])}
    if _is_map(schema):
        yield "Each value", schema["additionalProperties"]


def _alternatives(kind: str) -> list[str]:
    """The types in a union's words; what stands in brackets is one of them."""
    return [kind] if "(" in kind or "[" in kind else kind.split(" or ")


def _is_map(schema: Schema) -> bool:
    return isinstance(schema.get("additionalProperties"), dict) and not schema.get("properties")


def _tells_more(form: Any) -> bool:
    """Whether a branch of a union says more than its type."""
    quiet = {"type", "$ref", "items", "title"}
    return isinstance(form, dict) and bool(set(form) - quiet)


def _description(schema: Any) -> list[str]:
    text = schema.get("description") if isinstance(schema, dict) else None
    return prose(text) if isinstance(text, str) else []


def _notes(schema: Any) -> list[str]:
    described = compact("\n".join(_description(schema)))
    return [described] if described else []


def _values(schema: Schema) -> list[Any]:
    return [schema["const"]] if "const" in schema else list(schema["enum"])


def _choice(schema: Schema) -> str:
    values = ", ".join(map(_value, _values(schema)))
    return f"always {values}" if "const" in schema else f"one of: {values}"


def _value(value: Any) -> str:
    """A value without quotes where no reader could take it for another one."""
    plain = isinstance(value, str) and _BARE_VALUE.fullmatch(value)
    return exact(value) if plain and value not in ("true", "false", "null") else literal(value)


def _kind_of(value: Any) -> str:
    names = {bool: "boolean", str: "string", int: "integer", float: "number", list: "array"}
    return "null" if value is None else names.get(type(value), "object")


def _name(name: str) -> str:
    return exact(name) if name.strip() and "\n" not in name else literal(name)


def _sentence(phrase: str) -> str:
    return phrase if phrase[:1] in "`^" else phrase[:1].upper() + phrase[1:]


def _sentences(parts: list[str]) -> str:
    ended = [part if part.endswith((".", "!", "?", ":")) else f"{part}." for part in parts[:-1]]
    return " ".join([*ended, parts[-1]])


def _no_heading(line: str) -> str:
    """A line of a description that can't be taken for a heading of ours."""
    return _HEADING.sub(r"\1\\\2", line)
