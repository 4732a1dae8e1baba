"""The table of keywords says what compiling says."""

import pytest

from toolc.targets import TARGETS
from toolc.targets.table import MEANINGS, forms_of, keyword_table, markdown

FORMS = forms_of(TARGETS.own.values())
TABLE = keyword_table(FORMS)


@pytest.mark.parametrize(
    ("keyword", "form", "meaning"),
    [
        ("minimum", "openai", "said"),
        ("minimum", "openai-strict", "said"),
        ("minimum", "azure-strict", "words"),
        ("minimum", "anthropic-strict", "words"),
        ("minimum", "ollama", "words"),
        ("anyOf", "cohere", "checked"),
        ("const", "gemini", "said"),
        ("enum of numbers", "gemini", "reshaped"),
        ("optional property", "openai-strict", "reshaped"),
        ("optional property", "anthropic-strict", "said"),
        ("nothing said of further keys", "gemini", "narrowed"),
        ("nothing said of further keys", "vertex", "said"),
        ("object without keys", "deepseek-strict", "reshaped"),
        ("recursion", "xai", "checked"),
        ("default", "gemini", "words"),
        ("default", "deepseek-strict", "said"),
        ("title", "cohere", "left out"),
        ("pattern", "llama-cpp", "said"),
    ],
)
def test_what_becomes_of_a_keyword(keyword: str, form: str, meaning: str) -> None:
    assert TABLE[keyword][form] == meaning


def test_every_form_has_a_column_and_every_cell_a_meaning() -> None:
    for cells in TABLE.values():
        assert list(cells) == list(FORMS)
        assert set(cells.values()) <= MEANINGS.keys()


def test_markdown() -> None:
    head, rule, *rows = markdown({"a": {"x": "said", "y": "words"}})
    assert head == "| keyword | x | y |"
    assert rule == "|---|:-:|:-:|"
    assert rows[0] == "| a | ✓ | w |"
    assert len(rows) == 2 + len(MEANINGS)
