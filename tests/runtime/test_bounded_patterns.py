"""Patterns with a bound: short texts by `re`, long ones by the machine or not at all."""

import re

from toolc.runtime.bounded_patterns import BoundedPattern, Program

# As for `^a+$`.
LETTERS: Program = (
    ("^", (), (1,)),
    ("chars", ((97, 97),), (2,)),
    ("fork", (), (1, 3)),
    ("$", (), (4,)),
    ("match", (), ()),
)


def test_short_texts_go_to_re_and_long_ones_to_the_machine() -> None:
    pattern = BoundedPattern(re.compile("^b+$"), 3, LETTERS)
    found = [pattern.search(text) is not None for text in ("bbb", "aaa", "bbbb", "aaaa")]
    assert found == [True, False, False, True]


def test_without_a_machine_a_long_text_does_not_match() -> None:
    pattern = BoundedPattern(re.compile("^a+$"), 3)
    assert pattern.search("aaa")
    assert not pattern.search("aaaa")


def test_the_end_is_no_line_end() -> None:
    pattern = BoundedPattern(re.compile("x"), -1, LETTERS)
    assert pattern.search("a")
    assert not pattern.search("a\n")
    assert not pattern.search("\na")
    assert not pattern.search("")
