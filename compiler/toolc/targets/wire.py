"""How a target talks around its tools: choosing calls, handing back results, asking for a schema.

What is sent is a template, plain JSON with slots in it; `filled` puts the values in.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any

__all__ = ["Choice", "Fields", "Slot", "Wire", "as_text", "filled", "merged"]

Fields = dict[str, Any]
"""Fields of a request or a message, with slots in them."""


class Slot(Enum):
    """A place in a template; what it holds is known when a request is made."""

    NAME = "the name of a tool or a schema, as the provider knows it"
    TOOLS = "the compiled tools"
    CALLS = "the schema of a list of calls"
    PARALLEL = "whether calls may come several at once"
    SINGLE = "whether calls come one at a time"
    CALL_ID = "the id of a call"
    ARGUMENTS = "the arguments of a call, as the provider knows them"
    CONTENT = "the result of a call"
    SCHEMA = "a JSON Schema"
    SCHEMA_TEXT = "a JSON Schema as text"


class Choice(StrEnum):
    """Which calls are wanted: at will, none, at least one, or one tool that is named."""

    AUTO = "auto"
    NONE = "none"
    REQUIRED = "required"
    NAMED = "named"


def as_text(content: Any) -> Any:
    """A result as text: text as it is, all else as JSON."""
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """The templates of one target; what is None or not in `choices` the target has no words for."""

    choices: Mapping[Choice, Fields]
    """Request fields by what is wanted."""
    instead: str = "leave the tools out of the request where no call is wanted"
    """What to do where a choice is missing."""
    always: Fields = field(default_factory=dict)
    """Request fields that stand in every request with these tools."""
    parallel: Fields | None = None
    """Request fields that say whether calls may come several at once."""
    result: Fields
    """The message that hands back a result."""
    failure: Fields | None = None
    """The message that hands back an error; None where it looks like a result."""
    content: Callable[[Any], Any] = as_text
    """A result as the message holds it."""
    structured: Fields | None = None
    """Request fields that ask for a reply in a schema."""
    cut_off: tuple[str, ...] = ("length",)
    """The stop reasons that mean that the reply was cut off."""
    calls_schema: Callable[[Any], Any] | None = None
    """The schema of a list of calls, of the compiled tools."""


def filled(template: Any, values: Mapping[Slot, Any]) -> Any:
    """A template with its slots filled; the values themselves are not looked into."""
    if isinstance(template, Slot):
        return values[template]
    if isinstance(template, dict):
        return {key: filled(item, values) for key, item in template.items()}
    if isinstance(template, list):
        return [filled(item, values) for item in template]
    return template


def merged(*parts: Fields) -> Fields:
    """Fields put together; objects under one key are put together, too, else the later one wins.

    >>> merged({"a": {"x": 1}}, {"a": {"y": 2}})
    {'a': {'x': 1, 'y': 2}}
    """
    whole: Fields = {}
    for part in parts:
        for key, value in part.items():
            both = isinstance(value, dict) and isinstance(whole.get(key), dict)
            whole[key] = merged(whole[key], value) if both else value
    return whole
