"""What every command shares: its options, how it prints, and how it ends when in trouble."""

import functools
import os
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from toolc.cli.streams import STDIN, is_terminal, read_input, write_error, write_result
from toolc.diagnostics import codes
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.errors import InputError, LossError
from toolc.diagnostics.render import render_json, render_text
from toolc.diagnostics.sources import Sources
from toolc.outputs import json_text
from toolc.runtime.errors import UsageError

__all__ = ["Console", "with_console"]


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
        data = read_input()
        self.sources = Sources({STDIN: data.decode("utf-8", "replace")})
        return STDIN, data

    def text(self, text: str) -> None:
        """Print a text as the result, exactly."""
        write_result(text)

    def data(self, value: Any) -> None:
        """Print JSON as the result."""
        write_result(json_text(value))

    def say(self, text: str = "") -> None:
        """Print a line that is no part of the result."""
        write_error(text + "\n")

    def log(self, text: str) -> None:
        """Say something that matters with `--verbose` only."""
        if self.verbose:
            self.say(text)

    def diagnostics(self, items: Iterable[Diagnostic], *, most: int = 1) -> bool:
        """Print errors and warnings, the first `most` of each kind; whether there were any.

        With `--quiet` errors alone, with `--verbose` every one, notes too.
        """
        severities = {"error"} if self.quiet else {"error", "warning"}
        return self._show(
            [item for item in items if self.verbose or item.severity in severities], most
        )

    def _show(self, items: Iterable[Diagnostic], most: int) -> bool:
        text = render_text(
            self.located(items),
            self.sources,
            colour=is_terminal() and "NO_COLOR" not in os.environ,
            most=None if self.verbose else most,
        )
        write_error(text)
        return bool(text)

    def diagnostics_data(self, items: Iterable[Diagnostic]) -> list[dict[str, Any]]:
        """Diagnostics as JSON data."""
        return render_json(self.located(items), self.sources)

    def located(self, items: Iterable[Diagnostic]) -> Sequence[Diagnostic]:
        """The diagnostics with file names that are relative to where the user is."""
        return [_below(item, self.folder) for item in items]

    def know(self, texts: Mapping[str, str]) -> None:
        """Take what sources say that diagnostics may point into, by the names origins give them."""
        self.sources.add({_name_below(file, self.folder): text for file, text in texts.items()})

    def failed(self, items: Iterable[Diagnostic], why: str | None = None) -> None:
        """End the command with these errors: exit code 1.

        `why` tells what makes errors of them, where they are none by themselves; then all are
        shown, whatever is asked for.
        """
        if self.as_json:
            found = self.diagnostics_data(items)
            self.fault({"error": why, "diagnostics": found} if why else {"diagnostics": found})
        elif why:
            self._show(items, _MOST_ERRORS)
            self.say(f"\nerror: {why}")
        else:
            self.diagnostics(items, most=_MOST_ERRORS)
        raise click.exceptions.Exit(1)

    def fault(self, value: Any) -> None:
        """Print what went wrong; where it went wrong with printing, on standard error."""
        try:
            self.data(value)
        except InputError:
            write_error(json_text(value))


_MOST_ERRORS = 10

_ADDRESSES = ("http://", "https://")


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
            except LossError as error:
                console.failed(error.diagnostics, "these are refused by --deny; nothing is written")
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
    if isinstance(error, OSError) and error.filename is not None:  # the system's fault, not ours
        reason = (error.strerror or str(error)).lower()
        console.failed([codes.FILE_UNREADABLE.at(path=error.filename, reason=reason)])
    if console.verbose:
        write_error("".join(traceback.format_exception(error)))
    console.failed([codes.INTERNAL.at(reason=f"{type(error).__name__}: {error}")])


def _name_below(file: str, folder: Path) -> str:
    """What a file is called from where the user is; an address stays what it is."""
    return file if file == STDIN or file.startswith(_ADDRESSES) else str(folder / file)


def _below(item: Diagnostic, folder: Path) -> Diagnostic:
    if item.origin is None:
        return item
    file = _name_below(item.origin.file, folder)
    return item.model_copy(update={"origin": item.origin.model_copy(update={"file": file})})
