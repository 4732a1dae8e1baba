"""Where the tools of a `ToolKit` come from: its constructors, one for each kind of source."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from toolc import driver
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.errors import InputError
from toolc.frontends import AUTO, read_tools
from toolc.frontends.access import Access
from toolc.frontends.documents import Document, Given, read_document
from toolc.frontends.extras import extra
from toolc.frontends.library import Library
from toolc.frontends.mcp_server import PATIENCE, listed
from toolc.frontends.python_functions import read_functions
from toolc.ir.model import PythonBinding, Source, Tool, Toolset
from toolc.ir.select import Globs, select

__all__ = ["Input", "ToolSources"]

Input = Given | Document | Library
"""What the tools of a document are read from."""


class ToolSources:
    """Tools, read once and never changed.

    Each `from_...` takes a path or the data itself and raises InputError, which tells all that is
    wrong with it; what is merely odd stands in `diagnostics`.
    """

    def __init__(self, toolset: Toolset, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Take a toolset as it is; the `from_...` methods are what one usually wants."""
        self.toolset = toolset
        self.diagnostics = tuple(diagnostics)

    @classmethod
    def from_mcp(cls, source: Input, *, allow_files: bool = False, allow_net: bool = False) -> Self:
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
    ) -> Self:
        """The operations of an OpenAPI document; globs over tools, operations, tags and methods."""
        kit = cls.from_document(source, "openapi", allow_files=allow_files, allow_net=allow_net)
        return kit.select(include=include, exclude=exclude)

    @classmethod
    def from_mcp_server(
        cls,
        config: Input,
        *,
        server: str | None = None,
        timeout: float = PATIENCE,
    ) -> Self:
        """Tools of running MCP servers, which are started, or asked at their address.

        `config` is a file of servers (`{"mcpServers": {...}}`), one server (`{"command": ...}`), or
        the address of one; `server` picks one of a file. Each has `timeout` seconds. Tools of
        several servers are called `server__tool`. Needs `toolc[mcp]`.
        """
        is_address = isinstance(config, str) and config.startswith(("http://", "https://"))
        document = _library({"url": config} if is_address else config, Access()).root
        answered = listed(document, server, timeout)
        toolset, diagnostics = read_tools(answered, "mcp")
        return cls._sound(toolset, (*document.diagnostics, *diagnostics))

    @classmethod
    def from_openai(cls, tools: Input) -> Self:
        """`tools` (or the older `functions`) of OpenAI's chat completions."""
        return cls.from_document(tools, "openai")

    @classmethod
    def from_openai_responses(cls, tools: Input) -> Self:
        """`tools` of OpenAI's Responses."""
        return cls.from_document(tools, "openai-responses")

    @classmethod
    def from_anthropic(cls, tools: Input) -> Self:
        """`tools` of Anthropic's messages."""
        return cls.from_document(tools, "anthropic")

    @classmethod
    def from_gemini(cls, tools: Input) -> Self:
        """`tools` of Gemini's generateContent, or its function declarations, of either form."""
        return cls.from_document(tools, "gemini")

    @classmethod
    def from_mistral(cls, tools: Input) -> Self:
        """`tools` of Mistral's chat completions."""
        return cls.from_document(tools, "mistral")

    @classmethod
    def from_cohere(cls, tools: Input) -> Self:
        """`tools` of Cohere's chat, version 1 or 2."""
        return cls.from_document(tools, "cohere")

    @classmethod
    def from_bedrock(cls, tools: Input) -> Self:
        """`toolConfig` of Bedrock's Converse, or the list of tools in it."""
        return cls.from_document(tools, "bedrock")

    @classmethod
    def from_ollama(cls, tools: Input) -> Self:
        """`tools` of Ollama's chat."""
        return cls.from_document(tools, "ollama")

    @classmethod
    def from_json_schema(
        cls, source: Input, *, allow_files: bool = False, allow_net: bool = False
    ) -> Self:
        """`{name: schema}`, or schemas that have a `title`; any draft that `$schema` names."""
        return cls.from_document(
            source, "json-schema", allow_files=allow_files, allow_net=allow_net
        )

    @classmethod
    def from_functions(cls, functions: Iterable[Callable[..., Any]]) -> Self:
        """Python functions, methods, and classes such as Pydantic models.

        What they take is read from signature and annotations, what it means from the docstring
        (Google, NumPy or Sphinx style), `Annotated[int, "text"]` and `Field`.
        """
        return cls._of_python("python", *read_functions(functions))

    @classmethod
    def from_langchain(cls, tools: Sequence[Any]) -> Self:
        """LangChain tools, as models are shown them. Needs `toolc[langchain]`."""
        return cls._of_python("langchain", *extra("langchain").read_langchain(tools))

    @classmethod
    def from_ir(cls, source: Input) -> Self:
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
    ) -> Self:
        """A document in any format that toolc reads; `auto` tells the format by its looks.

        References to other files and to addresses are followed only where `allow_files` and
        `allow_net` say so; a `Library` has its own say.
        """
        library = _library(source, Access(files=allow_files, net=allow_net))
        return cls._sound(*read_tools(library, format))

    @classmethod
    def from_manifest(
        cls,
        path: str | Path = "toolc.yaml",
        *,
        allow_files: bool = False,
        allow_net: bool = False,
    ) -> Self:
        """All tools of the sources that a manifest names."""
        access = Access(files=allow_files, net=allow_net)
        loaded = driver.load(driver.open_manifest(path), access=access)
        return cls(loaded.toolset, loaded.diagnostics)

    def select(self, *, include: Globs | None = None, exclude: Globs | None = None) -> Self:
        """The tools that `include` takes (all without it) less those that `exclude` takes.

        Each maps `tools`, `operations`, `tags` or `methods` to globs: `{"tags": ["pet"]}`.
        """
        chosen, unmatched = select(self.toolset, include, exclude)
        return type(self)(chosen, (*self.diagnostics, *unmatched))

    @classmethod
    def _of_python(
        cls, format_: str, tools: tuple[Tool, ...], diagnostics: Sequence[Diagnostic]
    ) -> Self:
        """Tools that were objects of the program; their sources are the modules they come from."""
        bindings = [tool.binding for tool in tools if isinstance(tool.binding, PythonBinding)]
        modules = dict.fromkeys(binding.module for binding in bindings)
        sources = tuple(Source(format=format_, file=module) for module in modules)
        return cls._sound(Toolset(name="tools", tools=tools, sources=sources), diagnostics)

    @classmethod
    def _sound(cls, toolset: Toolset, diagnostics: Sequence[Diagnostic]) -> Self:
        """A toolset that was read, if nothing is missing from it."""
        if any(item.severity == "error" for item in diagnostics):
            raise InputError(diagnostics)
        return cls(toolset, diagnostics)


def _library(source: Input, access: Access) -> Library:
    if isinstance(source, Library):
        return source
    document = source if isinstance(source, Document) else read_document(source)
    return Library(document, access)
