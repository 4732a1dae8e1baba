"""Unions: the errors are those of the branch that was meant."""
# ruff: noqa: E501  # a table reads best with one case a line

from typing import Any

import pytest

from toolc.codegen.validator import compile_validator, emit_validators

TAGGED = [
    {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "box"}, "width": {"type": "number"}}},
    {"type": "object", "required": ["kind", "radius"], "properties": {"kind": {"enum": ["disc", "ball"]}}},
]  # fmt: skip


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize(
    ("branches", "value", "messages"),
    [
        ([{"type": "string"}, {"type": "null"}], 1, [": must be a string or null; got 1"]),
        ([{"type": "string", "minLength": 2}, {"type": "null"}], "a", [": must have at least 2 characters; has 1"]),
        ([{"type": "array", "items": {"type": "integer"}}, {"type": "integer"}], [1, "a"], ['/1: must be an integer; got "a"']),
        ([{"const": "a"}, {"const": "b"}], "c", [': must be one of "a", "b"; got "c"']),
        ([{"enum": [1]}, {"const": None, "title": "none"}], 2, [": must be one of 1, null; got 2"]),
        (TAGGED, {"kind": "box", "width": "1"}, ['/width: must be a number; got "1"']),
        (TAGGED, {"kind": "ball"}, ["/radius: missing"]),
        (TAGGED, {"kind": "bal"}, ['/kind: must be one of "box", "disc", "ball"; got "bal"; did you mean "ball"?']),
        ([*TAGGED, {"type": "null"}], {"kind": "ball"}, ["/radius: missing"]),
        ([{"required": ["a"], "properties": {"a": {"type": "string"}}}, {"required": ["b", "c"]}], {"a": 1}, ["/a: must be a string; got 1"]),
        ([{"minimum": 5, "type": "integer"}, {"maximum": 1, "type": "integer"}], 3, [": fits none of 2 alternatives: must be at least 5; got 3 / must be at most 1; got 3"]),
        ([{"type": "string"}, False], 1, [": must be a string; got 1"]),
        ([False, False], 1, [": is not allowed; got 1"]),
    ],
)  # fmt: skip
def test_errors(keyword: str, branches: list[Any], value: object, messages: list[str]) -> None:
    assert compile_validator({keyword: branches})(value) == messages


def test_fractions_are_not_told_apart_from_integers_by_type() -> None:
    check = compile_validator({"anyOf": [{"const": 1.5}, {"type": "integer"}]})
    assert check(1.5) == check(1) == check(1.0) == []
    assert len(check(2.5)) == 1


def test_one_of_counts() -> None:
    check = compile_validator({"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]})
    assert check(2) == check(3) == []
    assert check(6) == [": must fit exactly one alternative; fits 2"]


def test_any_of_with_a_branch_that_lets_everything_in_writes_nothing() -> None:
    source = emit_validators({"check": {"anyOf": [{}, {"type": "string"}]}})
    assert len(source.functions) == 1
    assert "if" not in source.functions[0]


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_branches_behind_references_are_told_apart_too(keyword: str) -> None:
    schema = {
        keyword: [{"$ref": "#/$defs/box"}, {"$ref": "#/$defs/disc"}],
        "$defs": {"box": TAGGED[0], "disc": TAGGED[1]},
    }
    assert compile_validator(schema)({"kind": "disc"}) == ["/radius: missing"]


def test_what_a_failed_branch_evaluated_does_not_count() -> None:
    schema = {
        "anyOf": [
            {"properties": {"a": {"const": 1}}, "required": ["a"]},
            {"properties": {"b": {"const": 1}}, "required": ["b"]},
        ],
        "unevaluatedProperties": False,
    }
    check = compile_validator(schema)
    assert check({"a": 1}) == []
    assert check({"a": 1, "b": 1}) == []
    assert check({"a": 1, "b": 2}) == ["/b: is not allowed"]


def test_alternatives_of_patterns_and_formats_are_counted() -> None:
    branches = [{"pattern": "^a"}, {"pattern": "b$"}, {"format": "date"}]
    check = compile_validator({"type": "string", "oneOf": branches}, formats=True)
    fitting = ["a", "b", "2026-01-31"]
    assert [text for text in fitting if check(text)] == []
    assert [bool(check(text)) for text in ("ab", "c")] == [True, True]
