"""Lines and columns of JSON pointers, checked against a slow search for markers in the text."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.diagnostics.positions import Span, locate

JSON = """{
  "a": {"b": [10, "x\\"y", {"c": null}]},
  "e/f": {"g~h": true}, "a\\u0062": "é", "same": 1,
  "same": 2
}"""

YAML = """\
# a comment
base: &base
  colour: red
  sizes: [1, 2]
pets:
  - name: Tom
    <<: *base
    colour: blue
  - *base
200: |
  long
  text
"key": 'quoted'
"""


@pytest.mark.parametrize(
    ("pointer", "span"),
    [
        ("", Span(1, 1, 1)),
        ("/a", Span(2, 3, 3)),
        ("/a/b", Span(2, 9, 3)),
        ("/a/b/0", Span(2, 15, 2)),
        ("/a/b/1", Span(2, 19, 6)),
        ("/a/b/2", Span(2, 27, 1)),
        ("/a/b/2/c", Span(2, 33, 4)),
        ("/e~1f/g~0h", Span(3, 18, 4)),
        ("/ab", Span(3, 36, 3)),
        ("/same", Span(4, 11, 1)),
    ],
)
def test_json(pointer: str, span: Span) -> None:
    assert locate(JSON, [pointer]) == {pointer: span}


@pytest.mark.parametrize(
    ("pointer", "span"),
    [
        ("/base/colour", Span(3, 11, 3)),
        ("/base", Span(2, 1, 4)),
        ("/pets/0/name", Span(6, 11, 3)),
        ("/pets/0/colour", Span(8, 13, 4)),
        ("/pets/0/sizes/1", Span(4, 14, 1)),
        ("/pets/1/colour", Span(3, 11, 3)),
        ("/200", Span(10, 6, 1)),
        ("/key", Span(13, 8, 8)),
    ],
)
def test_yaml(pointer: str, span: Span) -> None:
    assert locate(YAML, [pointer]) == {pointer: span}


@pytest.mark.parametrize("text", [JSON, YAML])
def test_what_is_not_written_out_is_where_the_nearest_node_is(text: str) -> None:
    near = next(iter(yaml.safe_load(text)))
    assert locate(text, [f"/{near}/nowhere/0"]) == {
        f"/{near}/nowhere/0": locate(text, [f"/{near}"])[f"/{near}"]
    }


@pytest.mark.parametrize("text", ["", "{", "a: [", "\x00"])
def test_a_broken_text_gives_at_most_its_beginning(text: str) -> None:
    assert locate(text, ["/a"]) == {}


def test_a_byte_order_mark_and_windows_line_ends() -> None:
    assert locate('{\r\n "a": 1,\r\n "b": 2}', ["/b"])["/b"] == Span(3, 7, 1)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=20,
)


def scalars(value: Any, pointer: str = "") -> dict[str, Any]:
    if isinstance(value, dict):
        parts = [(k.replace("~", "~0").replace("/", "~1"), v) for k, v in value.items()]
    elif isinstance(value, list):
        parts = [(str(i), v) for i, v in enumerate(value)]
    else:
        return {pointer: value}
    return {p: v for key, each in parts for p, v in scalars(each, f"{pointer}/{key}").items()}


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.dictionaries(st.text(max_size=4), values), st.sampled_from([None, 1]))
def test_a_span_covers_exactly_the_json_of_its_value(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    lines = text.split("\n")
    wanted = scalars(value)
    for pointer, span in locate(text, wanted).items():
        covered = lines[span.line - 1][span.column - 1 :][: span.length]
        assert json.loads(covered) == wanted[pointer]


@pytest.mark.parametrize(
    ("text", "pointer", "span"),
    [
        ('{"a": {"bc": 1}}', "/a/bc", Span(1, 8, 4)),
        ("a:\n  bc: 1\n", "/a/bc", Span(2, 3, 2)),
        ("a: [1, 2]\n", "/a/1", Span(1, 8, 1)),
    ],
)
def test_the_place_of_a_key(text: str, pointer: str, span: Span) -> None:
    assert locate(text, [pointer], keys=True)[pointer] == span
