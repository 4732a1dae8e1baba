"""Read the files that name MCP servers: `mcpServers` of Claude and others, `servers` of VS Code.

Follows the files that Claude Desktop and Claude Code (`.mcp.json`), Cursor and VS Code
(`.vscode/mcp.json`) read, 2026-11: a server is a `command` with `args`, `env` and `cwd`, or a `url`
with `headers`; `${NAME}`, `${NAME:-default}` and `${env:NAME}` stand for the environment's values.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolc.diagnostics.codes import NOT_LISTED, WRONG_KIND
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.suggest import did_you_mean
from toolc.diagnostics.words import kind_of
from toolc.frontends.documents import Document
from toolc.ir.schema import escape
from toolc.runtime.errors import UsageError

__all__ = ["Server", "is_config", "read_config"]

_KEYS = (("mcpServers",), ("servers",), ("mcp", "servers"))
_HINT = "name the servers under `mcpServers`, each with a `command` or a `url`"
_ALONE = "server"
_VARIABLE = re.compile(r"\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_HTTP = ("http", "streamable-http", "streamable_http", "streamableHttp")


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """How to reach one MCP server: start `command`, or ask at `url`; `at` is its pointer."""

    name: str
    at: str
    command: str | None = None
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def is_config(value: Any) -> bool:
    """Whether a document names servers, and not their tools."""
    named, _ = _servers(value) or ({}, "")
    return any(
        isinstance(each, dict) and ("command" in each or "url" in each) for each in named.values()
    )


def read_config(
    document: Document, only: str | None = None, environment: Mapping[str, str] = os.environ
) -> tuple[tuple[Server, ...], tuple[Diagnostic, ...]]:
    """The servers that a document names, or `only` one of them, and what is wrong with them.

    Those that are disabled are passed over. Raises UsageError for a name that is not there.
    """
    named, at = _servers(document.value) or ({}, "")
    if only is not None:
        if only not in named:
            raise UsageError(f"there is no server `{only}`; {did_you_mean(only, named)}")
        named = {only: named[only]}
    named = {name: each for name, each in named.items() if only or not _is_disabled(each)}
    if not named:
        words = {"wanted": "a file of MCP servers", "reason": "it names none", "hint": _HINT}
        return (), (WRONG_KIND.at(origin=document.origin(at), **words),)
    servers, problems = [], []
    for name, given in named.items():
        place = f"{at}/{escape(name)}" if at else ""
        try:
            servers.append(_server(name, given, place, environment))
        except _UnusableError as error:
            origin = document.origin(place + error.step)
            words = {"server": name, "reason": str(error), "hint": error.hint}
            problems.append(NOT_LISTED.at(origin=origin, **words))
    return tuple(servers), tuple(problems)


def _servers(value: Any) -> tuple[dict[str, Any], str] | None:
    """The map of servers in a document, and its pointer; a document may be one server itself."""
    if isinstance(value, dict) and isinstance(value.get("command", value.get("url")), str):
        return {_ALONE: value}, ""
    for keys in _KEYS:
        here = value
        for key in keys:
            here = here.get(key) if isinstance(here, dict) else None
        if isinstance(here, dict):
            return here, "".join(f"/{key}" for key in keys)
    return None


def _is_disabled(given: Any) -> bool:
    return isinstance(given, dict) and given.get("disabled") is True


class _UnusableError(ValueError):
    """Why a server can't be reached as it is written; `step` leads to the part at fault."""

    def __init__(self, reason: str, hint: str = _HINT, step: str = "") -> None:
        super().__init__(reason)
        self.hint = hint
        self.step = step


def _server(name: str, given: Any, at: str, environment: Mapping[str, str]) -> Server:
    if not isinstance(given, dict):
        raise _UnusableError(f"it is {kind_of(given)}, not an object")
    fields = _Fields(given, environment)
    command, url = fields.text("command"), fields.text("url")
    kind = fields.text("type") or fields.text("transport")
    if (command is None) == (url is None):
        both = "both" if command is not None else "neither"
        raise _UnusableError(f"it has {both} `command` {'and' if command else 'nor'} `url`")
    if url is not None and kind is not None and kind not in _HTTP:
        hint = "give the address at which it speaks streamable HTTP, with `type: http`"
        raise _UnusableError(f"it speaks `{kind}`, which is not streamable HTTP", hint, "/type")
    if url is not None and not url.startswith(("http://", "https://")):
        raise _UnusableError(f"`{url[:200]}` is no http(s) address", "correct the address", "/url")
    return Server(
        name=name,
        at=at,
        command=command,
        args=fields.texts("args"),
        env=fields.pairs("env"),
        cwd=fields.text("cwd"),
        url=url,
        headers=fields.pairs("headers"),
    )


class _Fields:
    """The fields of a server, each of the right kind and with its variables filled in."""

    def __init__(self, given: dict[str, Any], environment: Mapping[str, str]) -> None:
        self._given = given
        self._environment = environment

    def text(self, key: str) -> str | None:
        value = self._given.get(key)
        return None if value is None else self._filled(value, f"/{key}")

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._given.get(key) or []
        if not isinstance(value, list):
            raise _UnusableError(f"its `{key}` is {kind_of(value)}, not a list", step=f"/{key}")
        return tuple(self._filled(item, f"/{key}/{index}") for index, item in enumerate(value))

    def pairs(self, key: str) -> dict[str, str]:
        value = self._given.get(key) or {}
        if not isinstance(value, dict):
            raise _UnusableError(f"its `{key}` is {kind_of(value)}, not an object", step=f"/{key}")
        return {name: self._filled(item, f"/{key}/{escape(name)}") for name, item in value.items()}

    def _filled(self, value: Any, step: str) -> str:
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise _UnusableError(f"`{step[1:]}` is {kind_of(value)}, not text", step=step)
        return "".join(self._pieces(str(value), step))

    def _pieces(self, text: str, step: str) -> Iterator[str]:
        end = 0
        for found in _VARIABLE.finditer(text):
            name, default = found.groups()
            value = self._environment.get(name, default)
            if value is None:
                hint = f"set `{name}`, or write a default: `${{{name}:-...}}`"
                raise _UnusableError(f"the environment has no `{name}`", hint, step)
            yield text[end : found.start()] + value
            end = found.end()
        yield text[end:]
