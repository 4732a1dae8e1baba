"""How messages speak of values: JSON's own words for them, and examples in YAML or TOML."""

from collections.abc import Mapping
from typing import Any

__all__ = ["assigned", "inline", "kind_of"]

_KINDS: dict[type, str] = {
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def kind_of(value: object) -> str:
    """What JSON calls a value.

    >>> kind_of(None), kind_of(True), kind_of(""), kind_of({})
    ('null', 'a boolean', 'empty text', 'an empty object')
    """
    if value is None:
        return "null"
    kind = _KINDS.get(type(value), "no JSON value")
    article, _, noun = kind.rpartition(" ")
    empty = isinstance(value, (str, list, dict)) and not value
    return f"{'an ' if article else ''}empty {noun}" if empty else kind


def inline(value: Any, *, toml: bool = False) -> str:
    """A value as an example shows it, on one line of YAML or TOML.

    >>> inline([{"mcp": "tools.json"}]), inline([{"mcp": "tools.json"}], toml=True)
    ('[{mcp: tools.json}]', '[{mcp = "tools.json"}]')
    """
    if isinstance(value, Mapping):
        pairs = ", ".join(assigned(key, item, toml=toml) for key, item in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(inline(item, toml=toml) for item in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    quoted = isinstance(value, str) and (toml or not value[:1].isalnum() or value[-1:] == "*")
    return f'"{value}"' if quoted else str(value)


def assigned(key: str, value: Any, *, toml: bool = False) -> str:
    """A key with its value, as it stands in YAML or TOML.

    >>> assigned("strict", True), assigned("strict", True, toml=True)
    ('strict: true', 'strict = true')
    """
    return f"{key}{' = ' if toml else ': '}{inline(value, toml=toml)}"
