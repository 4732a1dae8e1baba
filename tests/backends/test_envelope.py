"""Envelopes: valid schemas that follow the rules of the engines, and the way back."""

from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from toolc.backends.envelope import decode_envelope, envelope, envelope_request
from toolc.ir.model import Tool, Toolset
from toolc.ir.schema import walk
from toolc.runtime.errors import UsageError

Make = Callable[..., Toolset]
WEATHER = {"name": "get_weather", "arguments": {"location": "Paris"}}


def accepts(schema: dict[str, Any], value: Any) -> bool:
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize("engine", ["vllm", "ollama"])
def test_requests(engine: str, toolset: Toolset, snapshot: SnapshotAssertion) -> None:
    assert envelope(toolset, engine=engine).request_fields == snapshot


REPLIES: list[tuple[dict[str, Any], Any, bool]] = [
    ({}, {"tool_calls": [WEATHER]}, True),
    ({}, {"tool_calls": [], "message": "Hello"}, True),
    ({}, {"tool_calls": [WEATHER, WEATHER]}, True),
    ({}, {"message": "Hello"}, False),
    ({}, {"tool_calls": [{"name": "other", "arguments": {}}]}, False),
    ({}, {"tool_calls": [{"name": "get_weather", "arguments": {}}]}, False),
    ({}, {"tool_calls": [{**WEATHER, "id": "1"}]}, False),
    ({"calls": "one"}, {"tool_calls": [WEATHER]}, True),
    ({"calls": "one"}, {"tool_calls": [WEATHER, WEATHER]}, False),
    ({"message": False}, {"tool_calls": [WEATHER]}, True),
    ({"message": False}, {"tool_calls": []}, False),
    ({"message": False}, {"tool_calls": [WEATHER], "message": "x"}, False),
]


@pytest.mark.parametrize(("options", "reply", "valid"), REPLIES)
def test_what_it_accepts(
    options: dict[str, Any],
    reply: Any,
    valid: bool,  # noqa: FBT001  # a parameter of the case
    toolset: Toolset,
) -> None:
    assert accepts(envelope(toolset, **options).schema, reply) is valid


def test_the_rules_of_the_engines(toolset: Toolset) -> None:
    schema = envelope(toolset).schema
    for pointer, node in walk(schema):
        if "$ref" in node if isinstance(node, dict) else False:
            assert list(node) == ["$ref"], pointer
            assert node["$ref"].removeprefix("#/$defs/") in schema["$defs"]
    call = schema["properties"]["tool_calls"]["items"]
    assert list(call) == ["anyOf"]
    assert [list(branch["properties"]) for branch in call["anyOf"]] == [["name", "arguments"]] * 4
    assert all(branch["additionalProperties"] is False for branch in call["anyOf"])


def test_definitions_of_one_name_stay_apart() -> None:
    def tool(name: str, kind: str) -> Tool:
        return Tool(
            name=name,
            input={
                "type": "object",
                "properties": {"v": {"$ref": "#/$defs/V"}},
                "$defs": {"V": {"type": kind}},
            },
        )

    tools = (tool("a", "string"), tool("b", "integer"), tool("c", "string"))
    schema = envelope(Toolset(name="x", tools=tools)).schema
    assert schema["$defs"] == {"V": {"type": "string"}, "V_2": {"type": "integer"}}
    assert accepts(schema, {"tool_calls": [{"name": "b", "arguments": {"v": 1}}]})
    assert not accepts(schema, {"tool_calls": [{"name": "c", "arguments": {"v": 1}}]})


def test_references_to_the_root_and_into_properties(one_property: Make) -> None:
    schema = envelope(one_property({"anyOf": [{"$ref": "#"}, {"type": "null"}]})).schema
    nested = {"p": {"p": {"p": None}}}
    assert accepts(schema, {"tool_calls": [{"name": "tool", "arguments": nested}]})
    assert not accepts(schema, {"tool_calls": [{"name": "tool", "arguments": {"p": {"p": 1}}}]})


def test_rules_beside_a_reference_are_kept(one_property: Make) -> None:
    toolset = one_property(
        {"$ref": "#/$defs/T", "maxLength": 2, "description": "short"},
        **{"$defs": {"T": {"type": "string"}}},
    )
    schema = envelope(toolset).schema
    assert accepts(schema, {"tool_calls": [{"name": "tool", "arguments": {"p": "ab"}}]})
    assert not accepts(schema, {"tool_calls": [{"name": "tool", "arguments": {"p": "abc"}}]})


def test_rules_beside_a_union_are_reported(toolset: Toolset) -> None:
    found = envelope(toolset).diagnostics
    assert [(item.code, item.tool, item.pointer) for item in found] == [
        ("TC412", "draw-shapes", "")
    ]


def test_an_empty_toolset_allows_a_message_only() -> None:
    schema = envelope(Toolset(name="x")).schema
    assert accepts(schema, {"tool_calls": [], "message": "Hello"})
    assert not accepts(schema, {"tool_calls": [WEATHER]})


def test_an_unknown_engine_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="there are vllm, ollama"):
        envelope_request("abacus", {})


def test_a_reply_is_decoded() -> None:
    read = decode_envelope(
        '{"tool_calls": [{"name": "a", "arguments": {"x": 1}}], "message": "Hi"}'
    )
    assert read.text == "Hi"
    assert [(call.id, call.name, call.arguments) for call in read.calls] == [
        ("call_1", "a", {"x": 1})
    ]
    assert not read.failures


WHOLE = '{"tool_calls": [{"name": "a", "arguments": {"x": "\\u00e9s", "n": -12, "t": true}}]}'


@pytest.mark.parametrize("size", range(len(WHOLE)))
def test_a_reply_that_breaks_off_is_never_a_call(size: int) -> None:
    read = decode_envelope(WHOLE[:size])
    assert not read.calls
    assert [failure.kind for failure in read.failures] == ["cut_off"]


@pytest.mark.parametrize(
    "text",
    ["[]", "Hello", '{"tool_calls": 1}', '{"tool_calls": [{"name": "a"}]}', "[" * 100_000 + "}"],
)
def test_what_is_no_envelope_is_unreadable(text: str) -> None:
    read = decode_envelope(text)
    assert not read.calls
    assert [failure.kind for failure in read.failures] == ["unreadable"]
