"""`toolc inspect`: what tools a document holds."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import click

from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options, format_option, input_option, open_kit
from toolc.cli.table import table
from toolc.diagnostics.render import plain, shorten
from toolc.frontends.access import Access
from toolc.ir.model import Binding, Tool
from toolc.ir.token_cost import token_cost

__all__ = ["inspect"]

_WIDTH = 36
"""Characters of a cell: the first ones of a list tell what it is."""


@click.command()
@format_option
@input_option
@with_console()
@access_options
def inspect(console: Console, format_: str, file: str, access: Access) -> None:
    """Show the tools of a document: parameters, token cost, where they are and how to call them.

    Tokens are an estimate, at four bytes each.
    """
    kit = open_kit(console, file, format_, access)
    tokens = sum(map(token_cost, kit.tools))
    if console.as_json:
        found = console.diagnostics_data(kit.diagnostics)
        rows = [_row(tool) for tool in kit.tools]
        console.data({"tools": rows, "tokens": tokens, "diagnostics": found})
        return
    if kit.tools:
        console.text(table(_COLUMNS, kit.tools) + "\n")
    console.text(f"{len(kit)} tool{'s' * (len(kit) != 1)}, about {tokens:,} tokens\n")


def _parameters(tool: Tool) -> list[str]:
    return list(tool.input.get("properties", {}))


def _required(tool: Tool) -> list[str]:
    return list(tool.input.get("required", ()))


def _source(tool: Tool) -> str:
    """Where a tool stands, without the folder; the end tells more than the beginning."""
    if tool.origin is None:
        return ""
    where = tool.origin.pointer or (f":{tool.origin.line}" if tool.origin.line else "")
    whole = f"{PurePath(tool.origin.file).name}{where}"
    return whole if len(whole) <= _WIDTH else f"…{whole[-_WIDTH:]}"


_BINDINGS: dict[str, Callable[[Any], str]] = {
    "none": lambda _: "",
    "mcp": lambda binding: f"mcp {binding.server or ''} {binding.tool}".replace("  ", " "),
    "python": lambda binding: f"{binding.module}:{binding.qualname}",
    "http": lambda binding: f"{binding.method} {binding.path}",
}
"""Kind of binding -> how it is shown."""


def _bound(binding: Binding) -> str:
    return _BINDINGS[binding.kind](binding)


def _cell(text: str) -> str:
    return _line(shorten(text, _WIDTH))


def _line(text: str) -> str:
    """A text of the document's on one line, where it can't look like what is around it."""
    return plain(text).replace("\n", "\\n")


_COLUMNS: dict[str, Callable[[Tool], object]] = {
    "tool": lambda tool: _line(tool.name),
    "parameters": lambda tool: _cell(", ".join(_parameters(tool))),
    "required": lambda tool: _cell(", ".join(_required(tool))),
    "tokens": token_cost,
    "binding": lambda tool: _cell(_bound(tool.binding)),
    "source": lambda tool: _line(_source(tool)),
}


def _row(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters": _parameters(tool),
        "required": _required(tool),
        "tokens": token_cost(tool),
        "annotations": tool.annotations.model_dump(exclude_none=True),
        "binding": tool.binding.model_dump(mode="json", exclude_none=True),
        "tags": list(tool.tags),
        "source": tool.origin.model_dump(exclude_defaults=True) if tool.origin else None,
    }
