"""Alternatives at the root side by side: what the source takes can still be said."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolc.ir.language import Language
from toolc.ir.model import Tool, Toolset
from toolc.ir.random_values import Draw
from toolc.passes.merge_root import merge_root
from toolc.passes.outcome import Outcome

LANGUAGE = Language(target="acme", root_refused=frozenset({"anyOf", "oneOf"}))
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "integer"},
        {"const": "a"},
        {"enum": ["a", "b", 1]},
        {"type": ["string", "null"]},
        {"$ref": "#/$defs/Node"},
        {},
        True,
    ]
)
KEYS = st.sampled_from("abcd")


def objects(further: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(
        lambda properties, required, more: {
            "type": "object",
            "properties": properties,
            "required": sorted(properties.keys() & required),
            "additionalProperties": more,
        },
        st.dictionaries(KEYS, LEAVES, max_size=3),
        st.sets(KEYS, max_size=2),
        further,
    )


def merged(schema: dict[str, Any]) -> Outcome:
    return merge_root(Toolset(name="k", tools=(Tool(name="t", input=schema),)), language=LANGUAGE)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    keyword=st.sampled_from(["anyOf", "oneOf"]),
    branches=st.lists(objects(st.sampled_from([False, True]) | LEAVES), min_size=1, max_size=3),
    outer=objects(st.just({})),
    seed=st.integers(0, 1000),
)
def test_whatever_the_source_takes_fits(
    keyword: str, branches: list[dict[str, Any]], outer: dict[str, Any], seed: int
) -> None:
    schema = {**outer, keyword: branches, "$defs": {"Node": NODE}}
    outcome = merged(schema)
    assert outcome.codes == ("TC326",)
    made = outcome.toolset.tools[0].input
    assert keyword not in made
    takes, fits = Draft202012Validator(schema).is_valid, Draft202012Validator(made).is_valid
    draw = Draw(schema, seed)
    assert all(fits(value) for value in (draw.value() for _ in range(20)) if takes(value))


@pytest.mark.parametrize(
    "branch",
    [
        {"type": "null"},
        {"type": "array"},
        {"type": ["object", "null"]},
        {"properties": {}, "minProperties": 1},
        {"anyOf": [{"required": ["a"]}]},
        {"$ref": "#/$defs/Loop"},
        {"description": "anything"},
        True,
    ],
)
def test_what_is_more_than_an_object_with_properties_is_left_alone(branch: Any) -> None:
    loop = {"Loop": {"$ref": "#/$defs/Loop"}}
    schema = {"anyOf": [{"type": "object", "properties": {"a": {}}}, branch], "$defs": loop}
    outcome = merged(schema)
    assert (outcome.toolset.tools[0].input, outcome.codes) == (schema, ())


@pytest.mark.parametrize(
    "more", [{"type": ["object", "null"]}, {"minProperties": 1}, {"additionalProperties": False}]
)
def test_what_stands_beside_the_alternatives_may_be_in_the_way(more: dict[str, Any]) -> None:
    schema = {"anyOf": [{"type": "object", "properties": {"a": {}}}], **more}
    assert merged(schema).codes == ()
