"""An MCP server for the tests, written with the official SDK: two pages of tools, over stdio.

python demo_server.py [endless | silent | broken | fails]
"""

import sys
from typing import Any

import anyio
import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}

TOOLS = [
    types.Tool(
        name="read",
        title="Read a file",
        description="Reads.",
        input_schema=SCHEMA,
        output_schema={"type": "object", "properties": {"text": {"type": "string"}}},
        annotations=types.ToolAnnotations(read_only_hint=True),
        _meta={"com.example/cost": 2},
    ),
    types.Tool(name="write.all", description="Writes.", input_schema=SCHEMA),
]


def server(mood: str = "") -> "Server[Any]":
    """The server; in a mood `endless` its list comes back to its first page."""

    async def list_tools(_: Any, params: types.PaginatedRequestParams | None) -> Any:
        if mood == "silent":
            await anyio.sleep_forever()
        page = int((params and params.cursor) or 0)
        more = str((page + 1) % 2) if mood == "endless" or page == 0 else None
        tools: list[Any] = [TOOLS[page]]
        return types.ListToolsResult(tools=tools, next_cursor=more)

    return Server("demo", version="1.2.3", on_list_tools=list_tools)


async def main(mood: str) -> None:
    """Serve one client over stdin and stdout."""
    if mood == "fails":
        sys.exit("no database at localhost")
    if mood == "broken":
        sys.stdout.write("this is no JSON-RPC\n")
        return
    async with stdio_server() as (read, write):
        made = server(mood)
        await made.run(read, write, made.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main, "".join(sys.argv[1:]))
