"""Read MCP tool lists: results of `tools/list`, pages of them, and plain lists of tools.

Follows the Model Context Protocol 2026-07-28 and the versions before it back to 2024-11-05
(modelcontextprotocol.io/specification/2026-07-28/server/tools). Fields that the IR has no place for
are kept in `meta`.
"""

from typing import Any

from toolc.diagnostics.codes import SHORT_LIST, WRONG_KIND
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import Document
from toolc.frontends.entries import Entries, Placed, no_list
from toolc.frontends.mcp_config import is_config
from toolc.frontends.mcp_lists import Listed, Namespaces, lists, wrapper
from toolc.frontends.mcp_registry import is_short, read_arguments
from toolc.ir.linked import ALONE, Documents
from toolc.ir.model import Annotations, McpBinding, Schema, Tool

__all__ = ["is_mcp", "read_mcp"]

_HINTS = {
    "readOnlyHint": "read_only",
    "destructiveHint": "destructive",
    "idempotentHint": "idempotent",
    "openWorldHint": "open_world",
}
_KNOWN = frozenset("name title description inputSchema outputSchema annotations".split())
_SHORT = "arguments"
_WANTED = "an MCP tool list"
_FIELDS = "`name`, `description` and `inputSchema`"
_HINT = "give the result of `tools/list`, pages of it, or a list of its tools"
_IMPORT = (
    "list their tools with `toolc import-mcp --config {file}`,"
    " or read them with `--from mcp_server`"
)


def is_mcp(value: Any) -> bool:
    """Whether a document looks like an MCP tool list: its first tool has an `inputSchema`.

    Or it is a list in the short form, which has `arguments` in its place. A file that names servers
    counts as one, so that it is told what to do with it.
    """
    if isinstance(value, dict) and "tools_list_pages" in value:
        return True
    found = list(lists(value))
    first = next((tool for each in found for tool in each.tools or ()), None)
    has_schema = isinstance(first, dict) and "inputSchema" in first
    return has_schema or any(is_short(each.tools) for each in found) or is_config(value)


def read_mcp(
    document: Document, documents: Documents = ALONE
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """The tools of a document that can be read, in order, and what is wrong with it.

    Tools of several servers are called `server__tool`; their bindings hold both names.
    """
    found = list(lists(document.value))
    if all(each.tools is None for each in found):
        return (), (_wrong_kind(document),)
    names = Namespaces(each.server for each in found if each.tools)
    entries = _Entries(document, documents)
    for each in found:
        if each.tools is None:
            entries.miss(each.at)
        elif len(each.tools) > 1 and _says_names_only(each.tools):
            entries.diagnostics.append(_names_only(document, each))
        else:
            entries.begin(each.tools, each.at)
            for index, tool in enumerate(each.tools):
                entries.add(tool, f"{each.at}/{index}", each.server, names)
    if not any(each.tools for each in found):
        entries.none_at_all(found[0].at, _HINT)
    return entries.read()


def _says_names_only(tools: list[Any]) -> bool:
    """Whether all entries of a list are tools that say nothing of their arguments."""
    fields = {"inputSchema", _SHORT}
    return all(isinstance(tool, dict) and fields.isdisjoint(tool) for tool in tools)


def _names_only(document: Document, listed: Listed) -> Diagnostic:
    """What is said once of such a list, and not of each tool."""
    reason = f"none of its {len(listed.tools or ())} tools has an `inputSchema`"
    origin = document.origin(listed.at)
    return WRONG_KIND.at(origin=origin, wanted=_WANTED, reason=reason, hint=_HINT)


def _wrong_kind(document: Document) -> Diagnostic:
    """What stands in the place of the tools, however deep it is wrapped."""
    value, at = document.value, ""
    if is_config(value):
        reason = "it names servers, and holds none of their tools"
        hint = _IMPORT.format(file=document.file)
        return WRONG_KIND.at(origin=document.origin(), wanted=_WANTED, reason=reason, hint=hint)
    while isinstance(value, dict) and (key := wrapper(value)):
        value, at = value[key], f"{at}/{key}"
    return no_list(document, value, at, wanted=_WANTED, hint=_HINT)


class _Entries(Entries):
    """Collects the tools of one document."""

    _is_short = False

    def add(self, raw: Any, at: str, server: str | None, names: Namespaces) -> None:
        """Read one entry of a list of tools, or report why it can't be read."""
        own = self.name(raw, at, _FIELDS)
        if own is None:
            return
        name = names.name(server, own)
        if not self.is_free(name, f"{at}/name"):
            return
        placed = self._input(raw, name, at)
        if placed is None:
            return
        annotations = self.part(raw, "annotations", at)
        title = self.text(raw, "title", at)
        shown = title or self.text(annotations, "title", f"{at}/annotations")
        self.tools[name] = Tool(
            name=name,
            title=shown,
            description=self.text(raw, "description", at) or "",
            input=placed[0],
            output=self.result(raw, "outputSchema", name, at),
            annotations=self._hints(annotations, at),
            binding=McpBinding(tool=own, server=server),
            meta=_meta(raw, annotations, title, {_SHORT} if self._is_short else set()),
            origin=self.document.origin(at),
            places=placed[1],
        )

    def begin(self, tools: Any, at: str) -> None:
        """Begin with the tools of one list, which may be in the short form."""
        self._is_short = is_short(tools)
        if self._is_short:
            self.diagnostics.append(SHORT_LIST.at(origin=self.document.origin(at)))

    def _input(self, raw: Schema, name: str, at: str) -> Placed | None:
        if "inputSchema" in raw:
            return self.arguments(raw["inputSchema"], name, f"{at}/inputSchema")
        if self._is_short:
            there = f"{at}/{_SHORT}" if _SHORT in raw else at
            return read_arguments(self, raw.get(_SHORT, []), there)
        self.no_schema(name, f"the `inputSchema` of `{name}`", at, "it is missing")
        return None

    def miss(self, at: str) -> None:
        """Note that there is no list of tools where one should be."""
        what, hint = f"the page at `{at}`", "each page is an object with a list of `tools`"
        self.broken(at, what=what, reason="it holds no list of `tools`", hint=hint)

    def _hints(self, annotations: Schema, at: str) -> Annotations:
        hints = {}
        for key, field in _HINTS.items():
            value = annotations.get(key)
            if value is None or isinstance(value, bool):
                hints[field] = value
            else:
                self.wrong(f"{at}/annotations/{key}", key, "true or false")
        return Annotations(**hints)


def _meta(raw: Schema, annotations: Schema, title: str | None, read: set[str]) -> Schema:
    """The fields that the IR has no place for, as they stand, without those that were `read`."""
    meta = {key: value for key, value in raw.items() if key not in _KNOWN | read}
    used = {*_HINTS, *(["title"] if title in (None, annotations.get("title")) else [])}
    rest = {key: value for key, value in annotations.items() if key not in used}
    return meta | ({"annotations": rest} if rest else {})
