"""MCP tool lists in every wrapping, and what is wrong with single tools."""

from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import read_document
from toolc.frontends.mcp import is_mcp, read_mcp
from toolc.ir.model import Annotations, McpBinding, Tool
from toolc.ir.places import place

TOOL: dict[str, Any] = {"name": "get", "inputSchema": {"type": "object", "properties": {"a": {}}}}


def read(value: dict[str, Any] | list[Any]) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    return read_mcp(read_document(value))


def one(**fields: Any) -> Tool:
    [tool], diagnostics = read([{**TOOL, **fields}])
    assert diagnostics == ()
    return tool


def codes(value: dict[str, Any] | list[Any]) -> list[tuple[str, str]]:
    return [(item.code, item.origin.pointer) for item in read(value)[1] if item.origin]


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ([TOOL], "/0"),
        ({"tools": [TOOL], "nextCursor": "x"}, "/tools/0"),
        ({"tools_list_pages": [{"tools": []}, {"tools": [TOOL]}]}, "/tools_list_pages/1/tools/0"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}}, "/result/tools/0"),
        ([{"result": {"tools": [TOOL]}}], "/0/result/tools/0"),
        ([{"tools": [TOOL]}], "/0/tools/0"),
    ],
)
def test_every_wrapping(value: Any, pointer: str) -> None:
    [tool], diagnostics = read(value)
    assert diagnostics == ()
    assert tool.name == "get"
    assert tool.origin is not None
    assert tool.origin.pointer == pointer
    assert is_mcp(value)
    where = place(tool, "/properties/a")
    assert where is not None
    assert where.pointer == f"{pointer}/inputSchema/properties/a"


@pytest.mark.parametrize(
    "value",
    [{}, [], "text", 5, None, {"tools": []}, {"openapi": "3.0.0"}, [{"name": "a"}], [[TOOL]]],
)
def test_what_does_not_look_like_mcp(value: Any) -> None:
    assert not is_mcp(value)


def test_all_fields() -> None:
    tool = one(
        title="Get",
        description="Gets.",
        outputSchema={"type": "object", "properties": {"b": {"type": "string"}}},
        annotations={"readOnlyHint": True, "openWorldHint": False, "x": 1, "title": "Other"},
        _meta={"k": "v"},
        icons=[{"src": "https://example.com/i.png"}],
    )
    assert (tool.title, tool.description) == ("Get", "Gets.")
    assert tool.output == {"type": "object", "properties": {"b": {"type": "string"}}}
    assert tool.annotations == Annotations(read_only=True, open_world=False)
    assert tool.meta == {
        "_meta": {"k": "v"},
        "icons": [{"src": "https://example.com/i.png"}],
        "annotations": {"x": 1, "title": "Other"},
    }
    assert tool.binding == McpBinding(tool="get")


def test_the_title_of_the_annotations_is_the_title_where_there_is_no_other() -> None:
    tool = one(annotations={"title": "Get it"})
    assert (tool.title, tool.meta) == ("Get it", {})


def test_the_server_of_a_recorded_session() -> None:
    recording = {
        "initialize": {"serverInfo": {"name": "s"}},
        "tools_list_pages": [{"tools": [TOOL]}],
    }
    assert read(recording)[0][0].binding == McpBinding(tool="get", server="s")


def test_arguments_are_always_an_object() -> None:
    assert one(inputSchema={}).input == {"type": "object"}
    assert one(inputSchema={"type": ["object", "null"]}).input == {"type": "object"}


def test_the_default_dialect_takes_what_older_generators_write() -> None:
    schema = {"properties": {"r": {"items": [{"type": "integer"}], "additionalItems": False}}}
    expected = {"prefixItems": [{"type": "integer"}], "items": False, "maxItems": 1}
    assert one(inputSchema=schema).input["properties"]["r"] == expected


def test_the_dialect_that_the_schema_names() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"A": {"type": "string"}},
        "properties": {"a": {"$ref": "#/definitions/A", "minLength": 3, "title": "t"}},
    }
    assert one(inputSchema=schema).input == {
        "properties": {"a": {"$ref": "#/$defs/A", "title": "t"}},
        "type": "object",
        "$defs": {"A": {"type": "string"}},
    }


def test_references_are_meant_from_the_root_of_the_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"child": {"$ref": "#"}, "again": {"$ref": "#/properties/child"}},
    }
    tool = one(inputSchema=schema)
    assert tool.input["properties"]["child"] == {"$ref": "#/$defs/root"}
    assert tool.input["$defs"]["root"]["properties"]["child"] == {"$ref": "#/$defs/root"}
    where = place(tool, "/$defs/root/properties/child")
    assert where is not None
    assert where.pointer == "/0/inputSchema/properties/child"


def test_all_broken_tools_are_reported_and_the_others_read() -> None:
    value = [
        5,
        {"inputSchema": {}},
        {"name": "", "inputSchema": {}},
        {"name": "a"},
        {"name": "b", "inputSchema": None},
        {"name": "c", "inputSchema": {"type": "string"}},
        {"name": "d", "inputSchema": True},
        TOOL,
        TOOL,
    ]
    assert [tool.name for tool in read(value)[0]] == ["get"]
    assert codes(value) == [
        ("TC118", "/0"),
        ("TC118", "/1"),
        ("TC118", "/2/name"),
        ("TC107", "/3"),
        ("TC107", "/4/inputSchema"),
        ("TC107", "/5/inputSchema"),
        ("TC107", "/6/inputSchema"),
        ("TC114", "/8/name"),
    ]


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"description": 5}, "/0/description"),
        ({"title": []}, "/0/title"),
        ({"annotations": "x"}, "/0/annotations"),
        ({"annotations": {"readOnlyHint": "yes"}}, "/0/annotations/readOnlyHint"),
        ({"outputSchema": []}, "/0/outputSchema"),
    ],
)
def test_a_broken_field_is_left_out_with_a_warning(fields: dict[str, Any], pointer: str) -> None:
    value = [{**TOOL, **fields}]
    assert codes(value) == [("TC110", pointer)]
    assert len(read(value)[0]) == 1


def test_a_null_field_is_one_that_is_not_there() -> None:
    tool = one(description=None, title=None, annotations=None, outputSchema=None)
    assert tool == one()


def test_a_dangling_reference_names_the_tool() -> None:
    broken = {"properties": {"a": {"$ref": "#/$defs/B"}}, "$defs": {"Bb": {}}}
    _, [first, second] = read([{**TOOL, "inputSchema": broken, "outputSchema": broken}])
    assert (first.code, first.tool, second.code) == ("TC204", "get", "TC204")
    assert first.help == "did you mean `#/$defs/Bb`?"


def test_a_reference_out_of_the_document_is_only_a_warning_in_a_result() -> None:
    outside = {"type": "object", "properties": {"a": {"$ref": "other.json"}}}
    _, [first, second] = read([{**TOOL, "inputSchema": outside, "outputSchema": outside}])
    assert [(item.code, item.severity) for item in (first, second)] == [
        ("TC203", "error"),
        ("TC203", "warning"),
    ]


@pytest.mark.parametrize("value", [{}, {"a": 1}, {"tools": 5}, {"result": {"error": 1}}])
def test_a_document_that_is_none(value: dict[str, Any]) -> None:
    tools, [diagnostic] = read(value)
    assert (tools, diagnostic.code) == ((), "TC104")


@pytest.mark.parametrize("text", [b"null", b'"text"', b"5", b"true", b"1.5"])
def test_a_document_that_is_no_list_at_all(text: bytes) -> None:
    tools, [diagnostic] = read_mcp(read_document(text, name="a.json"))
    assert (tools, diagnostic.code) == ((), "TC104")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"tools": None}, "its `tools` is null, and no list"),
        ({"tools": "x"}, "its `tools` is text, and no list"),
        ({"tools": {}}, "its `tools` is an empty object, and no list"),
        ({"result": {"tool": []}}, "its `result` has the keys `tool`, and no `tools`"),
        ({"a": 1}, "it has the keys `a`, and no `tools`"),
        ({}, "it is an empty object"),
    ],
)
def test_what_stands_in_place_of_the_tools_is_told(value: Any, said: str) -> None:
    _, (problem,) = read(value)
    assert problem.code == "TC104"
    assert said in problem.message


@pytest.mark.parametrize(
    ("name", "said"), [(3, "its `name` is a number"), ("", "its `name` is empty text")]
)
def test_a_name_that_is_none_is_told_as_what_it_is(name: Any, said: str) -> None:
    _, (problem,) = read([TOOL | {"name": name}])
    assert said in problem.message


@pytest.mark.parametrize("page", [3, None, {}, {"tools": None}, {"result": "x"}, "x"])
def test_a_broken_page_is_reported_and_the_others_are_read(page: Any) -> None:
    tools, (problem,) = read({"tools_list_pages": [page, {"tools": [TOOL]}]})
    assert [tool.name for tool in tools] == ["get"]
    assert problem.code == "TC118"
    assert problem.origin is not None
    assert problem.origin.pointer.startswith("/tools_list_pages/0")


@pytest.mark.parametrize("value", [[], {"tools": []}, {"tools_list_pages": [{"tools": []}]}])
def test_no_tools_at_all_is_a_warning(value: Any) -> None:
    tools, (problem,) = read(value)
    assert (tools, problem.code, problem.severity) == ((), "TC108", "warning")
