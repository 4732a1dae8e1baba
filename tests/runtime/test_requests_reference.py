"""Requests of real documents, beside those that httpx makes of the same arguments.

What httpx encodes itself is compared: queries of scalars and exploded arrays, JSON bodies, forms
and multipart bodies. Both are read back by the standard library, for there is more than one way to
write a space. The other styles are compared with the table of the specification, as a small second
reading of it below.
"""

import base64
import json
from collections.abc import Iterator
from email.parser import BytesParser
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import httpx
import pytest
from jsonschema import Draft202012Validator

from toolc.frontends import read_tools
from toolc.ir.model import HttpArgument, HttpBinding, Tool
from toolc.ir.random_values import Draw
from toolc.runtime.errors import UsageError
from toolc.runtime.requests import HttpRequest, build_request

pytestmark = pytest.mark.corpus

DOCUMENTS = [
    "openai-openapi.yaml",
    "discord-openapi.json",
    "mistral.yaml",
    "intercom-2.11.yaml",
    "spotify-fixed.yml",
    "slack_web_openapi_v2.json",
    "box-openapi-v2025.0.json",
    "twilio_verify_v2.json",
    "blockfrost.yaml",
    "redocly-museum.yaml",
    "digitalocean-multifile/specification/DigitalOcean-public.v2.yaml",
    "swagger-petstore3.yaml",
]
BASE = "https://api.example.com/base"
EACH = 60
VALUES = 4
FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"


def text(value: Any) -> str:
    """A scalar as a URL has it."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return (
        value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    )


def pairs(spec: HttpArgument, value: Any) -> list[tuple[str, str]]:
    """Names and values in a query or form: the style table, for what these documents have."""
    if spec.content_type:
        return [(spec.name, json.dumps(value, ensure_ascii=False, separators=(",", ":")))]
    explode = spec.style in (None, "form", "deepObject") if spec.explode is None else spec.explode
    if isinstance(value, dict):
        items = [(key, text(item)) for key, item in value.items() if item is not None]
        if spec.style == "deepObject":
            return deep(spec.name, value)
        if explode:
            return items
        return [(spec.name, ",".join(part for item in items for part in item))] if items else []
    if isinstance(value, list):
        texts = [text(item) for item in value if item is not None]
        between = {"pipeDelimited": "|", "spaceDelimited": " "}.get(spec.style or "", ",")
        joined = [between.join(texts)] if texts else []
        return [(spec.name, each) for each in (texts if explode else joined)]
    return [] if value is None else [(spec.name, text(value))]


def deep(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [pair for key, item in value.items() for pair in deep(f"{name}[{key}]", item)]
    if isinstance(value, list):
        return [pair for item in value for pair in deep(name, item)]
    return [] if value is None else [(name, text(value))]


def tools(path: Path) -> list[Tool]:
    """A seeded part of a document's tools."""
    found = list(read_tools(path, "openapi")[0].tools)
    Random(path.name).shuffle(found)  # noqa: S311 - the same part each time, no secret
    return found[:EACH]


def calls(tool: Tool) -> Iterator[dict[str, Any]]:
    """Valid arguments, drawn at random but the same each time."""
    valid = Draft202012Validator(tool.input)
    draw = Draw(tool.input, seed=len(tool.name))
    for _ in range(VALUES):
        value = draw.value()
        if isinstance(value, dict) and valid.is_valid(value):
            yield with_bytes(tool, value)


def with_bytes(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    """Base64 where bytes are meant: no draw of text hits upon it."""
    binding = tool.binding
    assert isinstance(binding, HttpBinding)
    names = {spec.argument for spec in binding.arguments if spec.binary}
    if binding.body and binding.body.binary and binding.body.argument:
        names.add(binding.body.argument)
    return {key: encoded(value) if key in names else value for key, value in arguments.items()}


def encoded(value: Any) -> Any:
    if isinstance(value, list):
        return [encoded(item) for item in value]
    return base64.b64encode(str(value).encode()).decode()


def reference(binding: HttpBinding, arguments: dict[str, Any]) -> httpx.Request:
    """The same request by httpx, with what belongs to each place sorted by hand."""
    by_place: dict[str, list[tuple[HttpArgument, Any]]] = {}
    for spec in binding.arguments:
        if spec.argument in arguments:
            by_place.setdefault(spec.place, []).append((spec, arguments[spec.argument]))
    path = binding.path
    for spec, value in by_place.get("path", ()):
        shown = ",".join(map(text, value)) if isinstance(value, list) else text(value)
        path = path.replace(
            f"{{{spec.name}}}", quote(shown, safe="," if isinstance(value, list) else "")
        )
    path, _, own = path.partition("?")
    query = parse_qsl(own)
    query += [pair for spec, value in by_place.get("query", ()) for pair in pairs(spec, value)]
    headers = [
        (spec.name, ",".join(map(text, value)) if isinstance(value, list) else text(value))
        for spec, value in by_place.get("header", ())
    ]
    known = {spec.argument for spec in binding.arguments}
    members = {spec.name: value for spec, value in by_place.get("body", ())}
    return httpx.Request(
        binding.method,
        BASE + path,
        params=httpx.QueryParams(tuple(query)) if query else None,
        headers=[(name.encode(), value.encode()) for name, value in headers],
        **content(binding, arguments, known, members, by_place.get("body", [])),
    )


def content(
    binding: HttpBinding,
    arguments: dict[str, Any],
    known: set[str],
    members: dict[str, Any],
    specs: list[tuple[HttpArgument, Any]],
) -> dict[str, Any]:
    body = binding.body
    if body is None or (body.argument and body.argument not in arguments):
        return {}
    extra = {name: value for name, value in arguments.items() if name not in known}
    whole: Any = arguments[body.argument] if body.argument else members | extra
    if not body.argument and not whole and not body.required:
        return {}
    if body.binary:
        return {"content": base64.b64decode(whole)}
    if body.content_type.partition(";")[0] == FORM:
        fields = specs + [
            (HttpArgument(argument=n, name=n, place="body"), v) for n, v in extra.items()
        ]
        found = [pair for spec, value in fields for pair in form_pairs(spec, value)]
        data: dict[str, list[str]] = {}
        for name, each in found:
            data.setdefault(name, []).append(each)
        return {"data": data}
    if body.content_type.startswith("multipart/"):
        return {"files": [part for spec, value in specs for part in files(spec, value)]}
    if "json" in body.content_type:
        return {"content": b"null"} if whole is None else {"json": whole}
    return {"content": text(whole).encode()}


def form_pairs(spec: HttpArgument, value: Any) -> list[tuple[str, str]]:
    styled = spec.style is not None or spec.explode is not None
    return (
        [(spec.name, text(value))] if isinstance(value, dict) and not styled else pairs(spec, value)
    )


def files(spec: HttpArgument, value: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for item in value if isinstance(value, list) else [value]:
        if spec.binary:
            yield spec.name, (spec.name, base64.b64decode(item))
        elif item is not None:
            yield spec.name, (None, text(item).encode())


def seen(method: str, url: str, headers: Any, body: bytes) -> dict[str, Any]:
    """What a server understands of a request."""
    parts = urlsplit(url)
    kind = str(headers.get("content-type", headers.get("Content-Type", "")))
    return {
        "method": method,
        "path": [unquote(segment) for segment in parts.path.split("/")],
        "query": sorted(parse_qsl(parts.query, keep_blank_values=True)),
        "body": understood(kind, body),
    }


def understood(kind: str, body: bytes) -> Any:
    if kind.startswith(FORM):
        return sorted(parse_qsl(body.decode(), keep_blank_values=True))
    if kind.startswith("multipart/"):
        message = BytesParser().parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
        payload: Any = message.get_payload()
        return sorted(
            (part.get_param("name", header="content-disposition"), part.get_payload(decode=True))
            for part in (payload if isinstance(payload, list) else [])
        )
    is_json = "json" in kind or body == b"null"  # httpx gives what is made by hand no type
    return json.loads(body) if is_json and body else body or None


def is_comparable(binding: HttpBinding, arguments: dict[str, Any]) -> bool:
    """Forms that are one argument hold fields that only the binding knows; httpx has no say."""
    form = binding.body is not None and binding.body.content_type.startswith((FORM, "multipart/"))
    extra = arguments.keys() - {spec.argument for spec in binding.arguments}
    return not (form and binding.body and (binding.body.argument or extra))


def is_refused(binding: HttpBinding, arguments: dict[str, Any]) -> bool:
    """What would lead to another path, or break a header."""
    values = [(spec.place, arguments.get(spec.argument)) for spec in binding.arguments]
    in_path = [value for place, value in values if place == "path"]
    in_header = [value for place, value in values if place == "header" and isinstance(value, str)]
    return any(value in ("", ".", "..", [], {}) for value in in_path) or any(
        (ord(letter) < 32 and letter != "\t") or letter == "\x7f"
        for value in in_header
        for letter in value
    )


@pytest.mark.parametrize("document", DOCUMENTS)
def test_requests_are_those_of_httpx(shared: Path, document: str) -> None:
    compared = 0
    for tool in tools(shared / "corpora/openapi" / document):
        binding = tool.binding
        assert isinstance(binding, HttpBinding)
        for arguments in calls(tool):
            if not is_comparable(binding, arguments):
                continue
            if is_refused(binding, arguments):
                with pytest.raises(UsageError):
                    build_request(binding.plain(), arguments, base_url=BASE)
                continue
            compared += 1
            ours = build_request(binding.plain(), arguments, base_url=BASE)
            assert_same(ours, reference(binding, arguments), tool.name)
    assert compared > 10


def assert_same(ours: HttpRequest, theirs: httpx.Request, name: str) -> None:
    mine = seen(ours.method, ours.url, ours.headers, ours.body or b"")
    other = seen(theirs.method, str(theirs.url), theirs.headers, theirs.read())
    assert mine == other, name
    for header, value in ours.headers.items():
        if header not in ("Content-Type", "Accept"):
            assert theirs.headers.raw, name
            assert (header.lower().encode(), value.strip().encode()) in [
                (key.lower(), each.strip()) for key, each in theirs.headers.raw
            ], name
