"""Tools as the runtime needs them, read from any provider's list of tools."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from toolc.runtime.errors import UsageError
from toolc.runtime.plain import to_plain
from toolc.runtime.problems import Problem
from toolc.runtime.tool_shapes import (
    DEFINITIONS,
    TEXT,
    TOOL_SHAPES,
    from_definitions,
    lower,
    takes_text,
)

__all__ = ["Tool", "ToolTable", "Validate", "read_tools"]

Validate = Callable[[Any], list[Problem]]

_OPEN: dict[str, Any] = {"type": "object"}  # a tool that says nothing about its arguments

_SHAPES = TOOL_SHAPES.values()
_SCHEMA_KEYS = tuple(dict.fromkeys(key for shape in _SHAPES for key in shape.schema))
_WRAPPERS = tuple(dict.fromkeys(key for shape in _SHAPES for key in shape.wrappers))
_LISTS = tuple(dict.fromkeys(key for shape in _SHAPES for key in shape.lists))


@dataclass(slots=True)
class Tool:
    """One tool: `validate` lists what is wrong with arguments, and is absent for a bare list."""

    name: str
    parameters: dict[str, Any] = field(default_factory=lambda: dict(_OPEN))
    description: str = ""
    destructive: bool = False
    validate: Validate | None = None


class ToolTable:
    """Tools by name, in the order given; an open table (no tools given) takes any name."""

    __slots__ = ("_by_name", "folded", "is_open")

    def __init__(self, tools: list[Tool] | None) -> None:
        """Take the tools in order, or None for any name; the first of two equal names wins."""
        self.is_open = tools is None
        self._by_name: dict[str, Tool] = {}
        self.folded: dict[str, list[str]] = {}  # filled by `names`, which owns the folding
        for tool in tools or ():
            self._by_name.setdefault(tool.name, tool)

    @property
    def names(self) -> tuple[str, ...]:
        """The tools' names, in order."""
        return tuple(self._by_name)

    def get(self, name: str) -> Tool | None:
        """The tool of exactly this name."""
        return self._by_name.get(name)

    def renamed(self, names: Mapping[str, str]) -> "ToolTable":
        """The same tools by other names, without validators: those speak of our arguments."""
        if self.is_open:
            return self
        return ToolTable(
            [replace(tool, name=names.get(tool.name, tool.name), validate=None) for tool in self]
        )

    def __toolc_tools__(self) -> list[dict[str, Any]]:
        """The tools as plain tables, each with its validator."""
        return [
            {
                "name": tool.name,
                "parameters": tool.parameters,
                "description": tool.description,
                "destructive": tool.destructive,
                "validate": tool.validate,
            }
            for tool in self
        ]

    def __iter__(self) -> Iterator[Tool]:
        """The tools, in order."""
        return iter(self._by_name.values())

    def __len__(self) -> int:
        """How many tools there are."""
        return len(self._by_name)

    def __contains__(self, name: object) -> bool:
        """Whether a tool has exactly this name."""
        return name in self._by_name


def read_tools(tools: object) -> ToolTable:
    """Read tools: None, a `ToolTable`, an object with `__toolc_tools__()`, or a provider's list.

    Understands plain tables, OpenAI (chat, Responses), Anthropic, Gemini, Mistral, Cohere (v1, v2),
    Bedrock, Ollama and MCP; passes over tools that a provider runs itself. Raises `UsageError` for
    an item that names no tool.
    """
    if tools is None:
        return ToolTable(None)
    if isinstance(tools, ToolTable):
        return tools
    own = getattr(tools, "__toolc_tools__", None)
    if callable(own):
        tools = own()
    return ToolTable([_read_tool(item) for item in _items(tools)])


def _items(source: object) -> Iterator[Mapping[str, Any]]:
    """Every object that describes a tool, out of lists, pages and wrappers."""
    pending: list[object] = [source]
    while pending:
        item = pending.pop()
        if isinstance(item, list | tuple):
            pending.extend(reversed(item))
            continue
        plain = item if isinstance(item, Mapping) else to_plain(item)
        if not isinstance(plain, Mapping):
            raise UsageError(f"expected a tool as an object, got `{type(item).__name__}`")
        inner = [plain[key] for key in _LISTS if isinstance(plain.get(key), list | tuple)]
        wrapped = [
            {"type": plain.get("type", "function"), **plain[key]}
            for key in _WRAPPERS
            if isinstance(plain.get(key), Mapping)
        ]
        if inner or wrapped:
            pending.extend(reversed(inner + wrapped))
        elif not _is_hosted(plain):
            yield plain


def _is_hosted(item: Mapping[str, Any]) -> bool:
    """Whether an entry is not a tool of ours, but a provider's own (or a mark, as a cache point).

    Those have no name: they are a `type` of their own, or one key around their settings.
    """
    if "name" in item:
        return False
    kind = item.get("type", "function")
    only = next(iter(item.values())) if len(item) == 1 else None
    return kind != "function" or isinstance(only, Mapping)


def _read_tool(item: Mapping[str, Any]) -> Tool:
    name = item.get("name")
    if not isinstance(name, str) or not name:
        raise UsageError(f"a tool has no `name`; its keys are {sorted(map(str, item))[:8]}")
    annotations = item.get("annotations")
    hint = annotations.get("destructiveHint") if isinstance(annotations, Mapping) else None
    validate = item.get("validate")
    return Tool(
        name=name,
        parameters=_schema(item),
        description=str(item.get("description") or ""),
        destructive=bool(item.get("destructive", hint)),
        validate=validate if callable(validate) else None,
    )


def _schema(item: Mapping[str, Any]) -> dict[str, Any]:
    for key in _SCHEMA_KEYS:
        schema = item.get(key)
        if not isinstance(schema, Mapping):
            continue
        if key == DEFINITIONS:
            return from_definitions(schema)
        schema = schema.get("json", schema) if key == "inputSchema" else schema
        shouted = str(schema.get("type", "")).isupper()
        return lower(to_plain(schema)) if shouted else dict(schema)
    return takes_text({"type": "string"}) if item.get("type") == TEXT else dict(_OPEN)
