"""Round trip through every provider: a call is encoded, put on the wire, and read back the same."""

import json
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from target_forms import FORM_IDS, FORMS

from toolc import Compiled, ToolKit
from toolc.ir.model import Toolset
from toolc.ir.random_values import Draw
from toolc.runtime import ToolCalls, parse_stream_tool_calls, parse_tool_calls
from toolc.testing.toolsets import TOOLSETS

from .wire_forms import API, SDK_TYPES, Call, reply, sse, stream

OURS = tuple[str, Any]
_EACH = 3  # calls of a tool
_DRAWS = 8  # values drawn for each of them
_TOGETHER = 4  # calls in a reply


def drawn(compiled: Compiled, seed: int = 0) -> Iterator[OURS]:
    """Random valid calls of each tool that the target is given."""
    for tool in compiled.__toolc_tools__():
        if compiled.lowered_tool(tool["name"]) is None:
            continue
        source = next(one for one in compiled.source.tools if one.name == tool["name"])
        draw = Draw(source.input, seed)
        values = (draw.value() for _ in range(_EACH * _DRAWS))
        valid = (
            value for value in values if isinstance(value, dict) and not tool["validate"](value)
        )
        for value in islice(valid, _EACH):
            yield tool["name"], value


def several(compiled: Compiled) -> Iterator[tuple[list[OURS], list[Call]]]:
    """The calls, some at a time, in our words and in the provider's."""
    waiting = list(drawn(compiled))
    for start in range(0, len(waiting), _TOGETHER):
        ours = waiting[start : start + _TOGETHER]
        encoded = [compiled.encode(name, arguments) for name, arguments in ours]
        yield ours, [(f"call_{number}", *call) for number, call in enumerate(encoded)]


def same(found: ToolCalls, ours: list[OURS], where: str) -> None:
    assert found.failures == [], where
    assert [(call.name, call.arguments) for call in found] == ours, where
    assert all(not call.repairs for call in found), where
    assert len({call.id for call in found}) == len(found), where


def travels(compiled: Compiled, target: str) -> int:
    """Send all calls through the provider's wire, in every form that it can be read in."""
    api, count = API[target], 0
    for ours, theirs in several(compiled):
        whole, events = reply(api, theirs), stream(api, theirs)
        same(parse_tool_calls(whole, target, compiled), ours, "whole")
        same(parse_tool_calls(json.dumps(whole), target, compiled), ours, "text")
        same(parse_stream_tool_calls(events, target, compiled), ours, "events")
        lines = "".join(json.dumps(event) + "\n" for event in events)
        for form in (sse(events), lines, json.dumps(events, indent=1)):
            pieces = [form[at : at + 97] for at in range(0, len(form), 97)]
            same(parse_stream_tool_calls(pieces, target, compiled), ours, form[:20])
        count += len(ours)
    return count


@pytest.mark.parametrize("form", FORM_IDS)
@pytest.mark.parametrize("about", sorted(TOOLSETS.keys() - {"nothing", "many"}))
def test_calls_of_every_kind_travel(form: str, about: str) -> None:
    target, options = FORMS[form]
    compiled = ToolKit(TOOLSETS[about]).compile(target, **options)
    count = travels(compiled, target)
    assert count or not any(drawn(compiled))


@pytest.mark.parametrize("target", ["openai", "openai-responses"])
def test_texts_of_custom_tools_travel(target: str) -> None:
    text = {"type": "string"}
    schema = {
        "type": "object",
        "properties": {"query": text},
        "required": ["query"],
        "additionalProperties": False,
    }
    tools = [
        {"name": "run sql", "inputSchema": schema},
        {"name": "now", "inputSchema": {"type": "object", "properties": {"at": text}}},
    ]
    kit = ToolKit.from_mcp(tools)
    compiled = kit.compile(target, custom_tools=True)
    assert travels(compiled, target)
    [(_, theirs)] = [(name, compiled.encode(name, {"query": '{"a": 1}{'})) for name in ("run sql",)]
    found = parse_tool_calls(reply(API[target], [("c", *theirs)]), target, compiled)
    assert found[0].arguments == {"query": '{"a": 1}{'}


@pytest.mark.corpus
@pytest.mark.parametrize("form", FORM_IDS)
def test_calls_of_real_tools_travel(shared: Path, form: str) -> None:
    target, options = FORMS[form]
    count = 0
    for path in sorted((shared / "corpora/mcp/dumps").glob("*.json")):
        kit = ToolKit.from_mcp(path)
        few: Toolset = kit.toolset.replace(kit.tools[:: 9 if len(kit) > 40 else 3])
        count += travels(ToolKit(few).compile(target, **options), target)
    assert count


@pytest.mark.parametrize("target", API)
def test_the_wire_forms_are_those_of_the_sdk(target: str) -> None:
    api = API[target]
    if api not in SDK_TYPES:
        pytest.skip("the SDK has no type of a reply")
    module, whole, event = SDK_TYPES[api]
    types = pytest.importorskip(module, reason="the provider's SDK is not installed")
    calls: list[Call] = [("call_0", "a", {"b": [1, {"c": "d"}]}), ("call_1", "e", {})]
    TypeAdapter(getattr(types, whole)).validate_python(reply(api, calls))
    adapter = TypeAdapter(getattr(import_module(module), event))
    for item in stream(api, calls):
        adapter.validate_python(item)
