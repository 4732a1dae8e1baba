"""A toolset as TypeScript: one declaration for each tool, shared shapes above them, once."""

import re
from typing import Final, Literal

from toolc.backends.definitions import share_definitions
from toolc.backends.results import Signatures
from toolc.backends.safe_text import literal, prose
from toolc.backends.type_names import type_names
from toolc.backends.typescript_types import TypeWriter, Written, comment_lines
from toolc.backends.words_cut import cut_rules, too_deep
from toolc.ir.model import Schema, Tool, Toolset

__all__ = ["Layout", "typescript"]

Layout = Literal["interface", "signature"]

_INTRODUCTION: Final = "// Each interface holds the arguments of the tool that its comment names."
_PLAIN_NAME: Final = re.compile(r"[\w$.:/-]+", re.ASCII)


def typescript(toolset: Toolset, layout: Layout = "interface") -> Signatures:
    """The declarations of all tools.

    `interface` declares `interface GetWeatherArgs { ... }` under a comment with the tool's name and
    description; `signature` declares `get_weather(args: { ... }): { ... };` and so tells results,
    too. A rule that the text tells only in part is a diagnostic.
    """
    shared = share_definitions(toolset, with_outputs=layout == "signature")
    names = type_names(toolset, shared)
    writer = TypeWriter(shared.definitions, names.shared)
    blocks = [
        _definition(name, shared.definitions[key], writer) for key, name in names.shared.items()
    ]
    diagnostics = list(cut_rules(toolset))
    for index, tool in enumerate(toolset.tools):
        if layout == "interface":
            blocks.append(_interface(tool, shared.inputs[index], names.arguments[index], writer))
        else:
            blocks.append(_signature(tool, shared.inputs[index], shared.outputs[index], writer))
        if writer.was_cut:
            diagnostics.append(too_deep(tool))
            writer.was_cut = False
    if layout == "interface" and blocks:
        blocks.insert(0, _INTRODUCTION)
    text = "\n\n".join(blocks)
    return Signatures(f"{text}\n" if text else "", tuple(diagnostics))


# --- laying out ---


def _definition(name: str, schema: Schema, writer: TypeWriter) -> str:
    written = writer.declare(schema)
    return "\n".join(
        [*_doc(comment_lines(schema, name)), *_notes(written), _declared(name, written)]
    )


def _interface(tool: Tool, schema: Schema, name: str, writer: TypeWriter) -> str:
    written = writer.declare(schema)
    heading = [
        f"{_tool_name(tool.name)}: {line}" if not i else line
        for i, line in enumerate(_about(tool, schema))
    ]
    return "\n".join(
        [*_doc(heading or [_tool_name(tool.name)]), *_notes(written), _declared(name, written)]
    )


def _signature(tool: Tool, schema: Schema, output: Schema | None, writer: TypeWriter) -> str:
    written = writer.declare(schema)
    arguments = "" if written.text == "{}" else f"args: {written.text}"
    result = writer.write(output) if output else None
    returned = f": {result.text}" if result else ""
    head = f"{_tool_name(tool.name)}({arguments}){returned};"
    return "\n".join([*_doc(_about(tool, schema)), *_notes(written), head])


def _declared(name: str, written: Written) -> str:
    if written.text.startswith("{") and not written.joins:
        return f"interface {name} {written.text}"
    return f"type {name} = {written.text};"


def _tool_name(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) else literal(name)


def _about(tool: Tool, schema: Schema) -> list[str]:
    """What a tool is for: its description, else its title; then what its schema adds to that."""
    lines = prose(tool.description) or prose(tool.title or "")
    added = [
        line
        for line in comment_lines({"description": schema.get("description")})
        if line not in lines
    ]
    return [*lines, *added, *(["Deprecated."] if tool.deprecated else [])]


def _doc(lines: list[str]) -> list[str]:
    if not lines:
        return []
    if len(lines) == 1:
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _notes(written: Written) -> list[str]:
    return [f"// {'; '.join(written.notes)}"] if written.notes else []
