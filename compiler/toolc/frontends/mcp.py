"""Read MCP tool lists: results of `tools/list`, pages of them, and plain lists of tools.

Follows the Model Context Protocol 2026-07-28 and the versions before it back to 2024-11-05
(modelcontextprotocol.io/specification/2026-07-28/server/tools). Fields that the IR has no place for
are kept in `meta`.
"""

from collections.abc import Iterator
from typing import Any

from toolc.diagnostics.codes import (
    BROKEN_KEYWORD,
    BROKEN_TOOL,
    DUPLICATE_TOOL,
    NO_TOOLS,
    NOT_A_SCHEMA,
    WRONG_KIND,
)
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.render import shorten
from toolc.diagnostics.words import kind_of
from toolc.frontends.documents import Document
from toolc.ir.drafts import SchemaReader
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
_HINT = "give the result of `tools/list`, pages of it, or a list of its tools"


def is_mcp(value: Any) -> bool:
    """Whether a document looks like an MCP tool list: its first tool has an `inputSchema`."""
    if isinstance(value, dict) and "tools_list_pages" in value:
        return True
    first = next((tool for tools, _ in _lists(value, "") for tool in tools or ()), None)
    return isinstance(first, dict) and "inputSchema" in first


def read_mcp(
    document: Document, documents: Documents = ALONE
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """The tools of a document that can be read, in order, and what is wrong with it."""
    reader = _Reader(document, documents)
    lists = list(_lists(document.value, ""))
    if all(tools is None for tools, _ in lists):
        return (), (_wrong_kind(document),)
    for tools, pointer in lists:
        if tools is None:
            reader.miss(pointer)
        for index, tool in enumerate(tools or ()):
            reader.add(tool, f"{pointer}/{index}")
    if not any(tools for tools, _ in lists):
        reader.miss_all(lists[0][1])
    return tuple(reader.tools.values()), tuple(reader.diagnostics)


def _lists(value: Any, pointer: str) -> Iterator[tuple[list[Any] | None, str]]:
    """Each list of tools in a document, whatever it is wrapped in; None where one should stand."""
    if isinstance(value, dict) and (key := _wrapper(value)):
        here = f"{pointer}/{key}"
        if key == _PAGES and isinstance(value[key], list) and value[key]:
            yield from _pages(value[key], here)
        else:
            yield from _lists(value[key], here)
    elif isinstance(value, list):
        pages = [isinstance(item, dict) and _wrapper(item) for item in value]
        if value and all(pages):
            yield from _pages(value, pointer)
        else:
            yield value, pointer
    else:
        yield None, pointer


def _pages(pages: list[Any], pointer: str) -> Iterator[tuple[list[Any] | None, str]]:
    for index, page in enumerate(pages):
        yield from _lists(page, f"{pointer}/{index}")


_PAGES = "tools_list_pages"


def _wrapper(value: dict[str, Any]) -> str | None:
    """The key that a page, an envelope or a recording holds its tools under."""
    if "inputSchema" in value:
        return None
    return next((key for key in (_PAGES, "tools", "result") if key in value), None)


def _wrong_kind(document: Document) -> Diagnostic:
    """What stands in the place of the tools, however deep it is wrapped."""
    value, at = document.value, ""
    while isinstance(value, dict) and (key := _wrapper(value)):
        value, at = value[key], f"{at}/{key}"
    if isinstance(value, dict) and value:
        keys = ", ".join(f"`{shorten(key, 40)}`" for key in list(value)[:5])
        reason = f"{_it(at)} has the keys {keys}, and no `tools`"
    else:
        reason = f"{_it(at)} is {kind_of(value)}, and no list of tools"
    origin = document.origin(at)
    return WRONG_KIND.at(origin=origin, wanted="an MCP tool list", reason=reason, hint=_HINT)


def _it(at: str) -> str:
    return f"its `{at.rpartition('/')[2]}`" if at else "it"


class _Reader:
    """Collects the tools and problems of one document."""

    def __init__(self, document: Document, documents: Documents) -> None:
        self.tools: dict[str, Tool] = {}
        self.diagnostics: list[Diagnostic] = []
        self._document = document
        self._documents = documents
        self._server = _server_of(document.value)

    def add(self, raw: Any, at: str) -> None:
        """Read one entry of a list of tools, or report why it can't be read."""
        name = self._name(raw, at)
        if name is None:
            return
        schemas = self._input(raw, name, at)
        if schemas is None:
            return
        input_schema, places = schemas
        annotations = self._part(raw, "annotations", at)
        title = self._text(raw, "title", at)
        shown = title or self._text(annotations, "title", f"{at}/annotations")
        self.tools[name] = Tool(
            name=name,
            title=shown,
            description=self._text(raw, "description", at) or "",
            input=input_schema,
            output=self._output(raw, name, at),
            annotations=self._hints(annotations, at),
            binding=McpBinding(tool=name, server=self._server),
            meta=_meta(raw, annotations, title),
            origin=self._document.origin(at),
            places=places,
        )

    def _name(self, raw: Any, at: str) -> str | None:
        what = f"the tool at `{at}`"
        if not isinstance(raw, dict):
            hint = "each tool is an object with `name`, `description` and `inputSchema`"
            self._broken(at, what=what, reason=f"it is {kind_of(raw)}", hint=hint)
            return None
        name = raw.get("name")
        if not isinstance(name, str) or not name:
            reason = f"its `name` is {kind_of(name)}" if "name" in raw else "it has no `name`"
            hint = "give it a `name`, which is text"
            self._broken(f"{at}/name" if "name" in raw else at, what=what, reason=reason, hint=hint)
            return None
        if name in self.tools:
            first = self.tools[name].origin
            place = f"`{first.pointer}`" if first else "another place"
            origin = self._document.origin(f"{at}/name")
            self.diagnostics.append(DUPLICATE_TOOL.at(origin=origin, name=name, other=place))
            return None
        return name

    def miss(self, at: str) -> None:
        """Note that there is no list of tools where one should be."""
        what, hint = f"the page at `{at}`", "each page is an object with a list of `tools`"
        self._broken(at, what=what, reason="it holds no list of `tools`", hint=hint)

    def miss_all(self, at: str) -> None:
        """Note that the lists of tools, of which the first is here, are all empty."""
        reason = f"`{self._document.file}` holds no tools: its list is empty"
        origin = self._document.origin(at)
        self.diagnostics.append(NO_TOOLS.at(origin=origin, reason=reason, hint=_HINT))

    def _broken(self, at: str, **words: str) -> None:
        self.diagnostics.append(BROKEN_TOOL.at(origin=self._document.origin(at), **words))

    def _input(self, raw: Schema, name: str, at: str) -> tuple[Schema, dict[str, str]] | None:
        """The input schema, which is an object in every version, and the places of its parts."""
        given = raw.get("inputSchema")
        types = given.get("type", "object") if isinstance(given, dict) else None
        if "inputSchema" not in raw:
            reason = "it is missing"
        elif not isinstance(given, dict):
            reason = f"it is {kind_of(given)}, not an object"
        elif types != "object" and not (isinstance(types, list) and "object" in types):
            reason = f"its type is `{types}`, but arguments are always an object"
        else:
            schema, places = self._schema(f"{at}/inputSchema", name)
            return schema | {"type": "object"}, places
        pointer = f"{at}/inputSchema" if "inputSchema" in raw else at
        problem = NOT_A_SCHEMA.at(
            tool=name,
            origin=self._document.origin(pointer),
            what=f"the `inputSchema` of `{name}`",
            reason=reason,
        )
        self.diagnostics.append(problem)
        return None

    def _output(self, raw: Schema, name: str, at: str) -> Schema | None:
        given = self._part(raw, "outputSchema", at)
        return self._schema(f"{at}/outputSchema", name, lenient=True)[0] if given else None

    def _schema(
        self, at: str, name: str, *, lenient: bool = False
    ) -> tuple[Schema, dict[str, str]]:
        value, file = self._document.value, self._document.file
        reader = SchemaReader(
            value,
            file,
            "2020-12",
            documents=self._documents,
            root=at,
            lenient=lenient,
            tool=name,
        )
        schema = reader.read(at)
        definitions = reader.definitions(schema)
        self.diagnostics += reader.diagnostics
        places = {"": at} | {f"/$defs/{name}": reader.place_of(name) for name in definitions}
        return schema | ({"$defs": definitions} if definitions else {}), places

    def _hints(self, annotations: Schema, at: str) -> Annotations:
        hints = {}
        for key, field in _HINTS.items():
            value = annotations.get(key)
            if value is None or isinstance(value, bool):
                hints[field] = value
            else:
                self._keyword(f"{at}/annotations/{key}", key, "true or false")
        return Annotations(**hints)

    def _text(self, raw: Schema, key: str, at: str) -> str | None:
        value = raw.get(key)
        if value is None or isinstance(value, str):
            return value
        self._keyword(f"{at}/{key}", key, "text")
        return None

    def _part(self, raw: Schema, key: str, at: str) -> Schema:
        value = raw.get(key)
        if isinstance(value, dict):
            return value
        if value is not None:
            self._keyword(f"{at}/{key}", key, "an object")
        return {}

    def _keyword(self, at: str, keyword: str, wanted: str) -> None:
        origin = self._document.origin(at)
        self.diagnostics.append(BROKEN_KEYWORD.at(origin=origin, keyword=keyword, wanted=wanted))


def _server_of(value: Any) -> str | None:
    """The name that the server gave itself, when the document is a recording of a session."""
    here = value
    for key in ("initialize", "serverInfo", "name"):
        here = here.get(key) if isinstance(here, dict) else None
    return here if isinstance(here, str) else None


def _meta(raw: Schema, annotations: Schema, title: str | None) -> Schema:
    """The fields that the IR has no place for, as they stand."""
    meta = {key: value for key, value in raw.items() if key not in _KNOWN}
    used = {*_HINTS, *(["title"] if title in (None, annotations.get("title")) else [])}
    rest = {key: value for key, value in annotations.items() if key not in used}
    return meta | ({"annotations": rest} if rest else {})
