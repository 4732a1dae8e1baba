"""Ask MCP servers for their tools, with the official SDK (`mcp` 2; MCP 2026-07-28 and before).

Servers are reached over stdio and streamable HTTP. Every page is kept as the server sent it.
"""

import logging
import tempfile
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TextIO, TypeAlias, cast

import anyio
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import ListToolsRequest, PaginatedRequestParams, Result
from pydantic import ValidationError

from toolc.frontends.mcp_config import Server

__all__ = ["ask"]

Failure: TypeAlias = tuple[str, str]
"""Why a server did not answer, and what to do about it."""

logging.getLogger("mcp").addHandler(logging.NullHandler())  # what went wrong is told as a failure

_MOST_PAGES = 1000
"""A server that has more never ends its list."""


class _Page(Result):
    """A page of a list of tools, which stay as the server sent them."""

    tools: list[dict[str, Any]]
    next_cursor: str | None = None


def ask(
    servers: Sequence[Server], patience: float
) -> tuple[dict[str, dict[str, Any]], dict[str, Failure]]:
    """The answer of each server by its name, in order, and why the others gave none.

    Each has `patience` seconds. They are asked at the same time, in a thread of their own: the
    caller may have a running loop.
    """
    with ThreadPoolExecutor(max_workers=1) as executor:
        return executor.submit(anyio.run, _ask_all, servers, patience).result()


async def _ask_all(
    servers: Sequence[Server], patience: float
) -> tuple[dict[str, dict[str, Any]], dict[str, Failure]]:
    answers: dict[str, dict[str, Any]] = {}
    failures: dict[str, Failure] = {}

    async def ask_one(server: Server) -> None:
        with tempfile.TemporaryFile("w+", errors="replace") as file:
            log = cast("TextIO", file)  # as the SDK calls it
            try:
                with anyio.fail_after(patience):
                    answers[server.name] = await _answer(server, log)
            except Exception as error:  # whatever one does, the others are asked
                failures[server.name] = _failure(server, error, patience, log)

    async with anyio.create_task_group() as group:
        for server in servers:
            group.start_soon(ask_one, server)
    names = [server.name for server in servers]
    return (
        {name: answers[name] for name in names if name in answers},
        {name: failures[name] for name in names if name in failures},
    )


async def _answer(server: Server, log: TextIO) -> dict[str, Any]:
    """Who the server says it is, and the pages of its list of tools."""
    async with _transport(server, log) as transport, Client(transport) as client:
        pages = [page async for page in _pages(client)]
        told = client.server_info
        info = {"name": told.name, "version": told.version} if told else {}
        return {"initialize": {"serverInfo": info}, "tools_list_pages": pages}


@asynccontextmanager
async def _transport(server: Server, log: TextIO) -> AsyncIterator[Any]:
    if server.url is None:
        parameters = StdioServerParameters(
            command=server.command or "",
            args=list(server.args),
            env=dict(server.env),
            cwd=server.cwd,
        )
        yield stdio_client(parameters, errlog=log)
        return
    async with create_mcp_http_client(headers=dict(server.headers)) as http:
        yield streamable_http_client(server.url, http_client=http)


async def _pages(client: Client) -> AsyncIterator[dict[str, Any]]:
    cursor: str | None = None
    seen: set[str] = set()
    for _ in range(_MOST_PAGES):
        request = ListToolsRequest(params=PaginatedRequestParams(cursor=cursor))
        page = await client.session.send_request(request, _Page)
        yield {"tools": page.tools}
        cursor = page.next_cursor
        if not cursor:
            return
        if cursor in seen:
            raise _EndlessError(f"its list of tools comes back to the page `{cursor[:80]}`")
        seen.add(cursor)
    raise _EndlessError(f"its list of tools has more than {_MOST_PAGES} pages")


class _EndlessError(ValueError):
    """A list of tools that does not end."""


# --- why a server did not answer ---

_LOG_TAIL = 300
"""Characters of a server's own log that are shown."""

_CORRECT = "check that it runs by itself, with this command or at this address"
_REPORT = "report it to who makes the server"

_REASONS: tuple[tuple[type[BaseException], str, str], ...] = (
    (
        TimeoutError,
        "it did not answer within {patience:g} seconds",
        f"give it longer with `--timeout`, or {_CORRECT}",
    ),
    (FileNotFoundError, "there is no command `{command}`", "install it, or correct `command`"),
    (ValidationError, "its answer is not what the protocol allows: {said}", _REPORT),
    (_EndlessError, "{said}", _REPORT),
    (MCPError, "{said}", _CORRECT),
    (Exception, "{kind}: {said}", _CORRECT),
)
"""Kind of error -> reason and hint; the first that fits."""


def _failure(server: Server, error: Exception, patience: float, log: TextIO) -> Failure:
    cause: BaseException = error
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    reason, hint = next((said, hint) for kind, said, hint in _REASONS if isinstance(cause, kind))
    told = reason.format(
        patience=patience,
        command=server.command,
        kind=type(cause).__name__,
        said=_said(cause),
    )
    log.seek(0)
    tail = log.read().strip()[-_LOG_TAIL:].strip()
    return told, f"{hint}; its log ends with: {tail}" if tail else hint


def _said(error: BaseException) -> str:
    text = str(error)
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        text = f"{'/'.join(map(str, first['loc']))[-120:]}: {first['msg']}"
    return text[:1].lower() + text[1:300]
