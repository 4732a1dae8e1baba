"""`toolc translate`: one document of tools in, one target's form out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from toolc.backends import Prompt, Signatures
from toolc.backends.typescript import typescript
from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options, format_option, input_option, open_kit
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.driver import not_written
from toolc.frontends.access import Access
from toolc.outputs import encoded, json_text
from toolc.targets import TARGETS
from toolc.toolkit import ToolKit

__all__ = ["translate"]

_TEXTS: dict[str, Callable[[ToolKit], Prompt | Signatures]] = {
    "system-prompt": lambda kit: kit.prompt(style="sections"),
    "typescript": lambda kit: typescript(kit.toolset),
}
"""Forms that are text, beside the targets, which are JSON."""


@click.command()
@format_option
@click.option(
    "--to", required=True, type=click.Choice([*TARGETS, *_TEXTS]), help="The form wanted."
)
@input_option
@click.option("--output", "output_file", metavar="FILE", help="Write to FILE, not to stdout.")
@click.option("--strict", is_flag=True, help="The strict form, of a target that has one.")
@click.option("--report", metavar="FILE", help="Write every diagnostic to FILE, as JSON.")
@with_console(output_is_file=True)
@access_options
def translate(
    console: Console,
    format_: str,
    to: str,
    file: str,
    *,
    output_file: str | None,
    strict: bool,
    report: str | None,
    access: Access,
) -> None:
    """Turn one document of tools into one target's form."""
    if strict and "strict" not in getattr(TARGETS.get(to), "options", ()):
        raise click.UsageError(f"`{to}` has no strict form")
    kit = open_kit(console, file, format_, access)
    text, losses = _form(kit, to, {"strict": True} if strict else {})
    console.diagnostics(losses)
    if output_file is None:
        console.text(text)
    else:
        _write(output_file, text)
    if report is not None:
        found = console.diagnostics_data([*kit.diagnostics, *losses])
        _write(report, json_text({"to": to, "diagnostics": found}))


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_bytes(encoded(text))
    except OSError as error:
        raise not_written(Path(file), error) from error


def _form(kit: ToolKit, to: str, options: dict[str, Any]) -> tuple[str, tuple[Diagnostic, ...]]:
    if to in _TEXTS:
        made = _TEXTS[to](kit)
        return made.text, made.diagnostics
    compiled = kit.compile(to, **options)
    return json_text(compiled.tools), compiled.diagnostics
