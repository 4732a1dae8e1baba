"""Frontends: from a document to a toolset, one module per format."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from toolc.diagnostics.codes import WRONG_KIND
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.suggest import did_you_mean
from toolc.frontends.documents import Document, Given, read_document
from toolc.frontends.ir import is_ir, read_ir, told_by_ir
from toolc.frontends.json_schema import is_json_schema, read_json_schema
from toolc.frontends.library import Library
from toolc.frontends.mcp import is_mcp, read_mcp
from toolc.frontends.mcp_server import listed
from toolc.frontends.openapi import is_openapi, read_openapi
from toolc.frontends.provider_lists import (
    PROVIDER_FORMATS,
    is_provider_list,
    read_provider_list,
)
from toolc.ir.linked import Documents
from toolc.ir.model import Source, Tool, Toolset
from toolc.runtime.errors import UsageError
from toolc.runtime.plugins import Registry
from toolc.runtime.tool_shapes import TOOL_SHAPES

__all__ = ["AUTO", "FRONTENDS", "Frontend", "detect", "read_tools"]

AUTO = "auto"
"""The format name that leaves it to the document."""


@dataclass(frozen=True, slots=True)
class Frontend:
    """One format: its title, whether a document looks like it, and how its tools are read."""

    title: str
    fits: Callable[[Any], bool]
    read: Callable[[Document, Documents], tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]]
    tells: Callable[[Document], dict[str, Any]] | None = None
    """What a document says of the toolset as a whole (`name`, `sources`), where one does."""
    ask: Callable[[Document], Document] | None = None
    """Gets the document that is read in place of one which only says where the tools are."""
    several_files: bool = False
    """Whether such a document is customarily several files, in one folder, that refer to others."""


def _never(_: Any) -> bool:
    """No document starts processes by its looks alone."""
    return False


_OWN = {
    "ir": Frontend("a dumped toolset", is_ir, read_ir, told_by_ir),  # first: it says what it is
    "openapi": Frontend(  # says so, too
        "an OpenAPI document", is_openapi, read_openapi, several_files=True
    ),
    "mcp": Frontend("an MCP tool list", is_mcp, read_mcp),  # from here on: known by its tools only
    **{
        name: Frontend(
            TOOL_SHAPES[name].title,
            partial(is_provider_list, format_=name),
            partial(read_provider_list, format_=name),
        )
        for name in PROVIDER_FORMATS
    },
    "mcp_server": Frontend("a file of MCP servers", _never, read_mcp, ask=listed),
    "json-schema": Frontend(
        "a JSON Schema", is_json_schema, read_json_schema
    ),  # last: any map fits
}

FRONTENDS: Registry[Frontend] = Registry("toolc.frontends", "format", Frontend, _OWN)
"""The formats, in the order that `detect` asks them: toolc's own, then those of plug-ins."""


def detect(document: Document) -> str | None:
    """The name of the format that a document is plainly written in; None when there is none."""
    for name, frontend in FRONTENDS.working():
        with FRONTENDS.blaming(name):
            if frontend.fits(document.value):
                return name
    return None


def read_tools(
    source: Given | Document | Library,
    format: str = AUTO,  # noqa: A002  the word that users know from `--format`
    *,
    name: str | None = None,
) -> tuple[Toolset, tuple[Diagnostic, ...]]:
    """The toolset of a document, called `name` or else after its file, and what is wrong with it.

    All tools that can be read are read, whatever is wrong with the others; errors among the
    diagnostics mean that some are missing or broken. References to other documents are followed if
    a `Library` that does so is given in place of a document. Raises `InputError` when the document
    itself can't be read (see `read_document`), `UsageError` for an unknown format.
    """
    if format != AUTO and format not in FRONTENDS:
        raise UsageError(f"there is no format `{format}`; {did_you_mean(format, FRONTENDS)}")
    library = source if isinstance(source, Library) else Library(_document(source))
    document = library.root
    chosen = detect(document) if format == AUTO else format
    toolset = Toolset(name=name or _name(document))
    if chosen is None:
        return toolset, (*document.diagnostics, _unknown(document))
    if FRONTENDS[chosen].several_files:
        library.open_folder()
    with FRONTENDS.blaming(chosen):
        if (ask := FRONTENDS[chosen].ask) is not None:
            try:
                document = ask(document)
            except InputError as error:
                return toolset, (*document.diagnostics, *error.diagnostics)
            library.take(document)
        tools, problems = FRONTENDS[chosen].read(document, library)
    told: dict[str, Any] = {"sources": (Source(format=chosen, file=library.root.file),)}
    if (tells := FRONTENDS[chosen].tells) is not None and tools:
        told = tells(document)
    read_toolset = toolset.model_copy(update={"tools": tools, **told})
    found = library.placed([*problems, *library.diagnostics])
    return read_toolset, (*library.root.diagnostics, *found)


def _document(source: Given | Document) -> Document:
    return source if isinstance(source, Document) else read_document(source)


def _name(document: Document) -> str:
    return Path(document.file).stem if document.text else "tools"


def _unknown(document: Document) -> Diagnostic:
    titles = [frontend.title for _, frontend in FRONTENDS.working()]
    return WRONG_KIND.at(
        origin=document.origin(),
        wanted="a document that toolc knows",
        reason="it is neither " + " nor ".join(titles),
        hint=f"if it is one all the same, name its format: {', '.join(FRONTENDS)}",
    )
