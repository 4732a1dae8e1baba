"""`toolc validate`: whether a document of tools is sound."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from toolc.cli.console import Console, with_console
from toolc.cli.source import (
    access_options,
    format_option,
    input_option,
    kit_of,
    open_library,
)
from toolc.cli.streams import is_terminal
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.access import Access
from toolc.frontends.library import Library
from toolc.frontends.openapi import is_openapi
from toolc.frontends.openapi_rules import broken_rules, count_operations

__all__ = ["validate"]


@click.command()
@format_option
@input_option
@with_console()
@access_options
def validate(console: Console, format_: str, file: str, access: Access) -> None:
    """Check a document of tools: exit code 1, and every error, when it can't be compiled.

    An OpenAPI document is checked against the whole specification, too.
    """
    library = open_library(console, file, access)
    kit = kit_of(console, library, format_)
    broken: list[Diagnostic] = []
    if is_openapi(library.root.value):
        with _progress(console, library) as advance:
            broken = list(broken_rules(library, advance))
    console.know(library.texts)
    if broken:
        console.failed([*kit.diagnostics, *broken] if console.as_json else broken)
    if console.as_json:
        found = console.diagnostics_data(kit.diagnostics)
        console.data({"valid": True, "tools": len(kit), "diagnostics": found})
    elif not console.quiet:
        console.text(f"{len(kit)} tool{'s' * (len(kit) != 1)}, no errors\n")


@contextmanager
def _progress(console: Console, library: Library) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, as the whole specification takes long to check."""
    count = count_operations(library.root)
    if console.quiet or not is_terminal():
        yield lambda: None
        return
    with click.progressbar(length=count, file=sys.stderr, label="OpenAPI") as bar:
        yield lambda: bar.update(1)
