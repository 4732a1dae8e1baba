"""Guards: what they read they decide as JSON Schema does; the rest they let pass."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolc.runtime.guards import fits, same

SCHEMAS: list[Any] = [
    True,
    False,
    {"type": "integer"},
    {"type": ["string", "null"]},
    {"const": 1},
    {"enum": [1, "a", None, [1]]},
    {"required": ["a"]},
    {"properties": {"a": {"type": "string"}}, "additionalProperties": False},
    {"items": {"type": "integer"}, "minItems": 1, "maxItems": 2},
    {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}},
    {"minLength": 1, "maxLength": 2, "pattern": "^a"},
    {"minimum": 0, "maximum": 1.5},
    {"minProperties": 1, "maxProperties": 1},
    {"anyOf": [{"type": "string"}, {"minimum": 1}]},
    {"allOf": [{"type": "number"}, {"maximum": 0}]},
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.sampled_from([0.5, 1.0, "", "a", "ab", "abc"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=4,
)


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
@settings(max_examples=80, derandomize=True, deadline=None)
@given(value=VALUES)
def test_agrees_with_the_reference(schema: Any, value: Any) -> None:
    assert fits(schema, value, {}) == Draft202012Validator(schema).is_valid(value)


def test_a_reference_is_looked_up_by_name() -> None:
    schemas = {"Node": {"type": "object", "properties": {"next": {"$ref": "Node"}}}}
    assert fits({"$ref": "Node"}, {"next": {"next": {}}}, schemas)
    assert not fits({"$ref": "Node"}, {"next": {"next": 1}}, schemas)


def test_what_it_can_not_decide_passes() -> None:
    assert fits({"format": "uri", "not": {}, "pattern": "(?<x"}, "text", {})


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, 1.0, True),
        (True, 1, False),
        (False, 0, False),
        ([1], [True], False),
        ({"a": 1}, {"a": 1.0}, True),
    ],
)
def test_same_is_equality_of_json(left: Any, right: Any, equal: bool) -> None:  # noqa: FBT001 -- a table's column
    assert same(left, right) is equal
