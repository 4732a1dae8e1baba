"""One schema node from an older dialect to JSON Schema 2020-12, by tables of keywords.

Follows the meta-schemas of draft-03, 04, 06, 07 and 2019-09 and the Schema Object of OpenAPI 2.0,
3.0.4 and 3.1.1 (2024-10-24). Only the node itself changes: subschemas are upgraded when reached.
One thing can't be said in 2020-12: that draft-04's `integer` excludes `1.0`.
"""

from collections.abc import Callable
from typing import Literal

from toolc.ir.draft_03 import DRAFT_03
from toolc.ir.model import Schema

__all__ = ["DIALECTS", "REF_ALONE", "WAS", "Dialect", "dialect_of", "is_known", "upgrade"]

Dialect = Literal[
    "draft-03",
    "draft-04",
    "draft-06",
    "draft-07",
    "2019-09",
    "2020-12",
    "openapi-2.0",
    "openapi-3.0",
    "openapi-3.1",
]

DIALECTS: dict[str, Dialect] = {
    "json-schema.org/draft-03/schema": "draft-03",
    "json-schema.org/draft-04/schema": "draft-04",
    "json-schema.org/draft-05/schema": "draft-04",
    "json-schema.org/draft-06/schema": "draft-06",
    "json-schema.org/draft-07/schema": "draft-07",
    "json-schema.org/draft/2019-09/schema": "2019-09",
    "json-schema.org/draft/2020-12/schema": "2020-12",
    "spec.openapis.org/oas/3.1/dialect/base": "openapi-3.1",
    "spec.openapis.org/oas/3.1/dialect/2024-10-25": "openapi-3.1",
    "spec.openapis.org/oas/3.1/dialect/2024-11-10": "openapi-3.1",
    "spec.openapis.org/oas/3.2/dialect/base": "openapi-3.1",
    "spec.openapis.org/oas/3.2/dialect/2025-09-17": "openapi-3.1",
}
"""`$schema` without its scheme and empty fragment -> dialect."""

REF_ALONE = frozenset(
    {"draft-03", "draft-04", "draft-06", "draft-07", "openapi-2.0", "openapi-3.0"}
)
"""The dialects in which what stands beside a `$ref` is ignored."""

WAS = {"prefixItems": "items", "dependentSchemas": "dependencies"}
"""Keywords that an upgrade may write -> the keyword their subschemas stood under."""

Step = Callable[[Schema], None]
"""Changes a node in place; the caller has copied it."""


def dialect_of(schema: object, default: Dialect) -> Dialect:
    """The dialect that a schema names in `$schema`; the default when that is none we know."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    return DIALECTS.get(_bare(named), default) if isinstance(named, str) else default


def is_known(named: str) -> bool:
    """Whether a `$schema` names one of the dialects, and no metaschema of someone's own."""
    return _bare(named) in DIALECTS


def _bare(named: str) -> str:
    return named.removesuffix("#").partition("://")[2]


def upgrade(node: Schema, dialect: Dialect) -> Schema:
    """A copy of a node with its own keywords in 2020-12; references and subschemas as they stand.

    >>> upgrade({"type": "integer", "minimum": 0, "exclusiveMinimum": True}, "draft-04")
    {'type': 'integer', 'exclusiveMinimum': 0}
    """
    new = dict(node)
    for keyword, step in _STEPS[dialect].items():
        if keyword in new:
            step(new)
    return new


# --- every dialect: forms that 2020-12 does not have, whatever a document says it is ---


def _tuple_items(node: Schema) -> None:
    rest = node.pop("additionalItems", None)
    if not isinstance(node["items"], list):
        return
    prefix = node.pop("items")
    if prefix:
        node["prefixItems"] = prefix
    if rest is not None:
        node["items"] = rest
    if rest is False:
        node.setdefault("maxItems", len(prefix))  # the same, for those who do not read `items`


def _only_additional_items(node: Schema) -> None:
    """`additionalItems` says nothing without a list of `items` beside it."""
    if "items" not in node:
        del node["additionalItems"]


def _dependencies(node: Schema) -> None:
    given = node["dependencies"]
    if not isinstance(given, dict):
        return
    del node["dependencies"]
    lists = {name: value for name, value in given.items() if isinstance(value, list)}
    lists |= {name: [value] for name, value in given.items() if isinstance(value, str)}
    schemas = {name: value for name, value in given.items() if isinstance(value, (dict, bool))}
    for keyword, part in (("dependentRequired", lists), ("dependentSchemas", schemas)):
        if part:
            node[keyword] = {**node.get(keyword, {}), **part}


def _exclusive(bound: str, exclusive: str) -> Step:
    def step(node: Schema) -> None:
        given = node[exclusive]
        if not isinstance(given, bool):
            return
        del node[exclusive]
        if given and bound in node:
            node[exclusive] = node.pop(bound)

    return step


_EVERY: dict[str, Step] = {
    "additionalItems": _only_additional_items,
    "items": _tuple_items,
    "dependencies": _dependencies,
    "exclusiveMinimum": _exclusive("minimum", "exclusiveMinimum"),
    "exclusiveMaximum": _exclusive("maximum", "exclusiveMaximum"),
}

# --- up to draft-07, and OpenAPI 3.0 ---

_ANNOTATIONS = frozenset(
    "title description default examples example deprecated readOnly writeOnly $comment".split()
)
"""What says something about a value without checking it."""

_BESIDE_REF = _ANNOTATIONS | {"$ref", "definitions", "$defs", "$schema", "nullable", "x-nullable"}


def _ref_alone(node: Schema) -> None:
    """What stood beside `$ref` was ignored; words are kept: they are meant for the reader."""
    if isinstance(node["$ref"], str):
        for keyword in [name for name in node if name not in _BESIDE_REF]:
            del node[keyword]


def _identifier(node: Schema) -> None:
    if isinstance(node["id"], str):
        node.setdefault("$id", node.pop("id"))


# --- OpenAPI ---

_FORMATS = {
    "byte": ("contentEncoding", "base64"),
    "binary": ("contentMediaType", "application/octet-stream"),
}
_APPLICATORS = ("$ref", "allOf", "oneOf", "not")


def _nullable(node: Schema) -> None:
    if node.pop("nullable") is not True:
        return
    if any(keyword in node for keyword in _APPLICATORS) or ("anyOf" in node and "type" in node):
        rest = {key: value for key, value in node.items() if key not in _ANNOTATIONS}
        for keyword in rest:
            del node[keyword]
        node["anyOf"] = [rest, {"type": "null"}]
        return
    if isinstance(node.get("anyOf"), list):
        node["anyOf"] = [*node["anyOf"], {"type": "null"}]
    if isinstance(node.get("type"), str) and node["type"] != "null":
        node["type"] = [node["type"], "null"]
    if isinstance(node.get("enum"), list) and None not in node["enum"]:
        node["enum"] = [*node["enum"], None]


def _example(node: Schema) -> None:
    example = node.pop("example")
    node.setdefault("examples", [example])


def _format(node: Schema) -> None:
    replacement = _FORMATS.get(node["format"]) if isinstance(node["format"], str) else None
    if replacement is not None:
        del node["format"]
        node.setdefault(*replacement)


# --- OpenAPI 2.0 ---

_OF_THE_PARAMETER = (
    "name in required collectionFormat allowEmptyValue style explode allowReserved".split()
)


def _parameter(node: Schema) -> None:
    """A parameter of 2.0 has its schema's keywords beside its own; some of later documents do."""
    if isinstance(node["in"], str) and isinstance(node.get("name"), str):
        for keyword in _OF_THE_PARAMETER:
            node.pop(keyword, None)


def _file(node: Schema) -> None:
    """`type: file` is text by the bytes of which a file is meant."""
    if node["type"] == "file":
        node["type"] = "string"
        node["format"] = "binary"


def _x_nullable(node: Schema) -> None:
    """An extension that generators agree on, as 2.0 has no word for it."""
    node.setdefault("nullable", node.pop("x-nullable"))


def _property_name(node: Schema) -> None:
    """A discriminator was the mere name of a property."""
    if isinstance(node["discriminator"], str):
        node["discriminator"] = {"propertyName": node["discriminator"]}


_DRAFT_06: dict[str, Step] = {"$ref": _ref_alone, **_EVERY}

_OPENAPI_30: dict[str, Step] = {
    "in": _parameter,
    **_DRAFT_06,
    "example": _example,
    "format": _format,
    "nullable": _nullable,  # last: it may move everything else into a branch
}

_STEPS: dict[Dialect, dict[str, Step]] = {
    "draft-03": {**DRAFT_03, **_DRAFT_06, "id": _identifier},
    "draft-04": {**_DRAFT_06, "id": _identifier},
    "draft-06": _DRAFT_06,
    "draft-07": _DRAFT_06,
    "2019-09": _EVERY,
    "2020-12": _EVERY,
    "openapi-2.0": {
        "type": _file,
        "discriminator": _property_name,
        "x-nullable": _x_nullable,
        **_OPENAPI_30,
    },
    "openapi-3.0": _OPENAPI_30,
    "openapi-3.1": {"in": _parameter, "example": _example, **_EVERY},
}
