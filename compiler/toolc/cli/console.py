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
from toolc.diagnostics.github import render_github
from toolc.diagnostics.render import render_json, render_text
from toolc.diagnostics.sarif import render_sarif
from toolc.diagnostics.sources import Sources
from toolc.outputs import json_text
from toolc.runtime.errors import UsageError

__all__ = ["Console", "with_console"]


class Console:
    """Where a command's result, its diagnostics and its log go.

    The result goes to standard output; all else to standard error. With `as_json` the result is one
    JSON document, which holds the diagnostics too. In the forms `sarif` and `github` the
    diagnostics themselves are what is printed, all of them when the command ends.
    """

    def __init__(self, *, quiet: bool, verbose: bool, form: str, to_file: bool = False) -> None:
        """Take the options that every command has.

        With `to_file` only the diagnostics are in that form, and the result is what it always is.
        """
        self.quiet = quiet
        self.verbose = verbose
        self.as_json = form == "json" and not to_file
        self.folder = Path()
        self.sources = Sources()
        self._render = None if self.as_json else _FORMS.get(form)
        self._collected: list[Diagnostic] = []
        self._to_file = to_file

    def read(self, file: str) -> tuple[str, bytes | None]:
        """The name of a file for diagnostics, and for `-` what standard input holds."""
        if file != "-":
            return file, None
        data = read_input()
        self.sources = Sources({STDIN: data.decode("utf-8", "replace")})
        return STDIN, data

    def text(self, text: str) -> None:
        """Print a text as the result, exactly."""
        if self._render is None or self._to_file:
            write_result(text)

    def data(self, value: Any) -> None:
        """Print JSON as the result."""
        self.text(json_text(value))

    def say(self, text: str = "") -> None:
        """Print a line that is no part of the result."""
        write_error(text + "\n")

    def log(self, text: str) -> None:
        """Say something that matters with `--verbose` only."""
        if self.verbose:
            self.say(text)

    def diagnostics(
        self, items: Iterable[Diagnostic], *, most: int = 1, by_target: bool = True
    ) -> bool:
        """Print errors and warnings, the first `most` of each kind; whether there were any.

        With `--quiet` errors alone, with `--verbose` every one, notes too. Without `by_target`, one
        loss that several targets share is told once, and the others are counted.
        """
        if self._render is not None:
            self._collected += items
            return False
        if not by_target:
            items = [item.model_copy(update={"target": None}) for item in items]
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
        elif self._render is not None:
            errors = [item.model_copy(update={"severity": "error"}) for item in items]
            self._collected += errors if why else items
        elif why:
            self._show(items, _MOST_ERRORS)
            self.say(f"\nerror: {why}")
        else:
            self.diagnostics(items, most=_MOST_ERRORS)
        raise click.exceptions.Exit(1)

    def fault(self, value: Any) -> None:
        """Print what went wrong; where it went wrong with printing, on standard error."""
        _write_somewhere(json_text(value))

    def finish(self) -> None:
        """Print the diagnostics of a command that has ended, where they are what is asked for."""
        if self._render is None:
            return
        kept = [item for item in self._collected if not self.quiet or item.severity == "error"]
        text = self._render(self.located(kept), self.sources)
        if self._to_file:
            write_error(text)
        else:
            _write_somewhere(text)


def _json(items: Iterable[Diagnostic], sources: Sources) -> str:
    return json_text({"diagnostics": render_json(items, sources)})


def _sarif(items: Iterable[Diagnostic], sources: Sources) -> str:
    return json_text(render_sarif(items, sources))


_FORMS: dict[str, Callable[[Iterable[Diagnostic], Sources], str]] = {
    "json": _json,
    "sarif": _sarif,
    "github": render_github,
}
"""Beside text: the forms of diagnostics that are made of all of them at once."""


def _write_somewhere(text: str) -> None:
    try:
        write_result(text)
    except InputError:
        write_error(text)


_MOST_ERRORS = 10

_ADDRESSES = ("http://", "https://")


def with_console(*, output_is_file: bool = False) -> Callable[[Callable[..., None]], Any]:
    """Give a command its console and the options `--quiet`, `--verbose` and `--output`.

    Where `output_is_file`, the command has an `--output FILE` of its own, and `--diagnostics` says
    how standard error tells them.
    """
    form = "diagnostics" if output_is_file else "output"

    def decorate(command: Callable[..., None]) -> Any:
        @functools.wraps(command)
        def run(*, quiet: bool, verbose: bool, **options: Any) -> None:
            console = Console(
                quiet=quiet, verbose=verbose, form=options.pop(form), to_file=output_is_file
            )
            try:
                _run(command, console, options)
            except click.exceptions.Exit:
                console.finish()
                raise
            console.finish()

        wrapped: Any = run
        for option in reversed((*_OPTIONS, _FORM_OPTIONS[form])):
            wrapped = option(wrapped)
        return wrapped

    return decorate


def _run(command: Callable[..., None], console: Console, options: Mapping[str, Any]) -> None:
    """Run a command to its end, which is click's own where it did not go well."""
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


_OPTIONS = (
    click.option("--quiet", "-q", is_flag=True, help="Print errors only."),
    click.option("--verbose", "-v", is_flag=True, help="Print every diagnostic, and what is done."),
)

_FORM_OPTIONS = {
    "output": click.option(
        "--output",
        type=click.Choice(["text", *_FORMS]),
        default="text",
        help="Print for a reader (the default), a program, or nothing but diagnostics.",
    ),
    "diagnostics": click.option(
        "--diagnostics",
        type=click.Choice(["text", *_FORMS]),
        default="text",
        help="How diagnostics are told, on standard error.",
    ),
}


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
