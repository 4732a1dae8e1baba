"""Files that are read and written line by line, so that their size does not matter."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from toolc.cli.streams import STDIN
from toolc.diagnostics import codes
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.runtime.session_log import LogError

__all__ = ["input_name", "open_input", "unread_line", "written"]


@contextmanager
def open_input(file: str) -> Iterator[BinaryIO]:
    """A file, or standard input for `-`. Raises InputError where there is nothing to read."""
    if file == "-":
        if sys.stdin is None:
            reason = "it is closed"
            raise InputError([codes.FILE_UNREADABLE.at(path=STDIN, reason=reason)])
        yield sys.stdin.buffer
        return
    with _open(file) as stream:
        yield stream


def input_name(file: str) -> str:
    """What diagnostics call a file."""
    return STDIN if file == "-" else file


def unread_line(file: str, line: int, error: LogError) -> Diagnostic:
    """The diagnostic of a line that can't be read."""
    origin = Origin(file=file, line=line, column=error.column)
    return codes.LOG_LINE.at(origin=origin, reason=error.reason, hint=error.hint)


@contextmanager
def written(path: Path) -> Iterator[Callable[[bytes], None]]:
    """Write a file beside its place and put it there once it is whole: it may be one that is read.

    What is no regular file, as `/dev/null`, is written to as it is. Raises InputError where that
    can't be done; then what was there is as it was.
    """
    path = path.resolve()  # a link stays one
    special = path.exists() and not path.is_file()
    fresh = path if special else path.with_name(f".{path.name}-{os.getpid()}")
    with _refused(path):
        stream = fresh.open("wb")

    def write(data: bytes) -> None:
        with _refused(path):
            stream.write(data)

    try:
        yield write
        with _refused(path):
            stream.close()
            if not special:
                fresh.replace(path)
    finally:
        with suppress(OSError):  # a full disk is told once
            stream.close()
        if not special:
            fresh.unlink(missing_ok=True)


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    """Tell what the system refuses as a fault of the path."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = "check that its folder exists, may be written to and has room"
        raise InputError(
            [codes.NOT_WRITTEN.at(path=str(path), reason=reason, hint=hint)]
        ) from error


def _open(file: str) -> BinaryIO:
    try:
        return Path(file).open("rb")
    except FileNotFoundError as error:
        hint = f"check the path; it is taken relative to `{Path.cwd()}`"
        raise InputError([codes.FILE_MISSING.at(path=file, hint=hint)]) from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError([codes.FILE_UNREADABLE.at(path=file, reason=reason)]) from error
