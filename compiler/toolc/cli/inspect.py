"""`toolc inspect`: what tools a document holds."""

from typing import Any

import click

from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options, format_option, input_option, open_kit
from toolc.diagnostics.render import plain
from toolc.frontends.access import Access
from toolc.ir.model import Tool

__all__ = ["inspect"]

_WIDTH = 72


@click.command()
@format_option
@input_option
@with_console()
@access_options
def inspect(console: Console, format_: str, file: str, access: Access) -> None:
    """Show the tools of a document: names, parameters, and what they do."""
    kit = open_kit(console, file, format_, access)
    if console.as_json:
        found = console.diagnostics_data(kit.diagnostics)
        console.data({"tools": [_row(tool) for tool in kit.tools], "diagnostics": found})
        return
    for tool in kit.tools:
        console.text(f"{plain(tool.name)}({plain(', '.join(_parameters(tool)))})\n")
        if summary := plain(tool.description.strip().split("\n")[0]):
            console.text(f"    {summary[:_WIDTH]}{'...' * (len(summary) > _WIDTH)}\n")
    console.text(f"{len(kit)} tool{'s' * (len(kit) != 1)}\n")


def _parameters(tool: Tool) -> list[str]:
    """The names of a tool's parameters, with `?` after the optional ones."""
    required = tool.input.get("required", ())
    return [f"{name}{'?' * (name not in required)}" for name in tool.input.get("properties", {})]


def _row(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters": list(tool.input.get("properties", {})),
        "required": list(tool.input.get("required", ())),
        "annotations": tool.annotations.model_dump(exclude_none=True),
        "binding": tool.binding.kind,
        "tags": list(tool.tags),
        "pointer": tool.origin.pointer if tool.origin else None,
    }
