"""Build the HTTP request of a call: the binding of its tool and its arguments, as plain data.

Follows the Parameter, Server and Path Item Objects of OpenAPI 3.2.0 (2025-09-19). Nothing is sent,
and no HTTP library is needed: whichever one there is takes method, URL, headers and body.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolc.runtime.errors import UsageError
from toolc.runtime.parameter_styles import Encode, Pair, expand, percent, plain, reserved
from toolc.runtime.request_bodies import Field, essence, write_body, write_text

__all__ = ["HttpRequest", "build_request"]


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One HTTP request. `body` is None where there is none."""

    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None


def build_request(
    binding: Mapping[str, Any],
    arguments: Mapping[str, Any],
    *,
    base_url: str | None = None,
    server_variables: Mapping[str, str] | None = None,
    credentials: Mapping[str, str] | None = None,
) -> HttpRequest:
    """The request that calls a tool: `binding` is an `HttpBinding` of the IR as JSON data.

    `base_url` goes before the first server of the document; `server_variables` before the defaults
    of its variables. `credentials` maps the names that the binding's `credentials` have to secrets;
    without it, adding them is the caller's. The arguments are taken to fit the tool's schema.

    Raises UsageError where no request can be made: an argument that the tool does not have, a part
    of the path that is missing, empty or leads elsewhere, no absolute base URL, a method that is
    none, a header with a line break, base64 that is none.

    >>> argument = {"argument": "id", "name": "id", "place": "path"}
    >>> binding = {"method": "GET", "path": "/pets/{id}", "arguments": [argument]}
    >>> build_request(binding, {"id": "a b"}, base_url="https://example.com/v1").url
    'https://example.com/v1/pets/a%20b'
    """
    placed = _Placed(binding, arguments)
    headers = dict(_headers(placed))
    secrets = list(_secrets(binding, credentials or {}))
    cookies = [pair for spec, value in placed.of("cookie") for pair in _cookie(spec, value)]
    cookies += [pair for place, pair in secrets if place == "cookie"]
    headers |= {name: text for place, (name, text) in secrets if place == "header"}
    if cookies:
        headers["Cookie"] = "; ".join(_equal(pair) for pair in cookies)
    body = placed.body(
        [({"name": name}, text) for place, (name, text) in secrets if place == "body"]
    )
    if body is not None:
        headers["Content-Type"] = body[0]
    query = _query(placed) + [_equal(pair) for place, pair in secrets if place == "query"]
    base = _base_url(binding, base_url, server_variables or {})
    return HttpRequest(
        method=_method(binding["method"]),
        url=_with_query(base.rstrip("/") + _path(placed), query),
        headers={name: _line(name, text) for name, text in headers.items()},
        body=None if body is None else body[1],
    )


_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def _method(name: str) -> str:
    """A method as HTTP writes it: OpenAPI 3.2 lets a document name any."""
    if not _TOKEN.fullmatch(name):
        raise UsageError(f"`{name[:100]!r}` is no method of HTTP")
    return name


class _Placed:
    """Arguments sorted by the places they go to."""

    def __init__(self, binding: Mapping[str, Any], arguments: Mapping[str, Any]) -> None:
        self.binding = binding
        self._specs = {spec["argument"]: spec for spec in binding.get("arguments", ())}
        self._values = arguments
        self._body: Mapping[str, Any] = binding.get("body") or {}
        whole = self._body.get("argument")
        self._more = [name for name in arguments if name not in self._specs and name != whole]
        if self._more and (not self._body or whole is not None):
            known = ", ".join(f"`{name}`" for name in [*self._specs, *([whole] if whole else [])])
            raise UsageError(f"there is no argument `{self._more[0]}`; there are {known or 'none'}")

    def of(self, place: str) -> Iterator[Field]:
        """The arguments of a place that are there, in the order of the document."""
        for name, spec in self._specs.items():
            if spec["place"] == place and name in self._values:
                yield spec, self._values[name]

    def body(self, more: list[Field]) -> tuple[str, bytes] | None:
        """The content type and bytes of the body, with more fields; None when none is sent."""
        if not self._body:
            return None
        whole = self._body.get("argument")
        if whole is None:
            fields = [*self.of("body"), *more]
            fields += [({"name": name}, self._values[name]) for name in self._more]
            members = {spec["name"]: value for spec, value in fields}
            sent = bool(members) or bool(self._body.get("required"))
            return write_body(self._body, members, fields) if sent else None
        if whole in self._values:
            value = self._values[whole]
            return write_body(self._body, value, self._fields_of(value))
        if self._body.get("required"):
            raise UsageError(f"the argument `{whole}` is missing: it is the body of the request")
        return None

    def _fields_of(self, value: Any) -> list[Field]:
        specs = {spec["argument"]: spec for spec in self._body.get("fields", ())}
        members = value.items() if isinstance(value, Mapping) else ()
        return [(specs.get(name, {"name": name}), member) for name, member in members]


# --- styles by place ---

_DEFAULT_STYLES = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}
_EXPLODED = frozenset({"form", "cookie", "deepObject"})
_KEPT = {
    "path": reserved("!$&'()*+,;=:@"),
    "query": reserved("!$'()*,;:@/?="),
}
"""With `allowReserved`: what RFC 3986 reserves, but for what would end the part it stands in."""


def _expanded(spec: Mapping[str, Any], value: Any, encode: Encode) -> list[Pair]:
    content_type = spec.get("content_type")
    if content_type:
        return [(encode(spec["name"]), encode(write_text(value, content_type)))]
    return expand(
        spec["name"], value, {**spec, "style": _style(spec), "explode": _explode(spec)}, encode
    )


def _style(spec: Mapping[str, Any]) -> str:
    return str(spec.get("style") or _DEFAULT_STYLES[spec["place"]])


def _explode(spec: Mapping[str, Any]) -> bool:
    explode = spec.get("explode")
    return _style(spec) in _EXPLODED if explode is None else bool(explode)


def _encoder(spec: Mapping[str, Any]) -> Encode:
    return _KEPT[spec["place"]] if spec.get("allow_reserved") else percent


def _equal(pair: Pair) -> str:
    name, text = pair
    return f"{name}={text}" if name else text


# --- the URL ---

_TEMPLATED = re.compile(r"\{([^{}]*)\}")
_JOINED = {"simple": ("", ","), "label": (".", "."), "matrix": (";", ";")}
"""Path styles: what stands in front of a value, and between the values of an exploded one."""

_DOTS = frozenset({".", ".."})


def _path(placed: _Placed) -> str:
    texts = {spec["name"]: _in_path(spec, value) for spec, value in placed.of("path")}

    def text(match: re.Match[str]) -> str:
        if not texts.get(match[1]):
            state = "is empty" if match[1] in texts else "is missing"
            raise UsageError(f"`{match[1]}` {state}: it is a part of the path `{template}`")
        return texts[match[1]]

    template = placed.binding["path"]
    path = _TEMPLATED.sub(text, template)
    if any(segment in _DOTS for segment in path.split("/")):
        raise UsageError(f"the path `{path[:200]}` leads out of `{template}`")
    return path if path.startswith("/") else f"/{path}"


def _in_path(spec: Mapping[str, Any], value: Any) -> str:
    style = _style(spec)
    start, between = _JOINED.get(style, _JOINED["simple"])
    pairs = _expanded(spec, value, _encoder(spec))
    if style == "matrix":  # an empty value stands without the equals sign
        return "".join(start + (_equal(pair) if pair[1] else pair[0]) for pair in pairs)
    return start + between.join(_equal(pair) for pair in pairs) if pairs else ""


def _query(placed: _Placed) -> list[str]:
    """The pieces between the `&` of a query."""
    pieces = []
    for spec, value in placed.of("querystring"):
        content_type = spec.get("content_type") or "application/json"
        text = write_text(value, content_type)
        is_form = essence(content_type) == "application/x-www-form-urlencoded"
        pieces.append(text if is_form else percent(text))
    for spec, value in placed.of("query"):
        pieces += [f"{name}={text}" for name, text in _expanded(spec, value, _encoder(spec))]
    return [piece for piece in pieces if piece]


def _with_query(url: str, pieces: list[str]) -> str:
    """A URL with more in its query; a path may have begun one, or a fragment, itself."""
    if not pieces:
        return url
    whole, mark, fragment = url.partition("#")
    joint = "&" if "?" in whole else "?"
    return whole + joint + "&".join(pieces) + mark + fragment


def _base_url(
    binding: Mapping[str, Any], base_url: str | None, variables: Mapping[str, str]
) -> str:
    server: Mapping[str, Any] = next(iter(binding.get("servers", ())), {})
    url = base_url or server.get("url") or ""
    known = {each["name"]: each for each in server.get("variables", ())}

    def text(match: re.Match[str]) -> str:
        variable = known.get(match[1], {})
        given = variables.get(match[1], variable.get("default"))
        choices = variable.get("choices")
        if given is None or (choices and given not in choices):
            allowed = f", one of {', '.join(choices)}" if choices else ""
            raise UsageError(f"give `{match[1]}` of `{url}` in `server_variables`{allowed}")
        return str(given)

    filled = _TEMPLATED.sub(text, url)
    if "://" not in filled:
        where = f"the document says `{filled}` only" if filled else "the document names no server"
        raise UsageError(f"give a `base_url`, such as `https://example.com/v1`: {where}")
    return filled


# --- headers ---

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def _headers(placed: _Placed) -> Iterator[tuple[str, str]]:
    accept = placed.binding.get("accept")
    if accept:
        yield "Accept", accept
    for spec, value in placed.of("header"):
        pairs = _expanded(spec, value, plain)
        if spec.get("content_type"):
            pairs = [("", text) for _, text in pairs]
        if pairs:
            yield spec["name"], ",".join(_equal(pair) for pair in pairs)


def _cookie(spec: Mapping[str, Any], value: Any) -> list[Pair]:
    return _expanded(spec, value, plain if _style(spec) == "cookie" else percent)


def _secrets(
    binding: Mapping[str, Any], credentials: Mapping[str, str]
) -> Iterator[tuple[str, Pair]]:
    """The place of each credential that is given, with its name and text there."""
    known = {each["scheme"]: each for each in binding.get("credentials", ())}
    for scheme, secret in credentials.items():
        each = known.get(scheme)
        if each is None or not each.get("place"):
            continue  # one for other tools, or for the connection
        encode = percent if each["place"] == "query" else plain
        yield each["place"], (encode(each["name"]), encode(each.get("prefix", "") + secret))


def _line(name: str, text: str) -> str:
    if _CONTROL.search(name) or _CONTROL.search(text):
        raise UsageError(f"the header `{name[:100]!r}` holds a line break or control character")
    return text
