"""Equal shapes become definitions, and what a schema takes stays what it was."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.codegen.sharing import share_shapes
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.samples import sample

WORDS = [f"a rather long word, number {number}" for number in range(12)]
PLACE: Schema = {
    "type": "object",
    "properties": {"street": {"enum": WORDS}, "city": {"type": "string"}},
    "required": ["street"],
}
FROM = PLACE | {"description": "Where from."}


def shared(*schemas: Schema) -> list[Schema]:
    tools = tuple(Tool(name=f"t{i}", input=schema) for i, schema in enumerate(schemas))
    return [tool.input for tool in share_shapes(Toolset(name="kit", tools=tools)).tools]


def arguments(**properties: Any) -> Schema:
    return {"type": "object", "properties": properties}


def test_a_long_shape_in_two_places_is_one_definition() -> None:
    first, second = shared(arguments(a=FROM), arguments(b={"type": "array", "items": PLACE}))
    assert first["$defs"] == second["$defs"] == {"StreetCity": PLACE}
    assert first["properties"]["a"] == {
        "$ref": "#/$defs/StreetCity",
        "description": "Where from.",
    }
    assert second["properties"]["b"]["items"] == {"$ref": "#/$defs/StreetCity"}


def test_it_is_called_after_its_title_or_the_one_place_it_has() -> None:
    (titled, _) = shared(arguments(a=PLACE | {"title": "Place"}), arguments(b=PLACE))
    assert list(titled["$defs"]) == ["Place"]
    (placed, _) = shared(arguments(home=PLACE), arguments(home=PLACE, x={"type": "null"}))
    assert list(placed["$defs"]) == ["Home"]


def test_shapes_within_shapes_and_names_that_are_taken() -> None:
    outer = arguments(**{f"k{i}": PLACE if i < 2 else {"type": "string"} for i in range(5)})
    first, _ = shared(
        arguments(home=outer) | {"$defs": {"Home": {"type": "null"}}}, arguments(home=outer)
    )
    assert first["$defs"]["Home"] == {"type": "null"}
    assert {*first["$defs"]} == {"Home", "Home_2", "StreetCity"}
    assert first["$defs"]["Home_2"]["properties"]["k0"] == {"$ref": "#/$defs/StreetCity"}


@pytest.mark.parametrize(
    "odd",
    [
        {"$ref": "#/$defs/x"},
        {"$id": "https://example.com/a"},
        {"$anchor": "a"},
        {"$dynamicRef": "#a"},
    ],
)
def test_what_means_something_in_its_own_place_only_stays(odd: Schema) -> None:
    shape = PLACE | {"properties": {**PLACE["properties"], "odd": odd}}
    schema = arguments(a=shape, b=shape) | {"$defs": {"x": {}}}
    assert shared(schema) == [schema]


def test_short_and_deep_schemas_stay() -> None:
    deep: Schema = PLACE
    for _ in range(2000):
        deep = {"type": "array", "items": deep}
    for schema in (
        arguments(a={"type": "string"}, b={"type": "string"}),
        arguments(a=deep, b=deep),
    ):
        toolset = Toolset(name="kit", tools=(Tool(name="t", input=schema),))
        assert share_shapes(toolset) is toolset


def test_the_rewritten_schema_takes_the_same_values() -> None:
    schema = arguments(a=FROM, b={"anyOf": [PLACE, {"type": "null"}]}) | {"required": ["a"]}
    (other,) = shared(schema)
    assert other != schema
    good: dict[str, Any] = sample(schema, optional=3)
    values: tuple[Any, ...] = (
        good,
        good | {"a": {}},
        good | {"b": None},
        good | {"b": {"street": 1}},
        {},
    )
    for value in values:
        assert Draft202012Validator(schema).is_valid(value) == Draft202012Validator(other).is_valid(
            value
        )
