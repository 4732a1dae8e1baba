"""`ToolKit`: the tools of a document, and everything that can be made of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import ModuleType
from typing import Any, Literal

from toolc import driver
from toolc.backends import Envelope, Prompt, envelope, prompt
from toolc.backends.envelope import decode_envelope
from toolc.backends.typescript import typescript
from toolc.codegen.kinds import KindName
from toolc.codegen.loading import Validate, compile_check, load_source, runtime_tools
from toolc.codegen.module import ModuleOptions, emit_module, module_name
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.dump import dump
from toolc.ir.language import ModelSize
from toolc.ir.model import HttpBinding, Tool
from toolc.lock import toolset_digest
from toolc.model_matrix import Capabilities
from toolc.runtime.errors import UsageError
from toolc.runtime.problems import Problem
from toolc.runtime.requests import HttpRequest, build_request
from toolc.targets import Compiled, compile_for
from toolc.targets.models import capabilities
from toolc.targets.modes import Mode
from toolc.toolkit_sources import ToolSources

__all__ = ["ToolKit", "ValidationResult"]


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """Whether arguments fit a tool's schema; each error is `pointer: what is wrong`."""

    valid: bool
    errors: list[Problem]


class ToolKit(ToolSources):
    """Tools, read once and never changed, and all that can be made of them."""

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

    def merge(self, *others: "ToolKit") -> "ToolKit":
        """These tools and the others'; InputError when two tools have one name."""
        kits = (self, *others)
        merged, clashes = driver.merge(self.toolset.name, [kit.toolset for kit in kits])
        if clashes:
            raise InputError(clashes)
        return ToolKit(merged, [item for kit in kits for item in kit.diagnostics])

    # --- what a provider takes ---

    def compile(
        self,
        target: str | None = None,
        mode: Mode = "native",
        *,
        size: ModelSize | None = None,
        model: str | Capabilities | None = None,
        **options: Any,
    ) -> Compiled:
        """The tools for one target: its JSON, the losses, and the way back for the calls.

        With a `model`, by name or from `capabilities`, the target may be left out, what the model
        does not have is reported, and the mode `auto` takes what suits it best. The mode
        `simplified` asks a model of a `size` (small, medium, large; that of the model, else small)
        for less than the source allows, and reports it. The mode `system_prompt` sends no tools:
        the `prompt` of the result tells of them. Raises UsageError for a target or an option that
        does not exist, and where there is no model to go by.
        """
        return compile_for(target, self.toolset, mode=mode, size=size, model=model, **options)

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

    def to_ollama(self, model: str | Capabilities | None = None) -> Any:
        """`tools` of Ollama's chat; a system prompt for a model that takes no tools."""
        known = capabilities(model) if isinstance(model, str) else model
        told = known is not None and known.native_tools == "no"
        made = self.compile("ollama", "system_prompt" if told else "native", model=known)
        return made.prompt.text if made.prompt else made.tools

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

    def validator(self, name: str, *, formats: bool = False) -> Validate:
        """A compiled check of a tool's arguments: value in, errors out, none for what is valid.

        Each error is a text, `pointer: what is wrong`, that knows its `pointer` and `keyword`. With
        `formats` the formats of JSON Schema are rules, too, and no mere words. A rule that can't be
        checked, such as a broken pattern, is left out, as in a built module.
        """
        tool = self[name]
        return compile_check(tool, formats=True) if formats else self._validators[tool.name]

    def validate(self, name: str, arguments: object, *, formats: bool = False) -> ValidationResult:
        """Whether arguments fit a tool, as `validator` says. KeyError: there is no such tool."""
        errors = self.validator(name, formats=formats)(arguments)
        return ValidationResult(valid=not errors, errors=errors)

    def request(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        base_url: str | None = None,
        server_variables: Mapping[str, str] | None = None,
        credentials: Mapping[str, str] | None = None,
    ) -> HttpRequest:
        """The HTTP request that calls a tool of an OpenAPI document; nothing is sent.

        `base_url` goes before the server that the document names, `server_variables` before the
        defaults of its variables; `credentials` maps names of security schemes to secrets. The
        arguments are taken to be valid. Raises KeyError when there is no such tool, UsageError when
        it is bound to no HTTP operation, or no request can be made of the arguments.
        """
        binding = self[name].binding
        if not isinstance(binding, HttpBinding):
            raise UsageError(f"`{name}` is bound to no HTTP operation; read it from OpenAPI")
        return build_request(
            binding.plain(),
            arguments,
            base_url=base_url,
            server_variables=server_variables,
            credentials=credentials,
        )

    def to_python(
        self,
        name: str | None = None,
        *,
        models: KindName | Literal["none"] = "pydantic",
        dialect: str = "auto",
        formats: bool = False,
    ) -> str:
        """The source of the generated module, for a toolset of this name (its own by default)."""
        toolset = self.toolset.model_copy(update={"name": name or self.toolset.name})
        made = emit_module(
            toolset,
            digest=toolset_digest(toolset),
            source_names=[source.file for source in toolset.sources],
            options=ModuleOptions(models=models, dialect=dialect, formats=formats),
        )
        return made.files[f"{module_name(toolset.name)}.py"]

    def load(
        self,
        *,
        models: KindName | Literal["none"] = "pydantic",
        dialect: str = "auto",
        formats: bool = False,
    ) -> ModuleType:
        """The generated module, ready to use, for tools that are known only at run time.

        The same tools and options give the same module object.
        """
        source = self.to_python(models=models, dialect=dialect, formats=formats)
        return load_source(source, module_name(self.toolset.name))

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


_COHERE = {1: "cohere", 2: "cohere-v2"}
