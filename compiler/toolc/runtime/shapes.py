"""The JSON shapes in which models write a call: aliases of keys, wrappers, arguments as text."""

from typing import Any

__all__ = [
    "ARGUMENT_KEYS",
    "CALL_KEYS",
    "NAME_KEYS",
    "WRAPPER_KEYS",
    "is_definition",
    "read_call",
]

NAME_KEYS = ("name", "tool_name", "function", "tool")
ARGUMENT_KEYS = ("arguments", "parameters", "args", "input")
WRAPPER_KEYS = ("function", "tool_call", "function_call", "call")
_BESIDE = ("id", "type", "index", "tool_call_id", "call_id")  # keys that may stand beside a call

# Every key that an object may hold and still be a call.
CALL_KEYS = frozenset(NAME_KEYS + ARGUMENT_KEYS + WRAPPER_KEYS + _BESIDE)

_MAX_WRAPPERS = 3  # {"tool_call": {"function": {...}}} is the deepest seen
_SCHEMA_KEYS = frozenset({"type", "properties"})


def read_call(value: Any) -> tuple[str, Any] | None:
    """The name and arguments that an object says, or None if it is no call.

    Arguments left out are None; arguments written as JSON text come back as that text.

    >>> read_call({"type": "function", "function": {"name": "now", "arguments": "{}"}})
    ('now', '{}')
    """
    for _ in range(_MAX_WRAPPERS + 1):
        if not isinstance(value, dict):
            return None
        if not value.keys() <= CALL_KEYS:
            break
        wrapped = [value[key] for key in WRAPPER_KEYS if isinstance(value.get(key), dict)]
        if len(wrapped) != 1:
            break
        value = wrapped[0]
    if len(value) == 1 and not value.keys() & CALL_KEYS:
        name, arguments = next(iter(value.items()))
        return (name, arguments) if isinstance(arguments, dict) else None
    if not value.keys() <= CALL_KEYS:
        return None
    names = [value[key] for key in NAME_KEYS if isinstance(value.get(key), str)]
    arguments = [value[key] for key in ARGUMENT_KEYS if key in value]
    if len(names) != 1 or len(arguments) > 1 or not names[0]:
        return None
    return names[0], arguments[0] if arguments else None


def is_definition(arguments: object) -> bool:
    """Whether these are a tool's parameters as a schema, not arguments of a call to it."""
    return (
        isinstance(arguments, dict)
        and arguments.keys() >= _SCHEMA_KEYS
        and arguments["type"] == "object"
        and isinstance(arguments["properties"], dict)
    )
