"""Views: plain JSON as dataclasses, and what a model can't hold is said and not raised raw."""

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from toolc.runtime import UsageError, view


@dataclass(slots=True, kw_only=True)
class Point:
    x: int
    y: int | float = 0


@dataclass(slots=True, kw_only=True)
class Tagged:
    kind: Literal["tagged"]
    inner: "Tagged | Point | None" = None
    class_: str | None = field(default=None, metadata={"key": "class"})
    many: list[Point | str] | None = None
    named: dict[str, Point] | None = None
    free: Any = None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"kind": "tagged"}, Tagged(kind="tagged")),
        ({"kind": "tagged", "class": "c", "other": 1}, Tagged(kind="tagged", class_="c")),
        ({"kind": "tagged", "inner": {"x": 1.0}}, Tagged(kind="tagged", inner=Point(x=1))),
        (
            {"kind": "tagged", "inner": {"kind": "tagged", "inner": {"x": 1, "y": 2.5}}},
            Tagged(kind="tagged", inner=Tagged(kind="tagged", inner=Point(x=1, y=2.5))),
        ),
        (
            {"kind": "tagged", "many": [{"x": 1}, "a", {"y": 1}]},
            Tagged(kind="tagged", many=[Point(x=1), "a", {"y": 1}]),  # type: ignore[list-item]  # what fits no type stays as it is
        ),
        (
            {"kind": "tagged", "named": {"a": {"x": 1}}, "free": {"x": 1}},
            Tagged(kind="tagged", named={"a": Point(x=1)}, free={"x": 1}),
        ),
    ],
)
def test_values_become_models_where_they_fit(value: Any, expected: Tagged) -> None:
    assert view(Tagged, value) == expected


def test_true_is_no_integer() -> None:
    shown: Any = view(Tagged, {"kind": "tagged", "inner": {"x": True}})
    assert shown.inner == {"x": True}


def test_what_nests_too_deeply_for_a_model_is_told() -> None:
    value: Any = {"kind": "tagged"}
    for _ in range(5000):
        value = {"kind": "tagged", "inner": value}
    with pytest.raises(UsageError, match="can't be shown as `Tagged`; read `arguments`"):
        view(Tagged, value)
