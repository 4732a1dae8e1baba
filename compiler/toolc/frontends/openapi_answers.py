"""What an OpenAPI operation gives back: the schema of its successful response, and its media type.

Follows the Responses and Media Type Objects of OpenAPI 3.0.4, 3.1.1 and 3.2.0 (2025-09-19).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from toolc.frontends.openapi_body import is_json
from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_schemas import schema_in
from toolc.ir.drafts import SchemaReader
from toolc.ir.model import Schema

__all__ = ["Answer", "read_answer", "successes", "with_definitions"]

_SEQUENCES = frozenset(
    "application/jsonl application/jsonlines application/x-jsonlines application/ndjson"
    " application/x-ndjson application/json-seq".split()
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The media type to ask for, and the schema of what comes then; None for what is no JSON."""

    media_type: str | None = None
    schema: Schema | None = None


def successes(parts: Parts, operation: Part) -> Iterator[Part]:
    """The responses of an operation that went well; `default`, where no other is declared."""
    responses = dict(parts.members(operation, "responses"))
    good = [response for status, response in responses.items() if status.startswith("2")]
    if not good and responses.keys() == {"default"}:
        good = [responses["default"]]
    yield from good


def read_answer(parts: Parts, reader: SchemaReader, operation: Part) -> Answer:
    """The first successful response that is JSON, one value or many; else what there is."""
    content = [
        pair
        for response in successes(parts, operation)
        for pair in parts.members(response, "content")
    ]
    for media_type, media in content:
        if _is_described(media_type, media):
            named = "application/json" if "*" in media_type else media_type
            return Answer(named, with_definitions(reader, schema_in(reader, media)))
    return Answer(_plain_name(media_type for media_type, _ in content))


def with_definitions(reader: SchemaReader, schema: Schema) -> Schema:
    """A schema with the definitions it reaches."""
    definitions = reader.definitions(schema)
    return schema | ({"$defs": definitions} if definitions else {})


def _is_described(media_type: str, media: Part) -> bool:
    if is_json(media_type) and "schema" in media.value:
        return True
    name = media_type.partition(";")[0].strip().lower()
    is_stream = name in _SEQUENCES or name == "text/event-stream"
    return is_stream and "itemSchema" in media.value and "schema" not in media.value


def _plain_name(media_types: Iterable[str]) -> str | None:
    """The first media type that is no range."""
    return next((name for name in media_types if "*" not in name), None)
