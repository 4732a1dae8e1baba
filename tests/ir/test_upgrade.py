"""One node from each older dialect to 2020-12."""

from typing import Any

import pytest

from toolc.ir.upgrade import Dialect, dialect_of, upgrade

BYTES = "application/octet-stream"


@pytest.mark.parametrize(
    ("uri", "dialect"),
    [
        ("http://json-schema.org/draft-04/schema#", "draft-04"),
        ("https://json-schema.org/draft-07/schema", "draft-07"),
        ("https://json-schema.org/draft/2019-09/schema", "2019-09"),
        ("https://json-schema.org/draft/2020-12/schema#", "2020-12"),
        ("https://example.com/my-schema", "2020-12"),
        (None, "2020-12"),
        (5, "2020-12"),
    ],
)
def test_the_dialect_that_is_named(uri: object, dialect: str) -> None:
    assert dialect_of({"$schema": uri}, "2020-12") == dialect
    assert dialect_of([], "draft-04") == "draft-04"


@pytest.mark.parametrize(
    ("dialect", "node", "expected"),
    [
        ("openapi-2.0", {"type": "file"}, {"type": "string", "contentMediaType": BYTES}),
        ("openapi-2.0", {"type": "string", "x-nullable": True}, {"type": ["string", "null"]}),
        ("openapi-2.0", {"discriminator": "k"}, {"discriminator": {"propertyName": "k"}}),
        (
            "openapi-2.0",
            {"name": "a", "in": "query", "required": True, "type": "array", "minItems": 1},
            {"type": "array", "minItems": 1},
        ),
        ("openapi-2.0", {"in": {"type": "file"}}, {"in": {"type": "file"}}),
        ("draft-04", {"minimum": 0, "exclusiveMinimum": True}, {"exclusiveMinimum": 0}),
        ("draft-04", {"maximum": 0, "exclusiveMaximum": False}, {"maximum": 0}),
        ("draft-04", {"exclusiveMaximum": True}, {}),
        ("draft-04", {"id": "a", "type": "null"}, {"type": "null", "$id": "a"}),
        ("draft-06", {"exclusiveMinimum": 0}, {"exclusiveMinimum": 0}),
        ("draft-07", {"$ref": "#", "minLength": 1, "title": "t"}, {"$ref": "#", "title": "t"}),
        (
            "draft-07",
            {"$ref": {"type": "string"}, "minLength": 1},
            {"$ref": {"type": "string"}, "minLength": 1},
        ),
        ("2019-09", {"$ref": "#", "minLength": 1}, {"$ref": "#", "minLength": 1}),
        (
            "2019-09",
            {"items": [{}, True], "additionalItems": False},
            {"prefixItems": [{}, True], "items": False, "maxItems": 2},
        ),
        ("2020-12", {"items": [], "additionalItems": {}}, {"items": {}}),
        ("2020-12", {"items": {}, "additionalItems": False}, {"items": {}}),
        ("2020-12", {"additionalItems": False}, {}),
        ("draft-07", {"dependencies": {"a": ["b"]}}, {"dependentRequired": {"a": ["b"]}}),
        ("draft-04", {"dependencies": {"a": "b"}}, {"dependentRequired": {"a": ["b"]}}),
        (
            "2020-12",
            {"dependencies": {"a": ["b"], "c": {"type": "object"}, "d": False}},
            {
                "dependentRequired": {"a": ["b"]},
                "dependentSchemas": {"c": {"type": "object"}, "d": False},
            },
        ),
        (
            "2020-12",
            {"dependentRequired": {"x": ["y"]}, "dependencies": {"a": ["b"]}},
            {"dependentRequired": {"x": ["y"], "a": ["b"]}},
        ),
    ],
)
def test_json_schema(dialect: Dialect, node: dict[str, Any], expected: dict[str, Any]) -> None:
    before = repr(node)
    assert upgrade(node, dialect) == expected
    assert repr(node) == before


NULL = {"type": "null"}


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "nullable": False}, {"type": "string"}),
        (
            {"type": "string", "enum": ["a"], "nullable": True},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        (
            {"type": "string", "enum": ["a", None], "nullable": True},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        ({"nullable": True, "description": "d"}, {"description": "d"}),
        ({"$ref": "#/a", "nullable": True}, {"anyOf": [{"$ref": "#/a"}, NULL]}),
        (
            {"allOf": [{"$ref": "#/a"}], "nullable": True, "description": "d"},
            {"description": "d", "anyOf": [{"allOf": [{"$ref": "#/a"}]}, NULL]},
        ),
        (
            {"type": "object", "oneOf": [{}], "nullable": True},
            {"anyOf": [{"type": "object", "oneOf": [{}]}, NULL]},
        ),
        ({"anyOf": [{"type": "string"}], "nullable": True}, {"anyOf": [{"type": "string"}, NULL]}),
        (
            {"type": "string", "anyOf": [{"minLength": 1}], "nullable": True},
            {"anyOf": [{"type": "string", "anyOf": [{"minLength": 1}]}, NULL]},
        ),
        ({"type": "string", "example": "x"}, {"type": "string", "examples": ["x"]}),
        ({"type": "string", "format": "byte"}, {"type": "string", "contentEncoding": "base64"}),
        (
            {"type": "string", "format": "binary"},
            {"type": "string", "contentMediaType": "application/octet-stream"},
        ),
        ({"type": "integer", "format": "int64"}, {"type": "integer", "format": "int64"}),
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
    ],
)
def test_openapi_30(node: dict[str, Any], expected: dict[str, Any]) -> None:
    assert upgrade(node, "openapi-3.0") == expected
    assert upgrade(expected, "openapi-3.0") == expected


@pytest.mark.parametrize("dialect", ["draft-04", "draft-07", "2019-09", "2020-12", "openapi-3.1"])
def test_nullable_is_a_word_of_openapi_30_alone(dialect: Dialect) -> None:
    node = {"type": "string", "nullable": True}
    assert upgrade(node, dialect) == node
