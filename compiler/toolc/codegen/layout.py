"""How long texts and values are laid out in generated Python, over many lines."""

import inspect
import json
import re
import textwrap
from typing import Any

from toolc.codegen.text import UnwritableValueError, pyrepr

__all__ = ["WIDTH", "docstring", "joined", "literal", "needs_json", "printable"]

WIDTH = 100
"""Columns that generated code keeps to where it can."""

_LONGEST_DOCSTRING = 4000
"""Characters of a description that a docstring shows; the table of tools has all of it."""

_INDENT = "    "


def docstring(text: str, indent: int = 0) -> str:
    """A text as a docstring, wrapped, to stand behind `indent` spaces; it shows what it says.

    >>> docstring("The city").strip('"')
    'The city.'
    """
    cut = text if len(text) <= _LONGEST_DOCSTRING else f"{text[:_LONGEST_DOCSTRING]}..."
    room = WIDTH - indent - len('"""."""')
    told = inspect.cleandoc("\n".join(cut.strip().splitlines()))  # the margin is not the text's
    shown = [line for raw in told.split("\n") for line in _wrapped(raw, room)]
    if len(shown) < 2:
        line = "".join(shown)
        body = line.rstrip('"')
        end = '\\"' * (len(line) - len(body)) or _full_stop(line)
        return f'"""{_quotable(body)}{end}"""'
    pad = " " * indent
    body = "\n".join(f"{pad}{_quotable(line)}".rstrip() for line in shown).lstrip()
    return f'"""{body}\n{pad}"""'


def literal(value: Any, indent: int = 0, used: int = 20) -> str:
    """The literal of a JSON value, broken over lines where it is long.

    `used` is the room that is taken in its first line, and by what follows its last.
    What is nested too deeply for a Python literal is written as JSON text: see `needs_json`.
    """
    if needs_json(value):
        return f"json.loads({pyrepr(json.dumps(value))})"
    return _broken(value, indent, WIDTH - indent - used)


def needs_json(value: Any) -> bool:
    """Whether the literal of a value needs the module `json`."""
    try:
        pyrepr(value)
    except UnwritableValueError:
        return True
    return False


def joined(text: str, indent: int = 0, used: int = 0) -> str:
    """The literal of a text, of one that is long as many literals in parentheses.

    `used` is the room that is taken in its first line, and by what follows its last. A literal ends
    where a line of the text does, or between two words.
    """
    flat = pyrepr(text)
    if len(flat) <= WIDTH - indent - used:
        return flat
    pad = " " * indent
    room = WIDTH - indent - len(_INDENT)
    pieces = [text] if len(flat) <= room else _pieces(text, room)
    if len(pieces) == 1 and len(flat) > room:
        return flat
    written = "".join(f"{pad}{_INDENT}{pyrepr(piece)}\n" for piece in pieces)
    return f"(\n{written}{pad})"


def _pieces(text: str, room: int) -> list[str]:
    """A text in pieces whose literals fit into a room, as far as there are places to cut it."""
    pieces: list[str] = []
    for line in text.splitlines(keepends=True):
        rest = line
        while len(pyrepr(rest)) > room:
            # The literal of a text is never shorter than the text and its quotes.
            cut = rest.rfind(" ", 0, room - 2) + 1
            while cut and len(pyrepr(rest[:cut])) > room:
                cut = rest.rfind(" ", 0, cut - 1) + 1
            if not cut:
                break
            pieces.append(rest[:cut])
            rest = rest[cut:]
        pieces.append(rest)
    return pieces


def printable(text: str) -> str:
    """A text whose controls, direction marks and lone surrogates are written as escapes."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def _wrapped(line: str, width: int) -> list[str]:
    """One line as lines of a readable width; its own indentation is kept, hanging."""
    line = line.expandtabs(4).rstrip()
    if len(line) <= width:
        return [line]
    margin = " " * min(len(line) - len(line.lstrip()), width // 2)
    hanging = margin + ("  " if re.match(r"\s*[-*] ", line) else "")
    return textwrap.wrap(
        line.lstrip(),
        width,
        initial_indent=margin,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _quotable(line: str) -> str:
    """A line that neither ends a docstring nor means anything but itself in one."""
    # What can't be seen is shown as an escape: a class can't even have a docstring with surrogates.
    return printable(line).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _full_stop(line: str) -> str:
    return "." if line and (line[-1].isalnum() or line[-1] in "`)'") else ""


def _broken(value: Any, indent: int, room: int) -> str:
    flat = pyrepr(value)
    if len(flat) <= room or not isinstance(value, dict | list) or not value:
        return flat
    pad, inner = " " * indent, " " * indent + _INDENT
    room = WIDTH - len(inner) - 1
    if isinstance(value, list):
        items = [_broken(item, len(inner), room) for item in value]
        return "[\n" + "".join(f"{inner}{item},\n" for item in items) + f"{pad}]"
    keys = {key: f"{pyrepr(key)}: " for key in value}
    items = [
        keys[key] + _broken(item, len(inner), room - len(keys[key])) for key, item in value.items()
    ]
    return "{\n" + "".join(f"{inner}{item},\n" for item in items) + f"{pad}}}"
