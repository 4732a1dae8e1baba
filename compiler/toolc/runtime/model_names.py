"""Names of models, however a provider, a hub or a file spells them, and rows that are found by one.

`us.meta.llama3-3-70b-instruct-v1:0`, `meta-llama/Llama-3.3-70B-Instruct` and `llama3.3:70b` begin
with the same words: `llama 3 3 70b`. A row is found by a name that begins with the row's words.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Final, Generic, Literal, NamedTuple, TypeVar

__all__ = ["ModelNames", "ModelSize", "Row", "last_part", "model_size", "model_words"]

_T = TypeVar("_T")

ModelSize = Literal["small", "medium", "large"]
"""The classes that schemas are made simpler for."""

_SMALL: Final = 5  # billions of parameters, below which it is small: 3B fill in plain objects only
_MEDIUM: Final = 40  # and below which it is medium: 7B to 32B take unions and some depth

_LONGEST: Final = 80  # characters of a name that are looked at
_MOST: Final = 16  # and words; the longest row has half as many

_SPELLINGS: Final = (
    (re.compile(r"(?<=\d)p(?=\d)"), "."),  # Fireworks: `deepseek-v3p1`
    (re.compile(r"\bllama-?v(?=\d)"), "llama-"),  # Fireworks: `llama-v3p3`
    (re.compile(r"\bgpt-35\b"), "gpt-3.5"),  # Azure takes no dot in a deployment's name
    (re.compile(r"\+"), "-plus"),  # `command-r+`
)

_ON_BEDROCK: Final = re.compile(
    r"(?:(?:apac|au|ca|eu|global|jp|us|us-gov)\.)?"
    r"(?:(?:ai21|amazon|anthropic|cohere|google|meta|minimax|mistral|moonshot|moonshotai|nvidia"
    r"|openai|qwen|writer|xai|zai)\.(?=[a-z])|(?=deepseek\.))"
)
"""What Bedrock puts before the name of a model: a region at will, and the maker."""

_REVISION: Final = re.compile(r"-v?\d+:\d+(?::\w+)?$")
"""What Bedrock puts behind it: `-v1:0`."""

_TUNED: Final = "ft:"
"""What OpenAI puts before the name of the model that was tuned."""

_WORD: Final = re.compile(r"\d+(?:x\d+|\.\d+)?b(?![a-z0-9])|\d+|[a-z]+")
"""A number of parameters (`8b`, `1.7b`, `8x22b`), another number, or letters."""

_VERSION: Final = re.compile(r"(?:0|[1-9]\d?)(?! 20\d\d)(?: |$)")
"""Where words go on with a number of a version; longer ones, `08` and `12-2024` are of a date."""

_MAKERS: Final = frozenset(
    "amazon cohere databricks fw google ibm meta microsoft mistralai nous nvidia openai qwen xai"
    " zai".split()
)
"""Words that may stand before a model's name without being part of it, as in `Meta-Llama-3`."""


class Row(NamedTuple, Generic[_T]):
    """A row that a name led to, and the pattern that it stands under."""

    pattern: str
    value: _T


def last_part(name: str) -> str:
    """A model's name without the path before it, in small letters.

    >>> last_part("bedrock/us.anthropic.claude-opus-4-5-v1:0")
    'claude-opus-4-5'
    """
    last = name.strip().rstrip("/").rpartition("/")[2]
    plain = last[:_LONGEST].casefold().removeprefix(_TUNED)
    on_bedrock = _ON_BEDROCK.match(plain)
    return _REVISION.sub("", plain[on_bedrock.end() :]) if on_bedrock else plain


def model_words(name: str) -> tuple[str, ...]:
    """The words of a model's name.

    >>> model_words("Qwen/Qwen2.5-7B-Instruct") == model_words("qwen2.5:7b-instruct")
    True
    """
    return _words(last_part(name))


@lru_cache(1024)  # one look-up asks for them more than once
def _words(plain: str) -> tuple[str, ...]:
    for pattern, written in _SPELLINGS:
        plain = pattern.sub(written, plain)
    return tuple(word[0] for word in islice(_WORD.finditer(plain), _MOST))


def model_size(words: Iterable[str]) -> ModelSize | None:
    """The class of a model by the number of parameters in its name, None where it tells none.

    >>> model_size(model_words("llama3.2:3b")), model_size(model_words("mixtral-8x7b"))
    ('small', 'large')
    """
    told = next((word[:-1] for word in words if word[0].isdigit() and word[-1] == "b"), None)
    if told is None:
        return None
    experts, _, each = told.rpartition("x")
    billions = float(each) * int(experts or 1)
    return "small" if billions < _SMALL else "medium" if billions < _MEDIUM else "large"


class ModelNames(Generic[_T]):
    """Rows by the names of models; the row with the most words is found.

    A pattern is a name: `qwen3` is also for `qwen3:8b` and `qwen3-instruct-2507`, but not for
    another version, `qwen3.5`. With `*` behind it, it is for every version: `kimi-k2*`.
    """

    def __init__(self, rows: Iterable[tuple[str, _T]]) -> None:
        """Take pairs of a pattern and its row; of two with the same words the last counts."""
        self._rows = {model_words(pattern): Row(pattern, value) for pattern, value in rows}
        self._longest = max(map(len, self._rows), default=0)

    def find(self, name: str) -> Row[_T] | None:
        """The row for a model."""
        words = model_words(name)
        found = self._longest_fit(words)
        if found is None and words and words[0] in _MAKERS:
            return self._longest_fit(words[1:])
        return found

    def _longest_fit(self, words: tuple[str, ...]) -> Row[_T] | None:
        for end in range(min(len(words), self._longest), 0, -1):
            found = self._rows.get(words[:end])
            if found is None:
                continue
            if found.pattern[-1] == "*" or not _VERSION.match(" ".join(words[end : end + 2])):
                return found
        return None
