"""How a dialect is taught: one text for all dialects, one example, and the forms of history.

The shapes come from `grammars/dialects/`, which the parser reads as well: what is taught here and
what is accepted there can't disagree.
"""

import json
import re
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from toolc import resources
from toolc.backends.results import Teaching
from toolc.diagnostics.codes import NO_EXAMPLE
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Tool, Toolset
from toolc.ir.samples import NoSample, sample
from toolc.runtime.dialects import Dialect, dialects
from toolc.runtime.errors import UsageError

__all__ = ["teach"]

_SLOT: Final = re.compile(r"\{(?:name|content| \.\.\. )\}")
_CLOSING_TAG: Final = re.compile(r"</[\w:|-]+>")
_UNFIT_NAME: Final = re.compile(r"[\"'<>\x00-\x1f]")
_TRIED: Final = 20  # tools that are tried as the example, the simplest first


def teach(toolset: Toolset, dialect: str = "tagged") -> Teaching:
    """The instructions for a dialect, with an example call of one of the tools.

    Raises UsageError for a dialect that is not known. Without tools, the text is empty.
    """
    form = _dialect(dialect)
    call, result = partial(_call, form), partial(_result, form)
    if not toolset.tools:
        return Teaching("", call, result, form.stop)
    example, diagnostics = _example(toolset)
    name, arguments = example or (toolset.tools[0].name, None)
    words = {
        "call": call(name, arguments) if arguments is not None else form.example,
        "result": _filled(form.result, {"{name}": name, "{content}": "..."}),
    }
    rules = "in_blocks" if _CLOSING_TAG.search(form.example) else "bare"
    words["rules"] = resources.text("templates", f"prompts/{rules}.txt").strip()
    template = resources.text("templates", "prompts/teaching.txt")
    text = re.sub(r"\{(call|result|rules)\}", lambda slot: words[slot[1]], template)
    return Teaching(text, call, result, form.stop, diagnostics)


def _dialect(name: str) -> Dialect:
    known = dialects()
    taught = [key for key, dialect in known.items() if dialect.taught]
    if name not in taught:
        raise UsageError(f"no dialect `{name}` can be taught; there are {', '.join(taught)}")
    return known[name]


# --- the forms of history ---


def _call(form: Dialect, name: str, arguments: dict[str, Any]) -> str:
    """A past call as the model would have written it; UsageError where the dialect can't say it."""
    if _UNFIT_NAME.search(name):
        raise UsageError(f"the tool name {name!r} can't stand in a call of {form.name}")
    body = json.dumps(arguments, ensure_ascii=False)
    return _filled(form.example, {"{name}": name, "{ ... }": _without_tags(body, "\\u003c/")})


def _result(form: Dialect, name: str, content: Any) -> str:
    """A result as it goes into the history: text as it is, anything else as JSON."""
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return _filled(form.result, {"{name}": name, "{content}": _without_tags(text, "<\\/")})


def _without_tags(text: str, opening: str) -> str:
    """A text that can't close the block it stands in; in JSON, both escapes keep the value."""
    return _CLOSING_TAG.sub(lambda tag: opening + tag[0][2:], text)


def _filled(template: str, slots: Mapping[str, str]) -> str:
    """A template with its slots filled in one go, so that no value is taken for a slot."""
    return _SLOT.sub(lambda slot: slots.get(slot[0], slot[0]), template)


# --- the example ---


def _example(
    toolset: Toolset,
) -> tuple[tuple[str, dict[str, Any]] | None, tuple[Diagnostic, ...]]:
    """A call of the simplest harmless tool that has parameters, else of one that has none."""
    reason = "no sample was found"
    for tool in sorted(toolset.tools, key=_effort)[:_TRIED]:
        if _UNFIT_NAME.search(tool.name):
            continue
        try:
            arguments = sample(tool.input, optional=1)
        except NoSample as problem:
            reason = str(problem)
            continue
        if isinstance(arguments, dict):
            return (tool.name, arguments), ()
    first = toolset.tools[0]
    return None, (NO_EXAMPLE.at(tool=first.name, origin=first.origin, reason=reason),)


def _effort(tool: Tool) -> tuple[bool, bool, bool, int, int]:
    """How ill a tool serves as an example: models copy what they are shown."""
    properties = tool.input.get("properties", {})
    return (
        tool.deprecated or tool.annotations.destructive is True,
        not properties,
        not tool.input.get("required"),
        len(properties),
        len(json.dumps(tool.input)),
    )
