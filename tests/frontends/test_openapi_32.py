"""What OpenAPI 3.2 has besides 3.1."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolc.diagnostics.errors import InputError
from toolc.frontends.documents import read_document
from toolc.frontends.openapi import read_openapi
from toolc.ir.model import HttpArgument, HttpBinding, HttpBody, Tool
from toolc.toolkit import ToolKit


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


# --- `$self` ---


def multi(tmp_path: Path, own: str, ref: str, file: str) -> ToolKit:
    """A document that says its own address, and what a reference of it leads to in a file."""
    schema = {"content": {"application/json": {"schema": {"properties": {"a": {"$ref": ref}}}}}}
    value = {
        "openapi": "3.2.0",
        "$self": own,
        "paths": {"/p": {"post": {"operationId": "op", "requestBody": schema}}},
        "components": {"schemas": {"A": {"const": "own"}}},
    }
    (tmp_path / "a.json").write_text(json.dumps(value))
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(json.dumps({"A": {"const": "other"}}))
    return ToolKit.from_openapi(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("own", "ref", "file", "found"),
    [
        ("https://x.example/v1/api.json", "api.json#/components/schemas/A", "s.json", "own"),
        (
            "https://x.example/v1/api.json",
            "https://x.example/v1/api.json#/components/schemas/A",
            "s.json",
            "own",
        ),
        ("https://x.example/v1/api.json", "s.json#/A", "s.json", "other"),
        ("https://x.example/v1/api.json", "https://x.example/v1/d/s.json#/A", "d/s.json", "other"),
        ("v1/api.json", "s.json#/A", "v1/s.json", "other"),
        ("v1/api.json", "../s.json#/A", "s.json", "other"),
    ],
)
def test_references_go_by_what_a_document_says_that_its_address_is(
    own: str, ref: str, file: str, found: str, tmp_path: Path
) -> None:
    kit = multi(tmp_path, own, ref, file)
    assert kit.diagnostics == ()
    [schema] = kit["op"].input["$defs"].values()
    assert schema == {"const": found}


@pytest.mark.parametrize("own", ["https://x.example/v1/api.json", "http://[", "", 5])
def test_what_lies_at_another_address_is_not_fetched(own: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        multi(tmp_path, own, "https://y.example/s.json#/A", "s.json")
    assert [item.code for item in caught.value.diagnostics] == ["TC203"]
    assert multi(tmp_path, own, "#/components/schemas/A", "s.json").diagnostics == ()


# --- path items in other places ---


def test_what_stands_beside_the_reference_of_a_path_item_counts() -> None:
    limit = {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": -1.5}}
    shared = {"summary": "Shared.", "get": {"operationId": "one"}, "put": {"operationId": "old"}}
    value = {
        "openapi": "3.1.0",
        "paths": {
            "/p": {
                "$ref": "#/components/pathItems/P",
                "parameters": [{**limit, "required": "yes"}],
                "put": {"operationId": "two", "parameters": [{"$ref": "#/nowhere"}]},
            }
        },
        "components": {"pathItems": {"P": shared}},
    }
    tools, diagnostics = read_openapi(read_document(value))
    assert [tool.name for tool in tools] == ["one", "two"]
    assert all(list(tool.input["properties"]) == ["limit"] for tool in tools)
    assert tools[1].origin
    assert tools[1].origin.pointer == "/paths/~1p/put"
    assert tools[0].places["/properties/limit"] == "/paths/~1p/parameters/0/schema"
    [told] = [item for item in diagnostics if item.code == "TC204"]
    assert told.origin
    assert told.origin.pointer == "/paths/~1p/put/parameters/0/$ref"
