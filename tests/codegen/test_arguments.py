"""A model holds whatever its validator lets through: nothing is refused, lost or changed."""

import json
import sys
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolc.codegen.loading import run_source
from toolc.codegen.module import emit_module
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.random_values import Draw

HUGE = 10**400
OPEN_UNION: Schema = {
    "anyOf": [
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {"type": "object", "properties": {"b": {"type": "integer"}}},
    ]
}
NESTED: Schema = {
    "type": "object",
    "properties": {"n": {"$ref": "#/$defs/N"}},
    "$defs": {
        "N": {
            "anyOf": [
                {"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}}},
                {"type": "null"},
            ]
        }
    },
}
SCALARS = ("string", "integer", "number", "boolean", "null")


def view(schema: Schema, arguments: dict[str, Any]) -> dict[str, Any]:
    """What the model of a tool's arguments gives back."""
    return views(schema, [arguments])[0]


def views(schema: Schema, values: list[dict[str, Any]]) -> list[dict[str, Any]]:
    space = loaded(schema)
    dumped: list[dict[str, Any]] = []
    for arguments in values:
        assert space["validate"]("t", arguments) == []
        call = space["T"]("1", "t", arguments)
        dumped.append(call.args.model_dump(by_alias=True, exclude_unset=True))
    return dumped


def loaded(schema: Schema) -> dict[str, Any]:
    """What the module of one tool `t` defines."""
    tools = Toolset(name="kit", tools=(Tool(name="t", input=schema),))
    ((_, text),) = emit_module(tools, digest="", source_names=[]).files.items()
    module = sys.modules["made_kit"] = ModuleType("made_kit")  # where models look for each other
    return run_source(text, "kit", vars(module))


def told(value: Any) -> str:
    """A value as JSON text in which 1 and 1.0 are the same, and true is another."""
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def properties(**schemas: Any) -> Schema:
    return {"type": "object", "properties": schemas}


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        (OPEN_UNION, {"a": 1}),
        (OPEN_UNION, {"a": "x", "b": None}),
        (properties(b={"type": ["boolean", "integer"]}), {"b": 1.0}),
        (properties(b={"type": ["integer", "boolean"]}), {"b": True}),
        (properties(n={"type": "number"}), {"n": HUGE}),
        (properties(n={"type": "number"}), {"n": 2**53 + 1}),
        (properties(n={"type": "integer"}), {"n": 3.0}),
        (properties(n={"enum": [1, True, "1"]}), {"n": 1.0}),
        (properties(n={"enum": [1, True, "1"]}), {"n": True}),
        (
            properties(
                n={
                    "anyOf": [
                        {"type": "array", "items": {"type": "integer"}},
                        {"type": "array", "items": {"type": ["boolean", "integer"]}},
                    ]
                }
            ),
            {"n": [1.0, True]},
        ),
        (properties(n=properties(a={}) | {"type": ["object", "null"]}), {"n": None}),
        (properties(n={"properties": {"a": {"type": "string"}}}), {"n": [{"a": 1}]}),
        (
            properties(n={"allOf": [properties(a={}), {"properties": {"b": {"type": "string"}}}]}),
            {"n": {"a": 1, "b": "x"}},
        ),
        (
            NESTED,
            {"n": {"n": {"n": None}}},
        ),
    ],
)  # fmt: skip
def test_what_the_validator_lets_through_the_model_holds(
    schema: Schema, arguments: dict[str, Any]
) -> None:
    assert told(view(schema, arguments)) == told(arguments)


def test_a_key_called_like_the_field_of_another_is_a_key_of_its_own() -> None:
    schema = properties(**{"class": {"type": "string"}})
    assert view(schema, {"class_": 1})["class_"] == 1
    assert view(schema, {"class_": 1, "class": "x"}) == {"class_": 1, "class": "x"}


@pytest.mark.parametrize("value", ["1", 1.5, True, None])
def test_a_model_coerces_nothing(value: object) -> None:
    model = loaded(properties(n={"type": "integer"}))["TArgs"]
    if value is None:
        assert model(n=None).n is None
    else:
        with pytest.raises(ValueError, match="n"):
            model(n=value)


def _schema(random: Random, depth: int) -> Any:
    """A random schema of the kinds that models merge, split and name."""
    kind = random.choice(
        ("type", "types", "enum", "object", "union", "all", "list", "map", "ref", "any")
    )
    if depth > 3 or kind == "type":
        return {"type": random.choice(SCALARS)}
    match kind:
        case "types":
            return {"type": random.sample((*SCALARS, "array", "object"), 2)}
        case "enum":
            return {"enum": random.sample(["a", 1, True, None, 0, 2.5, "b"], 3)}
        case "object":
            return _object(random, depth)
        case "union":
            union = {random.choice(("anyOf", "oneOf")): _several(random, depth)}
            return union | (_object(random, depth) if random.random() < 0.3 else {})
        case "all":
            return {"allOf": _several(random, depth)}
        case "list":
            return {"type": "array", "items": _schema(random, depth + 1)}
        case "map":
            return {"type": "object", "additionalProperties": _schema(random, depth + 1)}
        case "ref":
            return {"$ref": f"#/$defs/{random.choice('DE')}"}
    return random.choice([True, {}])


def _several(random: Random, depth: int) -> list[Any]:
    one = _object if random.random() < 0.5 else _schema
    return [one(random, depth + 1) for _ in range(random.randint(1, 3))]


def _object(random: Random, depth: int) -> Schema:
    keys = random.sample(["a", "b", "class", "json"], random.randint(1, 3))
    made: Schema = {"properties": {key: _schema(random, depth + 1) for key in keys}}
    if random.random() < 0.8:
        made["type"] = "object"
    if random.random() < 0.4:
        made["required"] = random.sample(keys, 1)
    if random.random() < 0.3:
        made["additionalProperties"] = random.choice([False, {"type": "integer"}])
    return made


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_any_valid_arguments_come_back_as_they_were(seed: int) -> None:
    random = Random(seed)  # noqa: S311  schemas to try out, not secrets
    root = (
        _object(random, 0)
        if random.random() < 0.5
        else {random.choice(("anyOf", "oneOf", "allOf")): _several(random, 0)}
    )
    schema = {"type": "object", **root, "$defs": {name: _schema(random, 1) for name in "DE"}}
    referee = Draft202012Validator(schema)
    valid: list[dict[str, Any]] = []
    for number in range(8):
        draw = Draw(schema, number)
        try:
            drawn = [value := draw.value(), draw.near(value)]
            valid += [each for each in drawn if isinstance(each, dict) and referee.is_valid(each)]
        except RecursionError:
            pass  # a definition that is itself in another guise has no verdict
    try:
        dumped = views(schema, valid)
    except RecursionError:
        return
    assert list(map(told, dumped)) == list(map(told, valid))
