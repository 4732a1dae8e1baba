"""Bytes in bodies: base64 for the model, told apart from base64 that is sent as such."""

import time
from typing import Any

import pytest

from toolc.frontends.documents import read_document
from toolc.frontends.openapi import read_openapi
from toolc.frontends.openapi_binary import is_textual
from toolc.ir.model import HttpBinding, Tool

MULTIPART = "multipart/form-data"
TEXT = {"type": "string"}


def one(media_type: str, schema: Any, version: str = "3.1.0", **media: Any) -> Tool:
    content = {media_type: {"schema": schema, **media}}
    operation = {"operationId": "op", "requestBody": {"required": True, "content": content}}
    schemas = {
        "Bytes": {"type": "string", "format": "binary"},
        "Upload": {"type": "object", "properties": {"f": {"$ref": "#/components/schemas/Bytes"}}},
    }
    value = {
        "openapi": version,
        "paths": {"/p": {"post": operation}},
        "components": {"schemas": schemas},
    }
    [tool], diagnostics = read_openapi(read_document(value))
    assert diagnostics == ()
    return tool


def binding(tool: Tool) -> HttpBinding:
    assert isinstance(tool.binding, HttpBinding)
    return tool.binding


@pytest.mark.parametrize(
    ("media_type", "expected"),
    [
        ("text/plain; charset=utf-8", True),
        ("application/xml", True),
        ("image/svg+xml", True),
        ("application/jsonl", True),
        ("image/png", False),
        ("application/octet-stream", False),
        ("image/*", False),
        ("*/*", True),
    ],
)
def test_media_types_of_text(media_type: str, expected: bool) -> None:  # noqa: FBT001 - a column of the table
    assert is_textual(media_type) is expected


@pytest.mark.parametrize(
    ("version", "schema"),
    [
        ("3.0.3", {"type": "string", "format": "binary"}),
        ("3.0.3", {"format": "binary"}),
        ("3.0.3", {"$ref": "#/components/schemas/Bytes"}),
        ("3.1.0", {"type": "string", "format": "binary"}),
        ("3.1.0", {"type": "string", "contentMediaType": "image/png"}),
        ("3.1.0", {"contentMediaType": "image/png"}),
        ("3.0.3", {"type": "string", "format": "binary", "nullable": True}),
    ],
)
def test_bytes_in_a_form(version: str, schema: Any) -> None:
    tool = one(MULTIPART, {"type": "object", "properties": {"f": schema, "n": TEXT}}, version)
    assert [argument.binary for argument in binding(tool).arguments] == [True, False]
    found = tool.input["properties"]["f"]
    assert found["contentEncoding"] == "base64"
    assert "base64" in found["description"]
    assert "format" not in found


@pytest.mark.parametrize(
    "schema",
    [
        TEXT,
        {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"},
        {"type": "string", "contentMediaType": "text/html"},
        {"type": "integer"},
        {"type": "object"},
        {},
        {"enum": ["a"]},
    ],
)
def test_what_is_sent_as_it_stands(schema: Any) -> None:
    tool = one(MULTIPART, {"type": "object", "properties": {"f": schema}})
    assert tool.input["properties"]["f"] == schema
    assert not binding(tool).arguments[0].binary


def test_the_encoding_says_what_the_schema_does_not() -> None:
    encoding = {"f": {"contentType": "image/png, image/*"}, "t": {"contentType": "text/csv"}}
    schema = {"type": "object", "properties": {"f": {}, "t": TEXT}}
    tool = one(MULTIPART, schema, encoding=encoding)
    assert [(a.binary, a.content_type) for a in binding(tool).arguments] == [
        (True, "image/png"),
        (False, "text/csv"),
    ]
    assert tool.input["properties"]["f"]["contentMediaType"] == "image/png"


def test_many_files() -> None:
    files = {"type": "array", "items": {"type": "string", "format": "binary"}}
    tool = one(MULTIPART, {"type": "object", "properties": {"f": files}})
    assert binding(tool).arguments[0].binary
    assert tool.input["properties"]["f"]["items"]["contentEncoding"] == "base64"


def test_a_form_put_together_from_others() -> None:
    parts = [{"$ref": "#/components/schemas/Upload"}, {"properties": {"n": TEXT}}]
    tool = one(MULTIPART, {"allOf": parts})
    body = binding(tool).body
    assert body is not None
    assert {field.argument: field.binary for field in body.fields} == {"f": True, "n": False}
    first, second = tool.input["properties"]["body"]["allOf"]
    assert first["properties"]["f"]["contentEncoding"] == "base64"
    assert second == {"properties": {"n": TEXT}}


def test_forms_without_end_are_read() -> None:
    loop = {"type": "array", "items": {"$ref": "#/components/schemas/L"}}
    chain = {f"N{n}": {"allOf": [{"$ref": f"#/components/schemas/N{n + 1}"}]} for n in range(3000)}
    schemas = {
        "L": loop,
        **chain,
        "N3000": {"properties": {"l": {"$ref": "#/components/schemas/L"}}},
    }
    content = {MULTIPART: {"schema": {"allOf": [{"$ref": "#/components/schemas/N0"}, loop]}}}
    operation = {"operationId": "op", "requestBody": {"content": content}}
    value = {
        "openapi": "3.1.0",
        "paths": {"/p": {"post": operation}},
        "components": {"schemas": schemas},
    }
    begin = time.process_time()
    assert len(read_openapi(read_document(value))[0]) == 1
    assert time.process_time() - begin < 10


@pytest.mark.parametrize("media_type", ["application/octet-stream", "image/png", "video/*"])
@pytest.mark.parametrize("schema", [{}, {"type": "string", "format": "binary"}])
def test_a_body_of_bytes(media_type: str, schema: Any) -> None:
    tool = one(media_type, schema)
    body = binding(tool).body
    assert body is not None
    assert (body.binary, body.argument) == (True, "body")
    assert body.content_type == ("application/octet-stream" if "*" in media_type else media_type)
    assert tool.input["properties"]["body"]["contentEncoding"] == "base64"


def test_parts_by_position() -> None:
    schema = {"type": "array", "prefixItems": [{}, {}], "items": {}}
    tool = one(
        "multipart/mixed",
        schema,
        "3.2.0",
        prefixEncoding=[{"contentType": "application/json"}],
        itemEncoding={"contentType": "image/png"},
    )
    body = binding(tool).body
    assert body is not None
    assert [(item.content_type, item.binary) for item in body.items] == [
        ("application/json", False),
        ("image/png", True),
    ]
