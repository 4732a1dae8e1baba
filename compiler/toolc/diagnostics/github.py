r"""Show diagnostics as annotations of GitHub Actions (its workflow commands, as of 2026-11).

A runner reads such a line on any output of a step: `::error file=a.json,line=3,title=TC204::text`.
"""

from collections.abc import Iterable
from os.path import normpath
from typing import Final

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.render import plain, shorten, whereabouts
from toolc.diagnostics.sources import Sources

__all__ = ["render_github"]

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}

_IN_TEXT: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY: Final = _IN_TEXT | str.maketrans({":": "%3A", ",": "%2C"})


def render_github(diagnostics: Iterable[Diagnostic], sources: Sources | None = None) -> str:
    """A line for each diagnostic: GitHub shows ten of each severity in a step, so none twice."""
    sources = sources or Sources()
    items = list(diagnostics)
    sources.prepare(items)
    lines = dict.fromkeys(_annotation(item, sources) for item in items)
    return "".join(f"{line}\n" for line in lines)


def _annotation(item: Diagnostic, sources: Sources) -> str:
    properties: dict[str, str | int] = {}
    if item.origin is not None:
        file = item.origin.file
        properties["file"] = file if "://" in file else normpath(file)
        span = sources.span(item.origin)
        if span is not None:
            properties |= {
                "line": span.line,
                "col": span.column,
                "endColumn": span.column + span.length - 1,
            }
    properties["title"] = item.code
    said = ",".join(f"{key}={_escaped(str(value))}" for key, value in properties.items())
    return f"::{_COMMANDS[item.severity]} {said}::{_text(item).translate(_IN_TEXT)}"


def _text(item: Diagnostic) -> str:
    help_ = f"help: {item.help}" if item.help else ""
    lines = (item.message, whereabouts(item), help_)
    return "\n".join(plain(shorten(line)) for line in lines if line)


def _escaped(text: str) -> str:
    return plain(text).translate(_IN_PROPERTY)
