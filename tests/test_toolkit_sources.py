"""Every way into a `ToolKit`, by its constructor and as a source of a manifest."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolc import InputError, ToolKit
from toolc.frontends import FRONTENDS
from toolc.ir.model import HttpBinding, McpBinding, PythonBinding

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Where."}},
    "required": ["city"],
}
SAID = {"name": "get", "description": "Gets."}
FUNCTION = {"type": "function", "function": {**SAID, "parameters": SCHEMA}}
CITY = {"description": "Where.", "type": "str", "required": True}
CAPITALS = {
    "type": "OBJECT",
    "properties": {"city": {"type": "STRING", "description": "Where."}},
    "required": ["city"],
}

GIVEN: dict[str, tuple[Callable[..., ToolKit], Any]] = {
    "mcp": (ToolKit.from_mcp, {"tools": [{**SAID, "inputSchema": SCHEMA}]}),
    "openai": (ToolKit.from_openai, {"model": "x", "tools": [FUNCTION]}),
    "openai-responses": (
        ToolKit.from_openai_responses,
        [{"type": "function", **SAID, "parameters": SCHEMA}],
    ),
    "anthropic": (ToolKit.from_anthropic, [{**SAID, "input_schema": SCHEMA}]),
    "gemini": (
        ToolKit.from_gemini,
        [{"functionDeclarations": [{**SAID, "parameters": CAPITALS}]}],
    ),
    "mistral": (ToolKit.from_mistral, [FUNCTION]),
    "cohere": (ToolKit.from_cohere, [{**SAID, "parameter_definitions": {"city": CITY}}]),
    "bedrock": (
        ToolKit.from_bedrock,
        {"toolConfig": {"tools": [{"toolSpec": {**SAID, "inputSchema": {"json": SCHEMA}}}]}},
    ),
    "ollama": (ToolKit.from_ollama, [FUNCTION]),
    "json-schema": (ToolKit.from_json_schema, {"get": {**SCHEMA, "description": "Gets."}}),
}
"""Format -> its constructor, and one tool in that format."""


def check(kit: ToolKit) -> None:
    """All of them say the same one tool."""
    [tool] = kit.tools
    assert (tool.name, tool.description) == ("get", "Gets.")
    assert {key: tool.input[key] for key in SCHEMA} == SCHEMA
    assert kit.diagnostics == ()


@pytest.mark.parametrize("format_", GIVEN)
def test_data_and_a_path(format_: str, tmp_path: Path) -> None:
    read, value = GIVEN[format_]
    check(read(value))
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(value))
    for source in (path, str(path)):
        kit = read(source)
        check(kit)
        [source_] = kit.toolset.sources
        assert (source_.format, source_.file) == (format_, str(path))


@pytest.mark.parametrize("format_", GIVEN)
def test_a_format_is_a_source_of_a_manifest(format_: str, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps(GIVEN[format_][1]))
    manifest = tmp_path / "toolc.yaml"
    manifest.write_text(f"toolset: kit\nsources: [{{{format_}: tools.json}}]\n")
    check(ToolKit.from_manifest(manifest))


def test_every_format_is_here() -> None:
    elsewhere = {"ir", "openapi", "mcp_server"}  # below, and in tests/frontends
    assert {*GIVEN} | elsewhere == {*FRONTENDS.own}


@pytest.mark.parametrize("format_", GIVEN)
@pytest.mark.parametrize("value", [[], {}, [5], {"tools": 5}, [{"name": 5}]])
def test_what_is_no_tool_is_told_and_never_crashes(format_: str, value: Any) -> None:
    told = diagnostics_of(GIVEN[format_][0], value)
    assert told or format_ == "json-schema"


def diagnostics_of(read: Callable[..., ToolKit], value: Any) -> tuple[Any, ...]:
    """What is said of a value, whether or not there are tools in it."""
    try:
        return read(value).diagnostics
    except InputError as error:
        return tuple(error.diagnostics)


def test_openapi_with_a_selection(tmp_path: Path) -> None:
    pets = {
        "openapi": "3.1.0",
        "info": {"title": "pets", "version": "1"},
        "paths": {
            "/pets": {"get": {"operationId": "list"}, "delete": {"operationId": "drop"}},
        },
    }
    kit = ToolKit.from_openapi(pets, include={"methods": ["GET"]})
    assert [tool.name for tool in kit] == ["list"]
    assert isinstance(kit["list"].binding, HttpBinding)
    (tmp_path / "pets.json").write_text(json.dumps(pets))
    kit = ToolKit.from_openapi(tmp_path / "pets.json", exclude={"methods": ["GET"]})
    assert [tool.name for tool in kit] == ["drop"]


def test_a_dump_says_all_of_it() -> None:
    kit = ToolKit.from_mcp(GIVEN["mcp"][1])
    assert ToolKit.from_ir(kit.dump()).toolset == kit.toolset
    assert isinstance(kit["get"].binding, McpBinding)


def test_functions() -> None:
    def get(city: str) -> int:
        """Gets.

        Args:
            city: Where.

        """
        return len(city)

    kit = ToolKit.from_functions([get])
    check(kit)
    assert isinstance(kit["get"].binding, PythonBinding)
    assert [source.format for source in kit.toolset.sources] == ["python"]


def test_langchain() -> None:
    tools = pytest.importorskip("langchain_core.tools", reason="the extra is not installed")

    def get(city: str) -> int:
        """Gets."""
        return len(city)

    kit = ToolKit.from_langchain([tools.tool(get)])
    assert kit["get"].input["required"] == ["city"]
    assert [source.format for source in kit.toolset.sources] == ["langchain"]


def test_a_kit_of_a_subclass_is_one_of_it() -> None:
    class Mine(ToolKit):
        pass

    kit = Mine.from_mcp(GIVEN["mcp"][1])
    assert type(kit) is type(kit.select(include={"tools": ["get"]})) is Mine
