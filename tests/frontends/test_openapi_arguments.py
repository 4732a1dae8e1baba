"""Parameters and body as one object of arguments, and the way each of them travels."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import read_document
from toolc.frontends.openapi import read_openapi
from toolc.frontends.openapi_body import choose_media_type
from toolc.ir.model import HttpArgument, HttpBinding, HttpBody, Tool

JSON = "application/json"


def read(
    operation: dict[str, Any],
    path: str = "/p",
    item: dict[str, Any] | None = None,
    **components: Any,
) -> tuple[Tool, tuple[Diagnostic, ...]]:
    value = {
        "openapi": "3.1.0",
        "paths": {path: {**(item or {}), "post": {"operationId": "op", **operation}}},
        "components": components,
    }
    [tool], diagnostics = read_openapi(read_document(value))
    return tool, diagnostics


def one(
    operation: dict[str, Any],
    path: str = "/p",
    item: dict[str, Any] | None = None,
    **components: Any,
) -> Tool:
    tool, diagnostics = read(operation, path, item, **components)
    assert diagnostics == ()
    return tool


def binding(tool: Tool) -> HttpBinding:
    assert isinstance(tool.binding, HttpBinding)
    return tool.binding


def body(
    schema: Any, media_type: str = JSON, *, required: bool = True, **media: Any
) -> dict[str, Any]:
    content = {media_type: {"schema": schema, **media}}
    return {"requestBody": {"required": required, "content": content}}


def parameter(name: str, place: str = "query", **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "schema": {"type": "string"}, **more}


def test_parameters_of_each_place() -> None:
    parameters = [
        parameter("id", "path", required=True, style="label"),
        parameter("q", explode=False, allowReserved=True),
        parameter("X-Trace", "header"),
    ]
    tool = one({"parameters": parameters}, "/p/{id}")
    text = {"type": "string"}
    assert tool.input == {
        "type": "object",
        "properties": {"id": text, "q": text, "X-Trace": text},
        "required": ["id"],
        "additionalProperties": False,
    }
    assert binding(tool).arguments == (
        HttpArgument(argument="id", name="id", place="path", style="label"),
        HttpArgument(argument="q", name="q", place="query", explode=False, allow_reserved=True),
        HttpArgument(argument="X-Trace", name="X-Trace", place="header"),
    )


def test_parameters_of_the_path_are_inherited_and_overridden_by_name_and_place() -> None:
    item = {
        "summary": "x",
        "parameters": [parameter("id", "path"), parameter("v"), parameter("v", "header")],
    }
    operation = {"parameters": [parameter("v", schema={"type": "integer"})]}
    tool = one(operation, "/p/{id}", item)
    assert tool.input["properties"] == {
        "id": {"type": "string"},
        "v": {"type": "integer"},
        "v_header": {"type": "string"},
    }
    assert tool.input["required"] == ["id"]


def test_a_body_field_and_a_parameter_of_one_name_both_survive() -> None:
    schema = {
        "type": "object",
        "properties": {"id": {"type": "string"}, "id_body": {}, "name": {}},
        "required": ["id"],
    }
    operation = {
        **body(schema),
        "parameters": [parameter("id", "path", schema={"type": "integer"})],
    }
    tool = one(operation, "/p/{id}")
    types = {key: value.get("type") for key, value in tool.input["properties"].items()}
    assert types == {"id": "integer", "id_body_2": "string", "id_body": None, "name": None}
    assert tool.input["required"] == ["id", "id_body_2"]
    assert [(a.argument, a.name, a.place) for a in binding(tool).arguments] == [
        ("id", "id", "path"),
        ("id_body_2", "id", "body"),
        ("id_body", "id_body", "body"),
        ("name", "name", "body"),
    ]


def test_the_usual_collision_has_a_short_name() -> None:
    schema = {"type": "object", "properties": {"id": {}}}
    operation = {**body(schema), "parameters": [parameter("id", "path")]}
    assert list(one(operation, "/p/{id}").input["properties"]) == ["id", "id_body"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "items": {"type": "string"}},
        {"type": "string"},
        {"oneOf": [{"type": "object"}, {"type": "string"}]},
        {"type": "object", "properties": {"a": {}}, "allOf": [{"required": ["a"]}]},
        {"type": "object", "properties": {"a": {}}, "minProperties": 1},
        {"type": ["object", "null"], "properties": {"a": {}}},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "integer"}},
        {"type": "object", "properties": {}},
        {},
        True,
    ],
)
def test_a_body_that_is_no_plain_object_is_one_argument(schema: Any) -> None:
    tool = one(body(schema))
    expected = {} if schema is True else schema
    assert tool.input["properties"] == {"body": expected}
    assert tool.input["required"] == ["body"]
    assert binding(tool).arguments == ()
    assert binding(tool).body == HttpBody(content_type=JSON, argument="body", required=True)


@pytest.mark.parametrize(
    ("rest", "expected"), [(None, None), (True, True), (False, False), ({}, True)]
)
def test_the_arguments_are_as_open_as_the_body(rest: Any, expected: bool | None) -> None:  # noqa: FBT001  a column of the table
    schema = {"type": "object", "properties": {"a": {}}}
    if rest is not None:
        schema["additionalProperties"] = rest
    tool = one(body(schema))
    assert tool.input.get("additionalProperties") is expected
    assert binding(tool).body == HttpBody(content_type=JSON, required=True)


def test_a_body_called_body_beside_a_parameter_called_body() -> None:
    tool = one({**body({"type": "array"}), "parameters": [parameter("body")]})
    assert list(tool.input["properties"]) == ["body", "body_body"]
    assert binding(tool).body == HttpBody(content_type=JSON, argument="body_body", required=True)


@pytest.mark.parametrize(
    ("arguments", "is_valid"),
    [
        ({}, True),
        ({"a": 1, "b": 2}, True),
        ({"a": 1}, False),
        ({"c": 1}, False),
        ({"q": "x"}, True),
    ],
)
def test_an_optional_body_that_is_sent_is_whole(arguments: Any, is_valid: bool) -> None:  # noqa: FBT001  a column of the table
    schema = {"type": "object", "properties": {"a": {}, "b": {}, "c": {}}, "required": ["a", "b"]}
    tool = one({**body(schema, required=False), "parameters": [parameter("q")]})
    assert Draft202012Validator(tool.input).is_valid(arguments) is is_valid


def test_what_parameter_and_media_type_say_is_told_with_the_schema() -> None:
    schema = {"type": "integer", "description": "An id.", "examples": [1]}
    given = parameter("id", schema=schema, description="Of the pet.", deprecated=True, example=7)
    assert one({"parameters": [given]}).input["properties"]["id"] == {
        "type": "integer",
        "description": "Of the pet.\nAn id.",
        "deprecated": True,
        "examples": [7],
    }
    examples = {"one": {"value": [1]}, "far": {"externalValue": "https://example.com"}}
    tool = one(body({"type": "array"}, examples=examples))
    assert tool.input["properties"]["body"]["examples"] == [[1]]


@pytest.mark.parametrize(("parameters", "examples"), [([], [{"a": 1}]), ([parameter("q")], None)])
def test_examples_of_a_body_are_examples_of_the_arguments(parameters: Any, examples: Any) -> None:
    schema = {"type": "object", "properties": {"a": {}}}
    tool = one({**body(schema, example={"a": 1}), "parameters": parameters})
    assert tool.input.get("examples") == examples


def test_a_parameter_with_content() -> None:
    given = {"name": "f", "in": "query", "content": {JSON: {"schema": {"type": "object"}}}}
    tool = one({"parameters": [given]})
    assert tool.input["properties"]["f"] == {"type": "object"}
    assert binding(tool).arguments[0].content_type == JSON


def test_references_to_parameters_and_bodies() -> None:
    tool = one(
        {
            "parameters": [{"$ref": "#/components/parameters/Q"}],
            "requestBody": {"$ref": "#/components/requestBodies/B"},
        },
        parameters={"Q": parameter("q")},
        requestBodies={"B": body({"$ref": "#/components/schemas/S"})["requestBody"]},
        schemas={
            "S": {"$ref": "#/components/schemas/T"},
            "T": {"type": "object", "properties": {"t": {}}},
        },
    )
    assert list(tool.input["properties"]) == ["q", "t"]
    assert "$defs" not in tool.input


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("Authorization", "header"),
        ("cookie", "header"),
        ("X-API-Key", "header"),
        ("api_key", "query"),
        ("my-secret", "header"),
        ("sid", "cookie"),
    ],
)
def test_credentials_are_no_parameters(name: str, place: str) -> None:
    schemes = {
        "h": {"type": "apiKey", "in": "header", "name": "My-Secret"},
        "c": {"$ref": "#/components/securitySchemes/d"},
        "d": {"type": "apiKey", "in": "cookie", "name": "sid"},
    }
    tool, [note] = read(
        {"parameters": [parameter(name, place), parameter("q")]}, securitySchemes=schemes
    )
    assert list(tool.input["properties"]) == ["q"]
    assert (note.code, note.severity) == ("TC112", "note")


def test_headers_that_the_media_types_say_are_no_parameters() -> None:
    tool = one({"parameters": [parameter("Accept", "header"), parameter("content-type", "header")]})
    assert tool.input["properties"] == {}


@pytest.mark.parametrize(
    "given",
    [
        {"in": "query"},
        {"name": "a"},
        {"name": "a", "in": "body"},
        {"name": "a", "in": "formData"},
        {"name": "a", "in": "elsewhere"},
        {"name": "a", "in": "path", "required": True},
    ],
)
def test_parameters_that_cannot_be_sent_are_left_out(given: dict[str, Any]) -> None:
    tool, [warning] = read({"parameters": [given, parameter("q")]})
    assert list(tool.input["properties"]) == ["q"]
    assert (warning.code, warning.severity) == ("TC113", "warning")


def test_a_part_of_the_path_that_nobody_declares_is_required_text() -> None:
    tool, [warning] = read({}, "/p/{id}")
    assert tool.input["properties"] == {"id": {"type": "string"}}
    assert tool.input["required"] == ["id"]
    assert warning.code == "TC119"


@pytest.mark.parametrize(
    ("content", "chosen"),
    [
        ([], None),
        (["text/plain", JSON], JSON),
        (
            ["application/hal+json", "application/json; charset=utf-8"],
            "application/json; charset=utf-8",
        ),
        (["multipart/form-data", "application/vnd.api+json"], "application/vnd.api+json"),
        (["text/xml", "multipart/form-data"], "multipart/form-data"),
        (["text/xml", "text/plain"], "text/xml"),
    ],
)
def test_the_media_type_that_is_sent(content: list[str], chosen: str | None) -> None:
    assert choose_media_type(content) == chosen


def test_a_form_has_its_fields_as_arguments() -> None:
    schema = {
        "type": "object",
        "properties": {"file": {"type": "string"}, "note": {"type": "string"}},
    }
    encoding = {"file": {"contentType": "image/png"}, "note": {"style": "form", "explode": True}}
    tool = one(body(schema, "multipart/form-data", encoding=encoding))
    assert list(tool.input["properties"]) == ["file", "note"]
    assert binding(tool).body == HttpBody(content_type="multipart/form-data", required=True)
    assert [a.content_type for a in binding(tool).arguments] == ["image/png", None]
    assert [a.explode for a in binding(tool).arguments] == [None, True]


@pytest.mark.parametrize(
    ("media_type", "schema", "expected"),
    [
        ("text/plain", {"type": "string", "maxLength": 9}, {"type": "string", "maxLength": 9}),
        ("application/xml", {"type": "object", "properties": {"a": {}}}, {"type": "string"}),
        ("text/csv", {"type": "string", "format": "binary"}, {"type": "string"}),
    ],
)
def test_any_other_body_is_one_text(media_type: str, schema: Any, expected: dict[str, Any]) -> None:
    tool = one(body(schema, media_type))
    assert tool.input["properties"]["body"] == {"contentMediaType": media_type, **expected}
    assert binding(tool).body == HttpBody(content_type=media_type, argument="body", required=True)


def test_a_body_for_any_media_type_is_json() -> None:
    tool = one(body({"type": "object", "properties": {"a": {}}}, "*/*"))
    assert binding(tool).body == HttpBody(content_type=JSON, required=True)


def test_a_body_without_content_is_none() -> None:
    tool = one({"requestBody": {"content": {}}})
    assert (tool.input["properties"], binding(tool).body) == ({}, None)
