"""The request body of an OpenAPI operation as arguments: one for each property, or one for all.

Follows the Request Body, Media Type and Encoding Objects of OpenAPI 3.0.4, 3.1.1 and 3.2.0
(2025-09-19).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from toolc.diagnostics.codes import MEDIA_TYPE_CHOSEN
from toolc.frontends.openapi_binary import as_base64, holds_bytes, is_textual, with_bytes
from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_schemas import (
    Argument,
    described,
    examples_of,
    plain_schema,
    schema_in,
)
from toolc.ir.drafts import SchemaReader
from toolc.ir.model import Schema
from toolc.ir.schema import escape

__all__ = ["FORM", "MULTIPART", "Body", "choose_media_type", "is_json", "read_body", "read_content"]

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"

_JSON = ("application/json", "text/json", "*/*", "application/*")
_LISTS = frozenset(
    "application/jsonl application/jsonlines application/x-jsonlines application/ndjson"
    " application/x-ndjson application/json-seq".split()
)
"""Media types of many JSON values, one after the other."""

_NOT_PLAIN = frozenset(
    "$ref allOf anyOf oneOf not if then else patternProperties propertyNames dependentRequired"
    " dependentSchemas unevaluatedProperties minProperties maxProperties enum const default".split()
)
"""Keywords that speak of the body as a whole: its properties can't be arguments one by one."""


@dataclass(frozen=True, slots=True)
class Body:
    """A request body as arguments: one for each property, or one for the whole.

    `fields` and `items` are the members of a form and the parts of a list, where it is one for the
    whole; `binary` says that it stands for bytes.
    """

    arguments: tuple[Argument, ...]
    content_type: str
    required: bool
    whole: bool
    open: bool | None = False
    description: str | None = None
    examples: tuple[Any, ...] = ()
    binary: bool = False
    fields: tuple[Argument, ...] = ()
    items: tuple[Argument, ...] = ()


def is_json(media_type: str) -> bool:
    """Whether a media type is JSON, or takes it."""
    name = _essence(media_type)
    return name in _JSON or name.endswith("+json")


def choose_media_type(content: Iterable[str]) -> str | None:
    """The media type to send: JSON before forms before the first of the others."""

    def rank(media_type: str) -> int:
        name = _essence(media_type)
        return 0 if name == "application/json" else 1 if is_json(name) else 2 + (not _is_form(name))

    return min(content, key=rank, default=None)


def read_body(parts: Parts, reader: SchemaReader, operation: Part) -> Body | None:
    """The body of an operation in the media type that is sent; None when it takes none."""
    anything = "any JSON is accepted as the body"
    body = parts.member(operation, "requestBody", instead=anything)
    if body is None:
        if not isinstance(operation.value.get("requestBody"), dict):
            return None
        whole = Argument("body", "body", {}, operation.pointer("requestBody"))
        return Body((whole,), "application/json", required=False, whole=True)
    content = dict(parts.members(body, "content"))
    chosen = choose_media_type(content)
    if chosen is None:
        return None
    if len(content) > 1:
        others = ", ".join(f"`{name}`" for name in content if name != chosen)
        parts.report(MEDIA_TYPE_CHOSEN, body.pointer("content"), chosen=chosen, others=others)
    return read_content(parts, reader, body, content[chosen], chosen)


def read_content(
    parts: Parts, reader: SchemaReader, body: Part, media: Part, media_type: str
) -> Body:
    """A body in one media type: `body` says how it is meant, `media` holds its schema."""
    return _Content(parts, reader, body, media, media_type).read()


class _Content:
    """One media type of a body, being read."""

    def __init__(
        self, parts: Parts, reader: SchemaReader, body: Part, media: Part, media_type: str
    ) -> None:
        self._reader = reader
        self._body = body
        self._media = media
        self._media_type = media_type
        self._essence = _essence(media_type)
        self._encodings = dict(parts.members(media, "encoding"))
        self._prefix = [part for _, part in parts.members(media, "prefixEncoding")]
        self._item = parts.member(media, "itemEncoding")
        self._schema = schema_in(reader, media)

    def read(self) -> Body:
        is_form = _is_form(self._essence)
        if is_form or is_json(self._media_type):
            plain, at = self._reader.behind(self._schema, self._media.nearest("schema"))
            if _is_plain(plain):
                return self._spread(plain, at)
        if is_form:
            return self._form()
        if is_json(self._media_type) or self._essence in _LISTS:
            return self._whole(self._schema)
        if not is_textual(self._media_type):
            sent = self._sent()
            return replace(self._whole(as_base64(self._reader, self._text(), sent)), binary=True)
        return self._whole(self._text())

    def _whole(self, schema: Schema) -> Body:
        """The body as one argument."""
        told = described(described(schema, self._media), self._body)
        required = self._required()
        at = self._media.nearest("schema")
        whole = Argument("body", "body", told, at, required=required)
        return Body((whole,), self._sent(), required, whole=True)

    def _text(self) -> Schema:
        """The schema of a body that is text of some media type: its own, if that is of a string."""
        behind, _ = self._reader.behind(self._schema, "")
        kind = {"contentMediaType": self._sent()}
        if not isinstance(behind, dict) or behind.get("type") != "string":
            return {"type": "string", **kind}
        if behind.get("format") == "binary":
            return {key: value for key, value in behind.items() if key != "format"} | kind
        return self._schema | kind

    def _form(self) -> Body:
        """A form that is more than its properties: its members travel as told beside it."""
        types = {name: kind for name in self._encodings if (kind := self._content_type(name))}
        schema, members = with_bytes(self._reader, self._schema, types)
        names = dict.fromkeys([*members, *self._encodings])
        arguments = (
            Argument(name, "body", {}, "", binary=members.get(name, False)) for name in names
        )
        whole = self._whole(plain_schema(schema))
        fields = tuple(map(self._encoded, arguments))
        return replace(whole, fields=fields, items=tuple(self._items(schema)))

    def _items(self, schema: Any) -> Iterator[Argument]:
        """How the parts of a list travel: first those with a place of their own, then the rest."""
        rest = [self._item] if self._item else []
        binary = isinstance(schema, dict) and holds_bytes(self._reader, schema.get("items"))
        for part in [*self._prefix, *rest]:
            kind = _first_type(part.text("contentType"))
            is_bytes = binary or (kind is not None and not is_textual(kind))
            yield Argument("item", "body", {}, "", content_type=kind, binary=is_bytes)

    def _spread(self, schema: Schema, at: str) -> Body:
        """The properties of the body as arguments of their own."""
        required = schema.get("required", ())
        arguments = [
            Argument(
                name=name,
                place="body",
                schema=plain_schema(member),
                at=f"{at}/properties/{escape(name)}",
                required=name in required,
            )
            for name, member in schema["properties"].items()
        ]
        if _is_form(self._essence):
            arguments = [self._as_base64(self._encoded(argument)) for argument in arguments]
        rest = schema.get("additionalProperties")
        return Body(
            arguments=tuple(arguments),
            content_type=self._sent(),
            required=self._required(),
            whole=False,
            open=rest if rest is None or isinstance(rest, bool) else True,
            description=self._body.text("description") or schema.get("description"),
            examples=tuple(examples_of(self._media)) or tuple(schema.get("examples", ())),
        )

    def _encoded(self, argument: Argument) -> Argument:
        """A member of a form with what its Encoding Object says."""
        encoding = self._encodings.get(argument.name)
        if encoding is None:
            return argument
        return replace(
            argument,
            style=encoding.text("style"),
            explode=encoding.flag("explode"),
            allow_reserved=encoding.flag("allowReserved") or False,
            content_type=self._content_type(argument.name),
        )

    def _as_base64(self, argument: Argument) -> Argument:
        if not holds_bytes(self._reader, argument.schema, argument.content_type):
            return argument
        schema = as_base64(self._reader, argument.schema, argument.content_type)
        return replace(argument, schema=schema, binary=True)

    def _content_type(self, name: str) -> str | None:
        return _first_type(self._encodings[name].text("contentType"))

    def _required(self) -> bool:
        return self._body.value.get("required") is True

    def _sent(self) -> str:
        """The media type to name in the request, where the document has a range of them."""
        if "*" not in self._media_type:
            return self._media_type
        return (
            "application/json"
            if is_json(self._media_type)
            else _OF_A_RANGE.get(self._essence, "application/octet-stream")
        )


_OF_A_RANGE = {"text/*": "text/plain", "multipart/*": MULTIPART}


def _essence(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()


def _is_form(essence: str) -> bool:
    return essence == FORM or essence.startswith("multipart/")


def _first_type(given: str | None) -> str | None:
    """The first of the media types that an encoding allows, unless it is a range."""
    names = [name.strip() for name in (given or "").split(",")]
    return next((name for name in names if name and "*" not in name), None)


def _is_plain(schema: Any) -> bool:
    """Whether a body is an object that is nothing but its properties."""
    if not isinstance(schema, dict) or not schema.get("properties") or _NOT_PLAIN & schema.keys():
        return False
    rest = schema.get("additionalProperties", True)
    return schema.get("type", "object") in ("object", ["object"]) and (
        isinstance(rest, bool) or rest == {}
    )
