"""A loss explains the errors of its own rule, and no others."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.diagnostics.diagnostic import Diagnostic, LossKind
from toolc.witness.coverage import Coverage

SOURCE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 3, "pattern": "^[a-z]+$"},
        "pet": {"$ref": "#/$defs/Pet"},
        "either": {"anyOf": [{"type": "string", "maxLength": 2}, {"$ref": "#/$defs/Pet"}]},
        "one": {"oneOf": [{"minimum": 1}, {"maximum": 5}]},
        "joined": {"type": "number", "allOf": [{"$ref": "#/$defs/Small"}]},
        "merged": {"allOf": [{"$ref": "#/$defs/One"}]},
        "maps": {
            "type": "object",
            "patternProperties": {"^x": {}},
            "additionalProperties": False,
        },
    },
    "$defs": {
        "Pet": {
            "type": "object",
            "properties": {"age": {"type": "integer", "minimum": 1}},
            "required": ["age"],
        },
        "One": {"oneOf": [{"minimum": 1}, {"maximum": 5}]},
        "Small": {"anyOf": [{"maximum": 1}, {"multipleOf": 10}]},
    },
}


def holds(value: Any, *at: str, code: str = "TC312", kind: LossKind = "moved") -> bool:
    """Whether losses at these pointers explain all errors of a value, of which there is one."""
    losses = [
        Diagnostic(code=code, severity="warning", message="m", kind=kind, pointer=pointer)
        for pointer in at
    ]
    (error,) = Draft202012Validator(SOURCE).iter_errors(value)
    return Coverage(SOURCE, losses).holds(error)


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({"name": "ab"}, "/properties/name/minLength"),
        ({"name": "ABC"}, "/properties/name/pattern"),
        ({"pet": {"age": 0}}, "/$defs/Pet/properties/age/minimum"),
        ({"either": "abc"}, "/properties/either/anyOf/0/maxLength"),
        ({"either": {"age": 0}}, "/$defs/Pet/properties/age/minimum"),
        ({"maps": {"y": 1}}, "/properties/maps/patternProperties"),
        ({"maps": {"y": 1}}, "/properties/maps/additionalProperties"),
    ],
)
def test_the_loss_of_the_rule_explains_it(value: Any, at: str) -> None:
    assert holds(value, at)


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({"name": "ab"}, "/properties/name/pattern"),
        ({"name": "ab"}, "/properties/pet"),
        ({"pet": {"age": 0}}, "/$defs/Pet/required"),
        ({"pet": {"age": 0}}, "/properties/name/minLength"),
        ({"pet": {"age": 0}}, "/$defs/Pet/properties/age/type"),
        ({"either": 5}, "/properties/either/anyOf/0/maxLength"),
        ({"either": "abc"}, "/$defs/Pet/properties/age/minimum"),
        ({"one": 3}, "/properties/name/minLength"),
        (5, "/properties/name/minLength"),
    ],
)
def test_another_loss_does_not(value: Any, at: str) -> None:
    assert not holds(value, at)


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({"pet": {"age": 0}}, "/properties/pet"),  # all of it travels as text
        ({"pet": {"age": 0}}, "/$defs/Pet"),
        ({"either": 5}, "/properties/either/anyOf/1"),  # any value fits a text
        ({"joined": "x"}, "/$defs/Small/anyOf/0"),  # where the type was joined with each branch
    ],
)
def test_what_travels_as_text_has_lost_every_rule(value: Any, at: str) -> None:
    assert holds(value, at, code="TC304", kind="weakened")


def test_a_choice_of_one_explains_only_the_choice() -> None:
    assert holds({"one": 3}, "/properties/one", code="TC314", kind="weakened")
    assert not holds({"name": "ab"}, "/properties/name", code="TC314", kind="weakened")


def test_a_missing_key_may_be_told_at_the_key() -> None:
    at = "/$defs/Pet/properties/age"
    assert holds({"pet": {}}, at, code="TC319", kind="weakened")
    assert not holds({"pet": {}}, "/properties/name", code="TC319", kind="weakened")


def test_what_can_no_longer_be_said_explains_nothing() -> None:
    assert not holds({"name": "ab"}, "/properties/name/minLength", kind="narrowed")


def test_a_choice_of_one_may_be_told_where_it_was_joined() -> None:
    assert holds({"merged": 3}, "/properties/merged", code="TC314", kind="weakened")
    assert not holds({"merged": 3}, "/properties/one", code="TC314", kind="weakened")
