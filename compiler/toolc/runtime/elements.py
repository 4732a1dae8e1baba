"""Reads bodies in which each parameter is an element of its own name, and elements nest.

A child element makes its parent an object, or an array where the schema says so or where all
children are `item`. An element that is repeated is an array of its values. What a leaf's text means
is ruled by `typed_values`.
"""

import re
from typing import Any

from toolc.runtime.body import END, MORE
from toolc.runtime.dialects import Parameter
from toolc.runtime.json_scan import MAX_NESTING
from toolc.runtime.lexer import Lexer
from toolc.runtime.repair import Mended, Unreadable
from toolc.runtime.text_body import TextBody
from toolc.runtime.typed_values import typed

__all__ = ["ElementsBody"]

_ITEM = "item"

Schema = dict[str, Any] | None


class ElementsBody(TextBody):
    """The elements of one call, up to the call's closing tag."""

    __slots__ = ("_end", "_parameter")

    def __init__(self, parameter: Parameter) -> None:
        """`parameter` tells how elements open and close, and what ends the call."""
        super().__init__()
        self._parameter = parameter
        self._end = Lexer([parameter.end])
        self.hot = self._end.first

    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on to the call's end; no element can hold it."""
        end, literal = self._end.find(text, at, final=final)
        return (end + len(literal), END) if literal else (end, MORE)

    def value(
        self, text: str, schema: dict[str, Any] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """The arguments as nested objects and arrays."""
        del closed  # an element that is not closed is not complete
        body = text.removesuffix(self._parameter.end)
        root: list[tuple[str, Any]] = []
        stack: list[tuple[str, list[tuple[str, Any]], int]] = [("", root, 0)]
        for tag in _tags(self._parameter).finditer(body):
            name, children, begin = stack[-1]
            if tag["open"]:
                if len(stack) > MAX_NESTING:
                    return Unreadable("its elements are nested too deep")
                stack.append((tag["open"], [], tag.end()))
            elif tag["close"] == name and name:
                stack.pop()
                leaf = body[begin : tag.start()]
                stack[-1][1].append((name, children or leaf))
            else:
                return Unreadable(f"`{tag['close']}` closes an element that is not open")
        if len(stack) > 1:
            return Unreadable(f"the element `{stack[-1][0]}` is not closed")
        return Mended(_object(root, schema))


def _tags(parameter: Parameter) -> re.Pattern[str]:
    opening, closing = re.escape(parameter.open), re.escape(parameter.close)
    end = re.escape(parameter.tag_end)
    return re.compile(rf"{closing}(?P<close>[^\s<>]+){end}|{opening}(?P<open>[^\s<>/]+){end}")


def _object(children: list[tuple[str, Any]], schema: Schema) -> dict[str, Any]:
    properties = (schema or {}).get("properties")
    declared = properties if isinstance(properties, dict) else {}
    groups: dict[str, list[Any]] = {}
    for name, inner in children:
        groups.setdefault(name, []).append(_value(inner, declared.get(name), schema))
    return {name: values if len(values) > 1 else values[0] for name, values in groups.items()}


def _value(inner: Any, schema: Any, parent: Schema) -> Any:
    own = schema if isinstance(schema, dict) else None
    if isinstance(inner, str):
        return typed(inner, own if parent is not None else None)
    kind = (own or {}).get("type")
    if kind == "array" or (kind is None and all(name == _ITEM for name, _ in inner)):
        items = (own or {}).get("items")
        return [_value(item, items, parent) for _, item in inner]
    return _object(inner, own)
