"""`toolc parse-response`: the tool calls in what a provider answered."""

from typing import Any

import click

from toolc.cli.console import Console, with_console
from toolc.cli.lines import input_name, open_input
from toolc.cli.names import Names
from toolc.cli.source import access_options, format_option, open_kit
from toolc.diagnostics import codes
from toolc.diagnostics.errors import InputError
from toolc.frontends.access import Access
from toolc.runtime import UsageError, parse_stream_tool_calls, parse_tool_calls
from toolc.runtime.replies import PROVIDERS
from toolc.targets import TARGETS

__all__ = ["parse_response"]


@click.command()
@click.option(
    "--provider",
    required=True,
    type=Names("provider", [*PROVIDERS], lambda: [*PROVIDERS]),
    help="Who answered; `freeform` for text with calls in it.",
)
@click.option("--stream", is_flag=True, help="FILE is a stream: events, JSON lines or an array.")
@click.option("--tools", "tools_file", metavar="FILE", help="The document of tools.")
@format_option
@click.option("--compiled", is_flag=True, help="The provider was given what toolc makes of them.")
@click.option("--strict", is_flag=True, help="The same, made with `strict`.")
@click.argument("file", required=False, default="-")
@with_console()
@access_options
def parse_response(
    console: Console,
    provider: str,
    *,
    stream: bool,
    tools_file: str | None,
    format_: str,
    compiled: bool,
    strict: bool,
    file: str,
    access: Access,
) -> None:
    """Read the tool calls in FILE, a provider's reply: JSON with text, calls and failures.

    FILE is the body of the reply, or what was streamed, as it came over the wire. With --compiled,
    names and arguments are decoded into those of the document. Without --tools any name is a tool,
    and arguments are not checked.
    """
    if (compiled or strict) and (tools_file is None or provider not in TARGETS):
        raise click.UsageError("--compiled and --strict need --tools, and a target as provider")
    if tools_file == file == "-":
        raise click.UsageError("standard input can hold the tools or the reply, not both")
    kit = open_kit(console, tools_file, format_, access) if tools_file is not None else None
    toolkit: object = kit
    if kit is not None and (compiled or strict):
        options: dict[str, Any] = {"strict": True} if strict else {}
        toolkit = kit.compile(provider, **options)
    with open_input(file) as source:
        data = source.read()
    read = parse_stream_tool_calls if stream else parse_tool_calls
    try:
        found = read(data, provider, toolkit)
    except UsageError as error:
        problem = codes.FILE_UNREADABLE.at(path=input_name(file), reason=str(error))
        raise InputError([problem]) from error
    console.data(found.to_json())
