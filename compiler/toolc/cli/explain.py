"""`toolc explain`: the page of a diagnostic code."""

import click

from toolc.cli.console import Console, with_console
from toolc.diagnostics.pages import page

__all__ = ["explain"]


@click.command()
@click.argument("code")
@with_console()
def explain(console: Console, code: str) -> None:
    """Explain a diagnostic code, such as TC204: what it means, why it matters, how to mend it."""
    text = page(code)
    if console.as_json:
        console.data({"code": code.upper(), "page": text})
    else:
        console.text(text)
