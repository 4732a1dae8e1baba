"""Bytes in the body of an OpenAPI operation: JSON has none, so arguments hold them as base64.

Follows "Working with Binary Data" of OpenAPI 3.1.1 (2024-10-24): raw bytes have a media type and no
encoding. What the document has as base64 itself (`contentEncoding`) is sent as it is.
"""

from typing import Any

from toolc.ir.drafts import SchemaReader
from toolc.ir.model import Schema
from toolc.ir.schema import types_of

__all__ = ["as_base64", "holds_bytes", "is_textual", "with_bytes"]

_TEXTUAL = frozenset(
    "application/xml application/yaml application/x-yaml application/graphql application/toml"
    " application/javascript application/ecmascript application/sql application/jsonl"
    " application/jsonlines application/x-jsonlines application/ndjson application/x-ndjson"
    " application/json-seq application/x-www-form-urlencoded application/sdp".split()
)
_SUFFIXES = ("+json", "+xml", "+yaml")
_BYTES = "application/octet-stream"
_WORDS = "The bytes as base64 text."
_TEXT = frozenset({"string", "null"})
_BRANCHES = ("allOf", "anyOf", "oneOf")
_MOST_NESTED = 50
"""Forms are put together from schemas in schemas a few times; a hostile document does it on."""


def is_textual(media_type: str) -> bool:
    """Whether what is written in a media type is text.

    >>> is_textual("text/csv; charset=utf-8"), is_textual("image/svg+xml"), is_textual("image/png")
    (True, True, False)
    """
    name = media_type.partition(";")[0].strip().lower()
    if name in ("*/*", "application/*", "application/json") or name in _TEXTUAL:
        return True
    return name.startswith("text/") or name.endswith(_SUFFIXES)


def holds_bytes(reader: SchemaReader, schema: Any, content_type: str | None = None) -> bool:
    """Whether a schema is of raw bytes, or of an array of such; `content_type` is what they are."""
    behind, _ = reader.behind(schema, "")
    if isinstance(behind, dict) and "items" in behind and "array" in types_of(behind):
        behind, _ = reader.behind(behind["items"], "")
    return isinstance(behind, dict) and _is_bytes(behind, content_type)


def _is_bytes(schema: Schema, content_type: str | None) -> bool:
    untyped = "type" not in schema and not schema.keys() & {*_BRANCHES, "enum", "const", "items"}
    if "contentEncoding" in schema or not (untyped or _TEXT.issuperset(types_of(schema))):
        return False
    written = content_type or schema.get("contentMediaType")
    return schema.get("format") == "binary" if written is None else not is_textual(written)


def as_base64(reader: SchemaReader, schema: Any, content_type: str | None = None) -> Schema:
    """What a schema that holds bytes says of the base64 text that stands for them."""
    behind, _ = reader.behind(schema, "")
    new: Schema = dict(behind) if isinstance(behind, dict) else {}
    if "items" in new:
        items, _ = reader.behind(new["items"], "")
        return new | {"items": _as_base64(items, content_type)}
    return _as_base64(new, content_type)


def _as_base64(schema: Any, content_type: str | None) -> Schema:
    new: Schema = dict(schema) if isinstance(schema, dict) else {}
    if new.get("format") == "binary":
        del new["format"]
    new.setdefault("type", "string")
    new["contentEncoding"] = "base64"
    new["contentMediaType"] = content_type or new.get("contentMediaType") or _BYTES
    told = new.get("description")
    if not told or "base64" not in told.lower():
        new["description"] = f"{told}\n{_WORDS}" if told else _WORDS
    return new


def with_bytes(
    reader: SchemaReader, schema: Any, content_types: dict[str, str]
) -> tuple[Any, dict[str, bool]]:
    """A form's schema with its bytes as base64, and its members with whether they hold bytes.

    `content_types` tells the media types of members, where the document does.
    """
    return _Form(reader, content_types).read(schema)


class _Form:
    """The members of a form that is put together from other schemas, each of them read once."""

    def __init__(self, reader: SchemaReader, content_types: dict[str, str]) -> None:
        self._reader = reader
        self._content_types = content_types
        self._done: dict[int, tuple[Any, dict[str, bool]]] = {}
        self._depth = 0

    def read(self, schema: Any) -> tuple[Any, dict[str, bool]]:
        whole, _ = self._reader.behind(schema, "")
        if not isinstance(whole, dict):
            return schema, {}
        if id(whole) not in self._done:
            self._done[id(whole)] = schema, {}  # where a loop of references comes back
            if self._depth < _MOST_NESTED:
                self._depth += 1
                self._done[id(whole)] = self._read(schema, whole)
                self._depth -= 1
        return self._done[id(whole)]

    def _read(self, schema: Any, whole: Schema) -> tuple[Any, dict[str, bool]]:
        new, members = dict(whole), {}
        properties = dict(whole.get("properties", {}))
        for name, member in properties.items():
            kind = self._content_types.get(name)
            members[name] = holds_bytes(self._reader, member, kind)
            if members[name]:
                properties[name] = as_base64(self._reader, member, kind)
        if any(members.values()):
            new["properties"] = properties
        for keyword in _BRANCHES:
            branches = [self.read(branch) for branch in whole.get(keyword, ())]
            for _, below in branches:
                members = below | members
            if any(any(below.values()) for _, below in branches):
                new[keyword] = [branch for branch, _ in branches]
        return (new if any(members.values()) else schema), members
