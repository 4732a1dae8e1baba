"""Fetch a document over HTTP with bounded time and size, and nothing sent along but the request.

Follows RFC 9110 (redirects: 15.4). Slow to import: most runs fetch nothing and do without it.
"""

import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

__all__ = ["TIMEOUT", "FetchError", "fetch"]

TIMEOUT = 20.0
"""Seconds that one document may take, however slowly it comes."""

_CHUNK = 65_536
_FAILURE = 400
_ACCEPT = "application/json, application/yaml, text/yaml, */*;q=0.5"


class FetchError(Exception):
    """A document can't be fetched; the message is the reason, in a few words."""


def fetch(url: str, max_bytes: int, timeout: float = TIMEOUT) -> tuple[bytes, str]:
    """What an http(s) address gives, and the address it came from in the end.

    At most one byte beyond `max_bytes` is read. Redirects are followed within one scheme alone; an
    address with a user name or password is refused. Raises `FetchError`.
    """
    if "@" in urlsplit(url).netloc:
        raise FetchError("its address holds a user name or password")
    until = time.monotonic() + timeout
    request = Request(url, headers={"Accept": _ACCEPT})  # noqa: S310 - the callers' schemes: http(s)
    try:
        with build_opener(_SameScheme).open(request, timeout=timeout) as answer:
            return _body(answer, max_bytes, until), answer.url
    except HTTPError as error:
        error.close()
        raise FetchError(_answered(error)) from error
    except URLError as error:
        raise FetchError(_words(error.reason)) from error
    except (OSError, HTTPException, ValueError) as error:
        raise FetchError(_words(error)) from error


def _body(answer: Any, max_bytes: int, until: float) -> bytes:
    """The body, by pieces: a server that sends a byte now and then never trips a socket timeout."""
    pieces: list[bytes] = []
    room = max_bytes + 1
    while room > 0 and (piece := answer.read1(min(_CHUNK, room))):
        pieces.append(piece)
        room -= len(piece)
        if time.monotonic() > until:
            raise FetchError("it takes too long to come")
    return b"".join(pieces)


class _SameScheme(HTTPRedirectHandler):
    """Refuses a redirect to another scheme, and to an address with credentials."""

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        target = urlsplit(newurl)
        if target.scheme != urlsplit(req.full_url).scheme or "@" in target.netloc:
            fp.close()
            raise FetchError(f"the server redirects to `{newurl[:200]}`")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _answered(error: HTTPError) -> str:
    """What a server answered instead of the document; urllib itself refuses some redirects."""
    if error.code < _FAILURE:
        return "the server redirects in a circle, or to what is no http(s) address"
    return f"the server answers {error.code} {error.reason}".rstrip()


def _words(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return "it takes too long to come"
    text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return text[:1].lower() + text[1:]
