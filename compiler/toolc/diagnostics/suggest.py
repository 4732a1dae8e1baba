"""The hint for a word that is not in a list: the nearest ones, or the whole list."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean"]

_LONGEST_WORD = 200
"""Words longer than this are compared by their beginning: difflib is quadratic."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Name the known word that is nearest to `word`; all of them when none is near.

    >>> did_you_mean("opnai", ["openai", "gemini"])
    'did you mean `openai`?'
    >>> did_you_mean("x", ["openai", "gemini"])
    'known are: openai, gemini'
    """
    choices = list(known)
    near = get_close_matches(word[:_LONGEST_WORD], choices, n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else f"known are: {', '.join(choices)}"
