"""Formats that name resources: `uri` and `iri`, absolute and relative, and `uri-template`.

Follows RFC 3986 (its appendix B for the parts), RFC 3987 and RFC 6570.
"""

import re
from functools import cache

from toolc.runtime.format_hosts import is_ipv6

__all__ = ["is_iri", "is_iri_reference", "is_uri", "is_uri_reference", "is_uri_template"]

_PARTS = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*", re.ASCII)
_PORT = re.compile(r"[0-9]*")
_LITERAL = re.compile(r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+")
_BEYOND = "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U000effff"
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U0010ffff"


def is_uri(text: str) -> bool:
    """An absolute URI: `https://example.com/x`."""
    return ":" in text and _is_identifier(text, "", "", absolute=True)


def is_uri_reference(text: str) -> bool:
    """A URI, absolute or relative: `/x`."""
    return _is_identifier(text, "", "", absolute=False)


def is_iri(text: str) -> bool:
    """An absolute URI that may hold letters of any script."""
    return _is_identifier(text, _BEYOND, _PRIVATE, absolute=True)


def is_iri_reference(text: str) -> bool:
    """The same, absolute or relative."""
    return _is_identifier(text, _BEYOND, _PRIVATE, absolute=False)


def _is_identifier(text: str, beyond: str, private: str, *, absolute: bool) -> bool:
    """Whether each part holds only what it may; `beyond` and `private` are ranges beyond ASCII."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return False
    scheme, authority, path, query, fragment = parts.groups("")
    if parts[1] is None and absolute:
        return False
    if parts[1] is not None and not _SCHEME.fullmatch(scheme):
        return False
    return (
        _is_authority(authority, beyond)
        and _holds_only(":@/", beyond).fullmatch(path) is not None
        and _holds_only(":@/?" + private, beyond).fullmatch(query) is not None
        and _holds_only(":@/?", beyond).fullmatch(fragment) is not None
    )


def _is_authority(text: str, beyond: str) -> bool:
    user, _, place = text.rpartition("@")
    host, bracket, port = place.rpartition("]")
    if bracket:
        literal = host.removeprefix("[")
        is_host = host != literal and (is_ipv6(literal) or bool(_LITERAL.fullmatch(literal)))
        colon = port[:1]
        port = port[1:]
    else:
        host, colon, port = place.partition(":")
        is_host = _holds_only("", beyond).fullmatch(host) is not None
    return (
        is_host
        and colon in {"", ":"}
        and _PORT.fullmatch(port) is not None
        and _holds_only(":", beyond).fullmatch(user) is not None
    )


@cache
def _holds_only(more: str, beyond: str) -> re.Pattern[str]:
    """Unreserved characters, sub-delimiters, percent-encoded bytes, and more that is told."""
    return re.compile(rf"(?:[A-Za-z0-9\-._~!$&'()*+,;={more}{beyond}]|%[0-9A-Fa-f]{{2}})*")


_VARIABLE = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*"
_SPEC = rf"{_VARIABLE}(?::[1-9]\d{{0,3}}|\*)?"
_TEMPLATE = re.compile(
    r"(?:[^\x00-\x20\"%<>\\^`{|}\x7f]|%[0-9A-Fa-f]{2}"
    rf"|\{{[+#./;?&=,!@|]?{_SPEC}(?:,{_SPEC})*\}})*"
)


def is_uri_template(text: str) -> bool:
    """A URI with expressions in it, of any of the four levels: `/a/{b}`."""
    return _TEMPLATE.fullmatch(text) is not None
