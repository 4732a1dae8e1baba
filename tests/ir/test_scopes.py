"""Dynamic scopes: each way to a `$dynamicRef` has its own meaning, written out once."""

from typing import Any

from jsonschema import Draft202012Validator

from toolc.ir.drafts import to_2020_12
from toolc.ir.scopes import NOWHERE, enter, meant


def test_what_was_entered_first_stays() -> None:
    scope = enter(enter(NOWHERE, [("a", "/1")]), [("a", "/2"), ("b", "/2")])
    assert scope == (("a", "/1"), ("b", "/2"))
    assert meant(scope, "a", "/3") == "/1"
    assert meant(scope, "c", "/3") == "/3"


LIST = {
    "$id": "list",
    "$dynamicAnchor": "T",
    "items": {"$dynamicRef": "#T"},
    "type": ["array", "null"],
}


def typed(kind: str) -> dict[str, Any]:
    return {
        "$id": f"of-{kind}",
        "$dynamicAnchor": "T",
        "type": ["array", kind],
        "allOf": [{"$ref": "list"}],
    }


def test_a_definition_that_means_two_things_becomes_two() -> None:
    schema = {
        "properties": {"l": {"$ref": "list"}, "n": typed("null")},
        "$defs": {"list": LIST},
    }
    read, problems = to_2020_12(schema)
    assert problems == ()
    assert sorted(read["$defs"]) == ["list", "list_2", "n"]
    judge = Draft202012Validator(read)
    for value, valid in (({"l": [[None]]}, True), ({"n": [[None]]}, True), ({"n": [5]}, False)):
        assert judge.is_valid(value) is valid


def many(count: int) -> dict[str, Any]:
    ways = {f"p{n}": {"$id": f"r{n}", "$dynamicAnchor": "T", "$ref": "list"} for n in range(count)}
    return {"properties": ways, "$defs": {"list": LIST}}


def test_the_number_of_meanings_is_bounded_and_told() -> None:
    for count, codes in ((16, []), (17, ["TC206"]), (40, ["TC206"] * 24)):
        read, problems = to_2020_12(many(count))
        assert [problem.code for problem in problems] == codes
        assert len(read["$defs"]) <= 16 + count
