"""Read JSON Schemas as tools: one with a title, a list of such, or a map of names to schemas.

Follows JSON Schema 2020-12 and, where `$schema` says so, 2019-09 and the drafts 7, 6, 4 and 3
(json-schema.org/specification, 2026-11). In a map, `#/...` means the schema itself; where the map
has `$defs` of its own, it means the whole document.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from toolc.diagnostics.codes import NO_TOOLS, WRONG_KIND
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.words import kind_of
from toolc.frontends.documents import Document
from toolc.frontends.entries import Entries
from toolc.ir.linked import ALONE, Documents
from toolc.ir.model import Schema, Tool
from toolc.ir.schema import ALL_TYPES, SCHEMA_KEYWORDS, escape, split_pointer
from toolc.ir.shapes import accepted_types

__all__ = ["is_json_schema", "read_json_schema"]

_SHARED = frozenset({"$defs", "definitions"})
_OF_MAP = _SHARED | {"$schema", "$id", "id", "$comment"}
"""What a map may say of itself, beside the names."""

_TELLING = frozenset("$schema $id $ref required enum anyOf oneOf allOf".split())
"""Keywords whose value is no schema, so that they are told from a name in a map."""

_TYPES = frozenset({*ALL_TYPES, "any"})
"""`any` is draft-03's."""

_WORDS = ("title", "description")
_HINT = "give one schema with a `title`, or a map: `{get_pet: {type: object, ...}}`"


def is_json_schema(value: Any) -> bool:
    """Whether a document is plainly a JSON Schema, or a map or a list of them."""
    if isinstance(value, list):
        return bool(value) and all(map(_is_schema, value))
    return _is_schema(value) or _is_map(value)


def read_json_schema(
    document: Document, documents: Documents = ALONE
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """A tool for each schema of a document, and what is wrong with it."""
    value = document.value
    if not isinstance(value, (dict, list)):
        reason = f"it is {kind_of(value)}"
        words = {"wanted": "a JSON Schema, or a map of them", "reason": reason, "hint": _HINT}
        return (), (WRONG_KIND.at(origin=document.origin(), **words),)
    entries = _Entries(document, documents)
    for name, given, at in _schemas(document):
        entries.add(name, given, at)
    if not entries.tools and not entries.diagnostics:
        reason = f"`{document.file}` holds no schemas"
        origin = document.origin()
        entries.diagnostics.append(NO_TOOLS.at(origin=origin, reason=reason, hint=_HINT))
    return entries.read()


def _is_schema(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    properties = value.get("properties")
    declares = isinstance(properties, dict) and all(map(_may_be_schema, properties.values()))
    types = value.get("type")
    return (
        declares
        or isinstance(types, list)
        or (isinstance(types, str) and types in _TYPES)
        or any(key in value and not _may_be_schema(value[key]) for key in _TELLING)
    )


def _is_map(value: Any) -> bool:
    """Whether all keys are names of schemas, but those that a map may have beside them."""
    named = _named(value) if isinstance(value, dict) else {}
    return (
        bool(named) and SCHEMA_KEYWORDS.isdisjoint(named) and all(map(_is_schema, named.values()))
    )


def _may_be_schema(value: Any) -> bool:
    return isinstance(value, (dict, bool))


def _named(value: Schema) -> Schema:
    return {key: each for key, each in value.items() if key not in _OF_MAP}


def _schemas(document: Document) -> Iterator[tuple[str | None, Any, str]]:
    """Each schema with the name that the document gives it, and its pointer."""
    value = document.value
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield _title(each), each, f"/{index}"
    elif (_is_schema(value) and not _is_map(value)) or isinstance(value.get("title"), str):
        yield _title(value) or (Path(document.file).stem if document.text else None), value, ""
    else:
        for name, each in _named(value).items():
            yield name, each, f"/{escape(name)}"


def _title(schema: Any) -> str | None:
    """What a schema calls itself, or the definition that it merely refers to."""
    if not isinstance(schema, dict):
        return None
    title, ref = schema.get("title"), schema.get("$ref")
    if isinstance(title, str) and title:
        return title
    return split_pointer(ref[1:])[-1] if isinstance(ref, str) and ref.startswith("#/") else None


class _Entries(Entries):
    """Collects the schemas of one document."""

    def add(self, name: str | None, given: Any, at: str) -> None:
        """Read one schema as a tool, or report why it is none."""
        if not isinstance(given, dict):
            what = f"the schema `{name or at}`"
            self.no_schema(name or at, what, at, f"it is {kind_of(given)}, not an object")
            return
        if not name:
            what, reason = "the schema", "it has no `title` to be called by"
            self.broken(at, what=what, reason=reason, hint=_HINT)
            return
        if not self.is_free(name, at):
            return
        value = self.document.value
        is_whole = isinstance(value, dict) and not _SHARED.isdisjoint(value)
        schema, places = self.schema(at, name, root="" if is_whole else at)
        title, said = (schema.get(key) for key in _WORDS)
        self.tools[name] = Tool(
            name=name,
            title=title if title != name else None,
            description=said or "",
            input=_of_object({key: schema[key] for key in schema if key not in _WORDS}),
            origin=self.document.origin(at),
            places=places,
        )


def _of_object(schema: Schema) -> Schema:
    """The schema of arguments: of an object, wherever the schema takes one."""
    takes_object = "object" in accepted_types(schema, schema.get("$defs", {}))
    return {**schema, "type": "object"} if takes_object else schema
