"""`toolc parse`: the tool calls in what a model wrote."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from toolc.cli.console import Console, with_console
from toolc.cli.lines import input_name, open_input, unread_line
from toolc.cli.source import access_options, format_option, open_kit
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.access import Access
from toolc.runtime import ParseResult, ToolCallParser, ToolTable, UsageError, read_tools
from toolc.runtime.log_entries import json_line
from toolc.runtime.one_shot import collect
from toolc.runtime.replay import MOST, bounded_lines
from toolc.runtime.session_log import LogError, read_object

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
@click.option(
    "--batch", metavar="JSONL", help="Read many replies, one a line, instead of FILE; - for stdin."
)
@click.argument("file", required=False)
@with_console()
@access_options
def parse(
    console: Console,
    tools_file: str | None,
    format_: str,
    dialect: str,
    finish_reason: str | None,
    chunk: int | None,
    batch: str | None,
    file: str | None,
    access: Access,
) -> None:
    """Read the tool calls in FILE, or in what comes in: JSON with text, calls and failures.

    Without --tools any name is a tool, and arguments are not checked.

    A line of --batch is {"id", "text"}, and where they differ from the options "tools", "dialect",
    "finish_reason", "model"; each gives a line with its "id", in order. Tools of a line type their
    arguments, and don't check them.
    """
    if batch is not None and file is not None:
        raise click.UsageError("--batch takes the place of FILE; name one of the two")
    source = batch or file or "-"
    if tools_file == source == "-":
        raise click.UsageError("standard input can hold the tools or the reply, not both")
    kit = open_kit(console, tools_file, format_, access) if tools_file is not None else None
    reader = _Reader(read_tools(kit), dialect, finish_reason, chunk)
    if batch is not None:
        _read_batch(console, batch, reader)
        return
    with open_input(source) as stream:
        text = stream.read().decode("utf-8", "replace")  # what is no UTF-8 is no call either
    console.data(reader.read(text, {}).to_json())


@dataclass(frozen=True, slots=True)
class _Reader:
    """How replies are read, where they don't say otherwise themselves."""

    tools: ToolTable
    dialect: str
    finish_reason: str | None
    chunk: int | None

    def read(self, text: str, said: Mapping[str, Any]) -> ParseResult:
        """The calls in a reply; `said` is the line of the batch that it stands on."""
        tools = self.tools if said.get("tools") is None else said["tools"]
        parser = ToolCallParser(tools, said.get("dialect") or self.dialect, said.get("model"))
        size = self.chunk or max(1, len(text))
        pieces = (text[start : start + size] for start in range(0, len(text), size))
        events = [event for piece in pieces for event in parser.feed(piece)]
        reason = said.get("finish_reason") or self.finish_reason
        return collect([*events, *parser.close(reason)])


def _read_batch(console: Console, file: str, reader: _Reader) -> None:
    """Print a line for each line that can be read, and tell the others at the end."""
    name, unread = input_name(file), 0
    problems: list[Diagnostic] = []
    with open_input(file) as stream:
        for number, line in enumerate(bounded_lines(stream.readline), 1):
            try:
                if line.strip():
                    console.text(json_line(_read_one(line, reader)))
            except LogError as error:
                unread += 1
                if len(problems) < MOST:
                    problems.append(unread_line(name, number, error))
    if unread:
        console.know({name: ""})  # the file may be larger than what can be shown of it
        console.diagnostics(problems, most=MOST)
        if unread > len(problems):
            console.say(f"{unread:,} lines in all can't be read")
        raise click.exceptions.Exit(1)


_TEXTS = ("text", "dialect", "finish_reason", "model")
_REPLY = (
    'a line is {"id": ..., "text": ...}, and "tools", "dialect", "finish_reason" if they differ'
)


def _read_one(line: bytes, reader: _Reader) -> dict[str, Any]:
    said = read_object(line)
    for key in _TEXTS:
        if not isinstance(said.get(key), str | None):
            raise LogError(f"`{key}` is not text", _REPLY)
    if said.get("text") is None:
        raise LogError("the line is without `text`", _REPLY)
    try:
        return {"id": said.get("id"), **reader.read(said["text"], said).to_json()}
    except UsageError as error:
        raise LogError(str(error), _REPLY) from error
