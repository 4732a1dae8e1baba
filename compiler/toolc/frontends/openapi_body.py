"""The request body of an OpenAPI operation as arguments: one for each property, or one for all.

Follows the Request Body, Media Type and Encoding Objects of OpenAPI 3.0.4 and 3.1.1 (2024-10-24).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_schemas import Argument, described, examples_of, schema_in
from toolc.ir.drafts import SchemaReader
from toolc.ir.model import Schema
from toolc.ir.schema import escape

__all__ = ["Body", "choose_media_type", "is_json", "read_body"]

_JSON = ("application/json", "text/json", "*/*", "application/*")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

_NOT_PLAIN = frozenset(
    "$ref allOf anyOf oneOf not if then else patternProperties propertyNames dependentRequired"
    " dependentSchemas unevaluatedProperties minProperties maxProperties enum const default".split()
)
"""Keywords that speak of the body as a whole: its properties can't be arguments one by one."""


@dataclass(frozen=True, slots=True)
class Body:
    """A request body as arguments: one for each property, or one for the whole."""

    arguments: tuple[Argument, ...]
    content_type: str
    required: bool
    whole: bool
    open: bool | None = False
    description: str | None = None
    examples: tuple[Any, ...] = ()


def is_json(media_type: str) -> bool:
    """Whether a media type is JSON, or takes it."""
    name = media_type.partition(";")[0].strip().lower()
    return name in _JSON or name.endswith("+json")


def choose_media_type(content: Iterable[str]) -> str | None:
    """The media type to send: JSON before forms before the first of the others."""

    def rank(media_type: str) -> int:
        name = media_type.partition(";")[0].strip().lower()
        return 0 if name == "application/json" else 1 if is_json(name) else 2 + (name not in _FORMS)

    return min(content, key=rank, default=None)


def read_body(parts: Parts, reader: SchemaReader, operation: Part) -> Body | None:
    """The body of an operation in the media type that is sent; None when it takes none."""
    body = parts.member(operation, "requestBody")
    if body is None:
        return None
    content = dict(parts.members(body, "content"))
    chosen = choose_media_type(content)
    if chosen is None:
        return None
    media = content[chosen]
    schema = schema_in(reader, media)
    content_type = "application/json" if "*" in chosen else chosen
    required = body.flag("required") or False
    name = chosen.partition(";")[0].strip().lower()
    if is_json(chosen) or name in _FORMS:
        plain, at = reader.behind(schema, media.nearest("schema"))
        if _is_plain(plain):
            return _spread(parts, plain, at, body, media, content_type)
    else:
        schema = _text_of(schema, reader, content_type)
    schema = described(described(schema, media), body)
    whole = Argument("body", "body", schema, media.nearest("schema"), required=required)
    return Body((whole,), content_type, required, whole=True)


def _text_of(schema: Schema, reader: SchemaReader, content_type: str) -> Schema:
    """The schema of a body that is text of some media type: its own, if that is of a string."""
    behind, _ = reader.behind(schema, "")
    if isinstance(behind, dict) and behind.get("type") == "string":
        return {"contentMediaType": content_type, **schema}
    return {"type": "string", "contentMediaType": content_type}


def _is_plain(schema: Any) -> bool:
    """Whether a body is an object that is nothing but its properties."""
    if not isinstance(schema, dict) or not schema.get("properties") or _NOT_PLAIN & schema.keys():
        return False
    rest = schema.get("additionalProperties", True)
    return schema.get("type", "object") in ("object", ["object"]) and (
        isinstance(rest, bool) or rest == {}
    )


def _spread(
    parts: Parts, schema: Schema, at: str, body: Part, media: Part, content_type: str
) -> Body:
    required = schema.get("required", ())
    arguments = [
        Argument(
            name=name,
            place="body",
            schema=member if isinstance(member, dict) else {} if member else {"not": {}},
            at=f"{at}/properties/{escape(name)}",
            required=name in required,
        )
        for name, member in schema["properties"].items()
    ]
    encodings = dict(parts.members(media, "encoding"))
    rest = schema.get("additionalProperties")
    return Body(
        arguments=tuple(_encoded(argument, encodings.get(argument.name)) for argument in arguments),
        content_type=content_type,
        required=body.flag("required") or False,
        whole=False,
        open=rest if rest is None or isinstance(rest, bool) else True,
        description=body.text("description") or schema.get("description"),
        examples=tuple(examples_of(media)) or tuple(schema.get("examples", ())),
    )


def _encoded(argument: Argument, encoding: Part | None) -> Argument:
    if encoding is None:
        return argument
    return replace(
        argument,
        style=encoding.text("style"),
        explode=encoding.flag("explode"),
        allow_reserved=encoding.flag("allowReserved") or False,
        content_type=encoding.text("contentType"),
    )
