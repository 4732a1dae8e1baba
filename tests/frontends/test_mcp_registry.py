"""Lists of tools in the short form of Docker's MCP registry."""

from pathlib import Path
from typing import Any

import pytest

from toolc.frontends import detect, read_tools
from toolc.frontends.documents import read_document

FIND = {
    "name": "find",
    "description": "Finds.",
    "arguments": [
        {"name": "query", "type": "string", "desc": "What to find."},
        {
            "name": "tags",
            "type": "array",
            "items": {"type": "string"},
            "desc": "",
            "optional": True,
        },
    ],
    "annotations": {"readOnlyHint": True},
}


def test_arguments_are_a_schema() -> None:
    toolset, [told] = read_tools([FIND, {"name": "ping", "description": "Pings."}], "mcp")
    find, ping = toolset.tools
    assert find.input == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to find."},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["query"],
    }
    assert find.places["/properties/tags"] == "/0/arguments/1"
    assert (find.annotations.read_only, find.meta) == (True, {})
    assert ping.input == {"type": "object", "properties": {}, "required": []}
    assert (told.code, told.severity) == ("TC144", "note")


def test_it_is_told_by_its_looks() -> None:
    assert detect(read_document([{"name": "ping"}, FIND])) == "mcp"
    assert detect(read_document([{"name": "ping", "arguments": {"a": 1}}])) is None


def test_a_schema_goes_before_the_short_form() -> None:
    schema = {"type": "object", "properties": {"a": {"minimum": 1}}}
    toolset, _ = read_tools([FIND, {"name": "a", "inputSchema": schema, "arguments": []}], "mcp")
    assert toolset.tools[1].input == schema


@pytest.mark.parametrize(
    ("arguments", "pointer"),
    [
        ({"a": 1}, "/0/arguments"),
        ([5], "/0/arguments/0"),
        ([{"type": "string"}], "/0/arguments/0"),
        ([{"name": "a", "type": "date"}], "/0/arguments/0/type"),
        ([{"name": "a", "type": 5}], "/0/arguments/0/type"),
        ([{"name": "a", "type": "array", "items": 5}], "/0/arguments/0/items"),
    ],
)
def test_what_is_no_argument_is_told(arguments: Any, pointer: str) -> None:
    toolset, diagnostics = read_tools([{"name": "a", "arguments": arguments}, FIND], "mcp")
    assert len(toolset.tools) == 2
    [told] = [item for item in diagnostics if item.code == "TC110"]
    assert told.origin
    assert told.origin.pointer == pointer


def test_a_list_of_names_alone_is_told_once() -> None:
    names = [{"name": f"t{index}", "description": "Does."} for index in range(300)]
    toolset, [told] = read_tools({"tools": names}, "mcp")
    assert toolset.tools == ()
    assert (told.code, told.severity) == ("TC104", "error")
    assert "none of its 300 tools has an `inputSchema`" in told.message
    assert told.origin
    assert told.origin.pointer == "/tools"


@pytest.mark.corpus
def test_the_registry(shared: Path) -> None:
    folder = shared / "corpora/mcp/third_party_dumps/docker-mcp-registry"
    for path in sorted(folder.glob("servers/*/tools.json")):
        document = read_document(path)
        toolset, diagnostics = read_tools(document, "mcp")
        codes = [item.code for item in diagnostics]
        if any("arguments" in tool or "inputSchema" in tool for tool in document.value):
            assert len(toolset.tools) == len(document.value), path
            assert codes in ([], ["TC144"]), path
        else:  # empty, or names alone
            assert codes == ["TC104" if document.value else "TC108"], path
