"""Take a docstring apart: what a function does, and what each parameter means.

Reads the styles of Google, NumPy and Sphinx (and Epydoc), as `docstring-parser` does.
"""

import inspect
from dataclasses import dataclass, field

__all__ = ["Docstring", "read_docstring"]


@dataclass(frozen=True, slots=True)
class Docstring:
    """A docstring in parts; `parameters` maps names to what is said of them."""

    description: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    returns: str | None = None


def read_docstring(text: str | None) -> Docstring:
    """The parts of a docstring in any style; one that can't be taken apart is all description."""
    if not text or not text.strip():
        return Docstring()
    from docstring_parser import (  # noqa: PLC0415 - needed for Python's own tools only
        ParseError,
        parse,
    )

    text = inspect.cleandoc(text)
    try:
        parsed = parse(text)
    except ParseError:
        return Docstring(text)
    parts = [parsed.short_description, parsed.long_description]
    parameters = {
        name.strip().lstrip("*"): each.description.strip()
        for each in parsed.params
        if each.description
        for name in each.arg_name.split(",")  # NumPy's `x, y : int`
    }
    returns = parsed.returns.description if parsed.returns else None
    return Docstring("\n\n".join(part for part in parts if part), parameters, returns)
