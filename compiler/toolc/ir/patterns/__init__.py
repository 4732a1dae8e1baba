"""Regular expressions of JSON Schema: match in bounded time, and write a text that matches."""

from toolc.ir.patterns.matching import matches
from toolc.ir.patterns.rust import from_rust
from toolc.ir.patterns.sizes import lengths, matches_all
from toolc.ir.patterns.syntax import UnreadablePatternError, parse_pattern
from toolc.ir.patterns.texts import texts
from toolc.ir.patterns.whole import whole_pattern

__all__ = [
    "UnreadablePatternError",
    "from_rust",
    "lengths",
    "matches",
    "matches_all",
    "parse_pattern",
    "texts",
    "whole_pattern",
]
