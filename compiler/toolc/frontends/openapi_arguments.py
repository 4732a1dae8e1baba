"""The arguments of an OpenAPI operation: parameters and body as one object, and the way back.

Two arguments of one name both survive: the later one is called after its place, too.
"""

from dataclasses import dataclass

from toolc.frontends.openapi_body import Body, read_body
from toolc.frontends.openapi_credentials import Credentials
from toolc.frontends.openapi_parameters import Declared, read_parameters
from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_schemas import Argument
from toolc.frontends.openapi_swagger import read_swagger_body
from toolc.ir.drafts import SchemaReader
from toolc.ir.model import HttpArgument, HttpBody, Schema
from toolc.ir.schema import escape

__all__ = ["Arguments", "read_arguments"]


@dataclass(frozen=True, slots=True)
class Arguments:
    """The input schema of an operation without its definitions, and how each argument travels."""

    schema: Schema
    bindings: tuple[HttpArgument, ...]
    body: HttpBody | None
    places: dict[str, str]


def read_arguments(
    parts: Parts,
    reader: SchemaReader,
    path: str,
    operation: Part,
    parameters: Declared,
    credentials: Credentials,
) -> Arguments:
    """The arguments of an operation; what can't be read is reported and left out."""
    others = read_parameters(parts, reader, path, operation, parameters, credentials)
    body = (
        read_swagger_body(parts, reader, operation, parameters, credentials)
        if parts.is_swagger
        else read_body(parts, reader, operation)
    )
    found = [*others, *(body.arguments if body else ())]
    keys = _keys(found)
    bindings = tuple(_binding(key, argument) for key, argument in zip(keys, found, strict=True))
    whole = keys[-1] if body and body.whole else None
    return Arguments(
        schema=_object(keys, found, body),
        bindings=bindings if whole is None else bindings[:-1],
        body=_body(body, whole) if body else None,
        places={
            f"/properties/{escape(key)}": argument.at
            for key, argument in zip(keys, found, strict=True)
        },
    )


def _object(keys: list[str], found: list[Argument], body: Body | None) -> Schema:
    """The object of all arguments. Nothing else can be sent, unless an open body takes more."""
    pairs = list(zip(keys, found, strict=True))
    schema: Schema = {"type": "object"}
    if body and body.description:
        schema["description"] = body.description
    schema["properties"] = {key: argument.schema for key, argument in pairs}
    optional_body = body is not None and not body.whole and not body.required
    required = [
        key
        for key, argument in pairs
        if argument.required and not (optional_body and argument.place == "body")
    ]
    if required:
        schema["required"] = required
    if body is None or body.open is not None:
        schema["additionalProperties"] = bool(body and body.open)
    if optional_body:
        _require_together(schema, pairs)
    if body and body.examples and len(body.arguments) == len(found):
        schema["examples"] = list(body.examples)  # with parameters beside it, they are no arguments
    return schema


def _require_together(schema: Schema, pairs: list[tuple[str, Argument]]) -> None:
    """A body may be left out, but one that is sent has all that it requires."""
    of_body = [(key, argument) for key, argument in pairs if argument.place == "body"]
    needed = [key for key, argument in of_body if argument.required]
    others = {key: [name for name in needed if name != key] for key, _ in of_body}
    others = {key: names for key, names in others.items() if names}
    if others:
        schema["dependentRequired"] = others


def _keys(found: list[Argument]) -> list[str]:
    """A key for each argument: its own name, or with its place behind where that is taken."""
    names = {argument.name for argument in found}
    keys: list[str] = []
    for argument in found:
        key = argument.name
        if key in keys:
            wanted = key = f"{argument.name}_{argument.place}"
            count = 2
            while key in keys or key in names:
                key, count = f"{wanted}_{count}", count + 1
        keys.append(key)
    return keys


def _body(body: Body, argument: str | None) -> HttpBody:
    return HttpBody(
        content_type=body.content_type,
        argument=argument,
        required=body.required,
        binary=body.binary,
        fields=tuple(_binding(each.name, each) for each in body.fields),
        items=tuple(_binding(each.name, each) for each in body.items),
    )


def _binding(key: str, argument: Argument) -> HttpArgument:
    return HttpArgument(
        argument=key,
        name=argument.name,
        place=argument.place,
        style=argument.style,
        explode=argument.explode,
        allow_reserved=argument.allow_reserved,
        item_styles=argument.item_styles,
        content_type=argument.content_type,
        binary=argument.binary,
    )
