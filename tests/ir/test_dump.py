"""A toolset written down and read back is the same."""

import json
from itertools import pairwise
from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Origin
from toolc.ir.dump import dump, load
from toolc.ir.model import (
    Annotations,
    HttpArgument,
    HttpBinding,
    HttpBody,
    HttpServer,
    McpBinding,
    PythonBinding,
    Source,
    Tool,
    Toolset,
)

SHARED = {"type": "object", "properties": {"a": {"$ref": "#/$defs/Shared"}}}


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "$defs": {"Shared": SHARED}}


TOOLSET = Toolset(
    name="kit",
    sources=(Source(format="mcp", file="a.json"),),
    tools=(
        Tool(name="empty", input={"type": "object", "properties": {}}),
        Tool(
            name="full",
            title="Full",
            description="d\u2028",
            input=schema(x={"enum": [None, 1.5, "$defs"]}),
            output=schema(),
            annotations=Annotations(read_only=False, open_world=True),
            binding=HttpBinding(
                method="GET",
                path="/p",
                servers=(HttpServer(url="https://example.com"),),
                arguments=(HttpArgument(argument="a", name="A", place="header", explode=False),),
                body=HttpBody(content_type="application/json", argument="body"),
            ),
            tags=("t",),
            deprecated=True,
            meta={"_meta": {"k": [1]}},
            origin=Origin(file="a.json", pointer="/x"),
            places={"": "/x/y", "/$defs/Shared": ""},
        ),
        Tool(
            name="mcp",
            input=schema(),
            places={"": "b.json#/x", "/$defs/Shared": ""},
            binding=McpBinding(tool="t", server="s"),
        ),
        Tool(name="python", input={}, output={}, binding=PythonBinding(module="m", qualname="q")),
    ),
)


def test_through_json_and_back() -> None:
    text = json.dumps(dump(TOOLSET))
    assert load(json.loads(text)) == TOOLSET
    assert json.dumps(dump(load(json.loads(text)))) == text


def test_a_shared_definition_is_written_once_and_shared_again() -> None:
    dumped = dump(TOOLSET)
    in_result = {"name": "Shared", "schema": SHARED}
    assert dumped["definitions"] == [{**in_result, "place": ""}, in_result]
    tools = load(json.loads(json.dumps(dumped))).tools
    assert tools[1].input["$defs"]["Shared"] is tools[2].input["$defs"]["Shared"]


def test_equal_definitions_of_different_objects_are_one() -> None:
    tools = [Tool(name=name, input={"$defs": {"A": {"type": "null"}}}) for name in "ab"]
    assert dump(Toolset(name="k", tools=tuple(tools)))["definitions"] == [
        {"name": "A", "schema": {"type": "null"}}
    ]


def test_definitions_that_differ_in_type_only_are_two() -> None:
    pairs = [("a", 1), ("b", 1.0), ("c", True)]
    tools = [Tool(name=name, input={"$defs": {"A": {"const": value}}}) for name, value in pairs]
    toolset = Toolset(name="k", tools=tuple(tools))
    assert len(dump(toolset)["definitions"]) == 3


def ring(size: int) -> Toolset:
    """As many tools as definitions, each of which leads to all of them."""
    names = [f"D{index}" for index in range(size)]
    defs = {name: {"items": {"$ref": f"#/$defs/{after}"}} for name, after in pairwise(names)}
    defs[names[-1]] = {"items": {"$ref": f"#/$defs/{names[0]}"}}
    tools = [Tool(name=name, input={"$ref": f"#/$defs/{name}", "$defs": defs}) for name in names]
    return Toolset(name="k", tools=tuple(tools))


def test_a_ring_that_all_tools_share_is_written_once() -> None:
    small, large = (len(json.dumps(dump(ring(size)))) for size in (100, 1000))
    assert large < 12 * small
    toolset = ring(20)
    dumped = json.loads(json.dumps(dump(toolset)))
    assert dumped["closures"] == [[*range(20)]]
    loaded = load(dumped)
    assert loaded == toolset
    assert loaded.tools[0].input["$defs"] is loaded.tools[1].input["$defs"]


@pytest.mark.parametrize(
    "damaged",
    [
        None,
        [],
        {},
        {"toolc_ir": 99},
        {"toolc_ir": 1},
        {"toolc_ir": 1, "name": "k", "sources": [], "tools": [{}], "definitions": []},
        {"toolc_ir": 1, "name": "k", "sources": [], "tools": [5], "definitions": []},
        {"toolc_ir": 1, "name": 5, "sources": [], "tools": [], "definitions": []},
        {
            "toolc_ir": 1,
            "name": "k",
            "sources": [],
            "tools": [{"name": "t", "input": {"$defs": 7}}],
            "definitions": [],
        },
        {
            "toolc_ir": 1,
            "name": "k",
            "sources": [],
            "tools": [],
            "definitions": [],
            "closures": [[7]],
        },
    ],
)
def test_what_is_no_dump_is_a_value_error(damaged: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        load(damaged)
