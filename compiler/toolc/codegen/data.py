"""What a build makes beside a module, as the module's own data: written into it, or read lazily."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from toolc.codegen.layout import joined, literal, needs_json
from toolc.codegen.text import pyrepr
from toolc.ir.model import HttpBinding, Toolset

__all__ = ["DataMode", "ModuleData", "TableView", "binding_table", "in_json", "tables"]

DataMode = Literal["lazy", "inline"]
"""Whether a module reads what lies beside it when it is first asked for, or holds it itself."""


Files = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ModuleData:
    """What a module knows of a build: the names of files, and the texts of all files by name.

    `prompts` are by style, `envelopes` by engine, `codecs` by target; `targets` are all targets,
    also those without a codec.
    """

    prompts: Files
    envelopes: Files
    codecs: Files
    targets: tuple[str, ...] = ()
    texts: Files = field(default_factory=dict)

    def content(self, file: str) -> Any:
        """What is in a file: a text, or the data of a JSON document."""
        text = self.texts[file]
        return json.loads(text) if file.endswith(".json") else text


@dataclass(frozen=True, slots=True)
class TableView:
    """One table of data: a constant of the module."""

    name: str
    type: str
    value: str
    doc: str


def tables(data: ModuleData, mode: DataMode) -> tuple[TableView, ...]:
    """The tables of what there is."""
    rows = (
        ("PROMPTS", "str", data.prompts, "The texts that teach a model the tools, by style."),
        ("ENVELOPES", "Any", data.envelopes, "The request fields for a whole reply, by engine."),
        ("CODECS", "Any", data.codecs, "What `encode` and `decode` read, by target."),
    )
    return tuple(
        TableView(name, f"Mapping[str, {type_}]", _value(files, data, mode), f'"""{doc}"""')
        for name, type_, files, doc in rows
        if files or (name == "CODECS" and data.targets)
    )


def binding_table(toolset: Toolset) -> tuple[TableView, ...]:
    """The table of the HTTP operations that tools are bound to; none where none is."""
    entries = [
        f"    {pyrepr(tool.name)}: {literal(tool.binding.plain(), 4)},\n"
        for tool in toolset.tools
        if isinstance(tool.binding, HttpBinding)
    ]
    doc = '"""What `request` reads: the HTTP operation of each tool that has one."""'
    value = f"{{\n{''.join(entries)}}}"
    return (TableView("BINDINGS", "Mapping[str, Any]", value, doc),) if entries else ()


def in_json(data: ModuleData, mode: DataMode) -> bool:
    """Whether some of the data is written as JSON text: see `needs_json`."""
    names = (*data.envelopes.values(), *data.codecs.values())
    return mode == "inline" and any(needs_json(data.content(name)) for name in names)


def _value(files: Files, data: ModuleData, mode: DataMode) -> str:
    if mode == "lazy" and files:
        return f"runtime.LazyFiles(\n    __file__,\n    {literal(dict(files), 4)},\n)"
    entries = [
        f"    {pyrepr(key)}: {_literal(data.content(file))},\n" for key, file in files.items()
    ]
    return f"{{\n{''.join(entries)}}}" if entries else "{}"


def _literal(content: Any) -> str:
    return joined(content, 4) if isinstance(content, str) else literal(content, 4)
