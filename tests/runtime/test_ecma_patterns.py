"""ECMA-262 patterns against what the standard says they match."""

import re
import warnings

import pytest

from toolc.runtime.ecma_patterns import PatternError, translate
from toolc.runtime.unicode_categories import unicode_class


def matches(pattern: str, text: str) -> bool:
    return re.search(compiled(pattern), text) is not None


def compiled(pattern: str) -> str:
    return "".join(
        part if isinstance(part, str) else unicode_class(part.name, negated=part.negated)
        for part in translate(pattern)
    )


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("^a$", ["a"], ["a\n", "b\na"]),
        (r"^\d+$", ["42"], ["४२", ""]),
        (r"^\w$", ["a", "_"], ["é"]),
        (r"^\W$", ["é", "-"], ["a"]),
        (r"^\s$", [" ", "\ufeff", "\u2029"], ["\x1c", "\x85", "a"]),
        (r"^\S$", ["\x1c", "a"], ["\u00a0"]),
        ("^.$", ["a", "\x85", "\U0001f600"], ["\n", "\u2028"]),
        (r"\bcat\b", ["a cat.", "écat"], ["cats"]),
        (r"\B", ["", "ab", " é"], ["a"]),
        (r"^[\d\s]$", ["1", "\ufeff"], ["a"]),
        (r"^[^\W_]$", ["a"], ["_", "é"]),
        (r"^[\b]$", ["\b"], ["b"]),
        (r"^[a\-z]$", ["-", "a", "z"], ["b"]),
        (r"^[\w-.]$", ["-", ".", "a"], ["+"]),
        (r"^[[&&~~||-]$", ["[", "&", "~", "|", "-"], ["a"]),
        ("^[]$", [], ["", "a"]),
        ("^[^]$", ["\n"], [""]),
        (r"^\u00e9\x41\cJ\0$", ["éA\n\x00"], ["eA\n\x00"]),
        (r"^\u{1F600}$", ["\U0001f600"], [""]),
        (r"^\ud83d\ude00$", ["\U0001f600"], [""]),
        ("^\U0001f600{2}$", ["\U0001f600\U0001f600"], ["\U0001f600"]),
        (r"^(?<year>\d{4})-\k<year>$", ["2020-2020"], ["2020-2021"]),
        (r"^(a)\1$", ["aa"], ["a"]),
        (r"^\/\-\.\{\}$", ["/-.{}"], [""]),
        ("^{}]$", ["{}]"], ["{}"]),
        ("^a{,2}$", ["a{,2}"], ["aa", ""]),
        ("^(?!b)[a-c](?=d)", ["ad"], ["bd", "a"]),
        ("(?<=a)b", ["ab"], ["b"]),
        (r"^\p{Lu}\p{Letter}$", ["Éa"], ["éa"]),
        (r"^[\p{L}\d]+$", ["é1"], ["é-"]),
        (r"^\P{L}$", ["1"], ["é"]),
        (r"^\p{General_Category=Nd}$", ["४"], ["a"]),
        ("a|b", ["b"], ["c"]),
        ("^[\"'#]$", ['"', "'", "#"], ["a"]),
        ("", ["", "x"], []),
    ],
)
def test_matches(pattern: str, yes: list[str], no: list[str]) -> None:
    assert [text for text in yes if not matches(pattern, text)] == []
    assert [text for text in no if matches(pattern, text)] == []


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("a**", "nothing to repeat"),
        ("*a", "nothing to repeat"),
        ("a*+", "nothing to repeat"),
        ("^*", "nothing to repeat"),
        ("(", "Python can't express"),
        ("a)", "Python can't express"),
        ("[a", "never closed"),
        ("[z-a]", "backwards"),
        (r"\Z", "does not have"),
        (r"\a", "does not have"),
        ("a\\", "does not have"),
        ("(?P<n>a)", "does not have"),
        ("(?i)a", "does not have"),
        ("(?#c)", "does not have"),
        (r"\p{Script=Greek}", "not supported"),
        (r"\p{Nope}", "not supported"),
        (r"\u{110000}", "beyond"),
        ("(?<=a+)b", "Python can't express"),
        ("(" * 5000 + ")" * 5000, "nested too deeply"),
        ("a{99999999999}", "Python can't express"),
        (r"\2(a)", "Python can't express"),
    ],
)
def test_refusals_say_why(pattern: str, reason: str) -> None:
    with pytest.raises(PatternError, match=re.escape(reason)):
        translate(pattern)


def test_no_warnings_of_the_regex_engine() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert matches(r"^[[\]a||b]+$", "[|]")
