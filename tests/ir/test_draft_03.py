"""What draft-03 says in its own way, in 2020-12; `jsonschema`'s own Draft3Validator judges it."""

from typing import Any

import pytest
from jsonschema import Draft3Validator, Draft202012Validator

from toolc.ir.drafts import to_2020_12

DRAFT = "http://json-schema.org/draft-03/schema#"

VALUES: list[Any] = [
    None, True, 0, 1, 3, 4, 2.5, "", "a", "abc", [], [1], ["a", 1], {}, {"a": 1}, {"a": "x"},
    {"b": 1}, {"a": 1, "b": 2},
]  # fmt: skip


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "any"},
        {"type": ["string", "any"]},
        {"type": ["string", {"type": "object", "properties": {"a": {"type": "integer"}}}]},
        {"disallow": "string"},
        {"disallow": ["integer", {"type": "array", "minItems": 1}]},
        {"disallow": "any"},
        {"disallow": []},
        {"extends": {"minimum": 2}},
        {"extends": [{"minimum": 2}, {"maximum": 3}]},
        {"divisibleBy": 2},
        {"properties": {"a": {"type": "integer", "required": True}, "b": {"required": False}}},
        {"dependencies": {"a": "b"}},
        {"dependencies": {"a": ["b"]}},
        {"minimum": 1, "exclusiveMinimum": True},
        {"items": [{"type": "string"}], "additionalItems": False},
        {
            "type": "object",
            "properties": {"a": {"$ref": "#/properties/b"}, "b": {"type": "integer"}},
        },
    ],
)
def test_the_meaning_is_kept(schema: dict[str, Any]) -> None:
    read, problems = to_2020_12({"$schema": DRAFT, **schema})
    assert problems == ()
    old, new = Draft3Validator(schema), Draft202012Validator(read)
    for value in VALUES:
        assert new.is_valid(value) is old.is_valid(value), value


def test_formats_have_the_names_of_today() -> None:
    schema = {"$schema": DRAFT, "properties": {"h": {"format": "host-name"}, "i": {"format": 5}}}
    read, [problem] = to_2020_12(schema)
    assert read["properties"] == {"h": {"format": "hostname"}, "i": {}}
    assert problem.code == "TC110"


def test_identifiers_are_those_of_draft_04() -> None:
    schema = {
        "$schema": DRAFT,
        "id": "http://example.com/root",
        "properties": {"a": {"$ref": "http://example.com/b"}},
        "definitions": {"b": {"id": "http://example.com/b", "type": "any"}},
    }
    assert to_2020_12(schema)[1] == ()
