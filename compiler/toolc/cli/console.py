"""What every command shares: its options, how it prints, and how it ends when in trouble."""

import errno
import functools
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from toolc.diagnostics import codes
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.render import render_json, render_text
from toolc.diagnostics.sources import Sources
from toolc.outputs import encoded, json_text
from toolc.runtime.errors import UsageError

__all__ = ["STDIN", "Console", "with_console"]

STDIN = "<stdin>"
"""What standard input is called in diagnostics."""


class Console:
    """Where a command's result, its diagnostics and its log go.

    The result goes to standard output; all else to standard error. With `as_json` the result is one
    JSON document, which holds the diagnostics too.
    """

    def __init__(self, *, quiet: bool, verbose: bool, as_json: bool) -> None:
        """Take the options that every command has."""
        self.quiet = quiet
        self.verbose = verbose
        self.as_json = as_json
        self.folder = Path()
        self.sources = Sources()

    def read(self, file: str) -> tuple[str, bytes | None]:
        """The name of a file for diagnostics, and for `-` what standard input holds."""
        if file != "-":
            return file, None
        data = sys.stdin.buffer.read()
        self.sources = Sources({STDIN: data.decode("utf-8", "replace")})
        return STDIN, data

    def text(self, text: str) -> None:
        """Print a text as the result, exactly."""
        _write(text)

    def data(self, value: Any) -> None:
        """Print JSON as the result."""
        _write(json_text(value))

    def log(self, text: str) -> None:
        """Say something that matters with `--verbose` only."""
        if self.verbose:
            click.echo(text, err=True)

    def diagnostics(self, items: Iterable[Diagnostic], *, most: int = 1) -> bool:
        """Print errors and warnings, the first `most` of each kind; whether there were any.

        With `--quiet` errors alone, with `--verbose` every one, notes too.
        """
        severities = {"error"} if self.quiet else {"error", "warning"}
        shown = [item for item in items if self.verbose or item.severity in severities]
        text = render_text(
            self.located(shown),
            self.sources,
            colour=sys.stderr.isatty() and "NO_COLOR" not in os.environ,
            most=None if self.verbose else most,
        )
        if text:
            click.echo(text, err=True, nl=False)
        return bool(text)

    def diagnostics_data(self, items: Iterable[Diagnostic]) -> list[dict[str, Any]]:
        """Diagnostics as JSON data."""
        return render_json(self.located(items), self.sources)

    def located(self, items: Iterable[Diagnostic]) -> Sequence[Diagnostic]:
        """The diagnostics with file names that are relative to where the user is."""
        return [_below(item, self.folder) for item in items]

    def failed(self, items: Iterable[Diagnostic]) -> None:
        """End the command with these errors: exit code 1."""
        if self.as_json:
            self.data({"diagnostics": self.diagnostics_data(items)})
        else:
            self.diagnostics(items, most=_MOST_ERRORS)
        raise click.exceptions.Exit(1)


_MOST_ERRORS = 10


def with_console(*, output_is_file: bool = False) -> Callable[[Callable[..., None]], Any]:
    """Give a command its console and the options `--quiet`, `--verbose` and `--output`.

    Where `output_is_file`, the command has an `--output FILE` of its own, and prints JSON anyway.
    """

    def decorate(command: Callable[..., None]) -> Any:
        @functools.wraps(command)
        def run(*, quiet: bool, verbose: bool, **options: Any) -> None:
            as_json = not output_is_file and options.pop("output") == "json"
            console = Console(quiet=quiet, verbose=verbose, as_json=as_json)
            try:
                command(console, **options)
            except InputError as error:
                console.failed(error.diagnostics)
            except UsageError as error:
                raise click.UsageError(str(error)) from error
            except (click.ClickException, click.exceptions.Exit, click.Abort):
                raise
            except Exception as error:  # a bug of ours ends without a traceback, too
                _end_in_bug(console, error)

        wrapped: Any = run
        for option in reversed(_OPTIONS[:2] if output_is_file else _OPTIONS):
            wrapped = option(wrapped)
        return wrapped

    return decorate


_OPTIONS = [
    click.option("--quiet", "-q", is_flag=True, help="Print errors only."),
    click.option("--verbose", "-v", is_flag=True, help="Print every diagnostic, and what is done."),
    click.option(
        "--output",
        type=click.Choice(["text", "json"]),
        default="text",
        help="Print for a reader (the default) or a program.",
    ),
]


def _end_in_bug(console: Console, error: Exception) -> None:
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        raise error  # the reader has gone: click ends in silence
    if console.verbose:
        traceback.print_exception(error)
    console.failed([codes.INTERNAL.at(reason=f"{type(error).__name__}: {error}")])


def _below(item: Diagnostic, folder: Path) -> Diagnostic:
    if item.origin is None or item.origin.file == STDIN:
        return item
    file = str(folder / item.origin.file)
    return item.model_copy(update={"origin": item.origin.model_copy(update={"file": file})})


def _write(text: str) -> None:
    """Write to standard output in UTF-8, whatever the terminal's locale is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(encoded(text))
    sys.stdout.buffer.flush()
