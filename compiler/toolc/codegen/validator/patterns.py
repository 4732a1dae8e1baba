"""Patterns in generated code: `re` where it takes time in proportion to the text, else a bound.

`re` tries one way to match after the other, and hostile or careless patterns have more ways than
can ever be tried: `^(a+)+$` has two for each character. Where their number grows with the text,
long texts go through a machine that follows all ways at once.
"""

import re
from dataclasses import dataclass

from toolc.codegen.text import pyrepr
from toolc.codegen.validator.ambiguity import Ambiguity, ambiguity
from toolc.codegen.validator.automata import NoProgramError, program
from toolc.ir.patterns import UnreadablePatternError, parse_pattern
from toolc.runtime.bounded_patterns import Program
from toolc.runtime.ecma_patterns import Category, PatternError, translate

__all__ = ["PatternError", "PatternSource", "pattern_source"]

_STEPS = 6.0
"""`re` gets texts for which it takes ten to the power of this: some hundredths of a second."""

_SEARCHED = 8.0
"""The same where it is `re` or nothing: a second."""

_ENOUGH = 1_000_000  # characters; a longer text is not met

_BRACKETS = re.compile(r"\\.|\[(?:\\.|[^\]])*\]", re.DOTALL)
_LOOPS = re.compile(r"[*+]|\{\d+,\d*\}")
_NESTED = re.compile(r"\)(?:[*+]|\{\d+,?\d*\})")


@dataclass(frozen=True, slots=True)
class PatternSource:
    """A pattern as source: the text for `re.compile`, and how it is bounded where it need be."""

    text: str
    short: int | None = None
    program: Program = ()

    def expression(self, re_module: str, bounded: str) -> str:
        """The expression for an object to search with; both arguments are names in its module."""
        quick = f"{re_module}.compile({self.text})"
        if self.short is None:
            return quick
        rest = f", {_tuples(self.program)}" if self.program else ""
        return f"{bounded}({quick}, {self.short}{rest})"


def pattern_source(pattern: str) -> PatternSource:
    r"""The source of a pattern of ECMA-262.

    Raises PatternError with the reason, also for one that can't be matched in bounded time.

    >>> print(pattern_source(r"^\d+$").text), pattern_source("^(a+)+$").short
    "^[0-9]+\\Z"
    (None, 0)
    """
    text = " + ".join(map(_source, translate(pattern) or [""]))
    try:
        node = parse_pattern(pattern)
    except (UnreadablePatternError, RecursionError):
        return _by_looks(pattern, text)
    found = ambiguity(node)
    if found.power <= 1 and not found.is_exponential:
        return PatternSource(text)
    try:
        return PatternSource(text, _short(found, _STEPS), program(node))
    except NoProgramError as error:
        if found.is_exponential:
            raise PatternError(f"it may take exponential time, and {error}") from None
        return PatternSource(text, _short(found, _SEARCHED))


def _short(found: Ambiguity, steps: float) -> int:
    return 0 if found.is_exponential else min(int(10 ** (steps / found.power)), _ENOUGH)


def _by_looks(pattern: str, text: str) -> PatternSource:
    """A pattern that only `re` can read, such as one with back-references: bounded, or refused."""
    bare = _BRACKETS.sub("", pattern)
    loops = len(_LOOPS.findall(bare))
    if loops > 1 and _NESTED.search(bare):
        raise PatternError("it may take exponential time")
    power = loops + (not bare.startswith("^"))
    return PatternSource(text, min(int(10 ** (_SEARCHED / power)), _ENOUGH) if loops else None)


def _source(part: str | Category) -> str:
    if isinstance(part, str):
        return pyrepr(part)
    negated = ", negated=True" if part.negated else ""
    return f'unicode_class("{part.name}"{negated})'


def _tuples(value: object) -> str:
    """The literal of tuples, texts and integers."""
    if not isinstance(value, tuple):
        return pyrepr(value)
    return f"({', '.join(map(_tuples, value))}{',' if len(value) == 1 else ''})"
