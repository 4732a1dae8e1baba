"""Show diagnostics: as text for a terminal, and as plain JSON."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.sources import Sources

__all__ = ["plain", "render_json", "render_text", "shorten", "whereabouts"]

WIDTH = 100
"""Source lines are cropped to this many characters around the place that matters."""

MOST_OF_A_KIND = 3
"""So many diagnostics of one code, severity and target are shown; the rest is counted."""

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m"}
_BOLD, _RESET = "\x1b[1m", "\x1b[0m"

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Characters that move the cursor, colour the terminal or turn the direction of the text."""


def plain(text: str) -> str:
    r"""Neutralise control characters in the user's own words.

    >>> print(plain("a\x1b[2Jb"))
    a\x1b[2Jb
    """
    return _CONTROL.sub(lambda match: match.group().encode("unicode_escape").decode(), text)


def render_text(
    diagnostics: Iterable[Diagnostic],
    sources: Sources | None = None,
    *,
    colour: bool = False,
    most: int | None = MOST_OF_A_KIND,
) -> str:
    """The diagnostics as text, a blank line after each; empty when there are none.

    After `most` of one kind (code and target) the others are only counted; None shows all.
    """
    sources = sources or Sources()
    groups = _group(diagnostics)
    shown = [group[:most] for group in groups]
    sources.prepare(item for group in shown for item in group)
    blocks = []
    for group, first in zip(groups, shown, strict=True):
        texts = [_block(item, sources, colour=colour) for item in first]
        hidden = len(group) - len(first)
        if hidden:
            code = first[-1].code
            texts[-1] += (
                f"  {hidden} more of this kind (--verbose shows them): toolc explain {code}\n"
            )
        blocks += texts
    return "\n".join(blocks)


def render_json(
    diagnostics: Iterable[Diagnostic], sources: Sources | None = None
) -> list[dict[str, Any]]:
    """Each diagnostic as a plain object; what only losses have, only where it is set."""
    sources = sources or Sources()
    items = list(diagnostics)
    sources.prepare(items)
    return [_as_json(item, sources) for item in items]


def _group(diagnostics: Iterable[Diagnostic]) -> list[list[Diagnostic]]:
    groups: dict[tuple[str, str, str | None], list[Diagnostic]] = {}
    for item in diagnostics:
        groups.setdefault((item.severity, item.code, item.target), []).append(item)
    return list(groups.values())


def _block(item: Diagnostic, sources: Sources, *, colour: bool) -> str:
    span = sources.span(item.origin) if item.origin else None
    place = ""
    if item.origin:
        place = plain(item.origin.file) + (f":{span.line}:{span.column}" if span else "") + ": "
    label = f"{item.severity}[{item.code}]"
    message = _one_line(item.message)
    if colour:
        label = f"{_COLOURS[item.severity]}{label}{_RESET}"
        message = f"{_BOLD}{message}{_RESET}"
    lines = [f"{place}{label}: {message}"]
    if item.origin and span:
        source = sources.line(item.origin.file, span.line)
        if source is not None:
            lines += _snippet(source, span.line, span.column, span.length)
    lines += _notes(item)
    return "\n".join(lines) + "\n"


def whereabouts(item: Diagnostic) -> str:
    """The tool and the pointer of a diagnostic, in words on one line; empty when it has neither."""
    at = item.pointer or (item.origin.pointer if item.origin else "")
    where = []
    if item.tool is not None:
        where.append(f"in tool {_one_line(item.tool)}")
    if at:
        where.append(f"at: {_one_line(at)}")
    return ", ".join(where)


def _notes(item: Diagnostic) -> Iterable[str]:
    where = whereabouts(item)
    if where:
        yield f"  {where}"
    if item.witnessed:
        example = json.dumps(item.witness, ensure_ascii=False, default=str)
        how = "can no longer say" if item.kind == "narrowed" else "now lets through"
        yield f"  example it {how}: {plain(shorten(example, _LONGEST_EXAMPLE))}"
    if item.help:
        yield f"  help: {_one_line(item.help)}      toolc explain {item.code}"


_LONGEST_EXAMPLE = 200


def shorten(text: str, most: int = 1000) -> str:
    """Crop a text that the user wrote, so that one of megabytes can't flood the screen."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _one_line(text: str) -> str:
    return plain(shorten(" ".join(text.split("\n"))))


def _snippet(source: str, line: int, column: int, length: int) -> Sequence[str]:
    """The source line and carets under the span; tabs become one blank so that the two agree."""
    begin = 0
    if len(source) > WIDTH:
        begin = max(0, min(column - 1 - WIDTH // 4, len(source) - WIDTH))
    cropped = source[begin : begin + WIDTH]
    before, after = "…" * (begin > 0), "…" * (begin + WIDTH < len(source))
    lead = cropped[: column - 1 - begin]
    marked = cropped[column - 1 - begin :][:length]
    margin = len(before) + len(_printed(lead))
    carets = "^" * max(1, len(_printed(marked)))
    number = str(line)
    return [
        f"  {number} | {before}{_printed(cropped)}{after}",
        f"  {' ' * len(number)} | {' ' * margin}{carets}",
    ]


def _printed(text: str) -> str:
    return plain(text.replace("\t", " "))


def _as_json(item: Diagnostic, sources: Sources) -> dict[str, Any]:
    span = sources.span(item.origin) if item.origin else None
    record: dict[str, Any] = {
        "code": item.code,
        "severity": item.severity,
        "message": item.message,
        "tool": item.tool,
        "pointer": item.pointer or (item.origin.pointer if item.origin else ""),
        "file": item.origin.file if item.origin else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "help": item.help,
    }
    extra = {
        "target": item.target,
        "kind": item.kind,
        "enforced_by": item.enforced_by,
    }
    record |= {key: value for key, value in extra.items() if value is not None}
    if item.witnessed is None:
        return record
    return record | ({"witness": item.witness} if item.witnessed else {"witnessed": False})
