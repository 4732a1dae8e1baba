"""The general categories of Unicode as ranges of code points, which `re` does not know."""

from functools import cache

__all__ = ["category_of", "unicode_class", "unicode_ranges"]

_CATEGORIES = {
    "Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
    "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
    "Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
    "Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl",
    "Other_Number": "No",
    "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd",
    "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi",
    "Final_Punctuation": "Pf", "Other_Punctuation": "Po",
    "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk",
    "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf",
    "Surrogate": "Cs", "Private_Use": "Co", "Unassigned": "Cn",
}  # fmt: skip


def category_of(name: str) -> str | None:
    """The short name of a general category, by that or its long one; None where there is none."""
    category = _CATEGORIES.get(name, name)
    return category if category in _CATEGORIES.values() else None


@cache
def unicode_ranges(category: str, *, negated: bool = False) -> tuple[tuple[int, int], ...]:
    """The code points of a general category (`L`, `Nd` ...), or all others, ends included."""
    import unicodedata  # noqa: PLC0415  # only for patterns with \p{...}

    ranges: list[list[int]] = []
    for code in range(0x110000):
        if unicodedata.category(chr(code)).startswith(category) is not negated:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return tuple((first, last) for first, last in ranges)


def unicode_class(category: str, *, negated: bool = False) -> str:
    """The inside of a character class for a general category."""
    ranges = unicode_ranges(category, negated=negated)
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)
