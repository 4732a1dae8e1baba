"""Which parameters are secrets, and what a caller is told to add."""

from typing import Any

import pytest

from toolc.frontends.documents import read_document
from toolc.frontends.openapi import read_openapi
from toolc.ir.model import HttpBinding, HttpCredential


def credentials(
    operation: dict[str, Any], schemes: dict[str, Any], **more: Any
) -> tuple[HttpCredential, ...]:
    value = {
        "openapi": "3.1.0",
        "paths": {"/p": {"get": operation}},
        "components": {"securitySchemes": schemes},
        **more,
    }
    [tool], _ = read_openapi(read_document(value))
    assert isinstance(tool.binding, HttpBinding)
    return tool.binding.credentials


@pytest.mark.parametrize(
    ("scheme", "place", "name", "prefix"),
    [
        ({"type": "apiKey", "in": "query", "name": "k"}, "query", "k", ""),
        ({"type": "apiKey", "in": "cookie", "name": "k"}, "cookie", "k", ""),
        ({"type": "http", "scheme": "Bearer"}, "header", "Authorization", "Bearer "),
        ({"type": "http", "scheme": "basic"}, "header", "Authorization", "Basic "),
        ({"type": "http", "scheme": "digest"}, "header", "Authorization", ""),
        ({"type": "oauth2", "flows": {}}, "header", "Authorization", "Bearer "),
        ({"type": "openIdConnect"}, "header", "Authorization", "Bearer "),
        ({"type": "mutualTLS"}, None, None, ""),
    ],
)
def test_how_each_kind_of_scheme_travels(scheme: Any, place: Any, name: Any, prefix: str) -> None:
    [found] = credentials({"security": [{"s": []}]}, {"s": scheme})
    assert found == HttpCredential(scheme="s", place=place, name=name, prefix=prefix)


KEY = {"type": "apiKey", "in": "header", "name": "K"}


@pytest.mark.parametrize(
    ("own", "of_all", "names"),
    [
        (None, None, []),
        (None, [{"a": []}], ["a"]),
        ([], [{"a": []}], []),
        ([{"b": []}], [{"a": []}], ["b"]),
        ([{"a": [], "b": []}, {"a": []}, {}], None, ["a", "b"]),
        ([{"unknown": []}], None, []),
        ("x", None, []),
    ],
)
def test_what_an_operation_requires(own: Any, of_all: Any, names: list[str]) -> None:
    operation = {} if own is None else {"security": own}
    more = {} if of_all is None else {"security": of_all}
    found = credentials(operation, {"a": KEY, "b": KEY}, **more)
    assert [each.scheme for each in found] == names


def test_a_secret_among_the_parameters_is_told_once() -> None:
    parameters = [
        {"name": "k", "in": "header"},
        {"name": "Authorization", "in": "header"},
        {"name": "theme", "in": "cookie"},
    ]
    found = credentials({"parameters": parameters, "security": [{"a": []}]}, {"a": KEY})
    assert [(each.scheme, each.place) for each in found] == [
        ("a", "header"),
        ("Authorization", "header"),
        ("theme", "cookie"),
    ]


@pytest.mark.parametrize(
    ("name", "description", "is_secret"),
    [
        ("token", "Authentication token. Requires scope: `chat:write`", True),
        ("token", "The token of the next page", False),
        ("token", "", False),
        ("key", "Your API key", True),
        ("key", "The key to look up", False),
        ("q", "Your API key", False),
    ],
)
def test_a_name_that_says_little_is_told_by_its_description(
    name: str,
    description: str,
    is_secret: bool,  # noqa: FBT001 - a column of the table
) -> None:
    parameter = {"name": name, "in": "query", "description": description}
    assert bool(credentials({"parameters": [parameter]}, {})) is is_secret
