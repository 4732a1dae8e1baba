"""`toolc targets`: which targets there are."""

import click

from toolc.cli.console import Console, with_console
from toolc.targets import TARGETS

__all__ = ["targets"]


@click.command()
@with_console()
def targets(console: Console) -> None:
    """List the targets, what each of them is, and its options."""
    if console.as_json:
        rows = [
            {"name": target.name, "title": target.title, "options": list(target.options)}
            for target in TARGETS.values()
        ]
        console.data({"targets": rows})
        return
    width = max(map(len, TARGETS))
    for target in TARGETS.values():
        options = f" ({', '.join(target.options)})" if target.options else ""
        console.text(f"{target.name:{width}}  {target.title}{options}\n")
