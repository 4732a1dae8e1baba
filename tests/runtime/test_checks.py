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


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("a", 0), "/a/0"),
        ((((), "a"), "b~/", 3), "/a/b~0~1/3"),
        (("",), "/"),
    ],
)
def test_pointer(path: checks.Path, text: str) -> None:
    assert checks.pointer(path) == text


@pytest.mark.parametrize(
    "value",
    ["x" * 10**6, 10**9000, ["x"] * 10**6, {"x" * 10**6: 1}, DEEP],
    ids=["string", "integer", "array", "object", "deep"],
)
def test_values_are_shown_in_few_words(value: object) -> None:
    assert len(checks.short(value)) < 100


@pytest.mark.parametrize("text", ["a\u202eb", "\x00", "\ud800", "a\nb", "\u200f"])
def test_what_is_shown_is_printable_and_can_be_encoded(text: str) -> None:
    for shown in (checks.short(text), checks.step(text)):
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
    assert checks.hint(value, known) == hint
    assert checks.hint(value, reversed(known)) == hint


def test_unknown_keys_are_named_up_to_a_limit() -> None:
    errors = checks.unknown_keys({f"k{n}": n for n in range(1000)}, frozenset({"a"}), "/in")
    assert len(errors) == 21
    assert errors[0] == "/in/k0: unknown property"
    assert errors[-1] == "/in: 980 more unknown properties"


def test_a_hint_never_names_a_key_that_is_there() -> None:
    value: dict[str, object] = {"colour": 1, "color": 2}
    assert checks.unknown_keys(value, frozenset({"color"}), "") == ["/colour: unknown property"]


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


def test_unicode_class() -> None:
    assert checks.unicode_class("Zl") == r"\U00002028-\U00002028"
    assert checks.unicode_class("Zl", negated=True).startswith(r"\U00000000-\U00002027")


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
