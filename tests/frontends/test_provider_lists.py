"""Lists of tools as providers take them: every shape, and what in them is no function."""

from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends import read_tools
from toolc.frontends.documents import read_document
from toolc.frontends.provider_lists import (
    PROVIDER_FORMATS,
    is_provider_list,
    read_provider_list,
)
from toolc.ir.model import NoBinding, Tool
from toolc.ir.places import place

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
CAPITALS = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}, "required": ["a"]}
DEFINITIONS = {"a": {"type": "str", "required": True}}
SAID = {"name": "get", "description": "Gets."}
FUNCTION = {"type": "function", "function": {**SAID, "parameters": SCHEMA}}


def read(value: Any, format_: str) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    return read_provider_list(read_document(value), format_=format_)


SHAPES: list[tuple[str, Any, str]] = [
    ("openai", [FUNCTION], "/0/function/parameters"),
    ("openai", {"model": "m", "tools": [FUNCTION]}, "/tools/0/function/parameters"),
    ("openai", {"functions": [{**SAID, "parameters": SCHEMA}]}, "/functions/0/parameters"),
    ("openai", FUNCTION, "/function/parameters"),
    ("openai-responses", [{"type": "function", **SAID, "parameters": SCHEMA}], "/0/parameters"),
    ("anthropic", [{**SAID, "input_schema": SCHEMA}], "/0/input_schema"),
    ("anthropic", [{"type": "custom", **SAID, "input_schema": SCHEMA}], "/0/input_schema"),
    (
        "gemini",
        [{"functionDeclarations": [{**SAID, "parameters": CAPITALS}]}],
        "/0/functionDeclarations/0/parameters",
    ),
    (
        "gemini",
        {"contents": [], "tools": [{"function_declarations": [{**SAID, "parameters": CAPITALS}]}]},
        "/tools/0/function_declarations/0/parameters",
    ),
    ("gemini", [{**SAID, "parameters": CAPITALS}], "/0/parameters"),
    ("gemini", [{**SAID, "parametersJsonSchema": SCHEMA}], "/0/parametersJsonSchema"),
    ("cohere", [{**SAID, "parameter_definitions": DEFINITIONS}], "/0/parameter_definitions"),
    (
        "bedrock",
        {"toolConfig": {"tools": [{"toolSpec": {**SAID, "inputSchema": {"json": SCHEMA}}}]}},
        "/toolConfig/tools/0/toolSpec/inputSchema/json",
    ),
    (
        "bedrock",
        [{"toolSpec": {**SAID, "inputSchema": {"json": SCHEMA}}}],
        "/0/toolSpec/inputSchema/json",
    ),
]


@pytest.mark.parametrize(("format_", "value", "pointer"), SHAPES)
def test_every_shape(format_: str, value: Any, pointer: str) -> None:
    [tool], diagnostics = read(value, format_)
    assert diagnostics == ()
    assert (tool.name, tool.description, tool.input) == ("get", "Gets.", SCHEMA)
    assert (tool.binding, tool.meta) == (NoBinding(), {})
    where = place(tool, "/properties/a")
    assert where is not None
    steps = "/a" if "definitions" in pointer else "/properties/a"
    assert where.pointer == pointer + steps


@pytest.mark.parametrize(("format_", "value", "pointer"), SHAPES)
def test_every_shape_is_told_by_its_looks(format_: str, value: Any, pointer: str) -> None:
    del pointer
    fitting = [name for name in PROVIDER_FORMATS if is_provider_list(value, name)]
    assert fitting == [format_]


@pytest.mark.parametrize("format_", ["mistral", "cohere", "ollama"])
def test_shapes_that_are_as_openai_has_them_are_read_when_asked_for(format_: str) -> None:
    [tool], diagnostics = read([FUNCTION], format_)
    assert (tool.input, diagnostics) == (SCHEMA, ())
    assert not is_provider_list([FUNCTION], format_)


@pytest.mark.parametrize("parameters", [{}, {"parameters": None}])
def test_a_tool_that_says_nothing_of_arguments_has_none(parameters: dict[str, Any]) -> None:
    [tool], diagnostics = read([{"type": "function", **SAID, **parameters}], "openai-responses")
    assert (tool.input, diagnostics) == ({"type": "object", "properties": {}}, ())


def test_what_the_ir_has_no_place_for_is_kept() -> None:
    cache = {"type": "ephemeral"}
    value = [{**FUNCTION, "cache_control": cache}]
    value[0]["function"] = {**FUNCTION["function"], "strict": True}  # type: ignore[dict-item]  # the table above is of mixed values
    [tool], _ = read(value, "openai")
    assert tool.meta == {"cache_control": cache, "strict": True}


def test_examples_are_examples_of_the_schema() -> None:
    examples = [{"a": "x"}]
    [tool], _ = read([{**SAID, "input_schema": SCHEMA, "input_examples": examples}], "anthropic")
    assert tool.input == {**SCHEMA, "examples": examples}
    assert tool.meta == {}


def test_results() -> None:
    result = {"type": "object", "properties": {"b": {"type": "integer"}}}
    [tool], _ = read(
        [{"type": "function", **SAID, "parameters": SCHEMA, "output_schema": result}],
        "openai-responses",
    )
    assert tool.output == result
    capitals = {"type": "OBJECT", "properties": {"b": {"type": "INTEGER", "nullable": True}}}
    [tool], _ = read([{**SAID, "parameters": CAPITALS, "response": capitals}], "gemini")
    nullable = {"b": {"type": ["integer", "null"]}}
    assert tool.output == {"type": "object", "properties": nullable}


def test_the_document_that_was_given_is_not_changed() -> None:
    value = [{**SAID, "parameters": CAPITALS}]
    document = read_document(value)
    read_provider_list(document, format_="gemini")
    assert document.value == value


# --- what is no function ---

NO_FUNCTIONS: list[tuple[str, Any, list[str]]] = [
    ("anthropic", [{"type": "web_search_20250305", "name": "web_search"}], ["/0"]),
    (
        "openai-responses",
        [{"type": "web_search"}, {"type": "mcp", "server_label": "x"}],
        ["/0", "/1"],
    ),
    ("gemini", [{"googleSearch": {}, "urlContext": {}}], ["/0/googleSearch", "/0/urlContext"]),
    (
        "gemini",
        [{"functionDeclarations": [SAID], "codeExecution": {}}],
        ["/0/codeExecution"],
    ),
    (
        "bedrock",
        [{"cachePoint": {"type": "default"}}, {"systemTool": {"name": "x"}}],
        ["/0/cachePoint", "/1/systemTool"],
    ),
    (
        "openai-responses",
        [{"type": "namespace", "name": "crm", "tools": [{"type": "function", **SAID}]}],
        ["/0"],
    ),
]


@pytest.mark.parametrize(("format_", "value", "pointers"), NO_FUNCTIONS)
def test_what_is_no_function_is_told(format_: str, value: Any, pointers: list[str]) -> None:
    tools, diagnostics = read(value, format_)
    assert [(item.code, item.severity) for item in diagnostics] == [("TC140", "warning")] * len(
        pointers
    )
    assert [item.origin.pointer for item in diagnostics if item.origin] == pointers
    assert [tool.name for tool in tools] == ["get"] * ("get" in str(value))


def test_every_entry_is_a_tool_or_told() -> None:
    """Nothing is lost in silence, whatever the entry is."""
    entries: list[Any] = [5, None, "x", [], {}, {"a": 1}, {"name": 5}, {"type": 7}, {"function": 1}]
    for entry in entries:
        tools, diagnostics = read([entry], "openai")
        assert len(tools) == 0
        assert diagnostics, entry


@pytest.mark.parametrize(
    ("value", "format_", "hint"),
    [
        ([{**SAID, "input_schema": SCHEMA}], "openai", "anthropic"),
        ([FUNCTION], "anthropic", "openai"),
        ([{"type": "function", **SAID, "parameters": SCHEMA}], "anthropic", "openai-responses"),
        ([{"toolSpec": {**SAID, "inputSchema": {"json": SCHEMA}}}], "openai", "bedrock"),
        ([{**SAID, "inputSchema": SCHEMA}], "openai", "mcp"),
        ([{"functionDeclarations": [SAID]}], "cohere", "gemini"),
        ([{**SAID, "parameter_definitions": DEFINITIONS}], "mistral", "cohere"),
    ],
)
def test_a_list_for_another_provider_is_told_by_its_name(
    value: Any, format_: str, hint: str
) -> None:
    tools, [problem] = read(value, format_)
    assert (tools, problem.code) == ((), "TC118")
    assert problem.help == f"read it with `--from {hint}`"


@pytest.mark.parametrize("format_", PROVIDER_FORMATS)
def test_two_tools_of_one_name_are_an_error(format_: str) -> None:
    _, [problem] = read([{"name": "a"}, {"name": "a"}], format_)
    assert (problem.code, problem.severity) == ("TC114", "error")


def test_broken_definitions_are_told_one_by_one() -> None:
    given = {"a": {"type": "Path"}, "b": 5, "c": {"type": 5}, "d": {}}
    [tool], diagnostics = read([{**SAID, "parameter_definitions": given}], "cohere")
    assert [item.origin.pointer for item in diagnostics if item.origin] == [
        f"/0/parameter_definitions/{step}" for step in ("a/type", "b", "c/type")
    ]
    assert list(tool.input["properties"]) == ["a", "b", "c", "d"]


def test_a_schema_that_is_none_is_an_error() -> None:
    tools, [problem] = read([{**SAID, "input_schema": {"type": "string"}}], "anthropic")
    assert (tools, problem.code) == ((), "TC107")


def test_the_frontends_are_in_the_registry() -> None:
    for format_, value, _ in SHAPES:
        toolset, diagnostics = read_tools(value, format_)
        assert (len(toolset.tools), diagnostics) == (1, ())
        assert toolset.sources[0].format == format_
