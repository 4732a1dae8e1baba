"""Take JSON values that are already in memory: checked, bounded in depth, and copied."""

import math
from datetime import date
from typing import Any

from toolc.diagnostics.codes import TOO_DEEP, WRONG_KIND
from toolc.diagnostics.diagnostic import Origin
from toolc.diagnostics.errors import InputError
from toolc.ir.schema import escape

__all__ = ["read_plain"]


def read_plain(value: dict[Any, Any] | list[Any], file: str, max_depth: int) -> Any:
    """A copy of a value as JSON: keys become strings, tuples lists, dates text.

    What is shared in the value is shared in the copy, so the time is linear in what is there.
    Raises `InputError` for other types, NaN and infinity, and a value too deep or endless.
    """
    holder: list[Any] = [value]
    seen: dict[int, tuple[Any, int]] = {}
    stack: list[tuple[Any, Any, str, int]] = [(holder, 0, "", 0)]
    while stack:
        container, key, pointer, depth = stack.pop()
        here = container[key]
        if not isinstance(here, (dict, list, tuple)):
            container[key] = _scalar(here, file, pointer)
            continue
        if depth >= max_depth:
            raise InputError([TOO_DEEP.at(origin=Origin(file=file, pointer=""), limit=max_depth)])
        known = seen.get(id(here))
        if known is not None and known[1] >= depth:
            container[key] = known[0]
            continue
        copy: Any = {str(k): v for k, v in here.items()} if isinstance(here, dict) else list(here)
        container[key] = copy
        seen[id(here)] = (copy, depth)
        members = copy if isinstance(copy, dict) else range(len(copy))
        stack += [(copy, name, f"{pointer}/{escape(str(name))}", depth + 1) for name in members]
    return holder[0]


def _scalar(value: Any, file: str, pointer: str) -> Any:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, date):
        return value.isoformat()
    problem = WRONG_KIND.at(
        origin=Origin(file=file, pointer=pointer),
        wanted="JSON",
        reason=f"there is a Python {type(value).__name__}, `{str(value)[:80]}`",
        hint="give plain dicts, lists, strings, finite numbers, booleans and None",
    )
    raise InputError([problem])
