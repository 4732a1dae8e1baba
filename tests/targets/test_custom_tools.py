"""OpenAI's custom tools: which tools become one, how they look, and that their texts come back."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from toolc.ir.model import Schema, Tool, Toolset
from toolc.runtime.calls import ToolCall
from toolc.runtime.codec import CodecError
from toolc.targets import Compiled, compile_for

QUERY: Schema = {"type": "string", "description": "The SQL.", "pattern": "^SELECT "}


def takes(text: Any, **root: Any) -> Schema:
    return {
        "type": "object",
        "properties": {"query": text},
        "required": ["query"],
        "additionalProperties": False,
        **root,
    }


def compiled(target: str, *schemas: Schema, **options: Any) -> Compiled:
    tools = tuple(
        Tool(name=f"tool {i}", description="Run it.", input=schema)
        for i, schema in enumerate(schemas)
    )
    return compile_for(target, Toolset(name="kit", tools=tools), custom_tools=True, **options)


def kinds(made: Compiled) -> list[str]:
    return [tool["type"] for tool in made.tools]


SELECT = r"SELECT [\x{0}-\x{10ffff}]*"


def test_a_tool_of_one_text_has_the_form_of_each_api() -> None:
    named = {"name": "tool_0", "description": "Run it.\n\nThe SQL."}
    [chat] = compiled("openai", takes(QUERY)).tools
    grammar = {"syntax": "regex", "definition": SELECT}
    assert chat == {
        "type": "custom",
        "custom": {**named, "format": {"type": "grammar", "grammar": grammar}},
    }
    [responses] = compiled("openai-responses", takes(QUERY)).tools
    assert responses == {
        "type": "custom",
        **named,
        "format": {"type": "grammar", "syntax": "regex", "definition": SELECT},
    }
    [free] = compiled("openai-responses", takes({"type": "string"})).tools
    assert free["format"] == {"type": "text"}


@pytest.mark.parametrize(
    "schema",
    [
        takes({"type": "integer"}),
        takes({"type": ["string", "null"]}),
        takes({"enum": ["a", "b"], "type": "string"}),
        takes(QUERY, required=[]),
        takes(QUERY, minProperties=1),
        takes(QUERY, properties={"query": QUERY, "limit": {"type": "integer"}}),
        {"type": "object"},
    ],
)
def test_all_other_tools_stay_functions(schema: Schema) -> None:
    made = compiled("openai", takes(QUERY), schema)
    assert kinds(made) == ["custom", "function"]
    assert [item.tool for item in made.diagnostics if item.code == "TC407"] == ["tool 1"]


def test_strict_holds_for_the_functions_beside() -> None:
    made = compiled("openai", takes(QUERY), {"type": "object"}, strict=True)
    assert made.tools[1]["function"]["strict"] is True


def test_texts_travel_as_they_are_and_come_back() -> None:
    made = compiled("openai", takes(QUERY))
    text = 'SELECT "a"\n\\ {"x": 1}'
    assert made.encode("tool 0", {"query": text}) == ("tool_0", text)
    assert made.decode("tool_0", text) == ("tool 0", {"query": text})
    with pytest.raises(CodecError, match="must be a text"):
        made.decode("tool_0", {"query": text})


def test_what_the_grammar_can_not_say_is_reported() -> None:
    schema = takes({"type": "string", "minLength": 3, "pattern": "(?=x)"})
    made = compiled("openai", schema, takes(QUERY, additionalProperties=True))
    assert made.tools[0]["custom"]["format"] == {"type": "text"}
    told = {(item.code, item.tool, item.kind) for item in made.diagnostics if item.kind}
    assert told == {
        ("TC312", "tool 0", "moved"),
        ("TC301", "tool 1", "narrowed"),
    }


def test_a_custom_tool_is_chosen_and_answered_in_its_own_words() -> None:
    call = ToolCall(id="call_1", name="tool 0", arguments={"query": "SELECT 1"})
    chat = compiled("openai", takes(QUERY), {"type": "object"})
    assert chat.request_fields("tool 0") == {
        "tool_choice": {"type": "custom", "custom": {"name": "tool_0"}}
    }
    assert chat.request_fields("tool 1")["tool_choice"]["type"] == "function"
    responses = compiled("openai-responses", takes(QUERY), {"type": "object"})
    assert responses.request_fields("tool 0") == {
        "tool_choice": {"type": "custom", "name": "tool_0"}
    }
    assert responses.tool_result(call, "ok")["type"] == "custom_tool_call_output"
    other = ToolCall(id="call_2", name="tool 1", arguments={})
    assert responses.tool_result(other, "ok")["type"] == "function_call_output"


SDK_TYPES = {
    "openai": ("openai.types.chat", "ChatCompletionCustomToolParam"),
    "openai-responses": ("openai.types.responses", "CustomToolParam"),
}


@pytest.mark.parametrize("target", SDK_TYPES)
def test_the_sdk_knows_the_form(target: str) -> None:
    module, name = SDK_TYPES[target]
    types = pytest.importorskip(module, reason="the SDK is not installed")
    for tool in compiled(target, takes(QUERY), takes({"type": "string"})).tools:
        TypeAdapter(getattr(types, name)).validate_python(tool)
