"""`toolc validate`: whether a document of tools is sound."""

import click

from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options, format_option, input_option, open_kit
from toolc.frontends.access import Access

__all__ = ["validate"]


@click.command()
@format_option
@input_option
@with_console()
@access_options
def validate(console: Console, format_: str, file: str, access: Access) -> None:
    """Check a document of tools: exit code 1, and every error, when it can't be compiled."""
    kit = open_kit(console, file, format_, access)
    if console.as_json:
        found = console.diagnostics_data(kit.diagnostics)
        console.data({"valid": True, "tools": len(kit), "diagnostics": found})
    elif not console.quiet:
        console.text(f"{len(kit)} tool{'s' * (len(kit) != 1)}, no errors\n")
