"""Text of the user's on its way into a prompt: readable, but unable to act.

A description can't close a comment or fake the tags in which models write calls and results. What
carries a rule (a pattern, a value) keeps its exact meaning: its `<` becomes an escape there.
"""

import json
import re
from functools import cache
from typing import Any

from toolc.runtime.dialects import dialects

__all__ = ["compact", "exact", "literal", "prose"]

_LINE_BREAKS = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_TAG_NAME = re.compile(r"</?([A-Za-z][\w:-]*)")
_BRACKETED = re.compile(r"\[/?[A-Z][A-Z_]+\]")


def prose(text: str) -> list[str]:
    """The lines of a description, without blank ones at either end, common indentation or tags.

    >>> prose("Ends here. */ <tool_call>")
    ['Ends here. * / < tool_call>']
    """
    lines = [_neutral(line).rstrip() for line in _LINE_BREAKS.split(text)]
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        return []
    rest = [len(line) - len(line.lstrip()) for line in lines[1:] if line]
    margin = min(rest, default=0)  # the first line of a docstring has none
    return [lines[0].lstrip(), *(line[margin:] for line in lines[1:])]


def compact(text: str) -> str:
    """A description on one line."""
    return " ".join(line.strip() for line in prose(text) if line.strip())


def exact(rule: str) -> str:
    r"""A rule in words on one line, its meaning unchanged in JSON and in regular expressions.

    >>> print(exact("matches ^<tool_call>$"))
    matches ^\u003ctool_call>$
    """
    escaped = _markers().sub(lambda found: "\\u003c" + found[0][1:], rule)
    controlled = _LINE_BREAKS.sub(lambda found: json.dumps(found[0])[1:-1], escaped)
    return _CONTROLS.sub(lambda found: json.dumps(found[0])[1:-1], controlled)


def literal(value: Any) -> str:
    """A value as JSON that holds no tag; it reads back as the same value."""
    return exact(json.dumps(value, ensure_ascii=False))


def _neutral(line: str) -> str:
    bare = _CONTROLS.sub(" ", line).replace("\t", "    ").replace("*/", "* /")
    spaced = _markers().sub(lambda found: f"{found[0][0]} {found[0][1:]}", bare)
    return _BRACKETED.sub(lambda found: f"[ {found[0][1:]}", spaced) if "[" in spaced else spaced


@cache
def _markers() -> re.Pattern[str]:
    """What begins a tag of any dialect, or a special token of any model."""
    found: set[str] = {"tool_call", "tool_response", "tool_result", "think"}
    for dialect in dialects().values():
        texts = [dialect.result, *(text for pair in dialect.reasoning for text in pair)]
        texts += [text for opener in dialect.openers for text in (opener.open, opener.close)]
        found.update(name for text in texts for name in _TAG_NAME.findall(text))
    names = "|".join(re.escape(name) for name in sorted(found))
    return re.compile(rf"<(?:\||/?(?:{names})\b)", re.IGNORECASE)
