"""OpenAPI operations as tools: names, words, hints, servers, results, references, versions."""

from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import read_document
from toolc.frontends.openapi import is_openapi, read_openapi
from toolc.ir.model import HttpBinding, Tool
from toolc.ir.places import place

OK: dict[str, Any] = {"responses": {"200": {"description": "ok"}}}


def document(paths: dict[str, Any], version: str = "3.1.0", **more: Any) -> dict[str, Any]:
    return {"openapi": version, "info": {"title": "T", "version": "1"}, "paths": paths, **more}


def read(value: dict[str, Any]) -> tuple[dict[str, Tool], tuple[Diagnostic, ...]]:
    tools, diagnostics = read_openapi(read_document(value))
    return {tool.name: tool for tool in tools}, diagnostics


def one(operation: dict[str, Any], **more: Any) -> Tool:
    tools, diagnostics = read(
        document({"/p": {"post": {"operationId": "op", **OK, **operation}}}, **more)
    )
    assert diagnostics == ()
    return tools["op"]


def binding(tool: Tool) -> HttpBinding:
    assert isinstance(tool.binding, HttpBinding)
    return tool.binding


def json_body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def json_result(schema: dict[str, Any]) -> dict[str, Any]:
    response = {"description": "ok", "content": {"application/json": {"schema": schema}}}
    return {"responses": {"200": response}}


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("get", "/", "get"),
        ("patch", "/anything/{k}", "patch_anything_by_k"),
        ("get", "/pets/{petId}.json", "get_pets_by_petId_json"),
        ("post", "/a-b/c d/ü", "post_a_b_c_d"),
    ],
)
def test_an_operation_without_an_id_is_called_after_method_and_path(
    method: str, path: str, name: str
) -> None:
    parameters = [
        {"name": key, "in": "path", "required": True}
        for key in ("k", "petId")
        if f"{{{key}}}" in path
    ]
    tools, diagnostics = read(document({path: {method: {**OK, "parameters": parameters}}}))
    assert (list(tools), diagnostics) == ([name], ())


def test_an_id_is_kept_as_it_is() -> None:
    tools, _ = read(document({"/p": {"get": {**OK, "operationId": "meta/root.x y"}}}))
    assert list(tools) == ["meta/root.x y"]


def test_ids_used_twice_get_a_number() -> None:
    paths = {f"/{name}": {"get": {**OK, "operationId": "list"}} for name in "abc"}
    tools, diagnostics = read(document(paths))
    assert list(tools) == ["list", "list_2", "list_3"]
    assert [item.code for item in diagnostics] == ["TC115", "TC115"]
    assert "GET /a" in diagnostics[0].message


def test_only_methods_are_operations() -> None:
    item = {"summary": "x", "description": "y", "servers": [], "x-get": {}, "get": OK, "trace": OK}
    tools, diagnostics = read(document({"/p": item, "x-paths": {"get": OK}}))
    assert (list(tools), diagnostics) == (["get_p", "trace_p"], ())


def test_methods_of_openapi_32() -> None:
    item = {"query": OK, "additionalOperations": {"COPY": OK}}
    tools, _ = read(document({"/p": item}, version="3.2.0"))
    assert [binding(tool).method for tool in tools.values()] == ["QUERY", "COPY"]
    assert tools["query_p"].annotations.read_only is True
    assert tools["copy_p"].annotations.read_only is False


@pytest.mark.parametrize(
    ("method", "hints"),
    [
        ("get", (True, False, True)),
        ("head", (True, False, True)),
        ("put", (False, None, True)),
        ("post", (False, None, False)),
        ("patch", (False, None, False)),
        ("delete", (False, True, True)),
    ],
)
def test_what_a_method_promises(method: str, hints: tuple[bool | None, ...]) -> None:
    [tool] = read(document({"/p": {method: OK}}))[0].values()
    found = tool.annotations
    assert (found.read_only, found.destructive, found.idempotent) == hints


@pytest.mark.parametrize(
    ("fields", "title", "description"),
    [
        ({}, None, ""),
        ({"summary": "Get"}, "Get", "Get"),
        ({"description": "Long."}, None, "Long."),
        ({"summary": "Get", "description": "Long."}, "Get", "Get\n\nLong."),
        ({"summary": "Get", "description": "Get it."}, "Get", "Get it."),
    ],
)
def test_summary_and_description(
    fields: dict[str, str], title: str | None, description: str
) -> None:
    tool = one(fields)
    assert (tool.title, tool.description) == (title, description)


def test_what_else_is_said_of_an_operation() -> None:
    tool = one({"tags": ["a", "b"], "deprecated": True, "x-rate": 5, "security": [{"k": []}]})
    assert (tool.tags, tool.deprecated) == (("a", "b"), True)
    assert tool.meta == {"x-rate": 5, "security": [{"k": []}]}


def test_the_nearest_servers_count() -> None:
    servers = [{"url": "https://{host}/api/{ver}", "variables": {"ver": {"default": "v3"}}}]
    [server] = binding(one({}, servers=servers)).servers
    assert (server.url, server.variables[0].default) == ("https://{host}/api/{ver}", "v3")
    own = one({"servers": [{"url": "/own"}]}, servers=servers)
    assert [server.url for server in binding(own).servers] == ["/own"]


def test_the_first_json_result_is_the_output() -> None:
    responses = {
        "404": {"description": "no", "content": {"application/json": {"schema": {"const": 0}}}},
        "204": {"description": "nothing"},
        "201": {"$ref": "#/components/responses/Made"},
    }
    made = {
        "description": "made",
        "content": {"text/html": {"schema": {}}, "application/hal+json": {"schema": {"const": 1}}},
    }
    tool = one({"responses": responses}, components={"responses": {"Made": made}})
    assert tool.output == {"const": 1}


def test_recursion_stays_and_only_what_is_reached_is_there() -> None:
    schemas = {
        "Repo": {"type": "object", "properties": {"parent": {"$ref": "#/components/schemas/Repo"}}},
        "Unused": {"$ref": "#/components/schemas/Other"},
        "Other": {"type": "string"},
    }
    tool = one(json_body({"$ref": "#/components/schemas/Repo"}), components={"schemas": schemas})
    repo = {"type": "object", "properties": {"parent": {"$ref": "#/$defs/Repo"}}}
    assert tool.input == {**repo, "$defs": {"Repo": repo}}
    where = place(tool, "/$defs/Repo/properties/parent")
    assert where is not None
    assert where.pointer == "/components/schemas/Repo/properties/parent"


def test_tools_share_their_definitions() -> None:
    schemas = {
        "A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
        "B": {},
    }
    body = json_body({"$ref": "#/components/schemas/A"})
    paths = {f"/{name}": {"post": {**OK, **body}} for name in "ab"}
    first, second = read(document(paths, components={"schemas": schemas}))[0].values()
    assert first.input["$defs"]["B"] is second.input["$defs"]["B"]


def test_read_only_is_not_sent_and_write_only_does_not_come_back() -> None:
    user = {
        "type": "object",
        "required": ["id", "name", "pw"],
        "properties": {
            "id": {"type": "string", "readOnly": True},
            "name": {"type": "string"},
            "pw": {"type": "string", "writeOnly": True},
        },
    }
    ref = {"$ref": "#/components/schemas/U"}
    tool = one({**json_body(ref), **json_result(ref)}, components={"schemas": {"U": user}})
    assert (list(tool.input["properties"]), tool.input["required"]) == (
        ["name", "pw"],
        ["name", "pw"],
    )
    assert tool.output is not None
    output = tool.output["$defs"]["U"]
    assert (list(output["properties"]), output["required"]) == (["id", "name"], ["id", "name"])


def test_read_only_is_found_through_all_of_and_references() -> None:
    schemas = {
        "Id": {"type": "string", "readOnly": True},
        "Base": {"type": "object", "properties": {"id": {"$ref": "#/components/schemas/Id"}}},
    }
    body = {"allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["id", "n"]}]}
    tool = one(json_body(body), components={"schemas": schemas})
    assert tool.input["properties"]["body"]["allOf"][1] == {"required": ["n"]}
    assert tool.input["$defs"]["Base"]["properties"] == {}


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_the_dialect_goes_with_the_version(version: str) -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "nullable": True, "example": "x"}},
    }
    nullable = {"type": ["string", "null"], "examples": ["x"]}
    as_written = {"type": "string", "nullable": True, "examples": ["x"]}
    found = one(json_body(schema), version=version).input["properties"]["a"]
    assert found == (nullable if version == "3.0.3" else as_written)


def test_what_stands_beside_a_reference_counts_from_31_on() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/components/schemas/S", "minLength": 2, "description": "d"}},
    }
    more = {"components": {"schemas": {"S": {"type": "string"}}}}
    for version, kept in (("3.0.3", {}), ("3.1.0", {"minLength": 2})):
        found = one(json_body(schema), version=version, **more).input["properties"]["a"]
        assert found == {"$ref": "#/$defs/S", "description": "d", **kept}


def test_a_discriminator_names_its_schemas_as_the_ir_does() -> None:
    schemas = {
        "Cat": {"type": "object", "properties": {"kind": {"const": "cat"}}},
        "Pet": {
            "oneOf": [{"$ref": "#/components/schemas/Cat"}],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"cat": "#/components/schemas/Cat", "tom": "Cat", "dog": "dog.yaml"},
            },
        },
    }
    tool = one(json_body({"$ref": "#/components/schemas/Pet"}), components={"schemas": schemas})
    mapping = tool.input["$defs"]["Pet"]["discriminator"]["mapping"]
    assert mapping == {"cat": "#/$defs/Cat", "tom": "#/$defs/Cat", "dog": "dog.yaml"}


def test_a_recursive_reference_means_the_schema_around_it_and_not_the_document() -> None:
    item = {"anyOf": [{"type": "string"}, {"$recursiveRef": "#"}]}
    filters = {
        "type": "object",
        "$recursiveAnchor": True,
        "properties": {"all": {"type": "array", "items": item}},
    }
    body = json_body({"type": "object", "properties": {"f": {"$ref": "#/components/schemas/F"}}})
    tool = one(body, components={"schemas": {"F": filters}})
    assert list(tool.input["$defs"]) == ["F"]
    found = tool.input["$defs"]["F"]["properties"]["all"]["items"]["anyOf"]
    assert found == [{"type": "string"}, {"$ref": "#/$defs/F"}]


def test_a_dangling_reference_says_what_was_meant() -> None:
    body = json_body({"type": "object", "properties": {"a": {"$ref": "#/components/schemas/Catt"}}})
    paths = {"/p": {"post": {"operationId": "op", **OK, **body}}}
    tools, [problem] = read(document(paths, components={"schemas": {"Cat": {}}}))
    assert (problem.code, problem.severity) == ("TC204", "warning")
    assert problem.message.endswith("; anything is accepted here")
    assert problem.help == "did you mean `#/components/schemas/Cat`?"
    assert problem.origin is not None
    assert problem.origin.pointer.endswith("/schema/properties/a/$ref")
    assert tools["op"].input["properties"] == {"a": {}}


@pytest.mark.parametrize("ref", ["other.yaml#/A", "https://example.com/a.json", "../x.json"])
def test_references_out_of_the_document_are_not_followed(ref: str) -> None:
    body = json_body({"type": "object", "properties": {"a": {"$ref": ref}}})
    _, diagnostics = read(document({"/p": {"post": {**OK, **body}}}))
    assert [item.code for item in diagnostics] == ["TC203"]
    _, diagnostics = read(document({"/p": {"get": {**OK, "parameters": [{"$ref": ref}]}}}))
    assert [item.code for item in diagnostics] == ["TC203"]


def test_a_fault_in_a_result_is_a_warning() -> None:
    paths = {"/p": {"get": json_result({"$ref": "#/nowhere"})}}
    [problem] = read(document(paths))[1]
    assert (problem.code, problem.severity) == ("TC204", "warning")


def test_what_does_not_matter_to_the_tools_is_not_looked_at() -> None:
    value = document({"/p": {"get": OK}}, components={"schemas": {"A": {"type": "any", "$ref": 5}}})
    value["webhooks"] = {"w": {"post": 5}}
    del value["info"]
    assert read(value)[1] == ()


@pytest.mark.parametrize(
    "paths", [None, [], "x", {"/p": None}, {"/p": []}, {"/p": {"get": None}}, {"/p": {"get": []}}]
)
def test_broken_paths_are_no_crash(paths: Any) -> None:
    tools, diagnostics = read(document(paths))
    assert tools == {}
    assert all(item.severity == "warning" for item in diagnostics)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"swaggerVersion": "1.2"}, "TC111"),
        ({"openapi": "4.0"}, "TC104"),
        ({"openapi": None}, "TC104"),
        ({"swagger": 1}, "TC111"),
        ({"swagger": "3"}, "TC104"),
        ({"info": {}}, "TC104"),
    ],
)
def test_other_versions_and_kinds(value: dict[str, Any], code: str) -> None:
    tools, [problem] = read(value)
    assert (tools, problem.code) == ({}, code)
    assert is_openapi(value) is ("info" not in value)


def test_reading_changes_nothing_in_the_document() -> None:
    body = json_body({"$ref": "#/components/schemas/A"})
    schemas = {"A": {"properties": {"a": {"nullable": True, "type": "string"}}, "required": ["a"]}}
    given = read_document(
        document({"/p": {"post": {**OK, **body}}}, "3.0.0", components={"schemas": schemas})
    )
    before = repr(given.value)
    read_openapi(given)
    assert repr(given.value) == before


@pytest.mark.parametrize(
    ("paths", "more", "said"),
    [
        ([], {}, "its `paths` is empty"),
        ({}, {}, "its `paths` is empty"),
        (None, {"webhooks": {"a": {}}}, "`webhooks` are calls that come in"),
        ({"/a": {}}, {}, "no operations under `paths`"),
    ],
)
def test_a_document_without_operations_says_so(paths: Any, more: Any, said: str) -> None:
    tools, (problem,) = read(document(paths, **more))
    assert (tools, problem.code) == ({}, "TC108")
    assert said in problem.message


@pytest.mark.parametrize(
    ("version", "codes"), [("3.0.4", []), ("3.1.1", []), ("3.2.0", []), ("3.3.0", ["TC132"])]
)
def test_a_later_version_is_a_note(version: str, codes: list[str]) -> None:
    _, found = read(document({"/a": {"get": {}}}, version))
    assert [item.code for item in found] == codes


@pytest.mark.parametrize(
    ("name", "said"),
    [({"name": 3}, "is a number"), ({"name": ""}, "is empty text"), ({}, "no `name`")],
)
def test_a_parameter_without_a_name_is_told_as_what_it_is(name: Any, said: str) -> None:
    _, (problem,) = read(document({"/a": {"get": {"parameters": [{**name, "in": "query"}]}}}))
    assert problem.code == "TC113"
    assert said in problem.message


def test_a_reference_that_leads_back_to_itself_is_told() -> None:
    value = {
        "openapi": "3.1.0",
        "paths": {
            "/a": {
                "get": {"operationId": "op", "parameters": [{"$ref": "#/components/parameters/P"}]}
            },
            "/b": {"$ref": "#/paths/~1b"},
        },
        "components": {
            "parameters": {
                "P": {"$ref": "#/components/parameters/Q"},
                "Q": {"$ref": "#/components/parameters/P"},
            }
        },
    }
    tools, diagnostics = read_openapi(read_document(value))
    assert [tool.name for tool in tools] == ["op"]
    told = [(item.code, item.origin and item.origin.pointer) for item in diagnostics]
    assert sorted(told) == [
        ("TC205", "/paths/~1a/get/parameters/0/$ref"),
        ("TC205", "/paths/~1b/$ref"),
    ]
