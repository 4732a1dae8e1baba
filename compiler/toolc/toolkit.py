"""`ToolKit`: the tools of a document, and everything that can be made of them."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from toolc import driver
from toolc.backends import Envelope, Prompt, envelope, prompt
from toolc.backends.envelope import decode_envelope
from toolc.backends.typescript import typescript
from toolc.codegen.loading import Validate, run_source, runtime_tools
from toolc.codegen.module import emit_module, module_name
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.suggest import did_you_mean
from toolc.frontends import AUTO, read_tools
from toolc.frontends.access import Access
from toolc.frontends.documents import Document, read_document
from toolc.frontends.library import Library
from toolc.ir.dump import dump
from toolc.ir.language import ModelSize
from toolc.ir.model import Tool, Toolset
from toolc.ir.select import Globs, select
from toolc.lock import toolset_digest
from toolc.runtime.errors import UsageError
from toolc.targets import Compiled, compile_for
from toolc.targets.modes import Mode

__all__ = ["ToolKit", "ValidationResult"]

Input = str | os.PathLike[str] | dict[str, Any] | list[Any] | Document | Library


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """Whether arguments fit a tool's schema; each error is `pointer: what is wrong`."""

    valid: bool
    errors: list[str]


class ToolKit:
    """Tools, read once and never changed.

    Each `from_...` takes a path or the data itself and raises InputError, which tells all that is
    wrong with it; what is merely odd stands in `diagnostics`.
    """

    def __init__(self, toolset: Toolset, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Take a toolset as it is; the `from_...` methods are what one usually wants."""
        self.toolset = toolset
        self.diagnostics = tuple(diagnostics)

    # --- where tools come from ---

    @classmethod
    def from_mcp(
        cls, source: Input, *, allow_files: bool = False, allow_net: bool = False
    ) -> "ToolKit":
        """Tools of an MCP server: a `tools/list` result, pages of it, or a list of its tools."""
        return cls.from_document(source, "mcp", allow_files=allow_files, allow_net=allow_net)

    @classmethod
    def from_openapi(
        cls,
        source: Input,
        *,
        include: Globs | None = None,
        exclude: Globs | None = None,
        allow_files: bool = False,
        allow_net: bool = False,
    ) -> "ToolKit":
        """The operations of an OpenAPI document; globs over tools, operations, tags and methods."""
        kit = cls.from_document(source, "openapi", allow_files=allow_files, allow_net=allow_net)
        return kit.select(include=include, exclude=exclude)

    @classmethod
    def from_ir(cls, source: Input) -> "ToolKit":
        """What `dump()` gave, or the `ir.json` of a build."""
        return cls.from_document(source, "ir")

    @classmethod
    def from_document(
        cls,
        source: Input,
        format: str = AUTO,  # noqa: A002 - the word that users know from `--format`
        *,
        allow_files: bool = False,
        allow_net: bool = False,
    ) -> "ToolKit":
        """A document in any format that toolc reads; `auto` tells the format by its looks.

        References to other files and to addresses are followed only where `allow_files` and
        `allow_net` say so; a `Library` has its own say.
        """
        library = _library(source, Access(files=allow_files, net=allow_net))
        toolset, diagnostics = read_tools(library, format)
        if any(item.severity == "error" for item in diagnostics):
            raise InputError(diagnostics)
        return cls(toolset, diagnostics)

    @classmethod
    def from_manifest(
        cls,
        path: str | Path = "toolc.yaml",
        *,
        allow_files: bool = False,
        allow_net: bool = False,
    ) -> "ToolKit":
        """All tools of the sources that a manifest names."""
        access = Access(files=allow_files, net=allow_net)
        loaded = driver.load(driver.open_manifest(path), access=access)
        return cls(loaded.toolset, loaded.diagnostics)

    # --- what is in it ---

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools, in the order of their sources."""
        return self.toolset.tools

    def __len__(self) -> int:
        return len(self.tools)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Tool:
        """The tool of a name; KeyError tells the nearest name."""
        if name not in self._by_name:
            raise KeyError(f"there is no tool `{name}`; {did_you_mean(name, self._by_name)}")
        return self._by_name[name]

    def __repr__(self) -> str:
        return f"<ToolKit {self.toolset.name!r}: {len(self)} tools>"

    def dump(self) -> dict[str, Any]:
        """The toolset as JSON data, for `from_ir`."""
        return dump(self.toolset)

    def select(self, *, include: Globs | None = None, exclude: Globs | None = None) -> "ToolKit":
        """The tools that `include` takes (all without it) less those that `exclude` takes.

        Each maps `tools`, `operations`, `tags` or `methods` to globs: `{"tags": ["pet"]}`.
        """
        chosen, unmatched = select(self.toolset, include, exclude)
        return ToolKit(chosen, (*self.diagnostics, *unmatched))

    def merge(self, *others: "ToolKit") -> "ToolKit":
        """These tools and the others'; InputError when two tools have one name."""
        kits = (self, *others)
        merged, clashes = driver.merge(self.toolset.name, [kit.toolset for kit in kits])
        if clashes:
            raise InputError(clashes)
        return ToolKit(merged, [item for kit in kits for item in kit.diagnostics])

    # --- what a provider takes ---

    def compile(
        self, target: str, mode: Mode = "native", *, size: ModelSize = "small", **options: Any
    ) -> Compiled:
        """The tools for one target: its JSON, the losses, and the way back for the calls.

        The mode `simplified` asks a model of a `size` (small, medium, large) for less than the
        source allows, and reports it. Raises UsageError for a target or an option that does not
        exist.
        """
        return compile_for(target, self.toolset, mode=mode, size=size, **options)

    def to_openai(self, *, strict: bool = False) -> Any:
        """`tools` of OpenAI's chat completions."""
        return self.compile("openai", strict=strict).tools

    def to_openai_responses(self, *, strict: bool | None = None) -> Any:
        """`tools` of OpenAI's Responses; `strict` is decided tool by tool where it is None."""
        return self.compile("openai-responses", strict=strict).tools

    def to_anthropic(self, *, strict: bool = False) -> Any:
        """`tools` of Anthropic's messages."""
        return self.compile("anthropic", strict=strict).tools

    def to_gemini(self, *, json_schema: bool = False) -> Any:
        """`tools` of Gemini's generateContent: `parameters`, or `parametersJsonSchema`."""
        return self.compile("gemini-json-schema" if json_schema else "gemini").tools

    def to_mistral(self) -> Any:
        """`tools` of Mistral's chat completions."""
        return self.compile("mistral").tools

    def to_cohere(self, *, version: int = 1) -> Any:
        """`tools` of Cohere's chat, version 1 (flat parameters) or 2 (JSON Schema)."""
        if version not in _COHERE:
            raise UsageError(f"Cohere's chat has the versions 1 and 2, not {version}")
        return self.compile(_COHERE[version]).tools

    def to_bedrock(self) -> Any:
        """`toolConfig` of Bedrock's Converse."""
        return self.compile("bedrock").tools

    def to_ollama(self) -> Any:
        """`tools` of Ollama's chat."""
        return self.compile("ollama").tools

    def to_vllm(self) -> Any:
        """`tools` of vLLM's chat completions."""
        return self.compile("vllm").tools

    # --- what a model reads and writes ---

    def prompt(self, *, style: str = "typescript", dialect: str = "tagged") -> Prompt:
        """The text that teaches a model the tools and how to call them.

        Raises UsageError for a style or a dialect that does not exist.
        """
        return prompt(self.toolset, style=style, dialect=dialect)

    def to_system_prompt(self, *, style: str = "sections", dialect: str = "tagged") -> str:
        """The text of `prompt`."""
        return self.prompt(style=style, dialect=dialect).text

    def to_typescript(self) -> str:
        """The tools as TypeScript declarations, without a word on how to call them."""
        return typescript(self.toolset).text

    def envelope(
        self,
        engine: str | None = None,
        *,
        calls: Literal["many", "one"] = "many",
        message: bool = True,
    ) -> Envelope:
        """The schema of a whole reply, the request fragment for an engine, and the way back.

        Raises UsageError for an engine that does not exist.
        """
        made = envelope(self.toolset, engine=engine, calls=calls, message=message)
        return replace(made, decode=partial(decode_envelope, tools=self))

    # --- what comes back ---

    def validator(self, name: str) -> Validate:
        """A compiled check of a tool's arguments: value in, errors out, none for what is valid.

        A rule that can't be checked, such as a broken pattern, is left out, as in a built module.
        """
        return self._validators[self[name].name]

    def validate(self, name: str, arguments: object) -> ValidationResult:
        """Whether arguments fit a tool. KeyError when there is no such tool."""
        errors = self.validator(name)(arguments)
        return ValidationResult(valid=not errors, errors=errors)

    def to_python(
        self,
        name: str | None = None,
        *,
        models: Literal["pydantic", "none"] = "pydantic",
        dialect: str = "auto",
    ) -> str:
        """The source of the generated module, for a toolset of this name (its own by default)."""
        toolset = self.toolset.model_copy(update={"name": name or self.toolset.name})
        made = emit_module(
            toolset,
            digest=toolset_digest(toolset),
            source_names=[source.file for source in toolset.sources],
            models=models,
            dialect=dialect,
        )
        return made.files[f"{module_name(toolset.name)}.py"]

    def load(
        self, *, models: Literal["pydantic", "none"] = "pydantic", dialect: str = "auto"
    ) -> ModuleType:
        """The generated module, ready to use, for tools that are known only at run time."""
        name = module_name(self.toolset.name)
        module = ModuleType(name)
        run_source(self.to_python(models=models, dialect=dialect), name, module.__dict__)
        return module

    def __toolc_tools__(self) -> list[dict[str, Any]]:
        """The tools as `toolc.runtime` reads them: plain tables, each with its validator."""
        return self._runtime_tools

    @cached_property
    def _validators(self) -> dict[str, Validate]:
        return {table["name"]: table["validate"] for table in self._runtime_tools}

    @cached_property
    def _runtime_tools(self) -> list[dict[str, Any]]:
        return runtime_tools(self.toolset)

    @cached_property
    def _by_name(self) -> dict[str, Tool]:
        return {tool.name: tool for tool in self.tools}


def _library(source: Input, access: Access) -> Library:
    if isinstance(source, Library):
        return source
    document = source if isinstance(source, Document) else read_document(source)
    return Library(document, access)


_COHERE = {1: "cohere", 2: "cohere-v2"}
