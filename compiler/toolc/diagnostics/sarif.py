"""Show diagnostics as a SARIF 2.1.0 log (OASIS Standard of 2020-03-27, with errata 01)."""

from collections.abc import Iterable, Iterator, Mapping
from os.path import normpath
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from toolc.diagnostics.codes import CODES
from toolc.diagnostics.diagnostic import Diagnostic, Origin, Severity
from toolc.diagnostics.pages import page
from toolc.diagnostics.sources import Sources
from toolc.version import __version__

__all__ = ["render_sarif"]

_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_ADDRESSES: Final = ("http://", "https://")


def render_sarif(
    diagnostics: Iterable[Diagnostic], sources: Sources | None = None
) -> dict[str, Any]:
    """A log of one run: a result for each diagnostic, a rule for each code among them."""
    sources = sources or Sources()
    items = list(diagnostics)
    sources.prepare(items)
    severities: dict[str, Severity] = {item.code: item.severity for item in items}
    codes = sorted(severities)
    index = {code: place for place, code in enumerate(codes)}
    driver = {
        "name": "toolc",
        "version": __version__,
        "rules": [_rule(code, severities[code]) for code in codes],
    }
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(item, index, sources) for item in items],
            }
        ],
    }


def _rule(code: str, severity: Severity) -> dict[str, Any]:
    """What is known of a code; a plug-in may bring codes that have no page."""
    if code not in CODES:
        return {"id": code, "defaultConfiguration": {"level": severity}}
    text = page(code)
    title = text.partition("\n")[0].lstrip("# ").removeprefix(f"{code}: ")
    return {
        "id": code,
        "shortDescription": {"text": title},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": CODES[code].severity},
    }


def _result(item: Diagnostic, index: Mapping[str, int], sources: Sources) -> dict[str, Any]:
    text = f"{item.message}\nhelp: {item.help}" if item.help else item.message
    location = _location(item, sources)
    properties = {
        key: value
        for key in ("target", "kind", "enforced_by")
        if (value := getattr(item, key)) is not None
    }
    if item.witnessed:
        properties["witness"] = item.witness
    return {
        "ruleId": item.code,
        "ruleIndex": index[item.code],
        "level": item.severity,
        "message": {"text": _literal(text)},
        "locations": [location] if location else [],
        **({"properties": properties} if properties else {}),
    }


def _location(item: Diagnostic, sources: Sources) -> dict[str, Any]:
    """Where it is in a file, and in which tool at which pointer; empty when it is nowhere."""
    location: dict[str, Any] = {}
    if item.origin is not None:
        location["physicalLocation"] = _physical(item.origin, sources)
    logical = list(_logical(item))
    if logical:
        location["logicalLocations"] = logical
    return location


def _physical(origin: Origin, sources: Sources) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(origin.file)}}
    span = sources.span(origin)
    if span is not None:
        place["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endColumn": span.column + span.length,  # the first column that is not of it
        }
    return place


def _logical(item: Diagnostic) -> Iterator[dict[str, Any]]:
    pointer = item.pointer or (item.origin.pointer if item.origin else "")
    if item.tool is not None:
        yield {"name": item.tool, "kind": "function"}
    if pointer:
        yield {"fullyQualifiedName": pointer, "kind": "value"}


def _uri(file: str) -> str:
    """The URI of a file: relative as its name is; an address is one already."""
    if file.startswith(_ADDRESSES):
        return file
    path = PurePath(normpath(file))
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="replace")


def _literal(text: str) -> str:
    """A message that holds no placeholder: in one, braces stand for themselves when doubled."""
    return text.replace("{", "{{").replace("}", "}}")
