"""Fields of tools beyond name, description and schema: options set them, schemas fill them."""

from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.runtime.errors import UsageError
from toolc.targets import compile_for

SEARCH = Tool(
    name="search",
    input={
        "type": "object",
        "properties": {"order by": {"type": "string"}, "q": {"type": "string"}},
        "required": ["q"],
        "examples": [{"q": "x", "order by": "date"}, {"order by": "date"}],
    },
    output={"type": "object", "properties": {"hits": {"type": "integer"}}},
)
PING = Tool(name="ping", input={"type": "object"})
KIT = Toolset(name="kit", tools=(SEARCH, PING))


def tools(target: str, **options: Any) -> Any:
    return compile_for(target, KIT, **options).tools


def test_examples_that_fit_are_sent_in_the_form_that_the_provider_knows() -> None:
    search, ping = tools("anthropic", input_examples=True)
    assert search["input_examples"] == [{"q": "x", "order_by": "date"}]
    assert "input_examples" not in ping
    assert "input_examples" not in tools("anthropic")[0]


def test_deferred_tools_stand_behind_a_search_tool() -> None:
    first, *rest = tools("anthropic", defer_loading=True, cache=True, input_examples=True)
    assert first["type"].startswith("tool_search_tool_regex")
    assert [tool["defer_loading"] for tool in rest] == [True, True]
    assert not any(tool.keys() & {"cache_control", "input_examples"} for tool in rest)
    first, *rest = tools("openai-responses", defer_loading=True)
    assert first == {"type": "tool_search"}
    assert [tool["defer_loading"] for tool in rest] == [True, True]


def test_tools_are_cached_up_to_the_last() -> None:
    search, ping = tools("anthropic", cache=True)
    assert "cache_control" not in search
    assert ping["cache_control"] == {"type": "ephemeral"}
    assert tools("bedrock", cache=True)["tools"][-1] == {"cachePoint": {"type": "default"}}


def test_output_schemas_are_sent_where_there_is_a_field_for_them() -> None:
    search, ping = tools("openai-responses", output_schemas=True)
    assert search["output_schema"] == SEARCH.output
    assert "output_schema" not in ping
    (declared,) = tools("gemini-json-schema", output_schemas=True)
    assert declared["functionDeclarations"][0]["responseJsonSchema"] == SEARCH.output


def test_fine_grained_streaming_is_asked_for_tool_by_tool() -> None:
    assert all(
        tool["eager_input_streaming"] for tool in tools("anthropic", eager_input_streaming=True)
    )


def test_tools_may_be_called_from_programs() -> None:
    search, _ = tools("openai-responses", programmatic_calls=True)
    assert search["allowed_callers"] == ["direct", "programmatic"]
    search, _ = tools("anthropic", programmatic_calls=True)
    assert search["allowed_callers"] == ["direct", "code_execution_20260521"]
    with pytest.raises(UsageError, match="no strict tools from programs"):
        tools("anthropic", programmatic_calls=True, strict=True)
