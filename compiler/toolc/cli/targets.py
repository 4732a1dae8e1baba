"""`toolc targets`: which targets there are, and what becomes of each keyword in them."""

import click

from toolc.cli.console import Console, with_console
from toolc.targets import TARGETS
from toolc.targets.table import MEANINGS, forms_of, keyword_table, markdown

__all__ = ["targets"]


@click.command()
@click.option("--table", is_flag=True, help="What becomes of each keyword, as a Markdown table.")
@with_console()
def targets(console: Console, *, table: bool) -> None:
    """List the targets, what each of them is, and its options; installed plug-ins too."""
    found = [target for _, target in TARGETS.working()]
    problems = list(TARGETS.problems())
    if table:
        keywords = keyword_table(forms_of(found))
        if console.as_json:
            console.data({"keywords": keywords, "meanings": MEANINGS, "problems": problems})
        else:
            console.text("".join(f"{line}\n" for line in markdown(keywords)))
        return
    if console.as_json:
        rows = [
            {"name": target.name, "title": target.title, "options": list(target.options)}
            for target in found
        ]
        console.data({"targets": rows, "problems": problems})
        return
    width = max(len(target.name) for target in found)
    for target in found:
        options = f" ({', '.join(target.options)})" if target.options else ""
        console.text(f"{target.name:{width}}  {target.title}{options}\n")
    for problem in problems:
        console.say(f"warning: {problem}")
