"""What a request and a result say beside the tools, in each provider's words."""

from typing import Any

import pytest
from target_forms import FORM_IDS, FORMS

from toolc.ir.model import Tool, Toolset
from toolc.runtime.calls import ToolCall
from toolc.runtime.errors import UsageError
from toolc.targets import Compiled, compile_for

TOOLS = (
    Tool(name="get.weather", input={"type": "object", "properties": {"city": {"type": "string"}}}),
    Tool(name="ping", input={"type": "object"}),
)
CALL = ToolCall(id="call_1", name="get.weather", arguments={"city": "Oslo"})


def compiled(form: str, **more: Any) -> Compiled:
    target, options = FORMS[form]
    return compile_for(target, Toolset(name="kit", tools=TOOLS), **options, **more)


def calling(**config: Any) -> dict[str, Any]:
    return {"toolConfig": {"functionCallingConfig": config}}


NAMED = {"type": "function", "function": {"name": "get_weather"}}

CHOICES: list[tuple[str, str, dict[str, Any]]] = [
    ("openai", "required", {"tool_choice": "required"}),
    ("openai", "get.weather", {"tool_choice": NAMED}),
    (
        "openai-responses",
        "get.weather",
        {"tool_choice": {"type": "function", "name": "get_weather"}},
    ),
    ("azure-strict", "auto", {"tool_choice": "auto", "parallel_tool_calls": False}),
    ("anthropic", "auto", {"tool_choice": {"type": "auto"}}),
    ("anthropic", "required", {"tool_choice": {"type": "any"}}),
    ("anthropic", "get.weather", {"tool_choice": {"type": "tool", "name": "get_weather"}}),
    ("gemini", "none", calling(mode="NONE")),
    ("gemini", "get.weather", calling(mode="ANY", allowedFunctionNames=["get.weather"])),
    ("mistral", "required", {"tool_choice": "any"}),
    ("cohere", "auto", {}),
    ("cohere-v2", "auto", {}),
    ("cohere-v2-strict", "required", {"strict_tools": True, "tool_choice": "REQUIRED"}),
    ("ollama", "auto", {}),
    ("sglang", "get.weather", {"tool_choice": {**NAMED, "function": {"name": "get.weather"}}}),
]


@pytest.mark.parametrize(("form", "choice", "fields"), CHOICES)
def test_a_choice_in_the_words_of_the_provider(
    form: str, choice: str, fields: dict[str, Any]
) -> None:
    assert compiled(form).request_fields(tool_choice=choice) == fields


def test_bedrock_has_its_choice_in_the_object_that_holds_the_tools() -> None:
    made = compiled("bedrock")
    assert made.request_fields("required") == {
        "toolConfig": {**made.tools, "toolChoice": {"any": {}}}
    }
    assert made.request_fields("none") == {
        "toolConfig": made.tools,
        "additionalModelRequestFields": {"tool_choice": {"type": "none"}},
    }


def test_vllm_is_held_to_the_schemas_of_all_calls() -> None:
    tool = Tool(
        name="tree",
        input={"$ref": "#/$defs/T", "$defs": {"T": {"type": "object"}}},
    )
    made = compile_for("vllm", Toolset(name="kit", tools=(*TOOLS, tool)))
    fields = made.request_fields("required")
    assert fields["tool_choice"] == "required"
    calls = fields["structured_outputs"]["json"]
    assert [each["properties"]["name"]["enum"] for each in calls["items"]["anyOf"]] == [
        ["get.weather"],
        ["ping"],
        ["tree"],
    ]
    assert calls["minItems"] == 1


@pytest.mark.parametrize(
    ("form", "choice", "told"),
    [
        ("cohere-v2", "ping", "can't be asked for one tool"),
        ("cohere", "required", "can't be asked for `required`"),
        ("ollama", "none", "can't be asked for `none`"),
        ("bedrock-llama", "required", "can't be asked for `required`"),
        ("bedrock-nova", "none", "leave the tools out"),
        ("lm-studio", "ping", "send that tool alone"),
        ("openai", "pimg", "did you mean `ping`"),
    ],
)
def test_what_a_provider_has_no_words_for_is_a_usage_error(
    form: str, choice: str, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        compiled(form).request_fields(choice)


@pytest.mark.parametrize("form", FORM_IDS)
def test_every_form_can_leave_it_to_the_model(form: str) -> None:
    assert isinstance(compiled(form).request_fields(), dict)


def test_the_switch_for_parallel_calls() -> None:
    assert compiled("openai").request_fields(parallel=False) == {
        "tool_choice": "auto",
        "parallel_tool_calls": False,
    }
    anthropic = compiled("anthropic")
    assert anthropic.request_fields(parallel=False) == {
        "tool_choice": {"type": "auto", "disable_parallel_tool_use": True}
    }
    assert anthropic.request_fields("none", parallel=False) == {"tool_choice": {"type": "none"}}
    with pytest.raises(UsageError, match="no switch"):
        compiled("gemini").request_fields(parallel=True)


RESULTS: list[tuple[str, dict[str, Any]]] = [
    ("openai", {"role": "tool", "tool_call_id": "call_1", "content": '{"c": 2}'}),
    (
        "openai-responses",
        {"type": "function_call_output", "call_id": "call_1", "output": '{"c": 2}'},
    ),
    (
        "mistral",
        {
            "role": "tool",
            "tool_call_id": "call_1",
            "name": "get_weather",
            "content": '{"c": 2}',
        },
    ),
    (
        "cohere",
        {
            "tool_results": [
                {
                    "call": {"name": "get_weather", "parameters": {"city": "Oslo"}},
                    "outputs": [{"c": 2}],
                }
            ]
        },
    ),
    ("ollama", {"role": "tool", "tool_name": "get.weather", "content": '{"c": 2}'}),
    (
        "bedrock",
        {
            "role": "user",
            "content": [{"toolResult": {"toolUseId": "call_1", "content": [{"json": {"c": 2}}]}}],
        },
    ),
    (
        "gemini",
        {
            "role": "user",
            "parts": [
                {
                    "functionResponse": {
                        "id": "call_1",
                        "name": "get.weather",
                        "response": {"output": {"c": 2}},
                    }
                }
            ],
        },
    ),
]


@pytest.mark.parametrize(("form", "message"), RESULTS)
def test_a_result_in_the_words_of_the_provider(form: str, message: dict[str, Any]) -> None:
    assert compiled(form).tool_result(CALL, {"c": 2}) == message


def test_an_error_is_told_as_one_where_there_is_a_word_for_it() -> None:
    block = {"type": "tool_result", "tool_use_id": "call_1", "content": "no", "is_error": True}
    assert compiled("anthropic").tool_result(CALL, "no", is_error=True)["content"] == [block]
    answer = compiled("gemini").tool_result(CALL, "no", is_error=True)["parts"][0]
    assert answer["functionResponse"]["response"] == {"error": "no"}
    result = compiled("bedrock").tool_result(CALL, "no", is_error=True)["content"][0]["toolResult"]
    assert (result["status"], result["content"]) == ("error", [{"text": "no"}])


def test_gemini_gets_keys_that_it_refuses_as_text() -> None:
    part = compiled("gemini").tool_result(CALL, [{"a": {"$ref": "#"}}])["parts"][0]
    assert part["functionResponse"]["response"] == {"output": '[{"a": {"$ref": "#"}}]'}


def test_a_reply_in_a_schema() -> None:
    schema = {"type": "object"}
    assert compiled("ollama").structured_output("answer", schema) == {"format": schema}
    asked = compiled("openai").structured_output("answer", schema)["response_format"]
    assert asked["json_schema"] == {"name": "answer", "schema": schema, "strict": True}
    asked = compiled("bedrock").structured_output("answer", schema)["outputConfig"]["textFormat"]
    assert asked["structure"]["jsonSchema"] == {"name": "answer", "schema": '{"type": "object"}'}


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("openai", "length"),
        ("openai-responses", "max_output_tokens"),
        ("anthropic", "model_context_window_exceeded"),
        ("gemini", "MAX_TOKENS"),
        ("mistral", "model_length"),
        ("cohere-v2", "MAX_TOKENS"),
        ("bedrock", "max_tokens"),
        ("ollama", "length"),
        ("llama-cpp", "limit"),
    ],
)
def test_the_stop_reason_of_a_reply_that_was_cut_off(form: str, reason: str) -> None:
    assert reason in compiled(form).cut_off
