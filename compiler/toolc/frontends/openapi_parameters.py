"""The parameters of an OpenAPI operation that a model may fill in.

Follows the Parameter Objects of OpenAPI 2.0, 3.0.4, 3.1.1 and 3.2.0 (2025-09-19).
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from toolc.diagnostics.codes import CREDENTIAL, LEFT_OUT, OTHER_EDITION, UNDECLARED_PARAMETER
from toolc.diagnostics.words import kind_of
from toolc.frontends.openapi_credentials import Credentials
from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_schemas import Argument, Place, described, plain_schema, schema_in
from toolc.ir.drafts import SchemaReader

__all__ = ["Declared", "declared", "read_parameters", "without_schema"]

Declared = Mapping[tuple[str, str], Part]
"""The parameters of an operation by name and place."""

_PLACES: dict[str, Place] = {
    "path": "path",
    "query": "query",
    "querystring": "querystring",
    "header": "header",
}
_BODY = ("body", "formData")
"""Places of OpenAPI 2.0 that make up the body."""

_OF_THE_CONTENT = frozenset({"accept", "content-type"})
"""Headers that are no parameters by the specification: the media types say them."""

_COLLECTIONS: dict[str, tuple[str, bool]] = {
    "csv": ("form", False),
    "ssv": ("spaceDelimited", False),
    "tsv": ("tabDelimited", False),
    "pipes": ("pipeDelimited", False),
    "multi": ("form", True),
}
"""`collectionFormat` -> style and `explode`."""

_MOST_NESTED = 8
_TEMPLATED = re.compile(r"\{([^{}]+)\}")


def declared(parts: Parts, item: Part, operation: Part) -> Declared:
    """The parameters of the path, and of the operation, which override them by name and place."""
    found: dict[tuple[str, str], Part] = {}
    for owner in (item, operation):
        for _, part in parts.members(owner, "parameters"):
            found[str(part.value.get("name")), str(part.value.get("in"))] = part
    return found


def read_parameters(
    parts: Parts,
    reader: SchemaReader,
    path: str,
    operation: Part,
    parameters: Declared,
    credentials: Credentials,
) -> Iterator[Argument]:
    """The parameters that are no part of a body; what can't be read, or is secret, is told of."""
    templated = dict.fromkeys(_TEMPLATED.findall(path))
    for (name, place), part in parameters.items():
        if credentials.hides(part):
            parts.report(CREDENTIAL, part.at, name=name, place=place)
            continue
        if place in _BODY and parts.is_swagger:
            continue
        reason = _reason_to_leave_out(part, templated)
        if reason is not None:
            named = isinstance(part.value.get("name"), str) and name
            what = f"the parameter `{name}`" if named else "a parameter"
            parts.report(LEFT_OUT, part.at, what=what, reason=reason, hint="mend the parameter")
        elif place != "header" or name.lower() not in _OF_THE_CONTENT:
            yield _parameter(parts, reader, part)
    for name in templated:
        if (name, "path") not in parameters:
            parts.report(UNDECLARED_PARAMETER, operation.at, name=name)
            yield Argument(name, "path", {"type": "string"}, operation.at, required=True)


def _reason_to_leave_out(part: Part, templated: Iterable[str]) -> str | None:
    name, place = part.value.get("name"), str(part.value.get("in"))
    if place not in _PLACES:
        if place in _BODY:
            return "OpenAPI 3 has `requestBody` in its place"
        return f"`in: {place}` is none of {', '.join(_PLACES)}"
    if not isinstance(name, str) or not name:
        return f"its `name` is {kind_of(name)}" if "name" in part.value else "it has no `name`"
    if place == "path" and name not in templated:
        return f"the path has no `{{{name}}}`"
    return None


def _parameter(parts: Parts, reader: SchemaReader, part: Part) -> Argument:
    place = _PLACES[part.value["in"]]
    required = place == "path" or part.value.get("required") is True
    name = part.value["name"]
    for content_type, media in parts.members(part, "content"):
        schema = described(schema_in(reader, media), part)
        return Argument(name, place, schema, media.at, required, content_type=content_type)
    if "schema" not in part.value and "type" in part.value:
        return _without_schema_of(parts, reader, part, place, required=required)
    return Argument(
        name=name,
        place=place,
        schema=described(schema_in(reader, part), part),
        at=part.nearest("schema"),
        required=required,
        style=part.text("style"),
        explode=part.flag("explode"),
        allow_reserved=part.flag("allowReserved") or False,
    )


def _without_schema_of(
    parts: Parts, reader: SchemaReader, part: Part, place: Place, *, required: bool
) -> Argument:
    """A parameter as 2.0 writes them; in a later document that is odd, but plain."""
    if not parts.is_swagger:
        hint = "write `type` and all that goes with it under `schema`"
        parts.report(OTHER_EDITION, part.at, what="a `type` beside `in`", edition="2.0", hint=hint)
    return without_schema(reader, part, place, required=required)


def without_schema(reader: SchemaReader, part: Part, place: Place, *, required: bool) -> Argument:
    """A parameter of OpenAPI 2.0, which has the keywords of its schema beside its own."""
    style, explode = _collection(part, place)
    return Argument(
        name=part.value["name"],
        place=place,
        schema=described(plain_schema(reader.read(part.at)), part),
        at=part.at,
        required=required,
        style=style,
        explode=explode,
        item_styles=tuple(_inner_styles(part.value.get("items"))),
    )


def _collection(part: Part, place: Place) -> tuple[str | None, bool | None]:
    """The style of an array; None where there is none, or it is that of the place anyway."""
    if part.value.get("type") != "array":
        return None, None
    style, explode = _COLLECTIONS.get(str(part.value.get("collectionFormat")), ("form", False))
    if style == "form" and place in ("path", "header"):
        style = "simple"  # the same commas, without a name
    return style, explode


def _inner_styles(items: object) -> Iterator[str]:
    for _ in range(_MOST_NESTED):
        if not isinstance(items, dict) or items.get("type") != "array":
            return
        yield _COLLECTIONS.get(str(items.get("collectionFormat")), ("form", False))[0]
        items = items.get("items")
