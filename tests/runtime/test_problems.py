"""What is told of a wrong value: where, which keyword, in few words, and not too often."""
# ruff: noqa: E501  # a table reads best with one case a line

import copy
import pickle
from typing import Any

import pytest

from toolc.codegen.validator import compile_validator
from toolc.runtime import problems
from toolc.runtime.problems import MOST_PROBLEMS, Problem

DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("a", 0), "/a/0"),
        ((((), "a"), "b~/", 3), "/a/b~0~1/3"),
        (("",), "/"),
    ],
)
def test_pointer(path: problems.Path, text: str) -> None:
    assert problems.pointer(path) == text


@pytest.mark.parametrize(
    "value",
    ["x" * 10**6, 10**9000, ["x"] * 10**6, {"x" * 10**6: 1}, DEEP],
    ids=["string", "integer", "array", "object", "deep"],
)
def test_values_are_shown_in_few_words(value: object) -> None:
    assert len(problems.short(value)) < 100


@pytest.mark.parametrize("text", ["a\u202eb", "\x00", "\ud800", "a\nb", "\u200f"])
def test_what_is_shown_is_printable_and_can_be_encoded(text: str) -> None:
    for shown in (problems.short(text), problems.step(text)):
        assert shown.isprintable()
        assert shown.encode("utf-8")


@pytest.mark.parametrize(
    ("value", "known", "hint"),
    [
        ("hihg", ["low", "high"], '; did you mean "high"?'),
        ("HIGH", ["low", "high"], '; did you mean "high"?'),
        ("maxitems", ["maxItems"], '; did you mean "maxItems"?'),
        ("urgent", ["low", "high"], ""),
        (5, ["5"], ""),
        ("x" * 10_000, ["x" * 9_999], ""),
        ("a", [], ""),
    ],
)
def test_hint(value: object, known: list[object], hint: str) -> None:
    assert problems.hint(value, known) == hint
    assert problems.hint(value, known[::-1]) == hint


def test_unknown_keys_are_named_up_to_a_limit() -> None:
    errors = problems.unknown_keys({f"k{n}": n for n in range(1000)}, frozenset({"a"}), "/in")
    assert len(errors) == 21
    assert errors[0] == "/in/k0: unknown property"
    assert errors[-1] == "/in: 980 more unknown properties"


def test_a_hint_never_names_a_key_that_is_there() -> None:
    value: dict[str, object] = {"colour": 1, "color": 2}
    assert problems.unknown_keys(value, frozenset({"color"}), "") == ["/colour: unknown property"]


def test_a_problem_is_its_text_and_knows_its_place_and_keyword() -> None:
    found: list[Problem] = []
    problems.reject(found, "/a: b/0", "type", "must be a string", 5)
    [problem] = found
    assert problem == "/a: b/0: must be a string; got 5"
    assert (problem.pointer, problem.keyword) == ("/a: b/0", "type")
    assert problem.message == "must be a string; got 5"


@pytest.mark.parametrize("again", [copy.copy, lambda it: pickle.loads(pickle.dumps(it))])  # noqa: S301 - our own
def test_a_problem_can_be_copied_and_pickled(again: Any) -> None:
    problem = again(Problem.at("/a", "enum", "no"))
    assert (problem, problem.pointer, problem.keyword) == ("/a: no", "/a", "enum")


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        (
            {"properties": {"priority": {"enum": ["low", "medium", "high"]}}},
            {"priority": "urgent"},
            [("enum", '/priority: must be one of "low", "medium", "high"; got "urgent"')],
        ),
        (
            {"properties": {"unit": {"enum": ["metric", "imperial"]}}},
            {"unit": "metrik"},
            [("enum", '/unit: must be one of "metric", "imperial"; got "metrik"; did you mean "metric"?')],
        ),
        (
            {"properties": {"city": {}, "days": {}}, "additionalProperties": False},
            {"citty": "Oslo"},
            [("additionalProperties", '/citty: unknown property; did you mean "city"?')],
        ),
        (
            {"properties": {"city": {}, "days": {}}, "required": ["city"]},
            {"Citty": "Oslo", "days": 3},
            [("required", '/city: missing; did you write it as "Citty"?')],
        ),
        (
            {"properties": {"name": {}, "names": {}}, "required": ["name"]},
            {"names": []},
            [("required", "/name: missing")],
        ),
        (
            {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}, "s": {"maxLength": 1}}},
            {"n": 0, "s": "ab"},
            [
                ("minimum", "/n: must be at least 1; got 0"),
                ("maxLength", "/s: must have at most 1 character; has 2"),
            ],
        ),
        (
            {"items": {"anyOf": [{"type": "integer", "minimum": 5}, {"type": "integer", "maximum": 1}]}},
            [3],
            [("anyOf", "/0: fits none of 2 alternatives: must be at least 5; got 3 / must be at most 1; got 3")],
        ),
        ({"not": {"required": ["a"]}}, {"a": 1}, [("not", ": is what `not` rules out")]),
        ({"contains": {"const": 1}}, [2], [("contains", ": must have at least 1 item that `contains` describes; has 0")]),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, [("dependentRequired", '/b: missing; needed because "a" is given')]),
    ],
)  # fmt: skip
def test_what_is_told(schema: Any, value: Any, told: list[tuple[str, str]]) -> None:
    found = compile_validator(schema)(value)
    assert [(problem.keyword, str(problem)) for problem in found] == told


WRONG_ITEMS: tuple[Any, ...] = (
    {"items": {"type": "string"}},
    {"items": {"items": {"type": "string"}}},
    {"items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"properties": {"a": {"$ref": "#/$defs/A"}}, "type": "object"}}},
    {"items": {"anyOf": [{"type": "object", "minProperties": 3}, {"type": "object", "required": ["a"]}]}},
    {"items": {"additionalProperties": False, "properties": {"a": {}}}},
    {"items": {"required": ["city"], "properties": {"city": {}}}},
    {"unevaluatedItems": False},
    {"items": {"unevaluatedProperties": False}},
)  # fmt: skip


@pytest.mark.parametrize("schema", WRONG_ITEMS)
@pytest.mark.parametrize("item", [5, [1, 2], {"cyti": 1, "x": 2}])
def test_a_huge_wrong_list_has_a_bounded_number_of_problems(schema: Any, item: Any) -> None:
    check = compile_validator(schema)
    few, many = check([item] * 10), check([item] * 10_000)
    assert len(few) <= 30
    if few:
        assert len(many) == MOST_PROBLEMS + 1
        assert many[-1] == f": more than {MOST_PROBLEMS} problems; the rest is not told"
        assert many[:10] == few[:10]


def test_a_deep_pointer_is_cut_in_its_middle() -> None:
    shown = problems.pointer(("a",) * 1000)
    assert shown.startswith("/a/a/")
    assert "/.../" in shown
    assert len(shown) < 100


def test_hints_take_bounded_time_and_choose_the_nearest_of_many() -> None:
    known = frozenset(f"parameter_{number}" for number in range(5_000)) | {"colour"}
    assert problems.hint("color", known) == '; did you mean "colour"?'
