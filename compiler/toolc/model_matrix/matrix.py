"""The matrix: what is known of each model, found by whatever name it goes by."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

from toolc.model_matrix.capabilities import Capabilities, RecommendedMode
from toolc.model_matrix.hosts import TEMPLATED, host_of, provider_at
from toolc.model_matrix.rows import Cells, read_rows
from toolc.runtime.dialects import dialect_for_model
from toolc.runtime.model_names import ModelNames, last_part, model_size, model_words

__all__ = ["Matrix", "built_in"]

_FILE: Final = "models.yaml"
_NEAR: Final = 3  # names that an unknown one may have been meant for
_ALIKE: Final = 70  # how alike they are at least, of 100
_COMPARED: Final = 30  # characters of a name that is compared with all


Rows = Sequence[tuple[str, Cells]]
"""The rows of one file, each with its pattern."""


class Matrix:
    """Rows of files by the names of models.

    A model has the cells of one row in each file. What a later file says counts before the others,
    but not before a row that fits more of the name.
    """

    def __init__(self, *files: Rows) -> None:
        """Take the rows of each file."""
        self._files = files
        self._names = [
            ModelNames((pattern, cells.model_dump(exclude_unset=True)) for pattern, cells in rows)
            for rows in files
        ]
        self.patterns = tuple(dict.fromkeys(pattern for rows in files for pattern, _ in rows))
        """Every pattern, in the order of the files."""

    def extended(self, data: object, file: str) -> "Matrix":
        """The matrix with one more file of models; InputError where the file is at fault."""
        return Matrix(*self._files, read_rows(data, file))

    def __getitem__(self, name: str) -> Capabilities:
        """What is known of a model, if only that nothing is."""
        pattern, cells = self._found(name)
        host = host_of(name)
        if host in TEMPLATED and cells.get("native_tools") == "yes":
            cells["native_tools"] = "template"
        cells["provider"] = provider_at(host, cells.get("provider"))
        cells["size"] = cells.get("size") or model_size(model_words(name))
        cells["dialect"] = cells.get("dialect") or dialect_for_model(name)
        cells["recommended_mode"] = cells.get("recommended_mode") or _recommended(cells)
        near = () if pattern else self.near(name)
        return Capabilities.model_construct(name=name, pattern=pattern, near=near, **cells)

    def __iter__(self) -> Iterator[Capabilities]:
        """What is known of each model that has a row."""
        return (self[pattern.removesuffix("*")] for pattern in self.patterns)

    def near(self, name: str) -> tuple[str, ...]:
        """Models that are named like this, the nearest first."""
        from rapidfuzz import fuzz, process  # noqa: PLC0415 - only where a name is not known

        found = process.extract(
            last_part(name)[:_COMPARED],
            self.patterns,
            scorer=fuzz.ratio,
            limit=_NEAR,
            score_cutoff=_ALIKE,
        )
        return tuple(pattern.removesuffix("*") for pattern, _, _ in found)

    def _found(self, name: str) -> tuple[str | None, dict[str, Any]]:
        """The pattern of the row that counts most, and the cells of all that are for the name."""
        found = [row for names in self._names if (row := names.find(name))]
        found.sort(key=lambda row: len(model_words(row.pattern)))
        cells = {cell: value for row in found for cell, value in row.value.items()}
        return found[-1].pattern if found else None, cells


@cache
def built_in() -> Matrix:
    """The matrix that ships with toolc, read once."""
    text = files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # where libyaml is: ten times as fast
    return Matrix(read_rows(yaml.load(text, loader), _FILE))  # noqa: S506 - both are safe


def _recommended(cells: dict[str, Any]) -> RecommendedMode | None:
    """The mode for a model where its row names none."""
    match cells.get("native_tools"):
        case "yes":
            return "native"
        case "template":
            return "simplified" if cells["size"] == "small" else "native"
        case "no":
            return "system_prompt"
        case _:
            return None
