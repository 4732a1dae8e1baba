"""`toolc envelope`: the schema of a whole reply, as one engine takes it."""

import click

from toolc.backends import ENVELOPE_ENGINES
from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options, format_option, input_option, open_kit
from toolc.frontends.access import Access

__all__ = ["envelope"]


@click.command()
@click.option(
    "--for",
    "engine",
    type=click.Choice(list(ENVELOPE_ENGINES)),
    help="The engine whose request it goes into; without it, the bare schema.",
)
@format_option
@input_option
@with_console()
@access_options
def envelope(console: Console, engine: str | None, format_: str, file: str, access: Access) -> None:
    """Print the fragment that makes an engine keep to the tools, ready to merge into a request."""
    kit = open_kit(console, file, format_, access)
    made = kit.envelope(engine)
    if not console.as_json:
        console.diagnostics(made.diagnostics)
    console.data(made.schema if made.request_fields is None else made.request_fields)
