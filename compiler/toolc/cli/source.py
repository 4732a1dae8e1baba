"""The options that name a document of tools, and reading it."""

import functools
from collections.abc import Callable
from typing import Any

import click

from toolc.cli.console import Console
from toolc.cli.names import Names
from toolc.frontends import AUTO, FRONTENDS
from toolc.frontends.access import Access
from toolc.frontends.documents import read_document
from toolc.frontends.library import Library
from toolc.toolkit import ToolKit

__all__ = [
    "access_options",
    "format_option",
    "input_option",
    "kit_of",
    "open_kit",
    "open_library",
]

format_option: Callable[[Any], Any] = click.option(
    "--from",
    "--format",
    "format_",
    type=Names("format", [AUTO, *FRONTENDS.own], lambda: [AUTO, *FRONTENDS]),
    default=AUTO,
    show_default=True,
    help="What kind of document the input is.",
)

input_option: Callable[[Any], Any] = click.option(
    "--input", "file", required=True, metavar="FILE", help="The document of tools; - for stdin."
)


def access_options(command: Callable[..., None]) -> Any:
    """Give a command `--allow-files` and `--allow-net`, which it gets as one `access`."""

    @functools.wraps(command)
    def run(*arguments: Any, allow_files: bool, allow_net: bool, **options: Any) -> None:
        command(*arguments, access=Access(files=allow_files, net=allow_net), **options)

    wrapped: Any = run
    for name, what in (("net", "Fetch the addresses"), ("files", "Read the other files")):
        wrapped = click.option(f"--allow-{name}", is_flag=True, help=f"{what} referred to.")(
            wrapped
        )
    return wrapped


def open_kit(console: Console, file: str, format_: str, access: Access) -> ToolKit:
    """The tools of a document, `-` for stdin; its warnings are printed. Raises InputError."""
    return kit_of(console, open_library(console, file, access), format_)


def open_library(console: Console, file: str, access: Access) -> Library:
    """A document, `-` for stdin, and those it may refer to. Raises InputError."""
    name, data = console.read(file)
    return Library(read_document(file if data is None else data, name=name), access)


def kit_of(console: Console, library: Library, format_: str) -> ToolKit:
    """The tools of a document; its warnings are printed. Raises InputError."""
    try:
        kit = ToolKit.from_document(library, format_)
    finally:
        console.know(library.texts)
    if not console.as_json:
        console.diagnostics(kit.diagnostics)
    return kit
