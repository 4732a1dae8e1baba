"""JSON: what is refused, where the diagnostic points, and how long the worst of it takes."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.diagnostics.errors import InputError
from toolc.frontends.documents_json import read_json

DEPTH = 200


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "TC103", 1, 1),
        ("{", "TC103", 1, 2),
        ('{"a": 1,\n  b: 2}', "TC103", 2, 3),
        ("[1,\n 2,\n 3] 4", "TC103", 3, 5),
        ("[1,\n NaN]", "TC103", 2, 2),
        ("[-Infinity]", "TC103", 1, 2),
        ('["NaN",\n  1e999]', "TC131", 2, 3),
        ('["Infinity", ' + "1" * 5000 + "]", "TC131", 1, 14),
        ('["\\u00e9",\n "\\ud800"]', "TC131", 2, 2),
        ("[" * 10_000 + "]" * 10_000, "TC106", 1, DEPTH + 1),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, "TC106", 1, DEPTH * 5 + 1),
        ("[" * 10_000, "TC106", 1, DEPTH + 1),
        ("[\n" * 300 + "]" * 300, "TC106", DEPTH + 1, 1),
    ],
)
def test_what_is_refused_and_where(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        read_json(text, "a.json", DEPTH)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == code
    assert diagnostic.origin is not None
    assert (diagnostic.origin.line, diagnostic.origin.column) == (line, column)


def test_the_deepest_that_is_read() -> None:
    text = "[" * DEPTH + '"]]]"' + "]" * DEPTH
    assert read_json(text, "a.json", DEPTH)[1] == []


def test_brackets_in_strings_are_no_depth() -> None:
    text = json.dumps(["[{" * 500, '\\"[[['])
    assert read_json(text, "a.json", DEPTH)[0] == ["[{" * 500, '\\"[[[']


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert read_json('["\\ud83d\\ude00"]', "a.json", DEPTH)[0] == ["😀"]


def test_keys_written_twice() -> None:
    text = '{"a": 1, "b": {"a": 2},\n "a": 3, "c": [{"a": 1}, {"a": 1}],\n "\\u0061": 4}'
    value, diagnostics = read_json(text, "a.json", DEPTH)
    assert value["a"] == 4
    places = [
        (item.code, item.origin.line, item.origin.column) for item in diagnostics if item.origin
    ]
    assert places == [("TC109", 2, 2), ("TC109", 3, 2)]


@pytest.mark.parametrize("text", ["[" * 2_000_000, '{"a":[' * 500_000, '["' + "[" * 3_000_000])
def test_hostile_texts_are_refused_in_linear_time(text: str) -> None:
    begin = time.process_time()
    with pytest.raises(InputError):
        read_json(text, "a.json", DEPTH)
    assert time.process_time() - begin < 2


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
)


@settings(derandomize=True, max_examples=100, deadline=None)
@given(values)
def test_what_json_writes_is_read_back(value: object) -> None:
    assert read_json(json.dumps(value), "a.json", DEPTH) == (value, [])
