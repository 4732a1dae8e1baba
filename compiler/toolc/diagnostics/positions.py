"""Find the line and column of JSON pointers in a JSON or YAML text, when a diagnostic is shown.

One pass over the text finds any number of pointers (RFC 6901). A pointer to something that the text
does not spell out, such as a keyword that reading has rewritten, gets the place of the nearest node
around it.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

import yaml

__all__ = ["Span", "locate"]


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text: line and column count from 1, `length` stays on that line."""

    line: int
    column: int
    length: int


class _Wanted:
    """The tokens of the wanted pointers as a tree, and the span found for each."""

    __slots__ = ("span", "steps")

    def __init__(self) -> None:
        self.steps: dict[str, _Wanted] = {}
        self.span: Span | None = None


def locate(text: str, pointers: Iterable[str], *, keys: bool = False) -> dict[str, Span]:
    """The place of each pointer: of its value when that is a scalar, else of its key or opening.

    With `keys`, it is the place of the key wherever there is one.

    A text that is neither JSON nor YAML gives no places.
    """
    wanted = sorted(set(pointers))
    tree = _tree(wanted)
    try:
        if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") and _is_json(text):
            _scan_json(text, tree, keys=keys)
        else:
            _scan_yaml(text, tree, keys=keys)
    except yaml.YAMLError:
        return {}
    found = {pointer: _nearest(tree, pointer) for pointer in wanted}
    return {pointer: span for pointer, span in found.items() if span is not None}


def _tokens(pointer: str) -> list[str]:
    parts = pointer.split("/")[1:]
    return [part.replace("~1", "/").replace("~0", "~") for part in parts]


def _tree(pointers: Iterable[str]) -> _Wanted:
    root = _Wanted()
    for pointer in pointers:
        here = root
        for token in _tokens(pointer):
            here = here.steps.setdefault(token, _Wanted())
    return root


def _nearest(root: _Wanted, pointer: str) -> Span | None:
    here, best = root, root.span
    for token in _tokens(pointer):
        here = here.steps[token]
        if here.span is None:
            break
        best = here.span
    return best


# --- JSON ---

_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]++', re.DOTALL)


def _is_json(text: str) -> bool:
    try:
        json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(slots=True)
class _Open:
    """An object or array that the scan is in, and the member it has reached."""

    node: _Wanted | None
    is_array: bool
    index: int = 0
    key: re.Match[str] | None = None

    def member(self) -> _Wanted | None:
        if self.node is None or (self.key is None and not self.is_array):
            return None
        name = str(self.index) if self.key is None else _string(self.key.group())
        return self.node.steps.get(name)


def _string(token: str) -> str:
    return str(json.loads(token, strict=False)) if "\\" in token else token[1:-1]


def _scan_json(text: str, root: _Wanted, *, keys: bool) -> None:
    """Walk the tokens with a stack of open containers; only wanted members are looked at."""
    starts = _line_starts(text)
    stack: list[_Open] = []
    expects_key = False
    for token in _JSON_TOKEN.finditer(text):
        first = token.group()[0]
        if first in "}]":
            stack.pop()
            expects_key = False
        elif first == ",":
            stack[-1].index += 1
            expects_key = not stack[-1].is_array
        elif first == ":":
            expects_key = False
        elif expects_key:
            stack[-1].key = token
        else:
            node = stack[-1].member() if stack else root
            if node is not None:
                key = stack[-1].key if stack else None
                shown = key if key is not None and (keys or first in "{[") else token
                node.span = _json_span(starts, shown)
            if first in "{[":
                stack.append(_Open(node, is_array=first == "["))
                expects_key = first == "{"


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\r\n|\r|\n", text))]


def _json_span(starts: list[int], token: re.Match[str]) -> Span:
    line = bisect_right(starts, token.start())
    return Span(line, token.start() - starts[line - 1] + 1, token.end() - token.start())


# --- YAML ---


def _scan_yaml(text: str, root: _Wanted, *, keys: bool) -> None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    node = yaml.compose(text, loader)
    if node is None:
        return
    root.span = _yaml_span(node, None)
    stack = [(root, node)]
    while stack:
        wanted, here = stack.pop()
        for token, child in wanted.steps.items():
            key, value = _yaml_child(here, token)
            if value is not None:
                child.span = _yaml_span(key if keys and key is not None else value, key)
                stack.append((child, value))


def _yaml_child(node: yaml.Node, token: str) -> tuple[yaml.Node | None, yaml.Node | None]:
    """The key and value of a member: the last of two equal keys, else one merged by `<<`."""
    if isinstance(node, yaml.SequenceNode):
        inside = token.isdecimal() and int(token) < len(node.value)
        return None, node.value[int(token)] if inside else None
    if not isinstance(node, yaml.MappingNode):
        return None, None
    merged: list[yaml.Node] = []
    for key, value in reversed(node.value):
        if key.value == token:
            return key, value
        if key.value == "<<":
            merged += value.value if isinstance(value, yaml.SequenceNode) else [value]
    for other in merged:
        found = _yaml_child(other, token)
        if found[1] is not None:
            return found
    return None, None


def _yaml_span(value: yaml.Node, key: yaml.Node | None) -> Span:
    """The place of a scalar that starts on its key's line; that of the key for all else."""
    own_line = key is None or value.start_mark.line == key.start_mark.line
    shown = value if key is None or (isinstance(value, yaml.ScalarNode) and own_line) else key
    start, end = shown.start_mark, shown.end_mark
    length = end.column - start.column if end.line == start.line else 1
    return Span(start.line + 1, start.column + 1, max(1, length))
