"""Identifiers from any text."""

import keyword

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.codegen.identifiers import Names, class_name, identifier


@pytest.mark.parametrize(
    ("text", "snake", "words"),
    [
        ("get_weather", "get_weather", "GetWeather"),
        ("getWeather", "get_weather", "GetWeather"),
        ("get-weather.v2", "get_weather_v2", "GetWeatherV2"),
        ("HTTPServer", "http_server", "HTTPServer"),
        ("userIDs", "user_ids", "UserIDs"),
        ("class", "class_", "Class"),
        ("None", "none", "None_"),
        ("list", "list_", "List"),
        ("match", "match_", "Match"),
        ("2fa", "n2fa", "N2fa"),
        ("café", "cafe", "Cafe"),
        ("名前", "value", "Value"),
        ("__import__('os')", "import_os", "ImportOs"),
        ("", "value", "Value"),
        ("$ref", "ref", "Ref"),
    ],
)
def test_names(text: str, snake: str, words: str) -> None:
    assert identifier(text) == snake
    assert class_name(text) == words


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.text(st.characters()))
def test_any_text_gives_an_identifier(text: str) -> None:
    for name in (identifier(text), class_name(text)):
        assert name.isidentifier()
        assert name.isascii()
        assert not keyword.iskeyword(name)


def test_long_names_are_cut() -> None:
    assert len(identifier("ab_" * 10**6)) <= 60


def test_names_of_one_scope_differ() -> None:
    names = Names(["errors"])
    taken = [names.take(text) for text in ["errors", "é", "e", "E", "e_2", "class", "class_"]]
    assert taken == ["errors_2", "e", "e_2", "e_3", "e_2_2", "class_", "class__2"]


def test_many_equal_names_take_linear_time() -> None:
    names = Names()
    assert len({names.take("a") for _ in range(20_000)}) == 20_000
