"""Find the lists of tools in an MCP document, and give the tools of several servers their names.

A document may be a result of `tools/list`, pages of it, the JSON-RPC message around it, a recording
of a session, what `toolc import-mcp` prints, or simply a list of tools; nested in any way.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from toolc.ir.schema import escape

__all__ = ["Listed", "Namespaces", "lists", "wrapper"]

_PAGES = "tools_list_pages"
_SERVERS = "servers"
_WRAPPERS = (_PAGES, "tools", "result", _SERVERS)


@dataclass(frozen=True, slots=True)
class Listed:
    """One list of tools, or None where one should stand; its pointer, and whose tools they are."""

    tools: list[Any] | None
    at: str
    server: str | None


def lists(value: Any, at: str = "", server: str | None = None) -> Iterator[Listed]:
    """Each list of tools in a document, whatever it is wrapped in."""
    if isinstance(value, dict) and (key := wrapper(value)):
        inner, here, server = value[key], f"{at}/{key}", server or _told(value)
        if _is_by_server(inner):
            for name, each in inner.items():
                yield from lists(each, f"{here}/{escape(name)}", name)
        elif key == _PAGES and isinstance(inner, list) and inner:
            yield from _pages(inner, here, server)
        else:
            yield from lists(inner, here, server)
    elif isinstance(value, list):
        if value and all(isinstance(item, dict) and wrapper(item) for item in value):
            yield from _pages(value, at, server)
        else:
            yield Listed(value, at, server)
    else:
        yield Listed(None, at, server)


def _pages(pages: list[Any], at: str, server: str | None) -> Iterator[Listed]:
    for index, page in enumerate(pages):
        yield from lists(page, f"{at}/{index}", server)


def wrapper(value: dict[str, Any]) -> str | None:
    """The key that a page, a message or a recording holds its tools under."""
    if "inputSchema" in value:
        return None
    return next((key for key in _WRAPPERS if key in value), None)


def _is_by_server(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(each, dict) and wrapper(each) for each in value.values())
    )


def _told(value: Any) -> str | None:
    """The name that the server gave itself, when this is a recording of a session."""
    for key in ("initialize", "serverInfo", "name"):
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else None


class Namespaces:
    """Names for the tools of several servers: `server__tool`; the tools of one keep their own.

    No two tools of different servers get one name: what stands before the first `__` is the server
    alone.
    """

    def __init__(self, servers: Iterable[str | None]) -> None:
        """Take the servers in order, each as often as it comes."""
        self._prefixes: dict[str | None, str] = {}
        taken = {""}
        count: Counter[str] = Counter()
        for server in dict.fromkeys(servers):
            plain = fresh = _plain(server) if server is not None else ""
            while server is not None and fresh in taken:
                count[plain] += 1
                fresh = f"{plain}-{count[plain] + 1}"
            taken.add(fresh)
            self._prefixes[server] = fresh

    def name(self, server: str | None, tool: str) -> str:
        """What the tool of a server is called."""
        prefix = self._prefixes[server] if len(self._prefixes) > 1 else ""
        return f"{prefix}__{tool}" if prefix else tool


def _plain(server: str) -> str:
    """A server's name without what tool names can't have, and with single underscores only."""
    return re.sub(r"[^A-Za-z0-9-]+", "_", server).strip("_") or "server"
