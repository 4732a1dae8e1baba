"""`toolc translate`: one document of tools in, one target's form out."""

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from toolc.backends import Prompt, Signatures
from toolc.backends.typescript import typescript
from toolc.cli.console import Console, with_console
from toolc.cli.names import Names
from toolc.cli.source import access_options, format_option, input_option, open_kit
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.suggest import did_you_mean
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


def _hint(word: str, known: Iterable[str]) -> str:
    base = word.removesuffix("-strict")
    if base != word and base in TARGETS:
        strict = "strict" in TARGETS[base].options
        return f"say `--to {base} --strict`" if strict else f"`{base}` has no strict form"
    return did_you_mean(word, known)


@click.command()
@format_option
@click.option(
    "--to",
    required=True,
    type=Names("form", [*TARGETS.own, *_TEXTS], lambda: [*TARGETS, *_TEXTS], _hint),
    help="The form wanted.",
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
    if strict and (to in _TEXTS or "strict" not in TARGETS[to].options):
        raise click.UsageError(f"`{to}` has no strict form")
    for written in (output_file, report):
        if written is not None:
            _check_writable(Path(written))
    kit = open_kit(console, file, format_, access)
    text, losses = _form(kit, to, {"strict": True} if strict else {})
    console.diagnostics(losses)
    if report is not None:
        found = console.diagnostics_data([*kit.diagnostics, *losses])
        _write(report, json_text({"to": to, "diagnostics": found}))
    if output_file is None:
        console.text(text)
    else:
        _write(output_file, text)


def _check_writable(path: Path) -> None:
    """Fail before anything is written, where one file can't be; a device is not tried."""
    try:
        new = not path.exists()
        if new or path.is_file():
            path.open("ab").close()
        elif path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if new:
            path.unlink()
    except OSError as error:
        raise not_written(path, error) from error


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
