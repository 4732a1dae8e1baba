"""The standard streams: a result goes out whole, or the command ends and says why it did not."""

import contextlib
import os
import sys
from typing import IO

import click

from toolc.diagnostics import codes
from toolc.diagnostics.errors import InputError
from toolc.outputs import encoded

__all__ = ["READER_GONE", "STDIN", "is_terminal", "read_input", "write_error", "write_result"]

STDIN = "<stdin>"
"""What standard input is called in diagnostics."""

READER_GONE = 141
"""The exit code when nobody reads the result to its end: what a shell gives for SIGPIPE."""

_CLOSED = "it is closed"


def read_input() -> bytes:
    """All of standard input. Raises InputError."""
    try:
        if sys.stdin is not None:
            return sys.stdin.buffer.read()
        reason = _CLOSED
    except OSError as error:
        reason = _reason(error)
    raise InputError([codes.FILE_UNREADABLE.at(path=STDIN, reason=reason)])


def write_result(text: str) -> None:
    """Write to standard output in UTF-8, whatever the terminal's locale is.

    Raises InputError when that can't be done, and click's Exit when the reader has gone.
    """
    reason = _CLOSED
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
            sys.stdout.buffer.write(encoded(text))
            sys.stdout.buffer.flush()
        except BrokenPipeError as error:
            _let_go(sys.stdout)
            raise click.exceptions.Exit(READER_GONE) from error
        except OSError as error:
            _let_go(sys.stdout)
            sys.stdout = None  # as Python has it where it is closed
            reason = _reason(error)
        else:
            return
    hint = "redirect it to where there is room, or write to a file"
    raise InputError([codes.NOT_WRITTEN.at(path="<stdout>", reason=reason, hint=hint)])


def write_error(text: str) -> None:
    """Write to standard error; where that can't be done, there is nowhere left to say so."""
    try:
        click.echo(text, err=True, nl=False)
    except OSError:
        _let_go(sys.stderr)


def is_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def _let_go(stream: IO[str]) -> None:
    """Send what is still buffered nowhere: Python writes it once more when it ends."""
    with contextlib.suppress(OSError):  # a stream of a test's has no descriptor
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
