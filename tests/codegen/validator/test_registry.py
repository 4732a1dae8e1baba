"""References, anchors and base URIs, and what is said of those that lead nowhere."""

from typing import Any

import pytest

from toolc.codegen.validator import (
    MalformedKeywordError,
    SchemaError,
    UnknownReferenceError,
    UnsupportedPatternError,
    compile_validator,
)

STRING = {"type": "string"}
WRONG = ": must be a string; got 1"


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/a~1b%25", "$defs": {"a/b%": STRING}},
        {"$ref": "#name", "$defs": {"a": {"$anchor": "name", **STRING}}},
        {"$ref": "#/x-shared/1", "x-shared": [True, STRING]},
        {"$ref": "#/properties/a/anyOf/0", "properties": {"a": {"anyOf": [STRING, True]}}},
        {"$id": "urn:example:tool", "$ref": "#/$defs/a", "$defs": {"a": STRING}},
        {"$id": "https://e.org/s", "$ref": "t", "$defs": {"a": {"$id": "t", **STRING}}},
        {"$ref": "https://other.org/s#/$defs/a"},
        {"$ref": "https://other.org/s#here"},
        {"$dynamicRef": "#a", "$defs": {"a": {"$dynamicAnchor": "a", **STRING}}},
    ],
)
def test_references(schema: dict[str, Any]) -> None:
    other = {"$id": "https://other.org/s", "$defs": {"a": {**STRING, "$anchor": "here"}}}
    check = compile_validator(schema, {"https://other.org/s": other})
    assert check("x") == []
    assert check(1) == [WRONG]


def test_one_object_in_two_places_is_two_schemas() -> None:
    shared = {"$ref": "#/$defs/a"}
    schema = {
        "properties": {"x": shared, "y": {"$id": "inner", "items": shared, "$defs": {"a": STRING}}},
        "$defs": {"a": {"type": "integer"}},
    }
    check = compile_validator(schema)
    assert check({"x": 1, "y": ["s"]}) == []
    assert len(check({"x": "s", "y": [1]})) == 2


@pytest.mark.parametrize(
    ("schema", "error", "pointer"),
    [
        (
            {"properties": {"a": {"$ref": "#/$defs/no"}}},
            UnknownReferenceError,
            "/properties/a/$ref",
        ),
        ({"$ref": "#no"}, UnknownReferenceError, "/$ref"),
        ({"$ref": "other.json"}, UnknownReferenceError, "/$ref"),
        ({"$ref": 5}, MalformedKeywordError, "/$ref"),
        ({"items": {"pattern": "("}}, UnsupportedPatternError, "/items/pattern"),
        ({"patternProperties": {"a/(": True}}, UnsupportedPatternError, "/patternProperties/a~1("),
        ({"type": "text"}, MalformedKeywordError, "/type"),
        ({"minLength": "__import__('os')"}, MalformedKeywordError, "/minLength"),
        ({"maximum": float("nan")}, MalformedKeywordError, "/maximum"),
        ({"maxItems": 1.5}, MalformedKeywordError, "/maxItems"),
        ({"multipleOf": 0}, MalformedKeywordError, "/multipleOf"),
        ({"required": "a"}, MalformedKeywordError, "/required"),
        ({"enum": {"a": 1}}, MalformedKeywordError, "/enum"),
        ({"properties": {"a": 5}}, MalformedKeywordError, "/properties/a"),
        ({"properties": []}, MalformedKeywordError, "/properties"),
        ({"dependentRequired": {"a": "b"}}, MalformedKeywordError, "/dependentRequired"),
        ("string", MalformedKeywordError, ""),
    ],
)
def test_a_schema_at_fault_says_where(schema: Any, error: type[SchemaError], pointer: str) -> None:
    with pytest.raises(error) as caught:
        compile_validator(schema)
    assert caught.value.pointer == pointer
    assert caught.value.document == ""


def test_what_nothing_refers_to_is_not_asked_for() -> None:
    schema = {"$defs": {"unused": {"$ref": "https://nowhere.org/"}}, "type": "string"}
    assert compile_validator(schema)("x") == []
