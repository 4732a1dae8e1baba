"""The general categories of Unicode."""

import unicodedata

import pytest

from toolc.runtime.unicode_categories import category_of, unicode_class, unicode_ranges


def test_a_category_is_a_class_of_its_characters() -> None:
    assert unicode_class("Zl") == r"\U00002028-\U00002028"
    assert unicode_class("Zl", negated=True).startswith(r"\U00000000-\U00002027")


def test_ranges_hold_just_the_characters_of_a_category() -> None:
    held = {code for low, high in unicode_ranges("Sc") for code in range(low, high + 1)}
    assert held == {code for code in range(0x110000) if unicodedata.category(chr(code)) == "Sc"}


@pytest.mark.parametrize(
    ("name", "short"), [("Lu", "Lu"), ("Uppercase_Letter", "Lu"), ("L", "L"), ("Script", None)]
)
def test_names_of_categories(name: str, short: str | None) -> None:
    assert category_of(name) == short
