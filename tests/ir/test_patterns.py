"""Patterns: read, matched without backtracking, and written."""

import re
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.ir.patterns import UnreadablePatternError, matches, texts, whole_pattern

PATTERNS = [
    "^[a-z]+$",
    r"^\d{4}-\d{2}-\d{2}$",
    "^(GET|POST)(,(GET|POST))*$",
    "a.c",
    r"\bword\b",
    "^(?=.*[0-9])[a-z0-9]{2,4}$",
    "^(?!aa)[ab]{2}$",
    "^[^,]+(,[^,]+)*$",
    r"^[\w.-]+@[\w-]+\.[a-z]{2,}$",
    "^(?:a?){3}a{3}$",
    "^x{2,}y{0,1}z{3}$",
    r"^\x41\u0042[\]\-^]$",
    "^(?<year>[0-9]{4})$",
    "{not a count}",
    "",
]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text(alphabet="abcxyz019,-@. AB]^GETPOSTword\n{}notcuAB", max_size=14))
@settings(derandomize=True, max_examples=60, deadline=None)
def test_matches_as_python_does(pattern: str, text: str) -> None:
    python = pattern.replace("(?<year>", "(?P<year>").replace("$", r"\Z")
    assert matches(pattern, text) == (re.search(python, text, re.ASCII) is not None)


@pytest.mark.parametrize("pattern", [p for p in PATTERNS if "?=" not in p and "?!" not in p])
def test_written_texts_match(pattern: str) -> None:
    found = next(texts(pattern))
    assert matches(pattern, found)


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "^(a?){40}a{40}$", "^(.*a){20}$"])
def test_hostile_patterns_end_soon(pattern: str) -> None:
    started = time.process_time()
    with suppress(UnreadablePatternError):
        matches(pattern, "a" * 300 + "!")
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    "pattern",
    ["(", "[a", "a{2", "*a", r"\1", r"\p{Nope}", "(?<=a)b", "[z-a]", "(" * 100, "a" * 3000, "\\"],
)
def test_what_is_not_read(pattern: str) -> None:
    if pattern == "a{2":
        assert matches(pattern, "a{2")
    else:
        with pytest.raises(UnreadablePatternError):
            matches(pattern, "a")


def test_a_length_is_reached() -> None:
    assert any(len(text) == 24 for text in texts("^[0-9a-f]+$", 24))


NOT_WHOLE = [r"\bword\b", "(?=a)b", "a$b", "(^a|b)c"]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text(alphabet="abcxyz019,-@. AB]^GETPOSTword\n{}notcuAB", max_size=14))
@settings(derandomize=True, max_examples=60, deadline=None)
def test_the_whole_form_matches_the_same_texts(pattern: str, text: str) -> None:
    try:
        whole = whole_pattern(pattern)
    except UnreadablePatternError:
        assert re.search(r"\(\?[=!]|\\[bB]", pattern)  # no other of these patterns is refused
        return
    python = re.sub(r"\\x\{([0-9a-f]+)\}", lambda point: f"\\U{int(point[1], 16):08x}", whole)
    assert (re.fullmatch(python, text) is not None) == matches(pattern, text)


@pytest.mark.parametrize("pattern", NOT_WHOLE)
def test_what_has_no_whole_form_is_refused(pattern: str) -> None:
    with pytest.raises(UnreadablePatternError):
        whole_pattern(pattern)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_engine_reads_the_whole_form(pattern: str) -> None:
    llguidance = pytest.importorskip("llguidance", reason="the engine is not installed")
    with suppress(UnreadablePatternError):
        grammar = llguidance.LLMatcher.grammar_from_regex(whole_pattern(pattern))
        assert llguidance.LLMatcher.validate_grammar(grammar) == ""
