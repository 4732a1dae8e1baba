"""`toolc parse`: the tool calls in what a model wrote."""

from pathlib import Path

import click

from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options, format_option, open_kit
from toolc.diagnostics import codes
from toolc.diagnostics.errors import InputError
from toolc.frontends.access import Access
from toolc.runtime import ToolCallParser
from toolc.runtime.parser import collect

__all__ = ["parse"]


@click.command()
@click.option("--tools", "tools_file", metavar="FILE", help="The document of tools.")
@format_option
@click.option("--dialect", default="auto", show_default=True, help="How the calls are written.")
@click.option(
    "--finish-reason",
    type=click.Choice(["stop", "length", "tool_calls"]),
    help="Why the model stopped; a call that `length` cuts off is told as such.",
)
@click.option(
    "--chunk", type=click.IntRange(min=1), metavar="N", help="Feed N characters at a time."
)
@click.argument("file", default="-")
@with_console()
@access_options
def parse(
    console: Console,
    tools_file: str | None,
    format_: str,
    dialect: str,
    finish_reason: str | None,
    chunk: int | None,
    file: str,
    access: Access,
) -> None:
    """Read the tool calls in FILE, or in what comes in: JSON with text, calls and failures.

    Without --tools any name is a tool, and arguments are not checked.
    """
    if tools_file == file == "-":
        raise click.UsageError("standard input can hold the tools or the reply, not both")
    kit = open_kit(console, tools_file, format_, access) if tools_file is not None else None
    text = _text(console, file)
    parser = ToolCallParser(kit, dialect)
    size = chunk or max(1, len(text))
    events = [
        event
        for start in range(0, len(text), size)
        for event in parser.feed(text[start : start + size])
    ]
    console.data(collect([*events, *parser.close(finish_reason)]).to_json())


def _text(console: Console, file: str) -> str:
    """What the model wrote; bytes that are no UTF-8 become the replacement character."""
    name, data = console.read(file)
    if data is None:
        try:
            data = Path(name).read_bytes()
        except FileNotFoundError as error:
            hint = f"check the path; it is taken relative to `{Path.cwd()}`"
            missing = codes.FILE_MISSING.at(path=name, hint=hint)
            raise InputError([missing]) from error
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError([codes.FILE_UNREADABLE.at(path=name, reason=reason)]) from error
    return data.decode("utf-8", "replace")
