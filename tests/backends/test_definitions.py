"""Shared shapes: names of their own, equal ones once, and only some worth a name in text."""

import time
from typing import Any

import pytest

from toolc.backends.definitions import share_definitions, worth_a_name
from toolc.ir.model import Tool, Toolset


def toolset(*inputs: dict[str, Any]) -> Toolset:
    tools = tuple(Tool(name=f"t{index}", input=schema) for index, schema in enumerate(inputs))
    return Toolset(name="x", tools=tools)


def using(definitions: dict[str, Any], *references: str) -> dict[str, Any]:
    properties = {f"p{i}": {"$ref": reference} for i, reference in enumerate(references)}
    return {"type": "object", "properties": properties, "$defs": definitions}


def point(kind: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"x": {"$ref": "#/$defs/Unit"}, "k": {"type": kind}}}


def test_equal_definitions_are_one_and_others_stay_apart() -> None:
    def tool(kind: str, unit: str) -> dict[str, Any]:
        return using({"Point": point(kind), "Unit": {"enum": [unit]}}, "#/$defs/Point")

    shared = share_definitions(toolset(tool("null", "m"), tool("null", "m"), tool("null", "km")))
    targets = [schema["properties"]["p0"]["$ref"] for schema in shared.inputs]
    assert targets == ["#/$defs/Point", "#/$defs/Point", "#/$defs/Point_2"]
    assert list(shared.definitions) == ["Point", "Unit", "Point_2", "Unit_2"]
    assert shared.definitions["Point_2"]["properties"]["x"] == {"$ref": "#/$defs/Unit_2"}


@pytest.mark.parametrize(
    ("key", "name"), [("Pet[Dog]", "Pet_Dog"), ("a~1b", "a_b"), ("é", "shape"), ("x.y", "x_y")]
)
def test_names_are_plain(key: str, name: str) -> None:
    definitions = {key.replace("~1", "/"): {"type": "null"}}
    shared = share_definitions(toolset(using(definitions, f"#/$defs/{key}")))
    assert list(shared.definitions) == [name]


def test_data_and_properties_are_not_references() -> None:
    schema = {
        "type": "object",
        "properties": {"$ref": {"const": {"$ref": "#/$defs/A"}}},
        "$defs": {"A": {}},
    }
    shared = share_definitions(toolset(schema))
    assert shared.inputs[0]["properties"] == schema["properties"]
    assert not shared.definitions


def test_outputs_count_on_demand() -> None:
    result = {"$ref": "#/$defs/Unit", "$defs": {"Unit": {"type": "null"}}}
    tools = Toolset(name="x", tools=(Tool(name="t", input={"type": "object"}, output=result),))
    assert share_definitions(tools).definitions == {}
    assert share_definitions(tools, with_outputs=True).definitions == {"Unit": {"type": "null"}}


def test_what_is_worth_a_name() -> None:
    definitions = {
        "Once": {"type": "string"},
        "Twice": {"type": "string", "minLength": 1},
        "Bare": {"type": "string"},
        "Loop": {"properties": {"more": {"$ref": "#/$defs/Loop"}}},
        "Even": {"properties": {"next": {"$ref": "#/$defs/Odd"}}},
        "Odd": {"properties": {"next": {"$ref": "#/$defs/Even"}}},
        "Told": {"const": 1},
        "Leads": {"properties": {"to": {"$ref": "#/$defs/Loop"}}},
    }
    names = ["Once", "Twice", "Twice", "Bare", "Bare", "Loop", "Even", "Leads"]
    schema = using(definitions, *(f"#/$defs/{name}" for name in names))
    schema["not"] = {"$ref": "#/$defs/Told"}
    assert worth_a_name(share_definitions(toolset(schema))) == {
        "Twice",
        "Loop",
        "Even",
        "Odd",
        "Told",
    }


def test_a_long_chain_takes_linear_time() -> None:
    size = 5000
    definitions: dict[str, Any] = {f"D{size}": {"type": "null"}}
    for index in range(size):
        definitions[f"D{index}"] = {"properties": {"a": {"$ref": f"#/$defs/D{index + 1}"}}}
    started = time.process_time()
    shared = share_definitions(toolset(using(definitions, "#/$defs/D0")))
    assert len(shared.definitions) == size + 1
    assert worth_a_name(shared) == set()
    assert time.process_time() - started < 20
