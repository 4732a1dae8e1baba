"""Every provider's list of tools is read to the same table."""

from typing import Any

import pytest

from toolc.runtime import UsageError
from toolc.runtime.tools import ToolTable, read_tools

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
FLAT = {"name": "get_weather", "description": "Weather."}

SHAPES: dict[str, Any] = {
    "plain": [{**FLAT, "parameters": SCHEMA}],
    "openai": [{"type": "function", "function": {**FLAT, "parameters": SCHEMA, "strict": True}}],
    "openai-responses": [{"type": "function", **FLAT, "parameters": SCHEMA}],
    "anthropic": [{**FLAT, "input_schema": SCHEMA}],
    "gemini": [
        {
            "functionDeclarations": [
                {
                    **FLAT,
                    "parameters": {
                        "type": "OBJECT",
                        "properties": {"city": {"type": "STRING"}},
                        "required": ["city"],
                    },
                }
            ]
        }
    ],
    "gemini-json-schema": {"function_declarations": [{**FLAT, "parametersJsonSchema": SCHEMA}]},
    "cohere": [
        {**FLAT, "parameter_definitions": {"city": {"type": "str", "required": True}}},
    ],
    "bedrock": {"tools": [{"toolSpec": {**FLAT, "inputSchema": {"json": SCHEMA}}}]},
    "mcp": {"tools": [{**FLAT, "inputSchema": SCHEMA}]},
    "mcp-pages": {"tools_list_pages": [{"tools": [{**FLAT, "inputSchema": SCHEMA}]}]},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_reads(shape: str) -> None:
    (tool,) = read_tools(SHAPES[shape])
    assert (tool.name, tool.description, tool.parameters) == ("get_weather", "Weather.", SCHEMA)


def test_reads_objects_with_validators_in_order() -> None:
    def validate(_value: Any) -> list[str]:
        return ["no"]

    class Kit:
        def __toolc_tools__(self) -> list[dict[str, Any]]:
            return [
                {"name": "b", "parameters": SCHEMA, "validate": validate},
                {"name": "a", "parameters": {}, "destructive": True},
            ]

    table = read_tools(Kit())
    assert table.names == ("b", "a")
    assert [(tool.destructive, tool.validate) for tool in table] == [
        (False, validate),
        (True, None),
    ]
    assert read_tools(table) is table


def test_reads_the_destructive_hint() -> None:
    (tool,) = read_tools([{"name": "wipe", "annotations": {"destructiveHint": True}}])
    assert tool.destructive


def test_a_python_type_that_is_not_known_is_left_open() -> None:
    definitions = {"a": {"type": "List[str]"}, "b": {"type": "Path"}, "c": "junk"}
    (tool,) = read_tools([{"name": "f", "parameter_definitions": definitions}])
    assert tool.parameters["properties"] == {
        "a": {"type": "array", "items": {"type": "string"}},
        "b": {},
        "c": {},
    }


def test_none_is_an_open_table_and_a_list_is_not() -> None:
    assert read_tools(None).is_open
    assert not read_tools([]).is_open
    assert len(ToolTable(None)) == 0


@pytest.mark.parametrize("tools", [[{"nme": "x"}], ["x"], 3, [{"name": ""}], [{"name": 3}]])
def test_what_names_no_tool_is_refused(tools: object) -> None:
    with pytest.raises(UsageError):
        read_tools(tools)


def test_tools_that_a_provider_runs_itself_are_passed_over() -> None:
    hosted: list[dict[str, Any]] = [
        {"type": "web_search_preview"},
        {"type": "vendor:web_search", "parameters": {"max_uses": 1}},
        {"codeExecution": {}},
        {"cachePoint": {"type": "default"}},
    ]
    assert read_tools([*hosted, {"name": "a"}]).names == ("a",)


def test_the_first_of_two_equal_names_wins() -> None:
    table = read_tools([{"name": "a", "description": "1"}, {"name": "a", "description": "2"}])
    assert [tool.description for tool in table] == ["1"]
