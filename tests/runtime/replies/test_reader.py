"""Every provider's reply, whole and cut off."""

import json
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from toolc.runtime import ToolCalls, UsageError, parse_tool_calls
from toolc.runtime.codec import CodecError

ARGUMENTS = {"city": "Oslo", "n": 12345678901234567890}
TEXT = json.dumps(ARGUMENTS)
TOOLS = [{"name": "get_weather"}]


def _chat(finish: str = "tool_calls", arguments: object = TEXT) -> dict[str, Any]:
    function = {"name": "get_weather", "arguments": arguments}
    message = {
        "role": "assistant",
        "content": "Hm.",
        "reasoning_content": "So.",
        "tool_calls": [{"id": "c1", "type": "function", "function": function}],
    }
    return {"choices": [{"message": message, "finish_reason": finish}]}


def _top(finish: str, key: str, arguments: object) -> dict[str, Any]:
    reply = _chat(arguments=arguments)["choices"][0]["message"]
    reply["thinking"] = reply.pop("reasoning_content")
    return {"message": reply, key: finish}


def _blocks(finish: str) -> dict[str, Any]:
    return {
        "content": [
            {"type": "thinking", "thinking": "So."},
            {"type": "text", "text": "Hm."},
            {"type": "tool_use", "id": "c1", "name": "get_weather", "input": ARGUMENTS},
        ],
        "stop_reason": finish,
    }


def _parts(finish: str) -> dict[str, Any]:
    parts = [
        {"text": "So.", "thought": True},
        {"text": "Hm."},
        {"functionCall": {"id": "c1", "name": "get_weather", "args": ARGUMENTS}},
    ]
    return {"candidates": [{"content": {"parts": parts}, "finishReason": finish}]}


def _converse(finish: str) -> dict[str, Any]:
    content = [
        {"reasoningContent": {"reasoningText": {"text": "So."}}},
        {"text": "Hm."},
        {"toolUse": {"toolUseId": "c1", "name": "get_weather", "input": ARGUMENTS}},
    ]
    return {"output": {"message": {"content": content}}, "stopReason": finish}


def _responses(status: str) -> dict[str, Any]:
    cut = status == "incomplete"
    call = {"type": "function_call", "call_id": "c1", "name": "get_weather", "status": status}
    return {
        "output": [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "So."}]},
            {"type": "message", "content": [{"type": "output_text", "text": "Hm."}]},
            {**call, "arguments": TEXT},
        ],
        "status": status,
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
    }


def _cohere(finish: str) -> dict[str, Any]:
    call = {"name": "get_weather", "parameters": ARGUMENTS}
    return {"text": "Hm.", "tool_calls": [call], "finish_reason": finish}


# provider -> its reply, whole, and the same cut off by length
REPLIES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "openai": (_chat(), _chat("length", TEXT[:-4])),
    "openai-responses": (_responses("completed"), _responses("incomplete")),
    "anthropic": (_blocks("tool_use"), _blocks("max_tokens")),
    "gemini": (_parts("STOP"), _parts("MAX_TOKENS")),
    "mistral": (_chat(arguments=ARGUMENTS), _chat("model_length", ARGUMENTS)),
    "cohere": (_cohere("COMPLETE"), _cohere("MAX_TOKENS")),
    "cohere-v2": (
        _top("TOOL_CALL", "finish_reason", TEXT),
        _top("MAX_TOKENS", "finish_reason", TEXT[:-4]),
    ),
    "bedrock": (_converse("tool_use"), _converse("max_tokens")),
    "ollama": (
        _top("stop", "done_reason", ARGUMENTS),
        _top("length", "done_reason", ARGUMENTS),
    ),
    "vllm": (_chat(), _chat("length", TEXT[:-4])),
}


def _object(value: Any) -> Any:
    """The same reply as an SDK's object."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: _object(item) for key, item in value.items()})
    return [_object(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("provider", REPLIES)
@pytest.mark.parametrize("form", [lambda reply: reply, json.dumps, _object])
def test_whole(provider: str, form: Any) -> None:
    found = parse_tool_calls(form(REPLIES[provider][0]), provider, TOOLS)
    assert [(call.name, call.arguments, call.repairs) for call in found] == [
        ("get_weather", ARGUMENTS, [])
    ]
    assert found[0].id == ("call_1" if provider == "cohere" else "c1")
    assert found.text == "Hm."
    assert found.reasoning == ("" if provider == "cohere" else "So.")
    assert found.failures == []


@pytest.mark.parametrize("provider", REPLIES)
def test_cut_off(provider: str) -> None:
    found = parse_tool_calls(REPLIES[provider][1], provider, TOOLS)
    assert list(found) == []
    assert [failure.kind for failure in found.failures] == ["cut_off"]
    assert "get_weather was cut off by the output limit" in found.failures[0].message


def test_truncated_arguments_are_cut_off_whatever_the_server_says() -> None:
    found = parse_tool_calls(_chat("tool_calls", '{"city": {"a": 1}'), "openai", TOOLS)
    assert [failure.kind for failure in found.failures] == ["cut_off"]


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [("", {}), ("  \n", {}), ("null", {}), (None, {}), ("{'a': 1,}", {"a": 1}), ({}, {})],
)
def test_arguments_left_out_or_mended(arguments: object, meant: object) -> None:
    (call,) = parse_tool_calls(_chat(arguments=arguments), "openai", TOOLS)
    assert call.arguments == meant


def test_the_old_function_call_is_read() -> None:
    function = {"name": "get_weather", "arguments": TEXT}
    (call,) = parse_tool_calls(
        {"choices": [{"message": {"content": None, "function_call": function}}]}, "openai", TOOLS
    )
    assert (call.id, call.arguments) == ("call_1", ARGUMENTS)


def test_each_call_stands_alone() -> None:
    reply = _chat()
    calls = reply["choices"][0]["message"]["tool_calls"]
    calls.insert(0, {"id": "c0", "function": {"name": "fly", "arguments": "{}"}})
    found = parse_tool_calls(reply, "openai", TOOLS)
    assert [call.id for call in found] == ["c1"]
    assert [failure.kind for failure in found.failures] == ["unknown_tool"]


@pytest.mark.parametrize("provider", [*REPLIES, "freeform"])
@pytest.mark.parametrize("reply", [{}, {"choices": None}, {"output": [None]}, {"content": 3}])
def test_a_reply_without_calls_or_sense_has_none(provider: str, reply: object) -> None:
    found = parse_tool_calls(reply, provider, TOOLS)
    assert (list(found), found.failures) == ([], [])


def test_freeform_is_parsed_from_text() -> None:
    text = 'Hm.\n<tool_call name="get_weather">{"city": "Oslo"}</tool_call>'
    for response in (text, {"choices": [{"message": {"content": text}}]}):
        found = parse_tool_calls(response, "freeform", TOOLS)
        assert (found.text, found[0].arguments) == ("Hm.", {"city": "Oslo"})
    cut = {"choices": [{"message": {"content": text[:-30]}, "finish_reason": "length"}]}
    assert parse_tool_calls(cut, "freeform", TOOLS).failures[0].kind == "cut_off"


class _Kit:
    """Names and arguments in a provider's form: `gw` for `get_weather`, a null for nothing."""

    names: ClassVar = {"get_weather": "gw"}

    def __toolc_tools__(self) -> list[dict[str, Any]]:
        return [{"name": "get_weather", "validate": lambda value: [] if value else ["empty"]}]

    def decode(self, _: str, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if arguments.get("city") == 7:
            raise CodecError("/city", "must be text")
        return "get_weather", {k: v for k, v in arguments.items() if v is not None}


def test_a_toolkit_decodes() -> None:
    reply = _chat(arguments='{"city": "Oslo", "n": null}')
    function = reply["choices"][0]["message"]["tool_calls"][0]["function"]
    function["name"] = "gw"
    (call,) = parse_tool_calls(reply, "openai", _Kit())
    assert (call.name, call.arguments) == ("get_weather", {"city": "Oslo"})
    function["arguments"] = '{"city": null}'
    assert parse_tool_calls(reply, "openai", _Kit()).failures[0].kind == "invalid_arguments"
    function["arguments"] = '{"city": 7}'
    failure = parse_tool_calls(reply, "openai", _Kit()).failures[0]
    assert (failure.kind, "/city: must be text" in failure.message) == ("invalid_arguments", True)
    function["name"] = "zz"
    assert parse_tool_calls(reply, "openai", _Kit()).failures[0].kind == "unknown_tool"


@pytest.mark.parametrize("arguments", ["", " ", None])
def test_a_call_without_arguments_yet_in_a_reply_that_was_cut_off_is_no_call(
    arguments: str | None,
) -> None:
    reply = _chat(arguments=arguments)
    assert parse_tool_calls(reply, "openai", TOOLS).failures == []
    reply["choices"][0]["finish_reason"] = "length"
    found = parse_tool_calls(reply, "openai", TOOLS)
    assert (list(found), [failure.kind for failure in found.failures]) == ([], ["cut_off"])


def test_misuse_raises() -> None:
    with pytest.raises(UsageError, match="no provider is called `nobody`; there are openai,"):
        parse_tool_calls({}, "nobody")
    with pytest.raises(UsageError, match="a reply of openai is an object"):
        parse_tool_calls([], "openai")
    with pytest.raises(UsageError, match="not a JSON document"):
        parse_tool_calls("{", "openai")


def test_a_list_with_more() -> None:
    assert ToolCalls([], []) == []


@pytest.mark.parametrize("name", [None, ["get_weather"], {"n": 1}, 5])
def test_a_name_that_is_no_text_names_nothing(name: object) -> None:
    reply = _chat()
    reply["choices"][0]["message"]["tool_calls"][0]["function"]["name"] = name
    for tools in (TOOLS, None):
        found = parse_tool_calls(reply, "openai", tools)
        assert (list(found), [failure.kind for failure in found.failures]) == ([], ["unknown_tool"])


@pytest.mark.parametrize("text", [None, 5, ["Hm."]])
def test_what_stands_for_a_text_and_is_none_says_nothing(text: object) -> None:
    content = [{"type": "output_text", "text": text}, {"type": "output_text", "text": "Hm."}]
    reply = {"output": [{"type": "message", "content": content}]}
    assert parse_tool_calls(reply, "openai-responses").text == "Hm."
