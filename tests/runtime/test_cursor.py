"""Looking ahead: the same answer for every length of text, or a question."""

from collections.abc import Callable

import pytest

from toolc.runtime.cursor import MAX_GAP, Cursor, NeedMore
from toolc.runtime.lexer import Lexer

LEXER = Lexer(["<a>", "<ab>", "\n"])

Ask = Callable[[Cursor], object]

QUESTIONS: dict[str, tuple[str, Ask, object, int]] = {
    "take": ("<ab>x", lambda c: c.take(LEXER), "<ab>", 4),
    "take-none": ("xyz", lambda c: c.take(LEXER), "", 0),
    "until": ("name<a>x", lambda c: c.until(LEXER, 10), ("name", "<a>"), 7),
    "until-too-far": ("x" * 20 + "<a>", lambda c: c.until(LEXER, 10), ("", ""), 0),
    "until-just": ("x" * 10 + "<a>", lambda c: c.until(LEXER, 10), ("x" * 10, "<a>"), 13),
    "blank": ("  \nx", lambda c: c.blank(), True, 3),
    "blank-too-long": (" " * (MAX_GAP + 1), lambda c: c.blank(), False, MAX_GAP + 1),
    "word": ("a.b-c(x", lambda c: c.word(10), "a.b-c", 5),
    "word-too-long": ("a" * 20, lambda c: c.word(10), "", 0),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_length_of_text_changes_an_answer(question: str) -> None:
    text, ask, answer, at = QUESTIONS[question]
    for size in range(len(text) + 1):
        cursor = Cursor(text[:size], 0, final=size == len(text))
        try:
            assert ask(cursor) == answer, size
        except NeedMore:
            assert size < len(text)
        else:
            assert cursor.at == min(at, size) or answer in ("", ("", ""))


def test_the_end_is_an_answer_only_if_it_is_final() -> None:
    assert Cursor("a", 1, final=True).char == ""
    with pytest.raises(NeedMore):
        _ = Cursor("a", 1, final=False).char


def test_a_copy_moves_alone() -> None:
    cursor = Cursor("ab", 0, final=True)
    cursor.copy().at = 2
    assert cursor.at == 0
