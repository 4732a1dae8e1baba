"""Samples: what they look like, and that `jsonschema` accepts each of them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolc.frontends.documents import read_document
from toolc.frontends.mcp import read_mcp
from toolc.ir.samples import NoSample, sample

NODE = {
    "type": "object",
    "properties": {"value": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}},
    "required": ["value", "next"],
}


def obj(required: list[str] | None = None, /, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required or []}


READABLE: list[tuple[dict[str, Any], Any]] = [
    ({"type": "string"}, "text"),
    ({"type": "string", "format": "date"}, "2026-01-31"),
    ({"type": "string", "format": "uri"}, "https://example.com"),
    ({"type": "string", "format": "unheard-of"}, "text"),
    ({"type": "string", "maxLength": 2}, "te"),
    ({"type": "string", "minLength": 9}, "text text"),
    ({"type": "string", "pattern": "^[A-Z]{3}$"}, "ABC"),
    ({"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"}, "2026-01-31"),
    ({"type": "string", "pattern": "^[0-9a-f]+$", "minLength": 5, "maxLength": 5}, "abcde"),
    ({"type": "integer"}, 10),
    ({"type": "integer", "minimum": 40}, 40),
    ({"type": "integer", "maximum": -3}, -3),
    ({"type": "integer", "exclusiveMinimum": 10}, 11),
    ({"type": "integer", "multipleOf": 7}, 14),
    ({"type": "number", "minimum": 0.2, "maximum": 0.4}, 0.2),
    ({"type": "boolean"}, True),
    ({"type": "null"}, None),
    ({"enum": ["b", "a"]}, "b"),
    ({"const": {"deep": [1]}}, {"deep": [1]}),
    ({"type": "integer", "default": 5, "examples": [3]}, 3),
    ({"type": "integer", "default": "wrong"}, 10),
    ({"type": "string", "default": ""}, "text"),
    ({"type": ["null", "integer"]}, 10),
    ({"anyOf": [{"type": "null"}, {"type": "boolean"}]}, True),
    ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, 0.5),
    ({"allOf": [{"type": "integer", "minimum": 3}, {"maximum": 5}]}, 3),
    ({"type": "array", "items": {"type": "integer"}}, [10]),
    ({"type": "array", "items": {"type": "integer"}, "minItems": 2, "uniqueItems": True}, [10, 1]),
    ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}]}, ["text", None]),
    ({"type": "array", "contains": {"const": 7}, "items": {"type": "integer"}}, [7]),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, {"key": 10}),
    ({"type": "object", "minProperties": 2}, {"key": "key", "key2": "text"}),
    (obj(["city"], city={"type": "string"}, unit={"enum": ["c"]}), {"city": "Paris"}),
    (obj(["homeCity"], homeCity={"type": "string"}), {"homeCity": "Paris"}),
    (obj(["free"]), {"free": "text"}),
    ({**obj([], a={"const": 1}, b={"const": 2}), "dependentRequired": {"a": ["b"]}}, {}),
    ({**obj([], a={"const": 1}), "anyOf": [{"required": ["a"]}]}, {"a": 1}),
    ({"type": "integer", "not": {"const": 10}}, 1),
    (
        {"if": {"const": 10}, "then": {"minimum": 20}, "else": {"maximum": 5}, "type": "integer"},
        1,
    ),
]


@pytest.mark.parametrize(("schema", "value"), READABLE)
def test_a_sample_is_readable(schema: dict[str, Any], value: Any) -> None:
    found = sample(schema)
    assert Draft202012Validator(schema).is_valid(found)
    assert found == value


def test_recursion_takes_the_shortest_way_out() -> None:
    ends = {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}
    node = {**NODE, "properties": {**NODE["properties"], "next": ends}}  # type: ignore[dict-item]  # a plain literal
    assert sample({"$ref": "#/$defs/Node", "$defs": {"Node": node}}) == {
        "value": "text",
        "next": None,
    }


def test_optional_properties_are_shown_on_demand() -> None:
    schema = obj(
        ["city"],
        city={"type": "string"},
        note={"type": "string"},
        unit={"enum": ["c", "f"], "default": "f"},
    )
    assert sample(schema, optional=1) == {"city": "Paris", "unit": "f"}
    assert sample(schema, optional=2) == {"city": "Paris", "note": "text", "unit": "f"}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": ".^"},
        {"type": "string", "minLength": 3, "maxLength": 2},
        {"type": "integer", "minimum": 3, "maximum": 2},
        {"enum": []},
        {"allOf": [{"type": "string"}, {"type": "integer"}]},
        {"$ref": "#/$defs/Node", "$defs": {"Node": NODE}},
        {"$ref": "#/$defs/Loop", "$defs": {"Loop": {"$ref": "#/$defs/Loop"}}},
        {"$ref": "#/$defs/Nowhere"},
        {"type": "string", "pattern": r"(a)\1"},
        {"not": {}},
        obj(["a"], a=False),
    ],
)
def test_without_a_value_it_says_so(schema: dict[str, Any]) -> None:
    with pytest.raises(NoSample):
        sample(schema)


def deep(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = obj(["a"], a=schema)
    return schema


def doubled(levels: int) -> dict[str, Any]:
    """Definitions that each stand for two of the next: 2**levels places in a line of text."""
    definitions: dict[str, Any] = {f"D{levels}": {"type": "integer"}}
    for level in range(levels):
        definitions[f"D{level}"] = {"allOf": [{"$ref": f"#/$defs/D{level + 1}"}] * 2}
    return {"$ref": "#/$defs/D0", "$defs": definitions}


@pytest.mark.parametrize(
    "schema",
    [
        deep(3000),
        doubled(40),
        {"type": "array", "minItems": 10**9},
        {"type": "string", "minLength": 10**9},
        {"type": "string", "pattern": "^(a+)+$", "examples": ["a" * 60 + "!"], "minLength": 50},
        {"anyOf": [{"anyOf": [{"type": "string", "pattern": ".^"}] * 30}] * 30},
    ],
)
def test_hostile_schemas_are_bounded(schema: dict[str, Any]) -> None:
    try:
        value = sample(schema)
    except NoSample:
        return
    assert Draft202012Validator(schema).is_valid(value)


SCALARS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("integer")},
        optional={"minimum": st.integers(-50, 50), "maximum": st.integers(-50, 50)},
    ),
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={"minLength": st.integers(0, 12), "maxLength": st.integers(0, 12)},
    ),
    st.sampled_from([{"type": "boolean"}, {"enum": [1, "a"]}, {"type": ["null", "number"]}]),
)
SCHEMAS: st.SearchStrategy[dict[str, Any]] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.builds(
            lambda items, low: {"type": "array", "items": items, "minItems": low},
            inner,
            st.integers(0, 3),
        ),
        st.builds(lambda a, b: obj(["a"], a=a, b=b), inner, inner),
        st.builds(lambda a, b: {"anyOf": [a, b]}, inner, inner),
        st.builds(lambda a, b: {"oneOf": [a, b]}, inner, inner),
        st.builds(lambda a, b: {"allOf": [a, b]}, inner, inner),
    ),
    max_leaves=6,
)


@given(SCHEMAS)
@settings(derandomize=True, max_examples=150, deadline=None)
def test_every_sample_validates(schema: dict[str, Any]) -> None:
    try:
        value = sample(schema, optional=1)
    except NoSample:
        return
    assert Draft202012Validator(schema).is_valid(value)
    assert sample(schema, optional=1) == value


@pytest.mark.corpus
def test_real_tools_have_samples(shared: Path) -> None:
    missing: list[str] = []
    count = 0
    for file in sorted((shared / "corpora/mcp/dumps").glob("*.json")):
        for tool in read_mcp(read_document(file))[0]:
            count += 1
            try:
                value = sample(tool.input, optional=2)
            except NoSample as problem:
                missing.append(f"{file.stem} {tool.name}: {problem}")
                continue
            assert Draft202012Validator(tool.input).is_valid(value), tool.name
    assert count > 2000
    assert not missing
