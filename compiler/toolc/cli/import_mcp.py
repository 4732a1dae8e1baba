"""`toolc import-mcp`: the tools of running MCP servers, as a document."""

import click

from toolc.cli.console import Console, with_console
from toolc.frontends import read_tools
from toolc.frontends.documents import read_document
from toolc.frontends.mcp_server import PATIENCE, listed

__all__ = ["import_mcp"]


@click.command("import-mcp")
@click.option(
    "--config", "file", required=True, metavar="FILE", help="The file of servers; - for stdin."
)
@click.option("--server", metavar="NAME", help="Ask this server only.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="How long a server may take to start and to answer.",
)
@with_console()
def import_mcp(console: Console, file: str, server: str | None, timeout: float) -> None:
    """Start the MCP servers that FILE names, or ask them at their address, and print their tools.

    FILE is as Claude, Cursor and VS Code have it: {"mcpServers": {"git": {"command": "uvx", ...}}}.
    What is printed is JSON, for `--from mcp`; tools of several servers are called `server__tool`.
    """
    name, data = console.read(file)
    document = read_document(file if data is None else data, name=name)
    answered = listed(document, server, timeout)
    console.know({answered.file: answered.text})
    toolset, read = read_tools(answered, "mcp")
    found = (*document.diagnostics, *read)
    if console.as_json:
        console.data({**answered.value, "diagnostics": console.diagnostics_data(found)})
    else:
        console.diagnostics(found)
        console.log(f"{len(toolset.tools)} tools")
        console.text(answered.text)
    if any(item.severity == "error" for item in found):
        raise click.exceptions.Exit(1)
