"""What the templates of the generated module lay out: finished text, decided here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolc.codegen.checking import Checks
from toolc.codegen.data import TableView
from toolc.codegen.identifiers import Names, identifier
from toolc.codegen.kinds import Kind, ModelView
from toolc.codegen.layout import WIDTH, docstring, joined, printable
from toolc.codegen.models import ModelsSource, ToolModels
from toolc.codegen.schemas import SchemaTable
from toolc.codegen.text import pyrepr
from toolc.codegen.wrapping import wrapped
from toolc.ir.model import Tool

__all__ = ["ModelsView", "ModuleView", "ToolView", "any_of", "model_views", "tool_views"]

_PLAIN = "dict[str, Any]"
"""The type of arguments without a model."""


@dataclass(frozen=True, slots=True)
class ToolView:
    """One tool: its models, its call class, its methods and its row in the table of tools."""

    class_name: str
    arguments: str
    read: str
    name: str
    doc: str
    method: str
    handler: str
    handler_async: str
    parameters: str
    description: str
    destructive: bool
    check: str
    check_result: str


@dataclass(frozen=True, slots=True)
class ModelsView:
    """The module of the models."""

    header: str
    doc: str
    imports: tuple[tuple[str, ...], ...]
    exported: tuple[str, ...]
    base: bool
    models: tuple[ModelView, ...]


@dataclass(frozen=True, slots=True)
class ModuleView:
    """The whole module; `models_module` is the name of that of the models, if they have one."""

    header: str
    doc: str
    imports: tuple[tuple[str, ...], ...]
    vendored: Mapping[str, str]
    models_module: str
    exported: tuple[str, ...]
    base: bool
    models: tuple[ModelView, ...]
    tools: tuple[ToolView, ...]
    calls: str
    dialect: str
    digest: str
    data: tuple[TableView, ...]
    targets: str
    bound: bool
    constants: tuple[str, ...]
    functions: tuple[str, ...]
    tables: tuple[str, ...]
    schemas: tuple[str, ...]

    @property
    def results(self) -> tuple[ToolView, ...]:
        """The tools that tell what they give back."""
        return tuple(tool for tool in self.tools if tool.check_result)


def tool_views(
    tools: Iterable[Tool],
    classes: Mapping[str, str],
    models: Mapping[str, ToolModels],
    checks: Checks,
    schemas: SchemaTable,
    home: str,
) -> tuple[ToolView, ...]:
    """The views of all tools.

    `classes` are the names of their call classes, `home` what stands before the names of models
    that are in a module of their own: there they are not loaded before they are used, so that they
    are named in strings only.
    """
    methods = Names()
    return tuple(
        _tool_view(
            tool,
            classes[tool.name],
            methods.reserve(identifier(tool.name, "tool")),
            models.get(tool.name),
            checks,
            schemas,
            home,
        )
        for tool in tools
    )


def _tool_view(
    tool: Tool,
    class_: str,
    method: str,
    models: ToolModels | None,
    checks: Checks,
    schemas: SchemaTable,
    home: str,
) -> ToolView:
    doc = tool.description or tool.title or f"A call to `{printable(tool.name)}`."
    root = f"{home}{models.arguments[-1].name}" if models else ""
    arguments = _quoted(root, home) or _PLAIN
    result = _quoted((models and models.result_type) or "object", home)
    read = wrapped(f"        return runtime.view({root}, self.arguments)")
    handler = f"def {method}(self, args: {arguments}, /) -> {result}: ..."
    return ToolView(
        class_name=class_,
        arguments=arguments,
        read="\n".join(read) if root else "",
        name=pyrepr(tool.name),
        doc=docstring(doc, 4),
        method=pyrepr(method),
        handler="\n".join(wrapped(f"    {handler}")),
        handler_async="\n".join(wrapped(f"    async {handler}")),
        parameters=schemas.expression(tool.input, 12),
        description=joined(tool.description, 12, len("description=,")),
        destructive=bool(tool.annotations.destructive),
        check=checks.names[tool.name],
        check_result=checks.results.get(tool.name, ""),
    )


def _quoted(type_: str, home: str) -> str:
    return pyrepr(type_) if home and home in type_ else type_


def model_views(tools: Iterable[Tool], made: ModelsSource, kind: Kind) -> tuple[ModelView, ...]:
    """All classes: those that tools share, then those of each tool alone."""
    views = [kind.view(model, "A part of what tools take or give back.") for model in made.shared]
    for tool in tools:
        called, models = f"`{printable(tool.name)}`", made.tools.get(tool.name, ToolModels())
        parts, last = models.arguments[:-1], models.arguments[-1:]
        views += [kind.view(part, f"A part of the arguments of {called}.") for part in parts]
        views += [kind.view(whole, f"The arguments of {called}.") for whole in last]
        views += [kind.view(model, f"What {called} gives back.") for model in models.results]
    return tuple(views)


def any_of(classes: Iterable[str]) -> str:
    """The union of all call classes, to stand behind `ToolCall = `."""
    line = " | ".join(classes) or "runtime.ToolCall"
    if len(f"ToolCall = {line}") <= WIDTH:
        return line
    inside = line if len(f"    {line}") <= WIDTH else line.replace(" | ", "\n    | ")
    return f"(\n    {inside}\n)"
