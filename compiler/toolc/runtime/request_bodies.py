"""Write the body of a request: JSON, lines of JSON, forms, multipart, text and bytes.

Follows the Media Type and Encoding Objects of OpenAPI 3.2.0 (2025-09-19), RFC 7578
(multipart/form-data), RFC 7464 (JSON text sequences) and the URL standard for urlencoded forms.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

from toolc.runtime.errors import UsageError
from toolc.runtime.parameter_styles import as_text, expand, json_text, plain

__all__ = ["Field", "essence", "is_json", "write_body", "write_text"]

Field = tuple[Mapping[str, Any], Any]
"""A member of a form: how it travels (an `HttpArgument` as plain data), and its value."""

_FORM = "application/x-www-form-urlencoded"
_BYTES = "application/octet-stream"
_LINES = frozenset(
    "application/jsonl application/jsonlines application/x-jsonlines application/ndjson"
    " application/x-ndjson".split()
)
_SEQUENCE = "application/json-seq"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a multipart body; without a name where its position is what counts."""

    content: bytes
    content_type: str | None = None
    name: str | None = None
    has_filename: bool = False


def essence(media_type: str) -> str:
    """A media type without its parameters.

    >>> essence("Application/JSON; charset=utf-8")
    'application/json'
    """
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Whether a media type is written as one JSON text."""
    name = essence(media_type)
    return name in ("application/json", "text/json") or name.endswith("+json")


def write_text(value: Any, media_type: str) -> str:
    """A parameter with `content`, as the text of its media type."""
    if essence(media_type) == _FORM and isinstance(value, Mapping):
        return _urlencoded(({"name": key}, member) for key, member in value.items())
    return json_text(value) if is_json(media_type) else as_text(value)


def write_body(body: Mapping[str, Any], value: Any, fields: Iterable[Field]) -> tuple[str, bytes]:
    """The content type and the bytes of a body (an `HttpBody` as plain data).

    `fields` are the members of a form; of all else, `value` is what is sent. Raises UsageError for
    base64 that is none.
    """
    media_type = body["content_type"]
    name = essence(media_type)
    if name == _FORM:
        return media_type, _urlencoded(fields).encode()
    if name.startswith("multipart/"):
        parts = list(_positions(body, value) if isinstance(value, list) else _members(fields))
        return _multipart(media_type, parts)
    if body.get("binary"):
        return media_type, _from_base64(value)
    if name in _LINES and isinstance(value, list):
        return media_type, "".join(f"{json_text(item)}\n" for item in value).encode()
    if name == _SEQUENCE and isinstance(value, list):
        return media_type, "".join(f"\x1e{json_text(item)}\n" for item in value).encode()
    text = json_text(value) if is_json(media_type) else as_text(value)
    return media_type, text.encode()


def _has_style(spec: Mapping[str, Any]) -> bool:
    """Whether a style is asked for; else a member is written by its media type."""
    return spec.get("style") is not None or spec.get("explode") is not None


def _styled(spec: Mapping[str, Any]) -> dict[str, Any]:
    style = spec.get("style") or "form"
    explode = spec.get("explode")
    return {**spec, "style": style, "explode": style == "form" if explode is None else explode}


# --- urlencoded ---


def _urlencoded(fields: Iterable[Field]) -> str:
    pairs = (pair for spec, value in fields for pair in _form_pairs(spec, value))
    return "&".join(f"{name}={text}" for name, text in pairs)


def _form_pairs(spec: Mapping[str, Any], value: Any) -> list[tuple[str, str]]:
    name = spec["name"]
    as_json = isinstance(value, Mapping) or is_json(spec.get("content_type") or "")
    if as_json and not _has_style(spec):
        return [(quote_plus(name), quote_plus(json_text(value)))]
    return expand(name, value, _styled(spec), quote_plus)


# --- multipart ---


def _members(fields: Iterable[Field]) -> Iterator[_Part]:
    for spec, value in fields:
        if _has_style(spec) and not spec.get("binary"):
            for name, text in expand(spec["name"], value, _styled(spec), plain):
                yield _Part(text.encode(), None, name)
            continue
        whole = not isinstance(value, list) or is_json(spec.get("content_type") or "")
        for item in [value] if whole else value:
            if item is not None:
                yield _part(spec, item, spec["name"])


def _positions(body: Mapping[str, Any], value: list[Any]) -> Iterator[_Part]:
    specs: tuple[Mapping[str, Any], ...] = body.get("items") or ({},)
    for index, item in enumerate(value):
        yield _part(specs[min(index, len(specs) - 1)], item, None)


def _part(spec: Mapping[str, Any], value: Any, name: str | None) -> _Part:
    media_type = spec.get("content_type")
    if spec.get("binary"):
        return _Part(_from_base64(value), media_type or _BYTES, name, has_filename=True)
    if isinstance(value, (Mapping, list)):
        return _Part(json_text(value).encode(), media_type or "application/json", name)
    text = json_text(value) if media_type and is_json(media_type) else as_text(value)
    return _Part(text.encode(), media_type, name)


def _multipart(media_type: str, parts: list[_Part]) -> tuple[str, bytes]:
    """The parts between boundaries, which are made from the parts: the same for the same body."""
    kind = "form-data" if essence(media_type) == "multipart/form-data" else "attachment"
    written = [_head(part, kind) + part.content for part in parts]
    boundary = hashlib.sha256(b"\0".join(written)).hexdigest()[:32]
    while any(boundary.encode() in part for part in written):
        boundary = hashlib.sha256(boundary.encode()).hexdigest()[:32]
    lines = b"".join(b"--%b\r\n%b\r\n" % (boundary.encode(), part) for part in written)
    return f"{media_type}; boundary={boundary}", lines + f"--{boundary}--\r\n".encode()


_NAME_ESCAPES = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


def _head(part: _Part, kind: str) -> bytes:
    lines = []
    if part.name is not None:
        name = part.name.translate(_NAME_ESCAPES)
        filename = f'; filename="{name}"' if part.has_filename else ""
        lines.append(f'Content-Disposition: {kind}; name="{name}"{filename}')
    if part.content_type is not None:
        lines.append(f"Content-Type: {part.content_type}")
    return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n"


def _from_base64(value: Any) -> bytes:
    """The bytes that base64 text stands for, in either alphabet, padded or not."""
    text = "".join(as_text(value).split()).translate(_TO_STANDARD).rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise UsageError(f"this must be bytes as base64 text: {str(error).lower()}") from error


_TO_STANDARD = str.maketrans("-_", "+/")
