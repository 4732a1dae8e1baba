"""A table on the terminal: text to the left, numbers to the right."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

__all__ = ["table"]

_Row = TypeVar("_Row")


def table(columns: Mapping[str, Callable[[_Row], object]], rows: Iterable[_Row]) -> str:
    """A line of heads and one for each row; a column with numbers in it is one of numbers."""
    cells = [[cell(row) for cell in columns.values()] for row in rows]
    lines = [list(columns), *([str(cell) for cell in line] for line in cells)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numbers = [any(isinstance(line[at], int) for line in cells) for at in range(len(columns))]
    return "".join(
        "  " + "   ".join(map(_aligned, line, widths, numbers)).rstrip() + "\n" for line in lines
    )


def _aligned(cell: str, width: int, number: bool) -> str:  # noqa: FBT001 - what the alignment turns on
    return cell.rjust(width) if number else cell.ljust(width)
