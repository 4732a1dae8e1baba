"""The generated Python module: everything about it is decided here, the templates lay it out."""

import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from toolc.codegen.checking import emit_checks
from toolc.codegen.identifiers import Names, class_name, identifier
from toolc.codegen.layout import WIDTH, docstring, joined, literal, needs_json, printable
from toolc.codegen.models import Model, ModelField, emit_models
from toolc.codegen.templates import render
from toolc.codegen.text import pyrepr
from toolc.codegen.validator import ValidatorSource
from toolc.codegen.wrapping import wrapped
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Tool, Toolset
from toolc.runtime import checks
from toolc.version import __version__

__all__ = ["ModuleFiles", "emit_module", "module_name"]

_OWN_NAMES = (
    # what every module defines, imports or may come to define
    *(
        "ToolCall",
        "ToolCallParser",
        "ParseResult",
        "Dispatcher",
        "TOOLS",
        "TOOLSET_DIGEST",
        "PROMPT",
    ),
    *("BaseModel", "ConfigDict", "Field", "Any", "Literal", "Self", "TypeAlias", "Arguments"),
    *checks.__all__,
)

_LISTED_SOURCES = 3
_SOURCE_LENGTH = 60
_IMPORT_WIDTH = 88  # what import sorters take for a line unless told otherwise


@dataclass(frozen=True, slots=True)
class ModuleFiles:
    """The files of a generated module by name, and what could not be said in them."""

    files: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field of a model: its line, and its docstring if it has one."""

    line: str
    doc: str


@dataclass(frozen=True, slots=True)
class ModelView:
    """One model class."""

    name: str
    doc: str
    fields: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class ToolView:
    """One tool: its models, its call class and its row in the table of tools."""

    class_name: str
    arguments: str
    read: str
    models: tuple[ModelView, ...]
    name: str
    doc: str
    parameters: str
    description: str
    destructive: bool
    check: str


@dataclass(frozen=True, slots=True)
class ModuleView:
    """The whole module."""

    header: str
    doc: str
    imports: tuple[str, ...]
    pydantic: tuple[str, ...]
    helpers: str
    exported: tuple[str, ...]
    shared: tuple[ModelView, ...]
    tools: tuple[ToolView, ...]
    calls: str
    dialect: str
    digest: str
    prompt: str
    constants: tuple[str, ...]
    functions: tuple[str, ...]
    tables: tuple[str, ...]


def module_name(toolset: str) -> str:
    """The name under which a toolset's module is imported.

    >>> module_name("quickstart"), module_name("my-tools")
    ('quickstart', 'my_tools')
    """
    legal = re.fullmatch(r"[a-z][a-z0-9_]{0,63}", toolset) and not keyword.iskeyword(toolset)
    return toolset if legal else identifier(toolset, "tools")


def emit_module(
    toolset: Toolset,
    *,
    digest: str,
    source_names: Sequence[str],
    prompt_text: str | None = None,
    dialect: str = "auto",
    models: Literal["pydantic", "none"] = "pydantic",
) -> ModuleFiles:
    """The Python module of a toolset, as files by name.

    `digest` ties the module to its build, `source_names` are told in its first line, `dialect` is
    the one its parser expects unless told otherwise. With `models="none"` the module needs nothing
    but toolc's runtime, and `args` is a plain dict. Raises nothing for what a schema says: a tool
    that has no typed model, or a rule that can't be checked, has a diagnostic.

    All is in one file, so that it can be moved and imported from anywhere; the models are built
    when first used, which keeps the import of a thousand tools below a second.
    """
    names = Names(_OWN_NAMES)
    classes = {tool.name: names.reserve(class_name(tool.name, "Tool")) for tool in toolset.tools}
    typed = emit_models(toolset, names) if models == "pydantic" else None
    made = typed.models if typed else {}
    shared = typed.shared if typed else ()
    checked = emit_checks(toolset)
    tools = tuple(
        _tool_view(tool, classes[tool.name], made.get(tool.name, ()), checked.names[tool.name])
        for tool in toolset.tools
    )
    source = checked.source
    view = ModuleView(
        header=_header(source_names),
        doc=docstring(f"The tools of `{toolset.name}`: typed calls, parsing and validation."),
        imports=_imports(toolset, source.modules, classes=bool(made)),
        pydantic=_pydantic((*shared, *(model for models in made.values() for model in models))),
        helpers=_helpers(source, own=["short", *(["whole"] if made else [])]),
        exported=_exported(tools, shared, prompt=prompt_text is not None),
        shared=tuple(_model_view(model, "A part of the arguments of tools.") for model in shared),
        tools=tools,
        calls=_any_of([tool.class_name for tool in tools]),
        dialect=pyrepr(dialect),
        digest=pyrepr(digest),
        prompt=joined(prompt_text, 0, len("PROMPT = ")) if prompt_text is not None else "",
        constants=source.constants,
        functions=source.functions,
        tables=source.tables,
    )
    text = render("module/module.py.j2", module=view)
    diagnostics = (*(typed.diagnostics if typed else ()), *checked.diagnostics)
    return ModuleFiles({f"{module_name(toolset.name)}.py": text}, diagnostics)


# --- views ---


def _tool_view(tool: Tool, class_: str, models: tuple[Model, ...], check: str) -> ToolView:
    called = printable(tool.name)
    doc = tool.description or tool.title or f"A call to `{called}`."
    arguments = models[-1].name if models else "dict[str, Any]"
    return ToolView(
        class_name=class_,
        arguments=arguments,
        read="\n".join(wrapped(f"        return {arguments}._read(self.arguments)")).strip(),
        models=tuple(
            _model_view(
                model,
                f"{'The' if model is models[-1] else 'A part of the'} arguments of `{called}`.",
            )
            for model in models
        ),
        name=pyrepr(tool.name),
        doc=docstring(doc, 4),
        parameters=literal(tool.input, 12),
        description=joined(tool.description, 12, len("description=,")),
        destructive=bool(tool.annotations.destructive),
        check=check,
    )


def _model_view(model: Model, what: str) -> ModelView:
    fields = tuple(_field_view(field) for field in model.fields)
    return ModelView(model.name, docstring(model.description or what, 4), fields)


def _field_view(field: ModelField) -> FieldView:
    value = "" if field.default is None else f" = {field.default}"
    doc = docstring(field.description, 4) if field.description.strip() else ""
    line = wrapped(f"    {field.name}: {field.annotation}{value}")
    return FieldView("\n".join(line).strip(), doc)


def _header(source_names: Sequence[str]) -> str:
    shown = [printable(name)[:_SOURCE_LENGTH] for name in source_names[:_LISTED_SOURCES]]
    if len(source_names) > _LISTED_SOURCES:
        shown.append(f"{len(source_names) - _LISTED_SOURCES} more")
    said = f" from {', '.join(shown)}" if shown else ""
    return f"# Generated by toolc {__version__}{said}. Do not edit."


def _imports(toolset: Toolset, modules: Sequence[str], *, classes: bool) -> tuple[str, ...]:
    """The lines that import from the standard library."""
    needed = set(modules)
    if any(needs_json(tool.input) for tool in toolset.tools):
        needed.add("json")
    written = [f"import {name}" for name in sorted(needed)]
    written.append("from dataclasses import dataclass, replace")
    if classes:
        written.append("from functools import cached_property")
    if toolset.tools:
        written.append(f"from typing import Any, Literal{', Self' if classes else ''}")
    return tuple(written)


def _pydantic(models: Sequence[Model]) -> tuple[str, ...]:
    """The names to import from Pydantic."""
    fields = (field for model in models for field in model.fields)
    aliased = any((field.default or "").startswith("Field(") for field in fields)
    return ("BaseModel", "ConfigDict", *(["Field"] if aliased else [])) if models else ()


def _helpers(source: ValidatorSource, own: Sequence[str]) -> str:
    """What follows `import`: on one line, or in parentheses where that is too long."""
    ordered = sorted({*own, *source.helpers}, key=_import_order)
    line = ", ".join(ordered)
    if len(line) <= _IMPORT_WIDTH - len("from toolc.runtime.checks import "):
        return line
    return "(\n" + "".join(f"    {name},\n" for name in ordered) + ")"


def _any_of(classes: Sequence[str]) -> str:
    """The union of all call classes."""
    line = " | ".join(classes) or "runtime.ToolCall"
    return line if len(line) <= WIDTH - 20 else "(\n    " + "\n    | ".join(classes) + "\n)"


def _exported(
    tools: Sequence[ToolView], shared: Sequence[Model], *, prompt: bool
) -> tuple[str, ...]:
    """The names in `__all__`, sorted as ruff sorts them: constants, classes, functions."""
    names = ["TOOLS", "TOOLSET_DIGEST", *(["PROMPT"] if prompt else [])]
    names += ["ParseResult", "ToolCall", "ToolCallParser", "parse", "validate"]
    names += [model.name for model in shared]
    for tool in tools:
        names += [tool.class_name, *(model.name for model in tool.models)]
    return tuple(sorted(names, key=_export_order))


def _import_order(name: str) -> tuple[bool, bool, str]:
    return (not name.isupper(), name.islower(), name)


def _export_order(name: str) -> tuple[int, list[str | int]]:
    """Constants are what is written in capitals, of whatever kind it is."""
    kind = 0 if len(name) > 1 and name.isupper() else 1 if name[0].isupper() else 2
    return kind, _natural(name)


def _natural(name: str) -> list[str | int]:
    """Sorts `Option2` before `Option10`."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]
