"""`toolc prompt`: the text that teaches a model the tools."""

import click

from toolc.backends import PROMPT_STYLES
from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options, format_option, input_option, open_kit
from toolc.frontends.access import Access

__all__ = ["prompt"]


@click.command()
@format_option
@input_option
@click.option(
    "--style",
    type=click.Choice(list(PROMPT_STYLES)),
    default="typescript",
    show_default=True,
    help="How the tools are written.",
)
@click.option("--dialect", default="tagged", show_default=True, help="How calls are to be written.")
@with_console()
@access_options
def prompt(
    console: Console, format_: str, file: str, style: str, dialect: str, access: Access
) -> None:
    """Print the text that teaches a model the tools of a document and how to call them."""
    kit = open_kit(console, file, format_, access)
    made = kit.prompt(style=style, dialect=dialect)
    if console.as_json:
        found = console.diagnostics_data([*kit.diagnostics, *made.diagnostics])
        console.data({"text": made.text, "stop": list(made.stop), "diagnostics": found})
    else:
        console.diagnostics(made.diagnostics)
        console.text(made.text)
