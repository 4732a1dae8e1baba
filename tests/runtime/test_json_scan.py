"""Where a value ends, however it comes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.runtime.json_scan import END, STOP, JsonScanner, is_whole


def _end(text: str, step: int) -> int:
    """Where the value ends when the text comes in pieces of `step`; -1 if it doesn't."""
    scanner = JsonScanner()
    for begin in range(0, len(text), step):
        piece = text[begin : begin + step]
        at = 0
        while at < len(piece):
            at, found = scanner.scan(piece, at)
            if found == END:
                return begin + at
            if found == STOP:
                at = scanner.pass_over(at)
    return -1


@pytest.mark.parametrize(
    "value",
    [
        *(
            "{}",
            "[]",
            '{"a": 1}',
            '{"a": {"b": [1, {"c": "}"}]}}',
            '{"a": "\\"}"}',
            '{"a": "\\\\"}',
        ),
        *("{'a': '}'}", "{'a': 'it's }'}", "{'a': 'x', 'b': ']'}", '{"a": "say "hi}" now"}'),
        *("{a: it's}", '{"a": 1 // }\n}', '{"a": /* } */ 1}', '{"a": "b" # }\n}', '{"a": 1 / 2}'),
        *('{"a": "</x>"}', '{"a": <b> }', '{"a": "x" <y>"}', '{"a": /**/ 1, "b": /* * } **/ 2}'),
    ],
)
def test_finds_the_end(value: str) -> None:
    for step in range(1, len(value) + 1):
        assert _end(f'{value} "}}', step) == len(value), step
        assert _end(value[:-1], step) == -1, step


VALUES = st.recursive(
    st.none()
    | st.floats(allow_nan=False)
    | st.text()
    | st.sampled_from(["}", '"', "\\", "'", "/*"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.dictionaries(st.text(), VALUES, max_size=4), st.integers(1, 9), st.booleans())
def test_well_formed_json_ends_where_json_ends(
    value: object,
    step: int,
    ascii_only: bool,  # noqa: FBT001 - drawn
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert _end(text + "}]\"'", step) == len(text)


@pytest.mark.parametrize(
    ("text", "whole"),
    [(' {"a": 1} ', True), ('{"a": 1', False), ("x", False), ("", False), ('{"a": <}', True)],
)
def test_is_whole(text: str, *, whole: bool) -> None:
    assert is_whole(text) is whole
