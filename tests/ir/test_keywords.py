"""Keywords with values of the wrong kind are reported and left out; the right ones stay."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.ir.drafts import to_2020_12
from toolc.ir.keywords import hoist_required, leave_out_broken

WRONG: list[tuple[str, Any]] = [
    ("type", "any"), ("type", ["string", "file"]), ("type", []), ("type", None), ("type", 5),
    ("required", True), ("required", ["a", 1]), ("required", "a"),
    ("dependentRequired", {"a": "b"}),
    ("enum", {}), ("examples", "x"),
    ("minimum", "5"), ("maximum", True), ("exclusiveMinimum", None), ("multipleOf", 0),
    ("minLength", -1), ("maxItems", 1.5), ("minProperties", "1"), ("maxContains", True),
    ("pattern", 5), ("format", None), ("title", []), ("description", {}), ("$comment", 1),
    ("uniqueItems", "true"), ("readOnly", 1), ("deprecated", "no"),
    ("items", "x"), ("additionalProperties", "false"), ("not", None), ("if", []),
    ("anyOf", []), ("allOf", {}), ("oneOf", "x"),
    ("properties", []), ("patternProperties", 5),
]  # fmt: skip


@pytest.mark.parametrize(("keyword", "value"), WRONG)
def test_wrong_values(keyword: str, value: Any) -> None:
    found = []
    node = {keyword: value, "default": 1}
    leave_out_broken(node, lambda code, step, **words: found.append((code.name, step, words)))
    assert node == {"default": 1}
    [(code, step, words)] = found
    assert (code, step, words["keyword"]) == ("TC110", f"/{keyword}", keyword)


@pytest.mark.parametrize(("keyword", "value"), WRONG)
def test_the_meta_schema_agrees_that_they_are_wrong(keyword: str, value: Any) -> None:
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    assert not meta.is_valid({keyword: value})


def test_right_values_stay() -> None:
    node = {
        "type": ["string", "null"],
        "required": [],
        "enum": [],
        "minimum": -1.5,
        "minLength": 0,
        "maxItems": 2.0,
        "items": False,
        "properties": {},
        "x-own": object,
    }
    before = dict(node)
    leave_out_broken(node, lambda *args, **words: pytest.fail(f"{args} {words}"))
    assert node == before


def test_names_written_twice_count_once() -> None:
    node: dict[str, Any] = {"required": ["b", "a", "b"], "type": ["string", "string"]}
    leave_out_broken(node, lambda *args, **words: pytest.fail(f"{args} {words}"))
    assert node == {"required": ["b", "a"], "type": ["string"]}


def test_required_beside_a_property_becomes_an_entry_of_the_object() -> None:
    found: list[str] = []
    node: dict[str, Any] = {
        "properties": {
            "a": {"required": True, "type": "string"},
            "b": {"required": False},
            "c": {},
        },
        "required": ["c"],
    }
    hoist_required(node, lambda code, step, **_: found.append(f"{code.name} {step}"))
    assert node == {
        "properties": {"a": {"type": "string"}, "b": {}, "c": {}},
        "required": ["c", "a"],
    }
    assert found == ["TC117 /properties/a/required", "TC117 /properties/b/required"]


def test_what_is_no_schema_takes_anything() -> None:
    schema, [problem] = to_2020_12({"properties": {"a": None, "b": {"type": "string"}}})
    assert schema == {"properties": {"a": True, "b": {"type": "string"}}}
    assert problem.origin is not None
    assert (problem.code, problem.origin.pointer) == ("TC110", "/properties/a")
