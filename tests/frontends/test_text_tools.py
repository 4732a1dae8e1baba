"""OpenAI's custom tools read back: one argument, `input`, with the grammar as its pattern."""

from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import read_document
from toolc.frontends.provider_lists import PROVIDER_FORMATS, is_provider_list, read_provider_list
from toolc.ir.model import Tool
from toolc.runtime.tools import read_tools
from toolc.targets import compile_for
from toolc.toolkit import ToolKit

SAID = {"name": "sql", "description": "Run it."}
FORMATS = ["openai", "openai-responses"]


def entry(format_: str, grammar: dict[str, Any] | None = None) -> dict[str, Any]:
    """A custom tool as each of the two APIs has it."""
    if format_ == "openai":
        given = {"format": {"type": "grammar", "grammar": grammar}} if grammar else {}
        return {"type": "custom", "custom": {**SAID, **given}}
    return {
        "type": "custom",
        **SAID,
        **({"format": {"type": "grammar", **grammar}} if grammar else {}),
    }


def read(format_: str, value: Any) -> tuple[Tool, tuple[Diagnostic, ...]]:
    [tool], diagnostics = read_provider_list(read_document([value]), format_=format_)
    return tool, diagnostics


def takes(text: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"input": text},
        "required": ["input"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize("format_", FORMATS)
def test_a_free_text(format_: str) -> None:
    tool, diagnostics = read(format_, entry(format_))
    assert (tool.name, tool.description, diagnostics) == ("sql", "Run it.", ())
    assert tool.input == takes({"type": "string"})
    assert tool.meta == {}
    stated = {"type": "custom", **SAID, "format": {"type": "text"}}
    assert read("openai-responses", stated)[0].input == tool.input


@pytest.mark.parametrize("format_", FORMATS)
def test_a_regular_expression(format_: str) -> None:
    value = entry(format_, {"syntax": "regex", "definition": r"SELECT (?P<what>\*|[a-z]+)"})
    tool, diagnostics = read(format_, value)
    assert tool.input == takes({"type": "string", "pattern": r"^(?:SELECT (?:\*|[a-z]+))$"})
    assert (tool.meta, diagnostics) == ({}, ())


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    "grammar",
    [
        {"syntax": "lark", "definition": "start: /a/"},
        {"syntax": "regex", "definition": r"\w+"},
        {"syntax": "regex", "definition": "("},
        {"syntax": "regex"},
    ],
)
def test_a_grammar_that_no_pattern_says_is_told_and_kept(
    format_: str, grammar: dict[str, Any]
) -> None:
    tool, [told] = read(format_, entry(format_, grammar))
    assert (told.code, told.tool) == ("TC143", "sql")
    assert told.origin
    assert told.origin.pointer == ("/0/custom/format" if format_ == "openai" else "/0/format")
    assert tool.input == takes({"type": "string"})
    kept = {"grammar": grammar} if format_ == "openai" else grammar
    assert tool.meta == {"format": {"type": "grammar", **kept}}


@pytest.mark.parametrize("format_", FORMATS)
def test_it_is_told_by_its_looks(format_: str) -> None:
    fitting = [name for name in PROVIDER_FORMATS if is_provider_list([entry(format_)], name)]
    assert fitting == [format_]


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    "text",
    [{}, {"pattern": "^SELECT "}, {"pattern": "a|b$"}, {"pattern": r"^[\s\S]\u{1f600}+$"}],
)
def test_what_is_written_is_read_and_written_again(format_: str, text: dict[str, Any]) -> None:
    schema = takes({"type": "string", **text})
    kit = ToolKit.from_mcp([{**SAID, "inputSchema": schema}])
    first = compile_for(format_, kit.toolset, custom_tools=True).tools
    assert first[0]["type"] == "custom"
    back = ToolKit.from_document(first, format_)
    assert back.diagnostics == ()
    assert compile_for(format_, back.toolset, custom_tools=True).tools == first


@pytest.mark.parametrize("format_", FORMATS)
def test_the_runtime_reads_the_same(format_: str) -> None:
    function = {"type": "function", "name": "f", "parameters": {"type": "object"}}
    table = read_tools([entry(format_), function])
    assert table.names == ("sql", "f")
    tool = table.get("sql")
    assert tool
    assert (tool.description, tool.parameters) == ("Run it.", takes({"type": "string"}))


def test_a_custom_tool_of_another_api_is_told() -> None:
    tools, [told] = read_provider_list(read_document([entry("openai")]), format_="anthropic")
    assert tools == ()
    assert told.help == "read it with `--from openai`"
