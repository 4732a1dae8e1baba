"""The body and the answer of an operation of OpenAPI 2.0, which has parameters in their place.

Follows the OpenAPI Specification 2.0 (2014-09-08): `body` and `formData` parameters, `consumes`,
`produces`, `collectionFormat` and `type: file`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from toolc.diagnostics.codes import MEDIA_TYPE_CHOSEN
from toolc.frontends.openapi_answers import Answer, successes, with_definitions
from toolc.frontends.openapi_binary import as_base64, holds_bytes
from toolc.frontends.openapi_body import (
    FORM,
    MULTIPART,
    Body,
    choose_media_type,
    is_json,
    read_content,
)
from toolc.frontends.openapi_credentials import Credentials
from toolc.frontends.openapi_parameters import Declared, without_schema
from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_schemas import Argument, schema_in
from toolc.ir.drafts import SchemaReader

__all__ = ["read_swagger_answer", "read_swagger_body"]


def read_swagger_body(
    parts: Parts,
    reader: SchemaReader,
    operation: Part,
    parameters: Declared,
    credentials: Credentials,
) -> Body | None:
    """The body that the parameters of an operation make up; None when it takes none."""
    consumed = _media_types(parts, operation, "consumes")
    whole = next((part for (_, place), part in parameters.items() if place == "body"), None)
    if whole is not None:
        chosen = choose_media_type(consumed) or "application/json"
        _tell(parts, operation, consumed, chosen)
        return read_content(parts, reader, whole, whole, chosen)
    fields = [
        part
        for (_, place), part in parameters.items()
        if place == "formData" and part.text("name") and not credentials.hides(part)
    ]
    if not fields:
        return None
    arguments = tuple(_field(reader, part) for part in fields)
    kind = _kind_of_form(consumed, has_files=any(argument.binary for argument in arguments))
    return Body(arguments, kind, required=any(each.required for each in arguments), whole=False)


def _field(reader: SchemaReader, part: Part) -> Argument:
    argument = without_schema(reader, part, "body", required=part.value.get("required") is True)
    if not holds_bytes(reader, argument.schema):
        return argument
    return replace(argument, schema=as_base64(reader, argument.schema), binary=True)


def _kind_of_form(consumed: list[str], *, has_files: bool) -> str:
    """Files need multipart; else what the document says, whatever order it says it in."""
    if has_files:
        return MULTIPART
    names = [name.partition(";")[0].strip().lower() for name in consumed]
    return MULTIPART if MULTIPART in names and FORM not in names else FORM


def _tell(parts: Parts, operation: Part, consumed: list[str], chosen: str) -> None:
    others = [f"`{name}`" for name in consumed if name != chosen]
    if others:
        owner = operation if "consumes" in operation.value else parts.root
        at = owner.pointer("consumes")
        parts.report(MEDIA_TYPE_CHOSEN, at, chosen=chosen, others=", ".join(others))


def read_swagger_answer(parts: Parts, reader: SchemaReader, operation: Part) -> Answer:
    """The schema of the first successful response that has one, and the media type to ask for."""
    produced = _media_types(parts, operation, "produces")
    media_type = next((name for name in produced if is_json(name)), None)
    if media_type is None and produced:
        return Answer(produced[0])
    for response in _with_schema(parts, operation):
        schema = with_definitions(reader, schema_in(reader, response))
        return Answer(media_type or "application/json", schema)
    return Answer(media_type)


def _with_schema(parts: Parts, operation: Part) -> Iterator[Part]:
    for response in successes(parts, operation):
        schema: Any = response.value.get("schema")
        if isinstance(schema, dict) and schema.get("type") != "file":
            yield response


def _media_types(parts: Parts, operation: Part, key: str) -> list[str]:
    """`consumes` or `produces` of the operation, which go before those of the document."""
    given = operation.value.get(key, parts.root.value.get(key))
    return [name for name in given if isinstance(name, str)] if isinstance(given, list) else []
