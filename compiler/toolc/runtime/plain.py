"""Plain JSON out of what SDKs return: pydantic models, plain objects, JSON text."""

import json
from base64 import b64encode
from enum import Enum
from typing import Any

from toolc.runtime.errors import UsageError

__all__ = ["from_text", "to_plain"]

# How SDK objects say what they hold, the most faithful first.
_DUMPERS = ("model_dump", "to_dict", "dict", "as_dict", "to_json_dict")
_MAX_DEPTH = 200  # deeper than any reply or schema, shallow enough for the interpreter's stack


def to_plain(value: object, depth: int = 0) -> Any:
    """Return `value` as dicts, lists and scalars; what JSON can't say (a date) as text.

    Bytes are Base64, as every SDK sends them.

    Raises `UsageError` for something nested too deep.
    """
    if depth > _MAX_DEPTH:
        raise UsageError(f"the value is nested deeper than {_MAX_DEPTH} levels")
    if isinstance(value, dict):
        return {str(key): to_plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(item, depth + 1) for item in value]
    if isinstance(value, bytes):
        return b64encode(value).decode()
    if isinstance(value, Enum):
        return to_plain(value.value, depth + 1)
    if value is None or isinstance(value, str | int | float):
        return value
    for name in _DUMPERS:
        dump = getattr(value, name, None)
        if callable(dump):
            return to_plain(dump(), depth + 1)
    if hasattr(value, "__dict__"):
        return to_plain(
            {key: item for key, item in vars(value).items() if not key.startswith("_")}, depth + 1
        )
    return str(value)


def from_text(text: str | bytes) -> Any:
    """Read a JSON document that a caller passes as text; raises `UsageError` if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the text is not a JSON document: {error}") from error
