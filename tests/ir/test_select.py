"""Choosing tools by patterns."""

from typing import Any

import pytest

from toolc.ir.model import HttpBinding, Tool, Toolset
from toolc.ir.select import select
from toolc.runtime.errors import UsageError


def tool(name: str, method: str, path: str, *tags: str) -> Tool:
    return Tool(name=name, input={}, binding=HttpBinding(method=method, path=path), tags=tags)


KIT = Toolset(
    name="kit",
    tools=(
        tool("getPet", "GET", "/pet/{id}", "pet", "read"),
        tool("deletePet", "DELETE", "/pet/{id}", "pet"),
        tool("getOrder", "GET", "/order", "store"),
        Tool(name="plain", input={}),
    ),
)


@pytest.mark.parametrize(
    ("include", "exclude", "names"),
    [
        (None, None, ["getPet", "deletePet", "getOrder", "plain"]),
        ({}, {}, ["getPet", "deletePet", "getOrder", "plain"]),
        ({"tools": ["get*"]}, None, ["getPet", "getOrder"]),
        ({"operations": ["get*"]}, None, ["getPet", "getOrder"]),
        ({"operations": ["GET /pet*"]}, None, ["getPet"]),
        ({"tags": ["pet"]}, None, ["getPet", "deletePet"]),
        ({"methods": ["DELETE"]}, None, ["deletePet"]),
        ({"methods": ["delete", "get"]}, None, ["getPet", "deletePet", "getOrder"]),
        ({"tags": ["pet"], "operations": ["get*"]}, None, ["getPet"]),
        ({"operations": ["get /pet*", "DELETE *"]}, None, ["getPet", "deletePet"]),
        ({"tags": ["store", "read"]}, None, ["getPet", "getOrder"]),
        (None, {"methods": ["DELETE"]}, ["getPet", "getOrder", "plain"]),
        ({"tags": ["pet"]}, {"tools": ["delete?et"]}, ["getPet"]),
        ({"tools": ["GET*"]}, None, []),
        ({"tools": []}, None, []),
    ],
)
def test_what_is_chosen(include: Any, exclude: Any, names: list[str]) -> None:
    chosen, _ = select(KIT, include, exclude)
    assert [each.name for each in chosen.tools] == names


@pytest.mark.parametrize(
    ("include", "hint"),
    [
        ({"tools": ["getPett"]}, "did you mean `getPet`?"),
        ({"tags": ["dog"]}, "known are: pet, read, store"),
    ],
)
def test_a_pattern_that_matches_nothing_is_a_warning(include: Any, hint: str) -> None:
    _, [warning] = select(KIT, include)
    assert (warning.code, warning.severity, warning.help) == ("TC116", "warning", hint)


def test_a_warning_does_not_list_a_thousand_names() -> None:
    many = Toolset(name="k", tools=tuple(Tool(name=f"tool_{n}", input={}) for n in range(1000)))
    [warning] = select(many, {"tools": ["zzz"]})[1]
    assert warning.help is not None
    assert len(warning.help) < 100


def test_patterns_that_match_are_no_warning() -> None:
    assert select(KIT, {"tags": ["p*"]}, {"methods": ["get"]})[1] == ()


def test_an_unknown_selector_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="did you mean `tags`"):
        select(KIT, {"tag": ["pet"]})
