"""Read back a toolset that toolc itself has written (`toolc build --emit ir`)."""

from typing import Any

from toolc.diagnostics.codes import WRONG_KIND
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import Document
from toolc.ir.dump import VERSION, load
from toolc.ir.linked import ALONE, Documents
from toolc.ir.model import Tool

__all__ = ["is_ir", "read_ir", "told_by_ir"]


def is_ir(value: Any) -> bool:
    """Whether a document is a dumped toolset, of whatever version."""
    return isinstance(value, dict) and "toolc_ir" in value


def told_by_ir(document: Document) -> dict[str, Any]:
    """What a dump says of the toolset as a whole: its name, and the sources it was read from."""
    toolset = load(document.value)
    return {"name": toolset.name, "sources": toolset.sources}


def read_ir(
    document: Document,
    documents: Documents = ALONE,  # noqa: ARG001 - a dump is whole: it refers to no others
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """The tools as they were dumped, with the places they had in their own documents."""
    try:
        return load(document.value).tools, ()
    except ValueError as error:
        problem = WRONG_KIND.at(
            origin=document.origin(),
            wanted="a dumped toolset",
            reason=str(error),
            hint=f"write it again with this toolc, whose IR has the version {VERSION}",
        )
        return (), (problem,)
