"""The generated Python module: its files, and everything that is to be in them."""

import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from toolc.codegen.checking import emit_checks
from toolc.codegen.data import (
    DataMode,
    ModuleData,
    TableView,
    binding_table,
    in_json,
    tables,
)
from toolc.codegen.identifiers import Names, class_name, identifier
from toolc.codegen.imports import Imports, export_order, from_line
from toolc.codegen.kinds import KINDS, KindName, ModelView
from toolc.codegen.layout import docstring, literal, needs_json, printable
from toolc.codegen.models import ModelsSource, emit_models
from toolc.codegen.schemas import SchemaTable
from toolc.codegen.sharing import share_shapes
from toolc.codegen.templates import render
from toolc.codegen.text import pyrepr
from toolc.codegen.vendoring import RUNTIME, vendored_runtime
from toolc.codegen.views import ModelsView, ModuleView, ToolView, any_of, model_views, tool_views
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Toolset
from toolc.runtime import checks as runtime_checks
from toolc.version import __version__

__all__ = ["ModuleFiles", "ModuleOptions", "emit_module", "emit_package", "module_name"]

_OWN_NAMES = (
    # what every module defines, imports or may come to define
    *("ToolCall", "ToolCallParser", "ParseResult", "Dispatcher", "AsyncDispatcher", "Callable"),
    *("TOOLS", "TOOLSET_DIGEST", "PROMPTS", "ENVELOPES", "CODECS", "TARGETS", "TYPE_CHECKING"),
    "BINDINGS",
    *("BaseModel", "ConfigDict", "Field", "Struct", "TypedDict", "NotRequired", "Mapping"),
    *("Any", "Literal", "Protocol", "Self", "TypeAlias", "Arguments"),
    *runtime_checks.__all__,
)

_NO_DATA = ModuleData({}, {}, {})
_LISTED_SOURCES = 3
_SOURCE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ModuleOptions:
    """How a module is to be.

    `dialect` is the one its parser expects unless told otherwise. With `models="none"` the module
    needs nothing but toolc's runtime, and `args` is a plain dict. With `runtime="vendored"` a
    package brings the part of the runtime that it needs. `data` says where what a build makes
    beside the module is held, `formats` whether the validators assert `format`.
    """

    models: KindName | Literal["none"] = "pydantic"
    dialect: str = "auto"
    runtime: Literal["package", "vendored"] = "package"
    data: DataMode = "lazy"
    formats: bool = False


@dataclass(frozen=True, slots=True)
class ModuleFiles:
    """The files of a generated module by name, and what could not be said in them."""

    files: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


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
    options: ModuleOptions = ModuleOptions(),
    data: ModuleData = _NO_DATA,
) -> ModuleFiles:
    """The Python module of a toolset in one file that can be moved and imported from anywhere.

    `digest` ties the module to its build, `source_names` are told in its first line. All data is
    in it, and it uses the installed runtime, whatever the options say. Raises nothing for what a
    schema says: a tool that has no typed model, or a rule that can't be checked, has a diagnostic.
    """
    whole = _Whole(toolset, digest, source_names, options, data, is_package=False)
    return ModuleFiles({f"{whole.name}.py": whole.main()}, whole.diagnostics)


def emit_package(
    toolset: Toolset,
    *,
    digest: str,
    source_names: Sequence[str],
    options: ModuleOptions = ModuleOptions(),
    data: ModuleData = _NO_DATA,
) -> ModuleFiles:
    """The same as a package, for the folder of a build.

    The models are in a module of their own, imported when one of them is first used: that keeps
    the import of a thousand tools below a second. A folder whose name is none that Python imports
    has the module alone, on which type checkers can only look by itself.
    """
    whole = _Whole(toolset, digest, source_names, options, data, is_package=True)
    files = {f"{whole.name}.py": whole.main()}
    if whole.home:
        files[f"{whole.name}_models.py"] = whole.models()
    if whole.is_vendored:
        files |= vendored_runtime(requests=bool(whole.bindings))
    if whole.name == toolset.name:
        files["__init__.py"] = render("module/package.py.j2", module=whole)
    return ModuleFiles(files, whole.diagnostics)


class _Whole:
    """One toolset, all of it generated; the files are laid out from it."""

    def __init__(
        self,
        toolset: Toolset,
        digest: str,
        source_names: Sequence[str],
        options: ModuleOptions,
        data: ModuleData,
        *,
        is_package: bool,
    ) -> None:
        self.name = module_name(toolset.name)
        self.header = _header(source_names)
        self.doc = docstring(f"The tools of `{toolset.name}`: typed calls, parsing and validation.")
        self.bindings = binding_table(toolset)
        self.is_vendored = is_package and options.runtime == "vendored"
        self._toolset = toolset
        self._digest = digest
        self._options = options
        self._data = data
        self._mode: DataMode = options.data if is_package else "inline"
        shared = share_shapes(toolset)
        names = Names(_OWN_NAMES)
        self._classes = {
            tool.name: names.reserve(class_name(tool.name, "Tool")) for tool in toolset.tools
        }
        self._kind = KINDS[options.models] if options.models != "none" else None
        is_apart = is_package and self._kind is not None and self.name == toolset.name
        self.home = "models." if is_apart and toolset.tools else ""
        self._made = ModelsSource((), {}, ())
        if self._kind:
            self._made = emit_models(shared, names, self._kind.taken, self.home)
        self.checks = emit_checks(shared, formats=options.formats)
        self.diagnostics = (*self._made.diagnostics, *self.checks.diagnostics)

    def main(self) -> str:
        """The module itself."""
        source = self.checks.source
        schemas = SchemaTable(self._toolset.tools)
        tools = tool_views(
            self._toolset.tools,
            self._classes,
            self._made.tools,
            self.checks,
            schemas,
            self.home,
        )
        models = () if self.home else self._model_views()
        data = (*tables(self._data, self._mode), *self.bindings)
        imports = self._imports(tools, data)
        helpers = {"Problem", "short", *source.helpers}
        if not self.is_vendored:
            imports.names("toolc", "runtime")
            imports.names("toolc.runtime.checks", *helpers)
        if self._kind:
            self._kind.require(imports, models)
        view = ModuleView(
            header=self.header,
            doc=self.doc,
            imports=imports.sections(),
            vendored=_vendored(helpers) if self.is_vendored else {},
            models_module=f"{self.name}_models" if self.home else "",
            exported=self._exported(tools, data, models),
            base=self._has_base(models),
            models=models,
            tools=tools,
            calls=any_of([tool.class_name for tool in tools]),
            dialect=pyrepr(self._options.dialect),
            digest=pyrepr(self._digest),
            data=data,
            targets=_row(self._data.targets) if self._data.targets else "",
            bound=bool(self.bindings),
            constants=source.constants,
            functions=source.functions,
            tables=source.tables,
            schemas=schemas.constants,
        )
        return render("module/module.py.j2", module=view)

    def models(self) -> str:
        """The module of the models."""
        views = self._model_views()
        imports = Imports()
        if self._kind:
            self._kind.require(imports, views)
        view = ModelsView(
            header=self.header,
            doc=docstring(
                f"The arguments and results of the tools of `{self._toolset.name}`, typed."
            ),
            imports=imports.sections(),
            exported=tuple(sorted((view.name for view in views), key=export_order)),
            base=self._has_base(views),
            models=views,
        )
        return render("module/models.py.j2", module=view)

    def _model_views(self) -> tuple[ModelView, ...]:
        return model_views(self._toolset.tools, self._made, self._kind) if self._kind else ()

    def _has_base(self, views: Sequence[ModelView]) -> bool:
        return bool(views and self._kind and self._kind.base)

    def _imports(self, tools: Sequence[ToolView], data: Sequence[TableView]) -> Imports:
        """What the module imports of the standard library."""
        imports = Imports()
        imports.module(*self.checks.source.modules)
        if any(needs_json(tool.input) for tool in self._toolset.tools) or in_json(
            self._data, self._mode
        ):
            imports.module("json")
        imports.names("collections.abc", "Callable", *(["Mapping"] if data else []))
        imports.names("dataclasses", "dataclass", "replace")
        if any(tool.read for tool in tools):
            imports.names("functools", "cached_property")
        imports.names("typing", "Protocol")
        if tools or data:
            imports.names("typing", "Any")
        if any("Literal[" in tool.handler for tool in tools):
            imports.names("typing", "Literal")
        if self.home or self.is_vendored:
            imports.names("typing", "TYPE_CHECKING")
        return imports

    def _exported(
        self, tools: Sequence[ToolView], data: Sequence[TableView], models: Sequence[ModelView]
    ) -> tuple[str, ...]:
        """The names in `__all__`."""
        names = ["TOOLS", "TOOLSET_DIGEST", *(table.name for table in data)]
        names += ["AsyncDispatcher", "Dispatcher", "ParseResult", "ToolCall", "ToolCallParser"]
        names += ["dispatch", "dispatch_async", "parse", "validate", "validate_output"]
        names += ["models"] if self.home else []
        names += ["TARGETS", "decode", "encode"] if self._data.targets else []
        names += ["request"] if self.bindings else []
        names += [tool.class_name for tool in tools]
        names += [model.name for model in models]
        return tuple(sorted(names, key=export_order))


def _vendored(helpers: set[str]) -> dict[str, str]:
    """The imports of a runtime beside the module: within a package, and where there is none."""
    lines = {
        "inside": (f"from . import {RUNTIME} as runtime", f".{RUNTIME}.checks"),
        "outside": (f"import {RUNTIME} as runtime", f"{RUNTIME}.checks"),
    }
    return {
        where: f"{whole}\n    {from_line(module, helpers, 4)}"
        for where, (whole, module) in lines.items()
    }


def _row(names: Sequence[str]) -> str:
    """A tuple of texts."""
    listed = literal(list(names))
    comma = "," if len(names) == 1 and "\n" not in listed else ""
    return f"({listed[1:-1]}{comma})"


def _header(source_names: Sequence[str]) -> str:
    shown = [printable(name)[:_SOURCE_LENGTH] for name in source_names[:_LISTED_SOURCES]]
    if len(source_names) > _LISTED_SOURCES:
        shown.append(f"{len(source_names) - _LISTED_SOURCES} more")
    said = f" from {', '.join(shown)}" if shown else ""
    return f"# Generated by toolc {__version__}{said}. Do not edit."
