"""What users of other converters reported about OpenAPI documents: each has its right value.

`area_b.json` holds the reports: where each was made, the smallest document that shows it (facts of
a few lines, written anew), and what is right. Each test is the right value of one report.
"""

import base64
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from toolc import InputError, ToolKit
from toolc.frontends.documents import read_document
from toolc.ir.model import HttpBinding, Schema, Tool
from toolc.runtime.errors import UsageError

REPORTS: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("area_b.json").read_text(encoding="utf-8")
)

BASE = "https://example.com"


def kit(report: str) -> ToolKit:
    return ToolKit.from_openapi(REPORTS[report]["spec"])


def one(report: str) -> Tool:
    [tool] = kit(report).tools
    return tool


def binding(tool: Tool) -> HttpBinding:
    assert isinstance(tool.binding, HttpBinding)
    return tool.binding


def openai(report: str) -> dict[str, Schema]:
    """The parameters of each tool."""
    tools = kit(report).to_openai()
    return {tool["function"]["name"]: tool["function"]["parameters"] for tool in tools}


def test_r041_a_body_field_and_a_path_parameter_of_one_name_are_two_arguments() -> None:
    tools = kit("R041")
    [tool] = tools.tools
    types = {
        (each.place, each.name): tool.input["properties"][each.argument]["type"]
        for each in binding(tool).arguments
    }
    assert types[("path", "id")] == "integer"
    assert types[("body", "id")] == "string"
    assert sorted(tool.input["required"]) == ["id", "id_body"]
    made = tools.request("put_user", {"id": 7, "id_body": "x", "name": "n"}, base_url=BASE)
    assert (made.url, made.body) == (f"{BASE}/users/7", b'{"id":"x","name":"n"}')


def test_r043_a_body_that_is_no_object_is_one_argument() -> None:
    tools = kit("R043")
    [tool] = tools.tools
    item = {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]}
    assert tool.input["properties"] == {"body": {"type": "array", "items": item}}
    assert tool.input["required"] == ["body"]
    made = tools.request("bulk", {"body": [{"sku": "a"}]}, base_url=BASE)
    assert made.body == b'[{"sku":"a"}]'


def test_r044_no_tool_is_overwritten_by_another_of_its_name() -> None:
    shop, crm = (ToolKit.from_openapi(spec) for spec in REPORTS["R044"]["specs"].values())
    with pytest.raises(InputError) as refused:
        shop.merge(crm)
    assert [item.code for item in refused.value.diagnostics] == ["TC126"]


def test_r046_long_names_are_cut_with_room_for_what_tells_them_apart() -> None:
    names = list(openai("R046"))
    assert len(set(names)) == 2
    assert all(len(name) <= 64 for name in names)


def test_r047_operations_without_an_id_have_legal_names() -> None:
    assert set(openai("R047")) == {"patch_anything_by_k", "get_anything_by_k"}


def test_r049_a_path_item_holds_more_than_methods() -> None:
    tool = one("R049")
    assert tool.name == "g"
    assert tool.input["properties"] == {"id": {"type": "string"}, "v": {"type": "string"}}
    assert tool.input["required"] == ["id"]


def test_r050_recursion_can_be_written_down_and_nothing_is_shared() -> None:
    tools = kit("R050").to_openai()
    assert json.loads(json.dumps(tools)) == tools
    seen: list[int] = []
    stack: list[Any] = [tools]
    while stack:
        here = stack.pop()
        if isinstance(here, (dict, list)):
            seen.append(id(here))
            stack += here.values() if isinstance(here, dict) else here
    assert len(set(seen)) == len(seen)


def test_r052_definitions_are_what_is_reached_and_no_more() -> None:
    tool = one("R052")
    assert set(tool.input["$defs"]) <= {"A", "B", "C"}
    assert set(tool.input["$defs"]) >= {"B", "C"}
    assert "#/components" not in json.dumps(tool.input)


def test_r053_other_files_count_from_where_they_are(tmp_path: Path) -> None:
    for name, text in REPORTS["R053"]["files"].items():
        (tmp_path / name).write_text(text)
    [tool] = ToolKit.from_openapi(tmp_path / REPORTS["R053"]["entry"]).tools
    limit = tool.input["properties"]["limit"]
    if "$ref" in limit:
        limit = tool.input["$defs"][limit["$ref"].rpartition("/")[2]]
    assert limit == {"type": "integer", "minimum": 1}


def test_r053_addresses_are_an_error_and_no_lost_parameter(tmp_path: Path) -> None:
    text = REPORTS["R053"]["files"]["api.yaml"].replace("common.yaml", "https://example.com/c.yaml")
    (tmp_path / "api.yaml").write_text(text)
    with pytest.raises(InputError) as refused:
        ToolKit.from_openapi(tmp_path / "api.yaml")
    assert [item.code for item in refused.value.diagnostics] == ["TC203"]


def test_r055_a_deep_object_keeps_its_name_in_the_query() -> None:
    call = REPORTS["R055"]["call"]
    made = kit("R055").request(call["name"], call["arguments"], base_url=BASE)
    assert unquote(urlsplit(made.url).query) == "filter[eq]=v"


def test_r056_the_whole_schema_of_a_parameter_is_kept() -> None:
    [parameters] = openai("R056").values()
    assert parameters["properties"] == {"tags": {"type": "array", "items": {"type": "string"}}}
    assert parameters["required"] == ["tags"]


def test_r058_openapi_2_is_read() -> None:
    tools = kit("R058")
    [tool] = tools.tools
    assert tool.input["properties"]["n"] == {"type": ["string", "null"]}
    assert tool.input["properties"]["tags"] == {"type": "array", "items": {"type": "string"}}
    made = tools.request("p", {"n": "x", "tags": ["a", "b"]})
    assert made.url == "https://api.example.test/v1/p?tags=a,b"
    assert (made.headers["Content-Type"], made.body) == ("application/json", b'{"n":"x"}')


def test_r059_a_relative_server_counts_from_where_the_document_is() -> None:
    report = REPORTS["R059"]
    document = read_document(json.dumps(report["spec"]).encode(), name=report["source_url"])
    tools = ToolKit.from_openapi(document)
    assert tools.request("x", {}).url == "https://pets.example.test/api/v3/x"
    older = tools.request("x", {}, server_variables={"ver": "v2"})
    assert older.url == "https://pets.example.test/api/v2/x"
    with pytest.raises(UsageError, match="give a `base_url`"):
        kit("R059").request("x", {})


def test_r061_a_credential_is_no_parameter() -> None:
    tools = kit("R061")
    [tool] = tools.tools
    assert list(tool.input["properties"]) == ["q"]
    assert [each.scheme for each in binding(tool).credentials] == ["k"]
    made = tools.request("s", {"q": "a"}, base_url=BASE, credentials={"k": "secret"})
    assert made.url == f"{BASE}/s?q=a&api_key=secret"


def test_r064_read_only_is_not_asked_for_and_write_only_does_not_come_back() -> None:
    tool = one("R064")
    assert sorted(tool.input["properties"]) == sorted(tool.input["required"]) == ["name", "pw"]
    assert tool.output is not None
    output = tool.output["$defs"]["U"]
    assert list(output["properties"]) == output["required"] == ["id", "name"]


def test_r065_parts_of_all_of_are_one_and_what_they_come_from_is_untouched() -> None:
    before = json.dumps(REPORTS["R065"]["spec"])
    first, second = kit("R065").to_gemini()[0]["functionDeclarations"]
    pet = first["parameters"]["properties"]["pet"]
    assert pet["properties"] == {"id": {"type": "INTEGER"}, "bark": {"type": "BOOLEAN"}}
    assert pet["required"] == ["id", "bark"]
    assert list(second["parameters"]["properties"]) == ["id"]
    assert json.dumps(REPORTS["R065"]["spec"]) == before


def test_r067_a_file_is_base64_for_the_model_and_bytes_for_the_server() -> None:
    tools = kit("R067")
    [tool] = tools.tools
    file = tool.input["properties"]["file"]
    assert (file["type"], file["contentEncoding"]) == ("string", "base64")
    arguments = {"file": base64.b64encode(b"\x00\xff").decode(), "note": "n"}
    made = tools.request("up", arguments, base_url=BASE)
    assert made.headers["Content-Type"].startswith("multipart/form-data; boundary=")
    assert made.body is not None
    assert b'name="file"; filename="file"' in made.body
    assert b"\r\n\r\n\x00\xff\r\n" in made.body
