"""The style table of the OpenAPI specification, row by row, and what it leaves open."""

from typing import Any

import pytest

from toolc.runtime.parameter_styles import as_text, expand, percent, plain, reserved

TEXT, ARRAY, OBJECT = "blue", ["blue", "black", "brown"], {"R": 100, "G": 200, "B": 150}

ROWS: dict[tuple[str, bool], tuple[str | None, ...]] = {
    # style, explode: empty text, text, array, object; pairs are joined by `&`
    ("form", False): (
        "color=",
        "color=blue",
        "color=blue,black,brown",
        "color=R,100,G,200,B,150",
    ),
    ("form", True): (
        "color=",
        "color=blue",
        "color=blue&color=black&color=brown",
        "R=100&G=200&B=150",
    ),
    ("spaceDelimited", False): (
        None,
        None,
        "color=blue%20black%20brown",
        "color=R%20100%20G%20200%20B%20150",
    ),
    ("pipeDelimited", False): (
        None,
        None,
        "color=blue%7Cblack%7Cbrown",
        "color=R%7C100%7CG%7C200%7CB%7C150",
    ),
    ("deepObject", True): (None, None, None, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
}
"""The table of OpenAPI 3.2.0, 4.12.2.2, for styles that stand in a query; None: n/a."""


def written(value: Any, style: str, explode: bool, **more: Any) -> str:  # noqa: FBT001 - a column of the table
    pairs = expand("color", value, {"style": style, "explode": explode, **more}, percent)
    return "&".join(f"{name}={text}" for name, text in pairs)


@pytest.mark.parametrize(("style", "explode"), ROWS)
def test_the_table_of_the_specification(style: str, explode: bool) -> None:  # noqa: FBT001 - a column of the table
    cells = zip(("", TEXT, ARRAY, OBJECT), ROWS[style, explode], strict=True)
    for value, expected in cells:
        if expected is not None:
            assert written(value, style, explode) == expected


@pytest.mark.parametrize("value", [None, [], {}, [None], {"a": None}])
@pytest.mark.parametrize("style", ["form", "simple", "label", "matrix", "deepObject"])
def test_what_is_undefined_is_not_written(value: Any, style: str) -> None:
    assert expand("color", value, {"style": style, "explode": True}, percent) == []


def test_names_and_values_are_encoded_and_commas_between_them_are_not() -> None:
    assert written(["a,b", "c d"], "form", explode=False) == "color=a%2Cb,c%20d"
    [pair] = expand("a[b]", "é&=", {"style": "form", "explode": True}, percent)
    assert pair == ("a%5Bb%5D", "%C3%A9%26%3D")


def test_a_deep_object_nests_and_repeats() -> None:
    value = {"a": {"b": 1}, "c": [True, "x"], "d": None}
    assert expand("f", value, {"style": "deepObject", "explode": True}, plain) == [
        ("f[a][b]", "1"),
        ("f[c]", "true"),
        ("f[c]", "x"),
    ]


def test_arrays_in_arrays_are_joined_by_the_inner_style() -> None:
    value = [[1, 2], [3]]
    assert written(value, "pipeDelimited", explode=False, item_styles=("form",)) == "color=1,2%7C3"
    assert written(value, "form", explode=True) == "color=%5B1%2C2%5D&color=%5B3%5D"


def test_tabs_of_openapi_2() -> None:
    assert written(["a", "b"], "tabDelimited", explode=False) == "color=a%09b"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "a"),
        (True, "true"),
        (None, "null"),
        (3, "3"),
        (3.0, "3"),
        (-0.5, "-0.5"),
        (1e300, "1e+300"),
        ({"a": [1]}, '{"a":[1]}'),
        ("é", "é"),
    ],
)
def test_values_as_text(value: Any, text: str) -> None:
    assert as_text(value) == text


def test_reserved_characters_pass_and_percents_are_doubled_only_where_they_encode_nothing() -> None:
    encode = reserved(":/")
    assert encode("a:b/c d%20e%zz%") == "a:b/c%20d%20e%25zz%25"
    assert encode("é&") == "%C3%A9%26"
