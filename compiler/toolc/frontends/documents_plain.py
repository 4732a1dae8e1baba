"""Take JSON values that are already in memory: checked, bounded in depth, and copied."""

import math
from datetime import date
from typing import Any, Protocol, runtime_checkable

from toolc.diagnostics.codes import TOO_DEEP, WRONG_KIND
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.ir.schema import escape

__all__ = ["SdkObject", "read_plain"]


@runtime_checkable
class SdkObject(Protocol):
    """An object of an SDK's that says what it holds, as those that are Pydantic models do."""

    def model_dump(self, *, mode: str, by_alias: bool, exclude_none: bool) -> Any:
        """What it holds, as JSON values."""


def read_plain(value: dict[Any, Any] | list[Any] | SdkObject, file: str, max_depth: int) -> Any:
    """A copy of a value as JSON: keys become strings, tuples lists, dates text.

    An object of an SDK's becomes what it holds, under the names that are sent.

    What is shared in the value is shared in the copy, so the time is linear in what is there.
    Raises `InputError` for other types, NaN and infinity, and a value too deep or endless.
    """
    holder: list[Any] = [value]
    seen: dict[int, tuple[Any, int]] = {}
    kept: list[Any] = []
    stack: list[tuple[Any, Any, str, int]] = [(holder, 0, "", 0)]
    while stack:
        container, key, pointer, depth = stack.pop()
        here = _held(container[key], file, pointer)
        if not isinstance(here, (dict, list, tuple)):
            container[key] = _scalar(here, file, pointer)
            continue
        if depth >= max_depth:
            raise InputError([TOO_DEEP.at(origin=Origin(file=file, pointer=""), limit=max_depth)])
        known = seen.get(id(here))
        if known is not None and known[1] >= depth:
            container[key] = known[0]
            continue
        # What an SDK's object holds is made anew each time, and must outlive its `id`.
        kept.append(here)
        copy: Any = {str(k): v for k, v in here.items()} if isinstance(here, dict) else list(here)
        container[key] = copy
        seen[id(here)] = (copy, depth)
        members = copy if isinstance(copy, dict) else range(len(copy))
        stack += [(copy, name, f"{pointer}/{escape(str(name))}", depth + 1) for name in members]
    return holder[0]


def _held(value: Any, file: str, pointer: str) -> Any:
    if value is None or isinstance(value, (str, int, float, dict, list, tuple, type)):
        return value
    if not isinstance(value, SdkObject):
        return value
    try:
        return value.model_dump(mode="json", by_alias=True, exclude_none=True)
    except (TypeError, ValueError) as error:
        raise InputError([_no_json(value, str(error), file, pointer)]) from error


def _scalar(value: Any, file: str, pointer: str) -> Any:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, date):
        return value.isoformat()
    raise InputError([_no_json(value, f"`{str(value)[:80]}`", file, pointer)])


def _no_json(value: Any, what: str, file: str, pointer: str) -> Diagnostic:
    return WRONG_KIND.at(
        origin=Origin(file=file, pointer=pointer),
        wanted="JSON",
        reason=f"there is a Python {type(value).__name__}, {what}",
        hint="give plain dicts, lists, strings, finite numbers, booleans and None",
    )
