"""The parameters of an OpenAPI operation that a model may fill in.

Follows the Parameter Object of OpenAPI 3.0.4 and 3.1.1 (2024-10-24).
"""

import re
from collections.abc import Iterable, Iterator

from toolc.diagnostics.codes import CREDENTIAL, LEFT_OUT, UNDECLARED_PARAMETER
from toolc.diagnostics.words import kind_of
from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_schemas import Argument, Place, described, schema_in
from toolc.ir.drafts import SchemaReader
from toolc.ir.model import Schema

__all__ = ["read_parameters"]

_PLACES: dict[str, Place] = {
    "path": "path",
    "query": "query",
    "header": "header",
    "cookie": "cookie",
}
_NOT_HERE = {
    "querystring": "a parameter for the whole query string is not read yet",
    "body": "OpenAPI 3 has `requestBody` in its place",
    "formData": "OpenAPI 3 has `requestBody` in its place",
}

_OF_THE_CONTENT = frozenset({"accept", "content-type"})
"""Headers that are no parameters by the specification: the media types say them."""

_ALWAYS_CREDENTIALS = {
    "header": frozenset(
        "authorization proxy-authorization cookie x-api-key api-key api_key apikey"
        " x-auth-token x-access-token".split()
    ),
    "query": frozenset("api_key apikey api-key access_token".split()),
    "cookie": frozenset("api_key apikey access_token".split()),
}
"""Names of secrets even where no security scheme says so: a model is never asked for one."""

_TEMPLATED = re.compile(r"\{([^{}]+)\}")


def read_parameters(
    parts: Parts, reader: SchemaReader, path: str, item: Part, operation: Part
) -> Iterator[Argument]:
    """The parameters of the path, and of the operation, which override them by name and place."""
    by_key: dict[tuple[str, str], Part] = {}
    for owner in (item, operation):
        for _, part in parts.members(owner, "parameters"):
            by_key[str(part.value.get("name")), str(part.value.get("in"))] = part
    templated = dict.fromkeys(_TEMPLATED.findall(path))
    for (name, place), part in by_key.items():
        reason = _reason_to_leave_out(part, templated)
        if reason is not None:
            named = isinstance(part.value.get("name"), str) and name
            what = f"the parameter `{name}`" if named else "a parameter"
            parts.report(LEFT_OUT, part.at, what=what, reason=reason, hint="mend the parameter")
        elif _is_credential(parts, place, name):
            parts.report(CREDENTIAL, part.at, name=name, place=place)
        elif place != "header" or name.lower() not in _OF_THE_CONTENT:
            yield _parameter(parts, reader, part)
    for name in templated:
        if (name, "path") not in by_key:
            parts.report(UNDECLARED_PARAMETER, operation.at, name=name)
            yield Argument(name, "path", {"type": "string"}, operation.at, required=True)


def _reason_to_leave_out(part: Part, templated: Iterable[str]) -> str | None:
    name, place = part.value.get("name"), str(part.value.get("in"))
    if not isinstance(name, str) or not name:
        return f"its `name` is {kind_of(name)}" if "name" in part.value else "it has no `name`"
    if place not in _PLACES:
        return _NOT_HERE.get(place, f"`in: {place}` is none of {', '.join(_PLACES)}")
    if place == "path" and name not in templated:
        return f"the path has no `{{{name}}}`"
    return None


def _is_credential(parts: Parts, place: str, name: str) -> bool:
    """Whether a security scheme of the document, or custom, says that this holds a secret."""
    if name.lower() in _ALWAYS_CREDENTIALS.get(place, ()):
        return True
    components = parts.member(parts.root, "components")
    schemes = parts.members(components, "securitySchemes") if components else ()
    return any(
        scheme.value.get("type") == "apiKey"
        and scheme.value.get("in") == place
        and str(scheme.value.get("name")).lower() == name.lower()
        for _, scheme in schemes
    )


def _parameter(parts: Parts, reader: SchemaReader, part: Part) -> Argument:
    schema, at, content_type = _parameter_schema(parts, reader, part)
    place = _PLACES[part.value["in"]]
    return Argument(
        name=part.value["name"],
        place=place,
        schema=described(schema, part),
        at=at,
        required=place == "path" or part.value.get("required") is True,
        style=part.text("style"),
        explode=part.flag("explode"),
        allow_reserved=part.flag("allowReserved") or False,
        content_type=content_type,
    )


def _parameter_schema(
    parts: Parts, reader: SchemaReader, part: Part
) -> tuple[Schema, str, str | None]:
    """The schema of a parameter, where it stands, and the media type it is written in."""
    for content_type, media in parts.members(part, "content"):
        return schema_in(reader, media), media.at, content_type
    return schema_in(reader, part), part.nearest("schema"), None
