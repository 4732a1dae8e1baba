"""Read YAML (1.2 core schema, yaml.org/spec/1.2.2, 2021-10-01) from parser events, in one pass.

Building the values from the events, rather than by a loader, keeps the depth and the growth through
aliases bounded before anything recursive sees them, gives a line and column for each problem, and
leaves `yes`, `on`, dates and `1:30` the strings that 1.2 says they are. Merge keys (`<<`) are 1.1,
but real documents rely on them. Keys are strings, as in JSON.
"""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml

from toolc.diagnostics.codes import (
    DUPLICATE_KEY,
    NOT_JSON_DATA,
    SYNTAX,
    TOO_DEEP,
    TOO_LARGE,
    UNKNOWN_TAG,
)
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError

__all__ = ["read_yaml"]

_MOST_ALIASED_NODES = 1_000_000
"""Aliases may repeat this many nodes in all; more is an alias bomb."""

_NULL = re.compile(r"~|null|Null|NULL|")
_BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]{1,4000}|0o[0-7]{1,4000}|0x[0-9a-fA-F]{1,4000}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")

_UNFIT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What YAML 1.2 (5.1) does not allow in a text."""

_TAG = "tag:yaml.org,2002:"

_TAGS = frozenset(["!", *(_TAG + name for name in "str int float bool null seq map merge".split())])
"""The tags of the core schema, and the mark that asks for none of them."""


def _int(text: str) -> int:
    return int(text, 0) if text[:2] in ("0o", "0x") else int(text)


_RESOLVERS: tuple[tuple[re.Pattern[str], Callable[[str], Any]], ...] = (
    (_NULL, lambda text: None),  # noqa: ARG005  the same shape as the others
    (_BOOL, lambda text: text[0] in "tT"),
    (_INT, _int),
    (_FLOAT, float),
    (_NOT_FINITE, lambda text: math.nan),  # noqa: ARG005  refused below, whichever it is
)

_MERGE = object()
"""Stands for the plain key `<<`."""


@dataclass(slots=True)
class _Node:
    """A value being built. `weight` counts its nodes with aliases expanded, `height` its levels."""

    value: Any
    anchor: str | None = None
    weight: int = 1
    height: int = 0
    key: Any = None
    has_key: bool = False
    merged: list[Any] = field(default_factory=list)


def read_yaml(text: str, file: str, max_depth: int) -> tuple[Any, list[Diagnostic]]:
    """The value of a YAML text, and keys written twice; `InputError` when it is broken."""
    builder = _Builder(file, max_depth)
    try:
        builder.run(yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if "nesting depth" in str(error.problem):  # libyaml reads ahead, and has its own limit
            raise builder.too_deep(mark) from error
        raise builder.broken(_reason(error), mark) from error
    except yaml.reader.ReaderError as error:
        raise _unfit_character(text, file, error) from error
    except (yaml.YAMLError, UnicodeError, ValueError) as error:
        raise builder.broken(str(error).split("\n", maxsplit=1)[0], None) from error
    return builder.value, builder.diagnostics


def _unfit_character(text: str, file: str, error: yaml.reader.ReaderError) -> InputError:
    offset = next((at for at, letter in enumerate(text) if _UNFIT.match(letter)), 0)
    line = text.count("\n", 0, offset) + 1
    origin = Origin(file=file, line=line, column=offset - text.rfind("\n", 0, offset))
    reason = f"the character U+{ord(text[offset]):04X} is not allowed ({error.reason})"
    return InputError([SYNTAX.at(origin=origin, language="YAML", reason=reason)])


def _reason(error: yaml.MarkedYAMLError) -> str:
    parts = [part for part in (error.context, error.problem) if part]
    return ", ".join(parts) or "it can't be parsed"


class _Builder:
    def __init__(self, file: str, max_depth: int) -> None:
        self.file = file
        self.max_depth = max_depth
        self.value: Any = None
        self.diagnostics: list[Diagnostic] = []
        self._stack: list[_Node] = []
        self._anchors: dict[str, _Node] = {}
        self._open: set[str] = set()
        self._aliased = 0
        self._documents = 0

    def run(self, events: Iterable[Any]) -> None:
        for event in events:
            kind = event.__class__
            if getattr(event, "tag", None) not in (None, *_TAGS):
                self._tell_tag(event)
            if kind is yaml.ScalarEvent:
                self._finish(_Node(self._scalar(event), event.anchor), event)
            elif kind is yaml.MappingStartEvent:
                self._start({}, event)
            elif kind is yaml.SequenceStartEvent:
                self._start([], event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._end(event)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    raise self.broken("there is more than one document", event.start_mark)

    def broken(self, reason: str, mark: Any) -> InputError:
        return InputError([SYNTAX.at(origin=self._origin(mark), language="YAML", reason=reason)])

    def unfit(self, reason: str, hint: str, mark: Any) -> InputError:
        """What is YAML, but stands for nothing that JSON could hold."""
        return InputError([NOT_JSON_DATA.at(origin=self._origin(mark), reason=reason, hint=hint)])

    def too_deep(self, mark: Any) -> InputError:
        return InputError([TOO_DEEP.at(origin=self._origin(mark), limit=self.max_depth)])

    def _origin(self, mark: Any) -> Origin:
        if mark is None:
            return Origin(file=self.file)
        return Origin(file=self.file, line=mark.line + 1, column=mark.column + 1)

    def _start(self, value: Any, event: Any) -> None:
        self._check_depth(len(self._stack) + 1, event)
        if event.anchor:
            self._open.add(event.anchor)
        self._stack.append(_Node(value, event.anchor))

    def _end(self, event: Any) -> None:
        node = self._stack.pop()
        if node.anchor:
            self._open.discard(node.anchor)
        if node.merged:
            node.value = _merge(node)
        node.height += 1
        self._finish(node, event)

    def _alias(self, event: Any) -> None:
        node = self._anchors.get(event.anchor)
        if event.anchor in self._open:
            reason = f"the alias `*{event.anchor}` stands inside of itself, so it has no end"
            raise self.unfit(reason, "define it once, and refer to it by `$ref`", event.start_mark)
        if node is None:
            raise self.broken(f"there is no anchor `&{event.anchor}`", event.start_mark)
        self._aliased += node.weight
        if self._aliased > _MOST_ALIASED_NODES:
            problem = TOO_LARGE.at(
                origin=self._origin(event.start_mark),
                size=f"more than {_MOST_ALIASED_NODES:,} nodes behind its aliases",
                hint="write the repeated parts once, as definitions that are referred to",
            )
            raise InputError([problem])
        self._check_depth(len(self._stack) + node.height, event)
        copy = _Node(node.value, None, node.weight, node.height)
        self._finish(copy, event)

    def _tell_tag(self, event: Any) -> None:
        tag = event.tag.replace(_TAG, "!!")
        self.diagnostics.append(UNKNOWN_TAG.at(origin=self._origin(event.start_mark), tag=tag))

    def _check_depth(self, depth: int, event: Any) -> None:
        if depth > self.max_depth:
            raise self.too_deep(event.start_mark)

    def _finish(self, node: _Node, event: Any) -> None:
        """Put a finished node into the container around it."""
        if node.anchor:
            self._anchors[node.anchor] = node
        if not self._stack:
            self.value = node.value
            return
        around = self._stack[-1]
        around.weight += node.weight
        around.height = max(around.height, node.height)
        if isinstance(around.value, list):
            around.value.append(node.value)
        elif around.has_key:
            around.has_key = False
            self._put(around, node.value, event)
        else:
            around.key = self._key(node, event)
            around.has_key = True

    def _put(self, around: _Node, value: Any, event: Any) -> None:
        if around.key is not _MERGE:
            around.value[around.key] = value
            return
        parts = value if isinstance(value, list) else [value]
        if not all(isinstance(part, dict) for part in parts):
            raise self.broken("`<<` merges mappings only", event.start_mark)
        around.merged += parts

    def _key(self, node: _Node, event: Any) -> Any:
        plain = isinstance(event, yaml.ScalarEvent)
        if isinstance(node.value, (dict, list)):
            raise self.broken("a key must be a scalar", event.start_mark)
        if plain and event.value == "<<" and event.implicit[0]:
            return _MERGE
        key = event.value if plain else str(node.value)
        if key in self._stack[-1].value:
            origin = self._origin(event.start_mark)
            self.diagnostics.append(DUPLICATE_KEY.at(origin=origin, key=key))
        return key

    def _scalar(self, event: Any) -> Any:
        """A plain scalar by the core schema; a quoted one, or one tagged `!!str`, as written."""
        text = str(event.value)
        named = event.tag.removeprefix(_TAG) if event.tag else None
        if named in ("str", "!") or (named is None and not event.implicit[0]):
            return text
        for pattern, convert in _RESOLVERS:
            if pattern.fullmatch(text):
                value = convert(text)
                if isinstance(value, float) and not math.isfinite(value):
                    raise self.unfit(*_no_number(text), event.start_mark)
                return value
        return text


def _no_number(text: str) -> tuple[str, str]:
    if _NOT_FINITE.fullmatch(text):
        return f"`{text}` is YAML, but JSON has no such number", "leave it out, or write a number"
    return f"the number `{text[:40]}` is too large", "write a smaller number, or the digits as text"


def _merge(node: _Node) -> dict[str, Any]:
    """The merged mappings below the node's own keys; the first of them wins."""
    merged: dict[str, Any] = {}
    for part in reversed(node.merged):
        merged.update(part)
    merged.update(node.value)
    return merged
