"""Expressions of Rust as patterns: the same texts match, by `re` for what both dialects share."""

import re

import pytest

from toolc.ir.patterns import UnreadablePatternError, from_rust, matches, whole_pattern


@pytest.mark.parametrize(
    ("expression", "fitting", "others"),
    [
        ("a|bc", ["a", "bc"], ["ac", "abc", "", "xa"]),
        ("^a.$", ["ab", "a\r"], ["a\n", "abb"]),
        (r"^(?:a|b)c\z", ["ac", "bc"], ["a", "acc"]),
        (r"(?P<y>\d{2})-(?<m>\d)", ["12-3", "\u0663\u0664-\u0665"], ["1-2"]),
        (r"a\sb", ["a b", "a\x85b"], ["a\ufeffb", "ab"]),
        (r"[\s\d]+", ["1 2\x85"], ["a"]),
        (r"\S", ["a", "\ufeff"], [" ", "\x85"]),
        (r"[\x{0}-\x{10ffff}]*", ["", "a\n\U0001f600"], []),
        (r"\x{1f600}\u{1F601}\x41\u0042", ["\U0001f600\U0001f601AB"], ["AB"]),
        (r"\pL\p{Lu}\P{Nd}", ["éÉx"], ["éé1", "1Éx"]),
        (r"[\-\.^\[\]a&~#]+", ["-.^[]a&~#"], ["b", "\\"]),
        (r"\.\-\#\&\/", [".-#&/"], [".-#&"]),
        ("[(?:)(?<a>{,]+", ["(?:)<a>{,"], ["b"]),
        ("a{2,3}b{1}", ["aab", "aaab"], ["ab"]),
        ("", [""], ["a"]),
    ],
)
def test_the_same_texts_match(expression: str, fitting: list[str], others: list[str]) -> None:
    pattern = from_rust(expression)
    assert [text for text in fitting if not matches(pattern, text)] == []
    assert [text for text in others if matches(pattern, text)] == []


@pytest.mark.parametrize(
    "expression",
    [
        *(r"\w", r"[\w]", r"\bword\b", r"[^\S]", "(?i)a", "(?s:.)", "[a&&b]", "[a--b]", "[a~~b]"),
        *("[[:alpha:]]", "[a[b]]", "[]a]", "[^]a]", "a{,3}", "(", "[a", "*a", r"\p{Greek}"),
        *(r"\x{110000}", r"\a", "a" * 3000),
    ],
)
def test_what_can_not_be_said_is_refused(expression: str) -> None:
    with pytest.raises(UnreadablePatternError):
        from_rust(expression)


@pytest.mark.parametrize("pattern", ["^SELECT ", "a|^b$", r"^\d+\s$", r"[^a-z]{2,}$", r"\S.\."])
def test_what_is_written_for_a_whole_text_comes_back_the_same(pattern: str) -> None:
    written = whole_pattern(pattern)
    assert whole_pattern(from_rust(written)) == written


def test_a_class_is_written_with_few_ranges() -> None:
    assert whole_pattern(r"^[\s\S]$") == r"[\x{0}-\x{10ffff}]"
    assert whole_pattern("^[c-eab]$") == "[a-e]"


@pytest.mark.parametrize("expression", ["ab|c", "(?:a|b)+c?", "[a-c]{2}", r"a\.b"])
def test_plain_expressions_are_what_python_makes_of_them(expression: str) -> None:
    pattern = from_rust(expression)
    for text in ("ab", "c", "abc", "aab", "bc", "cc", "a.b", "acb", ""):
        assert matches(pattern, text) == bool(re.fullmatch(expression, text)), text
