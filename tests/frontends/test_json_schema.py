"""JSON Schemas as tools: one, many, or a map of them, in every draft."""

from pathlib import Path
from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends import detect
from toolc.frontends.documents import read_document
from toolc.frontends.json_schema import is_json_schema, read_json_schema
from toolc.ir.model import Tool
from toolc.ir.places import place

PET = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}


def read(value: Any) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    return read_json_schema(read_document(value))


def one(value: Any) -> Tool:
    [tool], diagnostics = read(value)
    assert diagnostics == ()
    return tool


def test_a_map() -> None:
    tool = one({"get_pet": {**PET, "title": "A pet", "description": "Gets one."}})
    assert (tool.name, tool.title, tool.description) == ("get_pet", "A pet", "Gets one.")
    assert tool.input == PET
    where = place(tool, "/properties/id")
    assert where is not None
    assert where.pointer == "/get_pet/properties/id"


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({**PET, "title": "get pet"}, "get pet"),
        ([{**PET, "title": "get_pet"}], "get_pet"),
        ({"$ref": "#/definitions/Pet", "definitions": {"Pet": PET}}, "Pet"),
        ({"$ref": "#/$defs/a~1b", "$defs": {"a/b": PET}}, "a/b"),
    ],
)
def test_a_schema_is_called_what_it_calls_itself(value: Any, name: str) -> None:
    tool = one(value)
    assert (tool.name, tool.title, tool.input) == (name, None, PET)


def test_a_schema_in_a_file_may_have_the_name_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "get_pet.yaml").write_text("type: object\n")
    [tool], diagnostics = read_json_schema(read_document(tmp_path / "get_pet.yaml"))
    assert (tool.name, tool.input, diagnostics) == ("get_pet", {"type": "object"}, ())


def test_arguments_are_an_object_wherever_the_schema_takes_one() -> None:
    assert one({"a": {"properties": {}}}).input == {"properties": {}, "type": "object"}
    assert one({"a": {"type": ["object", "null"]}}).input == {"type": "object"}
    assert one({"a": {"type": "string"}}).input == {"type": "string"}
    assert one({"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}).input.get("type") is None


def test_references_begin_at_the_schema_or_where_the_map_has_definitions_at_the_document() -> None:
    own = {"$ref": "#/$defs/Id", "$defs": {"Id": {"type": "integer"}}}
    tool = one({"a": {"properties": {"id": {"$ref": "#/$defs/Id"}}, "$defs": {"Id": own["$defs"]}}})
    assert set(tool.input["$defs"]) == {"Id"}
    shared = {
        "a": {"type": "object", "properties": {"id": {"$ref": "#/$defs/Id"}}},
        "$defs": {"Id": {"type": "integer"}},
    }
    assert one(shared).input["$defs"] == {"Id": {"type": "integer"}}


@pytest.mark.parametrize(
    ("draft", "given", "read_as"),
    [
        ("draft-03/schema#", {"divisibleBy": 2}, {"multipleOf": 2}),
        (
            "draft-04/schema#",
            {"minimum": 1, "exclusiveMinimum": True},
            {"exclusiveMinimum": 1},
        ),
        ("draft-06/schema#", {"$ref": "#/definitions/A", "minimum": 9}, {"$ref": "#/$defs/A"}),
        (
            "draft-07/schema#",
            {"items": [{"const": 1}], "additionalItems": False},
            {"prefixItems": [{"const": 1}], "items": False, "maxItems": 1},
        ),
        ("draft/2019-09/schema", {"$ref": "#a", "minimum": 9}, {"$ref": "#/$defs/A", "minimum": 9}),
        ("draft/2020-12/schema", {"$dynamicRef": "#b"}, {"$ref": "#/$defs/B"}),
    ],
)
def test_every_draft(draft: str, given: dict[str, Any], read_as: dict[str, Any]) -> None:
    schema = {
        "$schema": f"http://json-schema.org/{draft}",
        "title": "t",
        "type": "object",
        "properties": {"x": given},
        "definitions": {"A": {"$anchor": "a"}, "B": {"$dynamicAnchor": "b", "type": "null"}},
    }
    tool = one(schema)
    assert tool.input["properties"]["x"] == read_as


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        ({"a": 5}, "TC107", "/a"),
        ({"a": True}, "TC107", "/a"),
        ({"type": "object"}, "TC118", ""),
        ([{"title": "a"}, {"type": "object"}], "TC118", "/1"),
        ([{"title": "a"}, {"title": "a"}], "TC114", "/1"),
        ([5], "TC107", "/0"),
        ({}, "TC108", ""),
        ([], "TC108", ""),
        ({"$defs": {"A": {}}}, "TC108", ""),
    ],
)
def test_what_is_wrong_is_told_at_its_place(value: Any, code: str, pointer: str) -> None:
    _, [problem] = read(value)
    assert (problem.code, problem.origin and problem.origin.pointer) == (code, pointer)


@pytest.mark.parametrize("text", [b"null", b"5", b'"x"'])
def test_a_document_that_is_no_schema_at_all(text: bytes) -> None:
    tools, [problem] = read_json_schema(read_document(text))
    assert (tools, problem.code) == ((), "TC104")


@pytest.mark.parametrize(
    "value",
    [
        {"a": PET},
        {"type": PET},
        {"properties": PET},
        {"title": "x", "type": "any"},
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "a": PET},
        {"properties": {"type": {}}},
        {"enum": [1]},
        [PET],
    ],
)
def test_what_looks_like_schemas(value: Any) -> None:
    assert is_json_schema(value)
    assert detect(read_document(value)) == "json-schema"


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        {"a": 5},
        {"a": {}},
        {"a": {"b": PET}},
        [5],
        "x",
        None,
        [{"type": "function", "name": "a"}],
        [{"name": "a", "title": "A", "description": "A tool."}],
    ],
)
def test_what_does_not(value: Any) -> None:
    assert not is_json_schema(value)


def test_names_of_keywords_are_names_in_a_map() -> None:
    tools, diagnostics = read({"type": PET, "properties": PET, "enum": PET})
    assert [tool.name for tool in tools] == ["type", "properties", "enum"]
    assert diagnostics == ()
