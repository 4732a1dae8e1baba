"""Mends arguments that were written as lines of `key: value`, where a tool's schema knows the keys.

A line is a declared key, a colon and a value of one line; anything else makes the whole unreadable:
nested blocks, a key twice, a value that its schema does not allow, or commas of which nothing says
whether they separate the lines or belong to the values.
"""

import json
import re
from typing import Any

from toolc.runtime.repair_patch import PLACEHOLDERS
from toolc.runtime.typed_values import typed, types

__all__ = ["LINES", "read_lines"]

LINES = "key_value_lines"  # the name of this repair

_LINE = re.compile(r"""\s*(["']?)(?P<key>[^"':\s][^"':]*?)\1\s*:\s*(?P<value>.*?)\s*""")
_BLOCK = re.compile(r"[|>][+-]?|[&*!%@`{\[-].*")  # what begins a structure of several lines
_QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')


def read_lines(text: str, schema: dict[str, Any] | None) -> dict[str, Any] | None:
    """The arguments that the lines of `text` say, in braces or not; None if it isn't such lines.

    >>> read_lines("city: Oslo", {"properties": {"city": {"type": "string"}}})
    {'city': 'Oslo'}
    """
    properties = (schema or {}).get("properties")
    lines = _without_commas(text.strip())
    if not isinstance(properties, dict) or not lines:
        return None
    found: dict[str, Any] = {}
    for line in lines:
        match = _LINE.fullmatch(line)
        if match is None or match["key"] not in properties or match["key"] in found:
            return None
        try:
            found[match["key"]] = _value(match["value"], properties[match["key"]])
        except ValueError:
            return None
    return found


def _without_commas(text: str) -> list[str]:
    """The lines, without the commas that separate them in braces; none if there is doubt."""
    braced = text.startswith("{") and text.endswith("}")
    inner = text[1:-1] if braced else text
    lines = [line.rstrip() for line in inner.splitlines() if line.strip()]
    if braced and len(lines) == 1:
        return []  # an object of which something else is wrong
    separated = [line.endswith(",") for line in lines[:-1]]
    if not any(separated):
        return lines
    if not braced or not all(separated):
        return []
    return [*(line[:-1] for line in lines[:-1]), lines[-1].removesuffix(",")]


def _value(text: str, schema: Any) -> Any:
    """One value; raises `ValueError` where it isn't one of its schema."""
    if _QUOTED.fullmatch(text):
        text = json.loads(text)
    elif not text or text in PLACEHOLDERS or _BLOCK.fullmatch(text):
        raise ValueError("no value of one line")
    value = typed(text, schema if isinstance(schema, dict) else {})
    if isinstance(value, str) and "string" not in types(schema):
        raise ValueError("no value of its type")
    return value
