"""Write a parameter the way its style says: which names stand beside which values.

Follows the style table of OpenAPI 3.2.0 (2025-09-19), which is that of 3.0.4 and 3.1.1, and the URI
templates of RFC 6570 behind it. What the table leaves open is settled here: an object or array
where a plain value is meant is written as JSON; inside a `deepObject`, objects nest in further
brackets and the items of an array repeat the name.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

__all__ = ["Encode", "Pair", "as_text", "expand", "json_text", "percent", "plain", "reserved"]

Encode = Callable[[str], str]
"""Makes a text fit to stand where it goes, delimiters included."""

Pair = tuple[str, str]
"""A name and a value, both encoded; the name is empty where the value stands alone."""

_EXACT = 2**53
"""Up to here a whole number is the same as a float and as an integer."""


@dataclass(frozen=True, slots=True)
class _Style:
    """What joins values that are not exploded, and whether the name stands in front of a value."""

    delimiter: str = ","
    named: bool = True


_STYLES = {
    "form": _Style(),
    "cookie": _Style(),
    "spaceDelimited": _Style(" "),
    "pipeDelimited": _Style("|"),
    "tabDelimited": _Style("\t"),
    "matrix": _Style(),
    "simple": _Style(named=False),
    "label": _Style(named=False),
}

_COMMA = ","
"""The one delimiter that stands in a URL as it is: RFC 6570 writes it so."""


def json_text(value: Any) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_text(value: Any) -> str:
    """A value as text: text itself, and all else as JSON writes it.

    >>> as_text("a b"), as_text(True), as_text(3.0), as_text({"a": 1})
    ('a b', 'true', '3', '{"a":1}')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return str(int(value))
    return json_text(value)


def plain(text: str) -> str:
    """A text as it is."""
    return text


def percent(text: str) -> str:
    """A text with all percent-encoded but the unreserved characters of RFC 3986."""
    return quote(text, safe="")


def reserved(keep: str) -> Encode:
    """Percent-encoding that leaves alone what is encoded already and the reserved `keep`."""

    def encode(text: str) -> str:
        first, *rest = text.split("%")
        parts = [quote(first, safe=keep)]
        for part in rest:
            is_triplet = len(part) > 1 and all(digit in _HEXADECIMAL for digit in part[:2])
            parts.append(("%" if is_triplet else "%25") + quote(part, safe=keep))
        return "".join(parts)

    return encode


_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


def expand(name: str, value: Any, spec: Mapping[str, Any], encode: Encode) -> list[Pair]:
    """The pairs that a value is written as; none for null, and for an empty array or object.

    `spec` has the `style`, whether to `explode`, and the `item_styles` of arrays inside arrays.
    """
    style, explode = spec["style"], spec["explode"]
    if style == "deepObject" and isinstance(value, Mapping):
        return list(_deep(name, value, encode))
    rule = _STYLES.get(style, _STYLES["form"])
    shown = encode(name) if rule.named else ""
    if isinstance(value, Mapping):
        members = [(encode(str(key)), encode(as_text(item))) for key, item in _present(value)]
        if explode or not members:
            return members
        flat = [text for member in members for text in member]
        return [(shown, _joint(rule.delimiter, encode).join(flat))]
    if isinstance(value, (list, tuple)):
        inner = spec.get("item_styles", ())
        texts = [_item(item, inner, encode) for item in value if item is not None]
        if explode or not texts:
            return [(shown, text) for text in texts]
        return [(shown, _joint(rule.delimiter, encode).join(texts))]
    return [] if value is None else [(shown, encode(as_text(value)))]


def _present(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((key, item) for key, item in value.items() if item is not None)


def _joint(delimiter: str, encode: Encode) -> str:
    return delimiter if delimiter == _COMMA else encode(delimiter)


def _item(value: Any, inner: tuple[str, ...], encode: Encode) -> str:
    """One item of an array: an array of its own is joined by the first of the `inner` styles."""
    if isinstance(value, (list, tuple)) and inner:
        joint = _joint(_STYLES[inner[0]].delimiter, encode)
        return joint.join(_item(item, inner[1:], encode) for item in value if item is not None)
    return encode(as_text(value))


def _deep(name: str, value: Mapping[str, Any], encode: Encode) -> Iterator[Pair]:
    stack: list[tuple[str, Any]] = [(name, value)]
    while stack:
        here, item = stack.pop()
        if isinstance(item, Mapping):
            stack += reversed([(f"{here}[{key}]", member) for key, member in item.items()])
        elif isinstance(item, (list, tuple)):
            stack += reversed([(here, member) for member in item])
        elif item is not None:
            yield encode(here), encode(as_text(item))
