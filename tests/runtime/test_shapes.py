"""The shapes that are a call, and those that are not."""

import pytest

from toolc.runtime.shapes import is_definition, read_call

ARGUMENTS = {"city": "Oslo"}


@pytest.mark.parametrize(
    "value",
    [
        {"name": "f", "arguments": ARGUMENTS},
        {"arguments": ARGUMENTS, "name": "f", "id": "1", "type": "function"},
        {"tool": "f", "args": ARGUMENTS},
        {"tool_name": "f", "parameters": ARGUMENTS, "tool_call_id": "0"},
        {"function": "f", "input": ARGUMENTS},
        {"type": "function", "function": {"name": "f", "arguments": ARGUMENTS}},
        {"tool_call": {"function": {"name": "f", "arguments": ARGUMENTS}}},
        {"function_call": {"name": "f", "arguments": ARGUMENTS}},
    ],
)
def test_is_a_call(value: object) -> None:
    assert read_call(value) == ("f", ARGUMENTS)


@pytest.mark.parametrize(
    "value",
    [
        {"name": "f", "description": "d", "parameters": {}},
        {"name": "f", "version": "1"},
        {"name": 3, "arguments": {}},
        {"name": "", "arguments": {}},
        {"name": "f", "tool": "g", "arguments": {}},
        {"name": "f", "arguments": {}, "input": {}},
        {"arguments": {}},
        {"call": {"call": {"call": {"call": {"call": {"name": "f"}}}}}},
        *([], "f", None, 3, {}),
    ],
)
def test_is_no_call(value: object) -> None:
    assert read_call(value) is None


def test_arguments_left_out_or_as_text() -> None:
    assert read_call({"name": "f"}) == ("f", None)
    assert read_call({"name": "f", "arguments": "{}"}) == ("f", "{}")


def test_is_definition() -> None:
    assert is_definition({"type": "object", "properties": {}})
    assert not is_definition({"type": "object", "properties": 3})
    assert not is_definition({"type": "file"})
