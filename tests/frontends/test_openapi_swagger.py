"""OpenAPI 2.0: parameters that are bodies and forms, styles of arrays, what is global, answers."""

from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import read_document
from toolc.frontends.openapi import read_openapi
from toolc.ir.model import HttpArgument, HttpBinding, HttpBody, Tool

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def read(operation: dict[str, Any], **more: Any) -> tuple[Tool, tuple[Diagnostic, ...]]:
    value = {"swagger": "2.0", "paths": {"/p": {"post": {"operationId": "op", **operation}}}}
    [tool], diagnostics = read_openapi(read_document({**value, **more}))
    return tool, diagnostics


def one(operation: dict[str, Any], **more: Any) -> Tool:
    tool, diagnostics = read(operation, **more)
    assert diagnostics == ()
    return tool


def binding(tool: Tool) -> HttpBinding:
    assert isinstance(tool.binding, HttpBinding)
    return tool.binding


def array(name: str, place: str = "query", **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "type": "array", "items": {"type": "string"}, **more}


def test_a_body_parameter_is_the_body() -> None:
    definitions = {
        "P": {"type": "object", "required": ["n"], "properties": {"n": {"type": "string"}}}
    }
    body = {"name": "b", "in": "body", "required": True, "schema": {"$ref": "#/definitions/P"}}
    tool = one({"parameters": [body]}, definitions=definitions)
    assert tool.input["properties"] == {"n": {"type": "string"}}
    assert tool.input["required"] == ["n"]
    assert binding(tool).body == HttpBody(content_type="application/json", required=True)


def test_a_body_that_is_no_object_keeps_what_is_said_of_it() -> None:
    body = {"name": "b", "in": "body", "description": "All.", "schema": {"type": "array"}}
    tool = one({"parameters": [body]})
    assert tool.input["properties"] == {"body": {"type": "array", "description": "All."}}


@pytest.mark.parametrize(
    ("consumes", "sent"),
    [
        (None, "application/json"),
        ([], "application/json"),
        (["application/xml", "application/json"], "application/json"),
        (["application/vnd.api+json"], "application/vnd.api+json"),
    ],
)
def test_what_a_body_is_sent_as(consumes: Any, sent: str) -> None:
    body = {"name": "b", "in": "body", "schema": {"type": "array"}}
    more = {} if consumes is None else {"consumes": consumes}
    assert binding(read({"parameters": [body]}, **more)[0]).body == HttpBody(
        content_type=sent, argument="body"
    )
    own, _ = read({"parameters": [body], "consumes": ["text/json"]}, **more)
    assert binding(own).body == HttpBody(content_type="text/json", argument="body")


def test_a_choice_of_media_types_is_told() -> None:
    body = {"name": "b", "in": "body", "schema": {"type": "array"}}
    _, [note] = read({"parameters": [body]}, consumes=["application/xml", "application/json"])
    assert (note.code, note.severity) == ("TC133", "note")
    assert note.origin is not None
    assert note.origin.pointer == "/consumes"


@pytest.mark.parametrize(
    ("consumes", "kind"),
    [
        (None, FORM),
        ([FORM], FORM),
        ([MULTIPART], MULTIPART),
        ([MULTIPART, FORM], FORM),
        (["application/json"], FORM),
    ],
)
def test_a_form(consumes: Any, kind: str) -> None:
    fields = [
        {"name": "a", "in": "formData", "type": "integer", "required": True, "default": 3},
        {"name": "b", "in": "formData", "type": "string", "enum": ["x"]},
    ]
    tool = one({"parameters": fields, **({} if consumes is None else {"consumes": consumes})})
    assert tool.input["properties"] == {
        "a": {"type": "integer", "default": 3},
        "b": {"type": "string", "enum": ["x"]},
    }
    assert tool.input["required"] == ["a"]
    assert binding(tool).body == HttpBody(content_type=kind, required=True)


def test_a_file_makes_a_form_multipart() -> None:
    fields = [
        {"name": "f", "in": "formData", "type": "file", "required": True, "description": "It."},
        {"name": "n", "in": "formData", "type": "string"},
    ]
    tool = one({"parameters": fields, "consumes": [FORM]})
    assert tool.input["properties"]["f"] == {
        "type": "string",
        "contentEncoding": "base64",
        "contentMediaType": "application/octet-stream",
        "description": "It.\nThe bytes as base64 text.",
    }
    assert binding(tool).body == HttpBody(content_type=MULTIPART, required=True)
    assert [argument.binary for argument in binding(tool).arguments] == [True, False]


@pytest.mark.parametrize(
    ("place", "collection", "style", "explode"),
    [
        ("query", None, "form", False),
        ("query", "csv", "form", False),
        ("query", "ssv", "spaceDelimited", False),
        ("query", "tsv", "tabDelimited", False),
        ("query", "pipes", "pipeDelimited", False),
        ("query", "multi", "form", True),
        ("query", "nonsense", "form", False),
        ("header", "csv", "simple", False),
        ("formData", "multi", "form", True),
        ("formData", "csv", "form", False),
    ],
)
def test_formats_of_collections(place: str, collection: Any, style: str, explode: bool) -> None:  # noqa: FBT001 - a column of the table
    more = {} if collection is None else {"collectionFormat": collection}
    tool = one({"parameters": [array("a", place, **more)]})
    assert tool.input["properties"]["a"] == {"type": "array", "items": {"type": "string"}}
    where: Any = {"formData": "body"}.get(place, place)
    assert binding(tool).arguments == (
        HttpArgument(argument="a", name="a", place=where, style=style, explode=explode),
    )


def test_collections_inside_collections() -> None:
    items = {"type": "array", "collectionFormat": "pipes", "items": {"type": "integer"}}
    tool = one({"parameters": [array("a", items=items)]})
    assert binding(tool).arguments[0].item_styles == ("pipeDelimited",)
    assert tool.input["properties"]["a"]["items"]["items"] == {"type": "integer"}


def test_parameters_of_the_document_by_reference_and_rules_beside_in() -> None:
    limit = {"name": "n", "in": "query", "type": "number", "maximum": 5, "exclusiveMaximum": True}
    tool = one({"parameters": [{"$ref": "#/parameters/L"}]}, parameters={"L": limit})
    assert tool.input["properties"] == {"n": {"type": "number", "exclusiveMaximum": 5}}


def test_null_and_discriminators_of_its_own() -> None:
    definitions = {
        "P": {
            "type": "object",
            "discriminator": "kind",
            "properties": {"kind": {"type": "string"}, "n": {"type": "string", "x-nullable": True}},
        }
    }
    body = {
        "name": "b",
        "in": "body",
        "schema": {"type": "array", "items": {"$ref": "#/definitions/P"}},
    }
    found = one({"parameters": [body]}, definitions=definitions).input["$defs"]["P"]
    assert found["discriminator"] == {"propertyName": "kind"}
    assert found["properties"]["n"] == {"type": ["string", "null"]}


@pytest.mark.parametrize(
    ("more", "urls"),
    [
        ({"host": "a.example", "basePath": "/v1"}, ["https://a.example/v1"]),
        ({"host": "a.example"}, ["https://a.example/"]),
        ({"host": "a.example:8080", "basePath": "v1"}, ["https://a.example:8080/v1"]),
        (
            {"host": "a.example", "basePath": "/v1", "schemes": ["http", "https"]},
            ["https://a.example/v1", "http://a.example/v1"],
        ),
        ({"host": "a.example", "basePath": "/v1", "schemes": ["http"]}, ["http://a.example/v1"]),
        ({"host": "a.example", "schemes": ["wss"]}, ["https://a.example/"]),
        ({"basePath": "/v1"}, ["/v1"]),
        ({}, ["/"]),
    ],
)
def test_where_it_is_served(more: dict[str, Any], urls: list[str]) -> None:
    assert [server.url for server in binding(one({}, **more)).servers] == urls


@pytest.mark.parametrize(
    ("responses", "produces", "output", "accept"),
    [
        ({"200": {"schema": {"const": 1}}}, None, {"const": 1}, "application/json"),
        ({"200": {}, "201": {"schema": {"const": 1}}}, ["a/b+json"], {"const": 1}, "a/b+json"),
        ({"200": {"schema": {"const": 1}}}, ["text/xml"], None, "text/xml"),
        ({"200": {"schema": {"type": "file"}}}, None, None, None),
        ({"404": {"schema": {"const": 1}}}, None, None, None),
        ({"default": {"schema": {"const": 1}}}, None, {"const": 1}, "application/json"),
        ({"default": {"schema": {"const": 1}}, "404": {}}, None, None, None),
    ],
)
def test_what_comes_back(responses: Any, produces: Any, output: Any, accept: Any) -> None:
    tool = one({"responses": responses, **({} if produces is None else {"produces": produces})})
    assert (tool.output, binding(tool).accept) == (output, accept)


def test_credentials_of_a_form() -> None:
    fields = [
        {
            "name": "token",
            "in": "formData",
            "type": "string",
            "description": "Authentication token.",
        },
        {"name": "page_token", "in": "formData", "type": "string"},
    ]
    tool, [note] = read({"parameters": fields})
    assert list(tool.input["properties"]) == ["page_token"]
    assert note.code == "TC112"
    [secret] = binding(tool).credentials
    assert (secret.scheme, secret.place) == ("token", "body")
