"""What OpenAPI 3.2 has besides 3.1."""

from typing import Any

import pytest

from toolc.frontends.documents import read_document
from toolc.frontends.openapi import read_openapi
from toolc.ir.model import HttpArgument, HttpBinding, HttpBody, Tool


def one(operation: dict[str, Any], method: str = "post", **more: Any) -> Tool:
    value = {"openapi": "3.2.0", "paths": {"/p": {method: {"operationId": "op", **operation}}}}
    [tool], diagnostics = read_openapi(read_document({**value, **more}))
    assert diagnostics == ()
    return tool


def binding(tool: Tool) -> HttpBinding:
    assert isinstance(tool.binding, HttpBinding)
    return tool.binding


def test_the_whole_query_is_one_argument() -> None:
    content = {"application/x-www-form-urlencoded": {"schema": {"type": "object"}}}
    tool = one({"parameters": [{"name": "q", "in": "querystring", "content": content}]}, "get")
    assert tool.input["properties"] == {"q": {"type": "object"}}
    [content_type] = content
    assert binding(tool).arguments == (
        HttpArgument(argument="q", name="q", place="querystring", content_type=content_type),
    )


def test_media_types_that_several_operations_share() -> None:
    shared = {"M": {"schema": {"type": "array"}}}
    content = {"application/json": {"$ref": "#/components/mediaTypes/M"}}
    tool = one({"requestBody": {"content": content}}, components={"mediaTypes": shared})
    assert tool.input["properties"] == {"body": {"type": "array"}}


@pytest.mark.parametrize("media_type", ["application/jsonl", "text/event-stream"])
def test_a_stream_of_items_is_a_list_of_them(media_type: str) -> None:
    content = {media_type: {"itemSchema": {"type": "object"}}}
    tool = one({"responses": {"200": {"content": content}}})
    assert tool.output == {"type": "array", "items": {"type": "object"}}
    assert binding(tool).accept == media_type


def test_items_that_are_sent() -> None:
    content = {"application/x-ndjson": {"itemSchema": {"type": "integer"}}}
    tool = one({"requestBody": {"content": content, "required": True}})
    assert tool.input["properties"] == {"body": {"type": "array", "items": {"type": "integer"}}}
    body = HttpBody(content_type="application/x-ndjson", argument="body", required=True)
    assert binding(tool).body == body


def test_tags_bring_those_that_they_are_parts_of() -> None:
    tags = [{"name": "dog", "parent": "pet"}, {"name": "pet", "parent": "dog"}, {"name": "x"}]
    assert one({"tags": ["dog", "x"]}, tags=tags).tags == ("dog", "x", "pet")


def test_a_server_has_a_name() -> None:
    servers = [{"url": "https://a.example", "name": "prod"}]
    assert binding(one({}, servers=servers)).servers[0].name == "prod"


def test_examples_by_their_data() -> None:
    examples = {"a": {"dataValue": 3, "serializedValue": "3"}}
    parameter = {"name": "n", "in": "query", "schema": {"type": "integer"}, "examples": examples}
    assert one({"parameters": [parameter]}).input["properties"]["n"]["examples"] == [3]
