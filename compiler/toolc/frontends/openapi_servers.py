"""Where the API of an OpenAPI document is served.

Follows the Server and Server Variable Objects of OpenAPI 3.0.4, 3.1.1 and 3.2.0 (2025-09-19), and
`schemes`, `host` and `basePath` of 2.0. A relative URL is relative to the address that the document
came from, where it came from one.
"""

from collections.abc import Iterator
from urllib.parse import urljoin

from toolc.frontends.openapi_parts import Part, Parts
from toolc.ir.model import HttpServer, HttpVariable

__all__ = ["read_servers"]

_WEB = ("http://", "https://")
_SCHEMES = ("https", "http")
"""Those of a request, the better one first; `ws` and `wss` are others."""


def read_servers(parts: Parts, item: Part, operation: Part) -> tuple[HttpServer, ...]:
    """The servers of an operation, the one to take first."""
    found = _of_swagger(parts, operation) if parts.is_swagger else _nearest(parts, item, operation)
    return tuple(_absolute(parts, server) for server in found)


def _nearest(parts: Parts, item: Part, operation: Part) -> Iterator[HttpServer]:
    """The servers of the operation, else of its path, else of the document."""
    owners = (operation, item, parts.root)
    owner = next((part for part in owners if part.value.get("servers")), parts.root)
    for _, server in parts.members(owner, "servers"):
        variables = tuple(_variable(*pair) for pair in parts.members(server, "variables"))
        url = server.text("url") or "/"
        yield HttpServer(url=url, name=server.text("name"), variables=variables)


def _variable(name: str, variable: Part) -> HttpVariable:
    default, choices = variable.value.get("default"), variable.value.get("enum")
    return HttpVariable(
        name=name,
        default=None if default is None else str(default),
        choices=tuple(map(str, choices)) if isinstance(choices, list) else (),
    )


def _of_swagger(parts: Parts, operation: Part) -> Iterator[HttpServer]:
    host, base = parts.root.text("host"), parts.root.text("basePath") or "/"
    if not host:
        yield HttpServer(url=base)
        return
    given = operation.value.get("schemes") or parts.root.value.get("schemes")
    given = given if isinstance(given, list) else []
    schemes = [scheme for scheme in _SCHEMES if scheme in given] or ["https"]
    for scheme in schemes:
        yield HttpServer(url=f"{scheme}://{host}{base if base.startswith('/') else '/' + base}")


def _absolute(parts: Parts, server: HttpServer) -> HttpServer:
    source = parts.document.path or parts.document.file
    if not source.startswith(_WEB):
        return server
    return server.model_copy(update={"url": urljoin(source, server.url)})
