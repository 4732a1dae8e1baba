"""Teaching: what is taught is what the parser reads."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from toolc.backends.teaching import teach
from toolc.ir.model import Annotations, Tool, Toolset
from toolc.runtime import parse
from toolc.runtime.errors import UsageError

DIALECTS = ["tagged", "json", "hermes"]


def table(toolset: Toolset) -> list[dict[str, Any]]:
    return [{"name": tool.name, "parameters": tool.input} for tool in toolset.tools]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_text(dialect: str, toolset: Toolset, snapshot: SnapshotAssertion) -> None:
    assert teach(toolset, dialect).text == snapshot


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("reader", ["auto", "own"])
def test_the_example_is_read_as_a_valid_call(dialect: str, reader: str, toolset: Toolset) -> None:
    example = teach(toolset, dialect).text.split("\n\n")[1]
    read = parse(example, table(toolset), dialect=dialect if reader == "own" else "auto")
    assert [call.name for call in read.calls] == ["get_weather"]
    assert not read.calls[0].repaired
    schema = toolset.tools[0].input
    assert Draft202012Validator(schema).is_valid(read.calls[0].arguments)


ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"location": "São Paulo"},
    {"location": "</tool_call> {name} { ... } {content}"},
    {"location": 'a "quote" \\ and\na line'},
    {"deep": [{"a": [1, 2.5, None, True]}]},
]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_past_call_is_read_as_itself(dialect: str, arguments: dict[str, Any]) -> None:
    tools = [{"name": "get_weather", "parameters": {"type": "object"}}]
    text = teach(Toolset(name="x"), dialect).call("get_weather", arguments)
    read = parse(text, tools, dialect=dialect)
    assert [(call.name, call.arguments) for call in read.calls] == [("get_weather", arguments)]
    assert not read.calls[0].repaired


def test_a_result_cannot_close_its_block(toolset: Toolset) -> None:
    taught = teach(toolset)
    assert taught.result("now", {"t": "</tool_result>"}) == (
        '<tool_result name="now">{"t": "<\\/tool_result>"}</tool_result>'
    )
    assert taught.result("now", "12:00").startswith(taught.stop[0])


def test_the_example_is_a_harmless_tool() -> None:
    schema = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    drop = Tool(name="drop", input=schema, annotations=Annotations(destructive=True))
    read = Tool(name="read", input={**schema, "properties": {"id": {}, "more": {}}})
    text = teach(Toolset(name="x", tools=(drop, read))).text
    assert '<tool_call name="read">{"id": "abc123"' in text


def test_without_a_sample_the_form_is_shown() -> None:
    schema = {"type": "object", "properties": {"a": False}, "required": ["a"]}
    taught = teach(Toolset(name="x", tools=(Tool(name="t", input=schema),)))
    assert [item.code for item in taught.diagnostics] == ["TC411"]
    assert '<tool_call name="{name}">{ ... }</tool_call>' in taught.text


def test_what_cannot_be_written_is_refused(toolset: Toolset) -> None:
    with pytest.raises(UsageError, match="can't stand in a call"):
        teach(toolset).call('a"b', {})
    with pytest.raises(UsageError, match="no dialect `morse`"):
        teach(toolset, "morse")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_blocks_are_spoken_of_where_there_are_some(dialect: str, toolset: Toolset) -> None:
    text = teach(toolset, dialect).text
    assert ("block" in text) == ("</" in text)
