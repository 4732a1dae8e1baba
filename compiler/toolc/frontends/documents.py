"""Read a JSON or YAML document with bounded size and depth, or say plainly why it can't be read."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolc.diagnostics.codes import FILE_MISSING, FILE_UNREADABLE, NOT_YET_READ, TOO_LARGE
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.frontends.documents_json import read_json
from toolc.frontends.documents_plain import SdkObject, read_plain
from toolc.frontends.documents_yaml import read_yaml
from toolc.runtime.errors import UsageError

__all__ = ["IN_MEMORY", "Document", "Given", "Limits", "read_document"]

Given = str | os.PathLike[str] | bytes | dict[str, Any] | list[Any] | SdkObject
"""A document before it is read: a path, bytes, or JSON values in memory."""

IN_MEMORY = "<dict>"
"""The file name of a document that came as Python values."""

_YAML_ENDINGS = (".yaml", ".yml")

_ADDRESSES = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a document may be; `max_bytes` comes from TOOLC_MAX_BYTES when that is set."""

    max_bytes: int = 50_000_000
    max_depth: int = 200

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Limits":
        """The limits that the user set; `UsageError` when one is not a number of bytes."""
        given = environment.get("TOOLC_MAX_BYTES")
        if given is None:
            return cls()
        if not given.isdecimal():
            raise UsageError(f"TOOLC_MAX_BYTES must be a number of bytes, not `{given}`")
        return cls(max_bytes=int(given))


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it was read: `text` is empty for one that came as Python values.

    `file` is what origins call it; `path` is where it was read from, None if from no file.
    """

    file: str
    text: str
    value: Any
    diagnostics: tuple[Diagnostic, ...] = ()
    path: str | None = None

    def origin(self, pointer: str = "") -> Origin:
        """A place in this document."""
        return Origin(file=self.file, pointer=pointer)


def read_document(
    source: Given,
    limits: Limits | None = None,
    *,
    name: str | None = None,
) -> Document:
    """Read a file (a path) or its bytes, or take JSON values that are already in memory.

    In memory, whatever has a `model_dump` stands for what it holds: SDKs have classes for tools.

    `name` is what diagnostics call the document. Raises `InputError` with one diagnostic, placed by
    line and column where there is a text, when it is missing, broken, too large or too deep. Keys
    written twice are warnings.
    """
    limits = limits or Limits.from_environment()
    if isinstance(source, (dict, list, SdkObject)) and not isinstance(source, type):
        file = name or IN_MEMORY
        return Document(file=file, text="", value=read_plain(source, file, limits.max_depth))
    if not isinstance(source, (str, os.PathLike, bytes)):
        kind = type(source).__name__
        raise UsageError(f"a document is a path, bytes, or a dict or list of JSON, got `{kind}`")
    path = None if isinstance(source, bytes) else os.fspath(source)
    file = name or path or "<bytes>"
    raw = source if isinstance(source, bytes) else _bytes(os.fspath(source), file, limits)
    text = _text(raw, file, limits)
    reader = read_yaml if _is_yaml(path or name or "", text) else read_json
    value, diagnostics = reader(text, file, limits.max_depth)
    return Document(file=file, text=text, value=value, diagnostics=tuple(diagnostics), path=path)


def _is_yaml(path: str, text: str) -> bool:
    """By the ending; else what starts like JSON is JSON."""
    ending = Path(path).suffix.lower()
    if ending in _YAML_ENDINGS:
        return True
    return ending != ".json" and text.lstrip()[:1] not in ("{", "[")


def _bytes(path: str, file: str, limits: Limits) -> bytes:
    """What is in a file; never more than one byte beyond the limit is read."""
    try:
        with Path(path).open("rb") as stream:
            return stream.read(limits.max_bytes + 1)
    except FileNotFoundError as error:
        raise InputError([_missing(path, file)]) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        reason = reason[:1].lower() + reason[1:]
        problem = FILE_UNREADABLE.at(origin=Origin(file=file), path=path, reason=reason)
        raise InputError([problem]) from error


def _missing(path: str, file: str) -> Diagnostic:
    if file.startswith(_ADDRESSES):
        hint = "save what it answers to a file, and name that file"
        return NOT_YET_READ.at(origin=Origin(file=file), what="an address", hint=hint)
    base = "the root of the file system" if Path(path).is_absolute() else f"`{Path.cwd()}`"
    hint = f"check the path; it is taken relative to {base}"
    return FILE_MISSING.at(origin=Origin(file=file), path=path, hint=hint)


def _text(raw: bytes, file: str, limits: Limits) -> str:
    if len(raw) > limits.max_bytes:
        problem = TOO_LARGE.at(
            origin=Origin(file=file),
            size=f"more than {limits.max_bytes:,} bytes",
            hint="split the document, or raise the limit with TOOLC_MAX_BYTES",
        )
        raise InputError([problem])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        origin = Origin(file=file, line=line, column=column)
        reason = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        raise InputError([FILE_UNREADABLE.at(origin=origin, path=file, reason=reason)]) from error
