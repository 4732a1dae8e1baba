"""The helpers that generated validators call."""

import collections
import enum
from fractions import Fraction
from typing import Any

import pytest

from toolc.runtime import checks

DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        (2**53, 2.0**53, True),
        (2**53 + 1, 2.0**53, False),
        ("1", 1, False),
        (None, False, False),
        ([1, [True]], [1.0, [True]], True),
        ([1, [True]], [1.0, [1]], False),
        ([1, 2], [2, 1], False),
        ({"a": 1, "b": [2]}, {"b": [2.0], "a": 1}, True),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ([], {}, False),
        ([["a", 1]], {"a": 1}, False),
    ],
)
def test_same_is_equality_of_json(left: object, right: object, *, equal: bool) -> None:
    assert checks.same(left, right) is equal
    assert checks.same(right, left) is equal
    assert checks.has_repeats([left, right]) is equal
    assert checks.is_one_of(left, checks.choices("else", right)) is equal


def test_values_too_deep_to_compare_are_refused() -> None:
    assert not checks.same(DEEP, [])
    assert not checks.is_one_of(DEEP, checks.choices([], 1))
    assert checks.has_repeats([DEEP, 1])


@pytest.mark.parametrize(
    ("value", "integer", "number"),
    [
        (1, True, True),
        (1.0, True, True),
        (1.5, False, True),
        (10**400, True, True),
        (True, False, False),
        ("1", False, False),
        (float("nan"), False, False),
        (float("inf"), False, False),
    ],
)
def test_numbers(value: object, *, integer: bool, number: bool) -> None:
    assert checks.is_integer(value) is integer
    assert checks.is_number(value) is number


@pytest.mark.parametrize(
    ("value", "divisor", "multiple"),
    [
        (6, 3, True),
        (7, 3, False),
        (4.5, Fraction("1.5"), True),
        (0.3, Fraction("0.1"), True),
        (19.99, Fraction("0.01"), True),
        (19.995, Fraction("0.01"), False),
        (1e308, Fraction("0.5"), True),
        (10**30 + 1, Fraction("0.5"), True),
        (9.0, 3, True),
        (0, Fraction("0.1"), True),
    ],
)
def test_multiples_are_exact(value: float, divisor: object, *, multiple: bool) -> None:
    assert checks.is_multiple(value, divisor) is multiple


def test_plain_undoes_subclasses() -> None:
    class Colour(enum.StrEnum):
        RED = "red"

    class Level(enum.IntEnum):
        LOW = 1

    value = collections.OrderedDict(a=(Colour.RED, Level.LOW), b=[True, None, 1.5])
    plain = checks.plain(value)
    assert plain == {"a": ["red", 1], "b": [True, None, 1.5]}
    assert [type(item) for item in plain["a"]] == [str, int]
    assert type(plain) is dict


@pytest.mark.parametrize(
    "value", [b"x", {1, 2}, object(), [DEEP]], ids=["bytes", "set", "object", "deep"]
)
def test_plain_refuses_what_json_lacks(value: object) -> None:
    with pytest.raises(TypeError):
        checks.plain(value)


def test_the_dynamic_scope_has_no_repeats_and_the_outermost_wins() -> None:
    scope = checks.enter(checks.enter(checks.enter((), "a"), "b"), "a")
    assert scope == ("a", "b")
    table: dict[str, Any] = {"b": min, "c": max}
    assert checks.outermost(scope, table, "c") is min
    assert checks.outermost(("a",), table, "c") is max


def test_numbers_without_a_fraction_are_whole() -> None:
    given: dict[str, Any] = {"a": [1.0, 1.5, True, "1.0"], "b": {"c": -0.0, "d": None}}
    assert repr(checks.whole(given)) == repr({"a": [1, 1.5, True, "1.0"], "b": {"c": 0, "d": None}})
    assert given["a"][0].__class__ is float


def test_what_was_said_of_a_value_is_said_again() -> None:
    asked: list[object] = []

    def verdict(value: object, scope: str, seen: dict[object, object]) -> bool:
        asked.append((value, scope, len(seen)))
        return value == [1]

    seen: dict[object, object] = {}
    one, two = [1], [2]
    said = [checks.recall(seen, verdict, value, "s") for value in (one, two, one)]
    assert said == [True, False, True]
    assert asked == [([1], "s", 0), ([2], "s", 1)]
    assert checks.recall(seen, verdict, one, "t")
