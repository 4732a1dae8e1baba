"""The rows of a file of models: families of models, and what differs for each of them.

A file has `sources`, which rows refer to by their keys, and `families`. A family is cells that all
of its models have, and its `models` by name or pattern (see `toolc.runtime.model_names`), each with
the cells that are its own.
"""

from collections.abc import Iterator
from datetime import date as Date  # noqa: N812 - a field is called `date`
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from toolc.diagnostics import codes
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.suggest import did_you_mean
from toolc.diagnostics.words import kind_of
from toolc.model_matrix.capabilities import Native, RecommendedMode
from toolc.runtime.model_names import ModelSize

__all__ = ["Cells", "read_rows"]


def _word(value: object) -> object:
    """YAML 1.1 reads `yes` and `no` as booleans."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


_Count = Annotated[int, Field(gt=0)]
_Name = Annotated[str, Field(pattern=r"[a-zA-Z0-9]")]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cells(_Strict):
    """What a row says; the cells it leaves out are not known to it."""

    provider: str | None = None
    native_tools: Annotated[Native, BeforeValidator(_word)] | None = None
    parallel_calls: bool | None = None
    streaming: bool | None = None
    strict_mode: bool | None = None
    max_tools: _Count | None = None
    recommended_mode: RecommendedMode | None = None
    dialect: str | None = None
    context_window: _Count | None = None
    size: ModelSize | None = None
    source: str | None = None
    date: Date | None = None


class _Family(Cells):
    models: Annotated[dict[_Name, Cells | None], Field(min_length=1)]


class _Source(_Strict):
    title: str
    date: Date
    url: str | None = None


class _File(_Strict):
    sources: dict[str, _Source] = {}
    families: list[_Family]


_YES_NO = "yes or no"
_WANTED: Final = {
    "native_tools": "yes, template or no",
    "parallel_calls": _YES_NO,
    "streaming": _YES_NO,
    "strict_mode": _YES_NO,
    "max_tools": "a number of tools",
    "recommended_mode": "native, simplified or system_prompt",
    "context_window": "a number of tokens",
    "size": "small, medium or large",
    "date": "a date, as in `2026-11-30`",
    "sources": "a mapping of sources",
    "families": "a list of families",
    "models": "a mapping from names of models to cells",
}


def read_rows(data: object, file: str) -> list[tuple[str, Cells]]:
    """Each pattern in a file of models with its cells, the source in words.

    Raises InputError with all that is wrong, which names the file so.
    """
    try:
        read = _File.model_validate(data)
    except ValidationError as error:
        raise InputError(list(_told(error, file))) from error
    return [
        (pattern, _cells(read, family, own, file))
        for family in read.families
        for pattern, own in family.models.items()
    ]


def _cells(read: _File, family: _Family, own: Cells | None, file: str) -> Cells:
    said = family.model_dump(exclude_unset=True, exclude={"models"})
    said |= own.model_dump(exclude_unset=True) if own else {}
    keys = str(said.get("source") or file).split(", ")
    sources = [read.sources[key] for key in keys if key in read.sources]
    words = [f"{each.title}, {each.url}" if each.url else each.title for each in sources]
    said["source"] = "; ".join(words or keys)
    if sources:
        said.setdefault("date", max(each.date for each in sources))
    return Cells.model_construct(**said)


def _told(error: ValidationError, file: str) -> Iterator[Diagnostic]:
    for item in error.errors(include_url=False):
        path = [str(part) for part in item["loc"] if part != "[key]"]
        pointer = "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in path)
        key = path[-1] if path else file
        if item["type"] == "extra_forbidden":
            origin = Origin(file=file, pointer=pointer, at_key=True)
            hint = did_you_mean(key, _part(path).model_fields)
            yield codes.UNKNOWN_KEY.at(origin=origin, place="this part", key=key, hint=hint)
        elif item["type"] == "missing":
            words = {"place": "the file of models", "key": key, "example": f"{key}: ..."}
            yield codes.MISSING_KEY.at(origin=_parent(file, pointer), **words)
        else:
            wanted = "the name of a model" if item["loc"][-1:] == ("[key]",) else _wanted(path)
            named = next((part for part in reversed(path) if not part.isdecimal()), file)
            words = {"key": named, "wanted": wanted, "got": _got(item["input"])}
            origin = Origin(file=file, pointer=pointer)
            yield codes.WRONG_VALUE.at(origin=origin, hint=f"write {wanted}", **words)


def _wanted(path: list[str]) -> str:
    """What the value at a path must be."""
    if path and path[-1] in _WANTED:
        return _WANTED[path[-1]]
    holds_others = not path or path[-1].isdecimal() or path[-2] in ("models", "sources")
    return "a mapping" if holds_others else "text"


def _part(path: list[str]) -> type[BaseModel]:
    """What part of a file the last key of a path belongs to."""
    if len(path) == 1:
        return _File
    if path[0] == "sources":
        return _Source
    return Cells if "models" in path else _Family


def _parent(file: str, pointer: str) -> Origin:
    return Origin(file=file, pointer=pointer.rpartition("/")[0])


def _got(value: Any) -> str:
    return f"`{value}`" if isinstance(value, (str, int, float)) and value != "" else kind_of(value)
