"""Single arguments of an OpenAPI operation, and their schemas with what is said around them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from toolc.frontends.openapi_parts import Part
from toolc.ir.drafts import SchemaReader
from toolc.ir.model import Schema

__all__ = ["Argument", "Place", "described", "examples_of", "plain_schema", "schema_in"]

Place = Literal["path", "query", "querystring", "header", "body"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument before it has its key: `at` is where its schema stands in the document."""

    name: str
    place: Place
    schema: Schema
    at: str
    required: bool = False
    style: str | None = None
    explode: bool | None = None
    allow_reserved: bool = False
    item_styles: tuple[str, ...] = ()
    content_type: str | None = None
    binary: bool = False


def schema_in(reader: SchemaReader, part: Part) -> Schema:
    """The member `schema` of an object; one that takes anything when there is none.

    Where there is an `itemSchema` alone, it is that of a list of such items.
    """
    if "schema" in part.value:
        return plain_schema(reader.read(part.pointer("schema")))
    if "itemSchema" in part.value:
        return {"type": "array", "items": reader.read(part.pointer("itemSchema"))}
    return {}


def plain_schema(schema: Any) -> Schema:
    """A schema as an object: `true`, and what is none, takes anything; `false` nothing."""
    if schema is False:
        return {"not": {}}
    return schema if isinstance(schema, dict) else {}


def described(schema: Schema, part: Part) -> Schema:
    """A schema with what the parameter or media type around it says: it speaks of this very use."""
    words = [part.text("description"), schema.get("description")]
    told = dict(schema)
    texts = list(dict.fromkeys(text for text in words if text))
    if texts:
        told["description"] = "\n".join(texts)
    if part.flag("deprecated"):
        told["deprecated"] = True
    examples = list(examples_of(part))
    if examples:
        told["examples"] = examples
    return told


def examples_of(part: Part) -> Iterator[Any]:
    """The values of `example` and `examples`; those that are elsewhere are not fetched."""
    if "example" in part.value:
        yield part.value["example"]
    named = part.value.get("examples")
    for entry in named.values() if isinstance(named, dict) else ():
        if isinstance(entry, dict):
            yield from (entry[key] for key in ("dataValue", "value") if key in entry)
