"""Read the lists of tools that are sent to providers: a frontend for each shape of the table.

The shapes, with their sources and date, stand in `toolc.runtime.tool_shapes`; a new provider is a
row there and a row here. What the provider runs itself is told to be no function. Fields that the
IR has no place for are kept in `meta`.
"""

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from toolc.diagnostics.codes import GRAMMAR_UNREAD, NOT_A_FUNCTION
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.render import shorten
from toolc.frontends.documents import Document
from toolc.frontends.entries import Entries, Placed, no_list
from toolc.ir.linked import ALONE, Documents
from toolc.ir.model import Schema, Tool
from toolc.ir.patterns import UnreadablePatternError, from_rust
from toolc.ir.schema import escape
from toolc.runtime.tool_shapes import (
    DEFINITIONS,
    TEXT,
    TOOL_SHAPES,
    ToolShape,
    definition_type,
    from_definitions,
    lower,
    takes_text,
)

__all__ = ["PROVIDER_FORMATS", "is_provider_list", "read_provider_list"]

_DECLARATIONS = ("functionDeclarations", "function_declarations")
_LISTS = ("tools", "toolConfig", "functions")
_FIELDS = "`name`, `description` and a schema of its arguments"
_BESIDE = "add it to the request yourself, beside what toolc writes"


def _is_capital(item: Schema) -> bool:
    """Whether an item is a bare declaration of Gemini's."""
    schema = item.get("parameters")
    return isinstance(schema, dict) and str(schema.get("type")).isupper()


PROVIDER_FORMATS: dict[str, Callable[[Schema], bool]] = {
    "gemini": lambda item: (
        any(key in item for key in (*_DECLARATIONS, "parametersJsonSchema")) or _is_capital(item)
    ),
    "openai": lambda item: (
        any(isinstance(item.get(key), dict) for key in ("function", TEXT))
        or ("type" not in item and "name" in item and isinstance(item.get("parameters"), dict))
    ),
    "openai-responses": lambda item: (
        item.get("type") in ("function", TEXT) and "name" in item and "input_schema" not in item
    ),
    "anthropic": lambda item: "input_schema" in item,
    "mistral": lambda _: False,  # as OpenAI
    "cohere": lambda item: DEFINITIONS in item,  # version 2 as OpenAI
    "bedrock": lambda item: "toolSpec" in item,
    "ollama": lambda _: False,  # as OpenAI
}
"""Format -> whether an item of a list is plainly its own; of shapes that are alike, the first."""


def is_provider_list(value: Any, format_: str) -> bool:
    """Whether a document is plainly a list of tools as one provider takes it."""
    return _plain_format(value) == format_


def _plain_format(value: Any) -> str | None:
    for item in _items(value):
        for name, fits in PROVIDER_FORMATS.items():
            if fits(item):
                return name
    return None


def _items(value: Any) -> Iterator[Schema]:
    """The items of a list of tools, or of the request around it."""
    while isinstance(value, dict) and (key := next((key for key in _LISTS if key in value), None)):
        value = value[key]
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield item


def read_provider_list(
    document: Document, documents: Documents = ALONE, *, format_: str
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """The functions of a list, or of the request around it, and what is wrong with the list."""
    shape = TOOL_SHAPES[format_]
    if shape.openapi:  # these schemas are respelled where they stand
        document = replace(document, value=copy.deepcopy(document.value))
    value = document.value
    entries = _Entries(document, documents, shape)
    wanted, hint = f"a list of {shape.title}", f"give a list of {shape.title}"
    if not (isinstance(value, list) or (isinstance(value, dict) and entries.is_any(value))):
        return (), (no_list(document, value, "", wanted=wanted, hint=hint),)
    entries.take(value, "")
    if not entries.tools and not entries.diagnostics:
        entries.none_at_all("", hint)
    return entries.read()


class _Entries(Entries):
    """Collects the functions of one list."""

    def __init__(self, document: Document, documents: Documents, shape: ToolShape) -> None:
        super().__init__(document, documents)
        self._shape = shape

    def is_any(self, value: Schema) -> bool:
        """Whether an object is a tool, or holds some."""
        known = {*self._shape.lists, *self._shape.wrappers}
        return bool(self._lists_in(value)) or "name" in value or not known.isdisjoint(value)

    def take(self, value: Any, at: str, *, is_item: bool = False) -> None:
        """Read a list, an object that holds lists, or one tool."""
        if isinstance(value, list):
            for index, item in enumerate(value):
                self.take(item, f"{at}/{index}", is_item=True)
            return
        keys = self._lists_in(value)
        for key in keys:
            self.take(value[key], f"{at}/{key}")
        if not keys:
            self._add(value, at)
        elif is_item:
            self._besides({key: value[key] for key in value if key not in keys}, at)

    def _lists_in(self, value: Any) -> list[str]:
        if not isinstance(value, dict):
            return []
        return [key for key in self._shape.lists if isinstance(value.get(key), (list, dict))]

    # --- what is no function ---

    def _besides(self, rest: Schema, at: str) -> None:
        """Tell what stands beside a list of functions: tools that the provider runs, or a name."""
        if isinstance(rest.get("type"), str):
            what = f"the {rest['type']} `{shorten(str(rest.get('name')), 60)}`"
            self._left_out(at, what, "its functions are read without it")
            return
        for key in rest:
            self._left_out(f"{at}/{escape(key)}", f"`{shorten(key, 60)}`", _RUN_THERE)

    def _is_no_function(self, raw: Schema, at: str) -> bool:
        kind = raw.get("type")
        if any(isinstance(raw.get(key), dict) for key in self._shape.wrappers):
            return False
        if isinstance(kind, str) and kind not in self._shape.types:
            self._left_out(at, f"the tool `{shorten(kind, 60)}`", _RUN_THERE)
            return True
        if "name" not in raw and raw and all(isinstance(value, dict) for value in raw.values()):
            for key in raw:
                reason = _A_MARK if key == "cachePoint" else _RUN_THERE
                self._left_out(f"{at}/{escape(key)}", f"`{shorten(key, 60)}`", reason)
            return True
        return False

    def _left_out(self, at: str, what: str, reason: str) -> None:
        origin = self.document.origin(at)
        words = {"what": what, "reason": reason, "hint": _BESIDE}
        self.diagnostics.append(NOT_A_FUNCTION.at(origin=origin, **words))

    # --- functions ---

    def _add(self, raw: Any, at: str) -> None:
        """Read one entry of a list of tools, or report why it can't be read."""
        if isinstance(raw, dict) and (self._is_foreign(raw, at) or self._is_no_function(raw, at)):
            return
        outer: Schema = {}
        for key in self._shape.wrappers:
            if isinstance(raw, dict) and isinstance(raw.get(key), dict):
                outer = {name: value for name, value in raw.items() if name != key}
                raw, at = raw[key], f"{at}/{key}"
        name = self.name(raw, at, _FIELDS)
        if name is None or not self.is_free(name, f"{at}/name"):
            return
        fields = outer | raw
        placed = (
            self._text(fields, name, at)
            if self._is_of_text(fields)
            else self._arguments(raw, name, at)
        )
        if placed is None:
            return
        schema, places = placed
        examples = raw.get("input_examples")
        if isinstance(examples, list) and examples:
            schema = schema | {"examples": examples}
        self.tools[name] = Tool(
            name=name,
            description=self.text(raw, "description", at) or "",
            input=schema,
            output=self._output(raw, name, at),
            meta={key: value for key, value in fields.items() if key not in self._known},
            origin=self.document.origin(at),
            places=places,
        )

    @property
    def _known(self) -> frozenset[str]:
        shape = self._shape
        fields = ("name", "description", "type", "input_examples")
        return frozenset((*fields, *shape.schema, *shape.output))

    def _is_foreign(self, raw: Schema, at: str) -> bool:
        """Whether an entry is written for another provider: its arguments would be overlooked."""
        if not _keys_of(self._shape).isdisjoint(raw):
            return False
        for other, shape in TOOL_SHAPES.items():
            key = next((key for key in raw if key in _keys_of(shape)), None)
            if key is not None:
                words = {
                    "what": f"the tool at `{at}`",
                    "reason": f"it is not one of {self._shape.title}: it has `{key}`",
                    "hint": f"read it with `--from {_plain_format(raw) or other}`",
                }
                self.broken(f"{at}/{key}", **words)
                return True
        return False

    def _arguments(self, raw: Schema, name: str, at: str) -> Placed | None:
        """The schema of a tool's arguments; a tool that says nothing of them has none."""
        key = next((key for key in self._shape.schema if raw.get(key) is not None), None)
        if key is None:
            return {"type": "object", "properties": {}}, {"": at}
        given, at = raw[key], f"{at}/{key}"
        if key == DEFINITIONS and isinstance(given, dict):
            return self._definitions(given, at)
        inside = self._shape.inside
        if inside is not None and isinstance(given, dict) and inside in given:
            given, at = given[inside], f"{at}/{inside}"
        if key not in self._shape.openapi or not isinstance(given, dict):
            return self.arguments(given, name, at)
        return self.arguments(lower(given), name, at, "openapi-3.0")

    def _is_of_text(self, fields: Schema) -> bool:
        """Whether an entry is a tool of one text: that has no schema, and perhaps a grammar."""
        is_typed = fields.get("type") == TEXT and TEXT in self._shape.types
        return is_typed and self._shape.schema[0] not in fields

    def _text(self, fields: Schema, name: str, at: str) -> Placed:
        """The arguments of a tool of one text. A `format` that they say is gone from the fields."""
        given = self.part(fields, "format", at)
        text: Schema = {"type": "string"}
        try:
            pattern = _pattern(given)
        except UnreadablePatternError as error:
            words = {"name": name, "reason": str(error)}
            origin = self.document.origin(f"{at}/format")
            self.diagnostics.append(GRAMMAR_UNREAD.at(tool=name, origin=origin, **words))
        else:
            fields.pop("format", None)
            text |= {} if pattern is None else {"pattern": pattern}
        return takes_text(text), {"": at, "/properties/input/pattern": f"{at}/format"}

    def _definitions(self, given: Schema, at: str) -> Placed:
        """The map of parameters that Cohere v1 has in place of a schema."""
        for name, definition in given.items():
            here = f"{at}/{escape(name)}"
            kind = self.text(definition, "type", here) if isinstance(definition, dict) else None
            if not isinstance(definition, dict):
                self.wrong(here, name, "an object with `type`, `description` and `required`")
            elif kind is not None and definition_type(kind) is None:
                self.wrong(f"{here}/type", "type", "the name of a Python type, as `List[str]`")
        places = {f"/properties/{escape(name)}": f"{at}/{escape(name)}" for name in given}
        return from_definitions(given), {"": at, **places}

    def _output(self, raw: Schema, name: str, at: str) -> Schema | None:
        key = next((key for key in self._shape.output if raw.get(key) is not None), None)
        if key is None:
            return None
        if key in self._shape.openapi and isinstance(raw[key], dict):
            lower(raw[key])
            return self.schema(f"{at}/{key}", name, dialect="openapi-3.0", lenient=True)[0]
        return self.result(raw, key, name, at)


def _pattern(given: Schema) -> str | None:
    """What the `format` of a tool of one text asks for; UnreadablePatternError where none says it.

    Responses have the grammar in the format itself, chat completions one level below.
    """
    if given.get("type", "text") == "text":
        return None
    grammar = given.get("grammar", given)
    definition = grammar.get("definition") if isinstance(grammar, dict) else None
    if not isinstance(definition, str) or grammar.get("syntax") != "regex":
        raise UnreadablePatternError("JSON Schema has regular expressions, and no other grammars")
    return from_rust(definition)


def _keys_of(shape: ToolShape) -> frozenset[str]:
    """The keys that tell an entry of this shape from those of others."""
    lists = [key for key in shape.lists if key not in _LISTS]
    return frozenset((*shape.schema, *shape.wrappers, *lists))


_RUN_THERE = "the provider runs it itself, so it is no function"
_A_MARK = "it marks a place in the list, and is no tool"
