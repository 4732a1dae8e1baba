"""What is mended, what is left alone, and what is refused."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.runtime.repair import Mended, Unreadable, mend

SCHEMA = {
    "type": "object",
    "properties": {
        "zip": {"type": "string"},
        "unit": {"type": "string", "enum": ["celsius"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "inner": {"type": "object", "properties": {"zip": {"type": "string"}}},
    },
}


@pytest.mark.parametrize(
    ("text", "value", "repairs"),
    [
        ('{"a": 1,}', {"a": 1}, ["trailing_comma"]),
        ("[1, 2, ]", [1, 2], ["trailing_comma"]),
        ("{'a': 'b'}", {"a": "b"}, ["single_quotes"]),
        ("{'a': 'it\\'s \"so\"'}", {"a": 'it\'s "so"'}, ["single_quotes"]),
        ("{'a': 'Ana D'Souza', 'b': 1}", {"a": "Ana D'Souza", "b": 1}, ["single_quotes"]),
        ("{a: 1, b_2: {c: 2}}", {"a": 1, "b_2": {"c": 2}}, ["unquoted_keys"]),
        ("{True: 1}", {"True": 1}, ["unquoted_keys"]),
        ('{"a": [True, False, None]}', {"a": [True, False, None]}, ["python_literals"]),
        ('{"a": 1 // one\n, /* two */ "b": 2 # three\n}', {"a": 1, "b": 2}, ["comments"]),
        ('{"a": "x\ny\r\n"}', {"a": "x\ny\r\n"}, ["raw_newlines"]),
        ('{"a": "x\ty\x00"}', {"a": "x\ty\x00"}, ["control_characters"]),
        ('{“a”: “b "c"”}', {"a": 'b "c"'}, ["smart_quotes"]),
        ('{"a": "C:\\path\\.d"}', {"a": "C:\\path\\.d"}, ["escapes"]),
        ('{"a": "it\\\'s \\x41"}', {"a": "it's A"}, ["escapes"]),
        ('{"a": 1, "a": 2}', {"a": 2}, ["duplicate_keys"]),
        ('{"a": 1}\n{"b": 2}', {"a": 1, "b": 2}, ["split_objects"]),
        ('{\\"a\\": \\"b\\"}', {"a": "b"}, ["escaped_body"]),
        ('{"a": """f("")\n"""}', {"a": 'f("")\n'}, ["triple_quotes", "raw_newlines"]),
        (
            "{'a': None, b: 'c\n',}",
            {"a": None, "b": "c\n"},
            ["single_quotes", "python_literals", "unquoted_keys", "raw_newlines", "trailing_comma"],
        ),
        ('{"a": 1 "b": "x"}', {"a": 1, "b": "x"}, ["json_repair"]),
        (
            '{"note": The talk went well, and we agreed.", "q": "ok"}',
            {"note": "The talk went well, and we agreed.", "q": "ok"},
            ["json_repair"],
        ),
    ],
)
def test_mends(text: str, value: object, repairs: list[str]) -> None:
    assert mend(text) == Mended(value, repairs)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1', {"a": 1}),
        ('{"a": {"b": [1, 2]', {"a": {"b": [1, 2]}}),
        ('{"a": [1, 2}', {"a": [1, 2]}),
        ('{"a": "b"', {"a": "b"}),
    ],
)
def test_closes_what_was_closed_outside(text: str, value: object) -> None:
    assert mend(text, closed=True) == Mended(value, ["missing_closers"])


@pytest.mark.parametrize(
    "text",
    [
        *('{"a": 1', '{"a": {"b": 1}', '{"a": "b"', '{"a": "hel', "{'a': 'hel", '["a", ', "{"),
        *("", "   ", "hello", '{"a" "b"}', '{"a": }', '{"a": "x", "b": }', '{"a": 1}{"a": 2}'),
        *('{"a": "say "hi" now"}', '{"c": "x\\n" "d": 1}', '{"a": 007}', "}"),
    ],
)
def test_refuses_what_is_not_said(text: str) -> None:
    outcome = mend(text)
    assert isinstance(outcome, Unreadable)
    assert outcome.message


@pytest.mark.parametrize(
    "text", ['{"a": "hel', '{"a": 1,', '{"a":', '{"a": tru', '{"a"', '["x", "']
)
def test_never_completes_a_value(text: str) -> None:
    assert isinstance(mend(text, closed=True), Unreadable)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": NaN}', "`NaN` is not JSON"),
        ('{"a": -Infinity}', "`-Infinity` is not JSON"),
        ('{"a": 1e999}', "the number 1e999 is too large"),
        ('{"a": ' + "9" * 5_000 + "}", "a number has too many digits"),
        ("[" * 100_000 + "]" * 100_000, "the JSON is nested too deep"),
    ],
)
def test_refuses_numbers_and_depths_that_json_cannot_keep(text: str, why: str) -> None:
    assert mend(text) == Unreadable(why)


def test_a_schema_settles_bare_words() -> None:
    text = '{"zip": 007, "unit": celsius, "tags": [a, True], "inner": {"zip": 01}, "n": 1}'
    assert mend(text, SCHEMA) == Mended(
        {"zip": "007", "unit": "celsius", "tags": ["a", True], "inner": {"zip": "01"}, "n": 1},
        ["unquoted_strings", "python_literals"],
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"unit": ...}',
        '{"tags": ["x", ...]}',
        '{"unit": undefined}',
        '{"unit": `x`}',
        '{"n": 0x10}',
        '{"n": 1.2.3}',
        '{"n": 1,000}',
    ],
)
def test_what_may_mean_anything_is_not_mended(text: str) -> None:
    assert isinstance(mend(text, SCHEMA), Unreadable)


def test_works_without_json_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "json_repair", None)
    assert mend("{'a': 1,}") == Mended({"a": 1}, ["single_quotes", "trailing_comma"])
    assert isinstance(mend('{"a": 1 "b": 2}'), Unreadable)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(VALUES, st.booleans())
def test_well_formed_json_is_untouched(value: object, ascii_only: bool) -> None:  # noqa: FBT001 - drawn
    assert mend(json.dumps(value, ensure_ascii=ascii_only)) == Mended(value, [])


PUNCTUATED = st.text(alphabet="ab\"'{}[],:\\\n \té/#“", max_size=12)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.dictionaries(PUNCTUATED, PUNCTUATED | st.lists(PUNCTUATED | st.none()), max_size=3))
def test_a_python_repr_is_read_exactly_or_refused(value: dict[str, Any]) -> None:
    outcome = mend(repr(value))
    assert isinstance(outcome, Unreadable) or outcome.value == value


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="ab1\"'{}[],:\\ \n.-TrueN/*#", max_size=30), st.booleans())
def test_any_text_gives_an_outcome(text: str, closed: bool) -> None:  # noqa: FBT001 - drawn
    outcome = mend(text, closed=closed)
    assert isinstance(outcome, Unreadable) or json.dumps(outcome.value)


def test_doubling_the_text_doubles_the_steps() -> None:
    def steps(rows: int) -> int:
        text = json.dumps([{"id": n, "t": "it's"} for n in range(rows)])[:-1] + ",]"
        count = 0

        def trace(_frame: object, event: str, _arg: object) -> None:
            nonlocal count
            count += event == "call"

        sys.setprofile(trace)
        try:
            mend(text)
        finally:
            sys.setprofile(None)
        return count

    assert steps(2_000) <= 2.2 * steps(1_000)
