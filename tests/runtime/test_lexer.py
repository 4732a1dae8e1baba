"""The longest literal wins, and what may still become one is waited for."""

import pytest

from toolc.runtime.lexer import WAIT, Lexer

LEXER = Lexer(["<a>", "<abc>", "`", "```"])


@pytest.mark.parametrize(
    ("text", "open_end", "final_end"),
    [
        ("x <a> y", (2, "<a>"), (2, "<a>")),
        ("x <ab", (2, WAIT), (5, "")),
        ("x <b> `", (6, WAIT), (6, "`")),
        ("``x", (0, "`"), (0, "`")),
        ("``", (0, WAIT), (0, "`")),
        ("```", (0, "```"), (0, "```")),
        ("plain", (5, ""), (5, "")),
        ("<<<", (2, WAIT), (3, "")),
    ],
)
def test_find(text: str, open_end: tuple[int, str], final_end: tuple[int, str]) -> None:
    assert LEXER.find(text, 0, final=False) == open_end
    assert LEXER.find(text, 0, final=True) == final_end
