"""Read OpenAPI documents, 2.0 to 3.2: each operation is a tool.

Follows the OpenAPI Specification 2.0 (2014-09-08), 3.0.4 and 3.1.1 (2024-10-24) and 3.2.0
(2025-09-19), spec.openapis.org. Real documents break rules: what does not matter to the tools is
not looked at, what can't be read is a warning, and the rest is read.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from toolc.diagnostics.codes import (
    DUPLICATE_OPERATION,
    NEWER_OPENAPI,
    NO_TOOLS,
    NOT_YET_READ,
    WRONG_KIND,
)
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.frontends.documents import Document
from toolc.frontends.openapi_answers import Answer, read_answer
from toolc.frontends.openapi_arguments import read_arguments
from toolc.frontends.openapi_credentials import Credentials
from toolc.frontends.openapi_parameters import declared
from toolc.frontends.openapi_parts import Part, Parts
from toolc.frontends.openapi_servers import read_servers
from toolc.frontends.openapi_swagger import read_swagger_answer
from toolc.ir.drafts import SchemaReader
from toolc.ir.linked import ALONE, Documents
from toolc.ir.model import Annotations, HttpBinding, Tool
from toolc.ir.places import definition_places, relative
from toolc.ir.upgrade import Dialect, dialect_of

__all__ = ["is_openapi", "read_openapi"]

_READ = Annotations(read_only=True, destructive=False, idempotent=True, open_world=True)
_METHODS = {
    "get": _READ,
    "head": _READ,
    "options": _READ,
    "trace": _READ,
    "query": _READ,
    "put": Annotations(read_only=False, idempotent=True, open_world=True),
    "delete": Annotations(read_only=False, destructive=True, idempotent=True, open_world=True),
    "post": Annotations(read_only=False, idempotent=False, open_world=True),
    "patch": Annotations(read_only=False, idempotent=False, open_world=True),
}
"""What each method promises (RFC 9110, 9.2; QUERY is safe and idempotent)."""

_KNOWN = ("2.0", "3.0", "3.1", "3.2")

_OTHER_METHOD = Annotations(read_only=False, open_world=True)

_HINT = "give a document that begins with `openapi: 3.1.x`, or another of the versions 2.0 to 3.2"
_PATH_PIECE = re.compile(r"\{[^{}]*\}|[^/{}]+")
_UNFIT = re.compile(r"[^A-Za-z0-9]+")


def is_openapi(value: Any) -> bool:
    """Whether a document says that it is OpenAPI, of whatever version."""
    return isinstance(value, dict) and any(key in value for key in _VERSION_KEYS)


def read_openapi(
    document: Document, documents: Documents = ALONE
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """The operations of a document as tools, in order, and what is wrong with it."""
    wrong = _wrong_version(document)
    if wrong is not None:
        return (), (wrong,)
    reader = _Reader(document, documents)
    for method, path, item, operation in _operations(reader.parts):
        reader.add(method, path, item, operation)
    if not reader.tools and not reader.diagnostics():
        reader.miss_all()
    key, version = _version(document.value)
    if not version.startswith(_KNOWN):
        reader.parts.report(NEWER_OPENAPI, f"/{key}", version=version)
    return tuple(reader.tools.values()), reader.diagnostics()


_VERSION_KEYS = ("openapi", "swagger", "swaggerVersion")


def _version(value: dict[str, Any]) -> tuple[str, str]:
    """The key that a document says its version with, and the version."""
    key = next(key for key in _VERSION_KEYS if key in value)
    return key, str(value[key])


def _wrong_version(document: Document) -> Diagnostic | None:
    origin, reason = document.origin(), "it does not begin with `openapi`"
    if is_openapi(document.value):
        key, version = _version(document.value)
        if re.match(r"3\.[0-9]" if key == "openapi" else r"2(\.|$)", version):
            return None
        origin = document.origin(f"/{key}")
        if key != "openapi" and version.startswith("1"):
            hint = "convert it to OpenAPI 3 first"
            return NOT_YET_READ.at(origin=origin, what=f"OpenAPI {version}", hint=hint)
        reason = f"its version is `{version}`"
    return WRONG_KIND.at(origin=origin, wanted="an OpenAPI document", reason=reason, hint=_HINT)


def _operations(parts: Parts) -> Iterator[tuple[str, str, Part, Part]]:
    """Each operation: method, path, path item, operation."""
    for path, item in parts.path_items():
        if path.startswith("x-"):
            continue
        for method in item.value:
            if method in _METHODS:
                operation = parts.member(item, method)
                if operation is not None:
                    yield method, path, item, operation
        for method, operation in parts.members(item, "additionalOperations"):
            yield method, path, item, operation


class _Reader:
    """Collects the tools of one document; schemas are read once for all of them."""

    def __init__(self, document: Document, documents: Documents) -> None:
        self.tools: dict[str, Tool] = {}
        self.parts = Parts(document, documents)
        dialect = _dialect(document.value)
        reader = partial(SchemaReader, document.value, document.file, dialect, documents=documents)
        self._sent = reader(hide="readOnly")
        self._returned = reader(hide="writeOnly", lenient=True)
        self._credentials = Credentials(self.parts)
        self._defined: dict[int, dict[str, str]] = {}
        self._tag_parents = dict(_tag_parents(self.parts))

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All problems; one that was met on the way in and on the way out is told once."""
        told: dict[tuple[str, Origin | None], Diagnostic] = {}
        for part in (self.parts, self._sent, self._returned):
            for item in part.diagnostics:
                told.setdefault((item.code, item.origin), item)
        return tuple(told.values())

    def miss_all(self) -> None:
        """Note that there are no operations, and what there is in their place."""
        root = self.parts.root
        reason = "it has no operations under `paths`"
        if not root.value.get("paths"):
            reason = "its `paths` is empty" if "paths" in root.value else "it has no `paths`"
        if root.value.get("webhooks"):
            reason += "; `webhooks` are calls that come in, not tools"
        hint = "give a document with operations, such as `get` of a path"
        whole = f"`{self.parts.document.file}` holds no tools: {reason}"
        self.parts.report(NO_TOOLS, root.nearest("paths"), reason=whole, hint=hint)

    def add(self, method: str, path: str, item: Part, operation: Part) -> None:
        """Read one operation."""
        parameters = declared(self.parts, item, operation)
        arguments = read_arguments(
            self.parts, self._sent, path, operation, parameters, self._credentials
        )
        definitions = self._sent.definitions(arguments.schema)
        name = self._name(method, path, operation)
        summary, description = operation.text("summary"), operation.text("description")
        answer = self._answer(operation)
        secrets = self._credentials.of(operation, parameters.values())
        self.tools[name] = Tool(
            name=name,
            title=summary,
            description=_description(summary, description, item),
            input=arguments.schema | ({"$defs": definitions} if definitions else {}),
            output=answer.schema,
            annotations=_METHODS.get(method, _OTHER_METHOD),
            binding=HttpBinding(
                method=method.upper() if method in _METHODS else method,
                path=path,
                servers=read_servers(self.parts, item, operation),
                arguments=arguments.bindings,
                body=arguments.body,
                accept=answer.media_type,
                credentials=secrets,
            ),
            tags=self._tags(operation),
            deprecated=operation.flag("deprecated") or False,
            meta=self._meta(operation),
            origin=self.parts.origin(operation.at),
            places=self._places(operation, arguments.places, definitions),
        )

    def _name(self, method: str, path: str, operation: Part) -> str:
        """The operationId as it is, else method and path; with a number where that is taken."""
        wanted = name = operation.text("operationId") or _name_from_path(method, path)
        count = 2
        while name in self.tools:
            name, count = f"{wanted}_{count}", count + 1
        if name != wanted:
            first = self.tools[wanted].binding
            other = f"{first.method} {first.path}" if isinstance(first, HttpBinding) else wanted
            at = operation.nearest("operationId")
            self.parts.report(
                DUPLICATE_OPERATION, at, tool=name, name=wanted, other=other, given=name
            )
        return name

    def _places(
        self, operation: Part, arguments: dict[str, str], definitions: dict[str, Any]
    ) -> dict[str, str]:
        """Where the arguments and definitions stand, as seen from the operation's document."""
        if id(definitions) not in self._defined:  # many operations share them
            at = {name: self._sent.place_of(name) for name in definitions}
            self._defined[id(definitions)] = definition_places(at)
        own, seen_from = self.parts.document.file, self.parts.origin(operation.at).file
        places = arguments | self._defined[id(definitions)]
        return {pointer: relative(at, seen_from, own) for pointer, at in places.items()}

    def _answer(self, operation: Part) -> Answer:
        read = read_swagger_answer if self.parts.is_swagger else read_answer
        return read(self.parts, self._returned, operation)

    def _tags(self, operation: Part) -> tuple[str, ...]:
        """The tags of an operation, and those that they are parts of."""
        tags = operation.value.get("tags")
        waiting = [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []
        found = dict.fromkeys(waiting)
        for tag in waiting:  # the list grows while it is read
            parent = self._tag_parents.get(tag)
            if parent is not None and parent not in found:
                found[parent] = None
                waiting.append(parent)
        return tuple(found)

    def _meta(self, operation: Part) -> dict[str, Any]:
        """What the IR has no place for: who may call it, where to read more, extensions."""
        meta = {
            key: value
            for key, value in operation.value.items()
            if key.startswith("x-") or key == "externalDocs"
        }
        security = operation.value.get("security", self.parts.root.value.get("security"))
        return meta | ({"security": security} if security is not None else {})


def _dialect(value: dict[str, Any]) -> Dialect:
    _, version = _version(value)
    for start, dialect in _DIALECTS.items():
        if version.startswith(start):
            return dialect
    return dialect_of({"$schema": value.get("jsonSchemaDialect")}, "openapi-3.1")


_DIALECTS: dict[str, Dialect] = {"2": "openapi-2.0", "3.0": "openapi-3.0"}
"""Those that a document can't choose."""


def _tag_parents(parts: Parts) -> Iterator[tuple[str, str]]:
    for _, tag in parts.members(parts.root, "tags"):
        name, parent = tag.text("name"), tag.text("parent")
        if name is not None and parent is not None:
            yield name, parent


def _name_from_path(method: str, path: str) -> str:
    """A name for an operation that has none.

    >>> _name_from_path("get", "/pets/{petId}/photos")
    'get_pets_by_petId_photos'
    """
    pieces = [
        f"by_{piece[1:-1]}" if piece[0] == "{" else piece for piece in _PATH_PIECE.findall(path)
    ]
    words = [_UNFIT.sub("_", piece).strip("_") for piece in [method.lower(), *pieces]]
    return "_".join(word for word in words if word)


def _description(summary: str | None, description: str | None, item: Part) -> str:
    """Summary and description; the path item's where the operation has neither."""
    own = [text.strip() for text in (summary, description) if text and text.strip()]
    texts = own or [text for text in (item.text("summary"), item.text("description")) if text]
    if len(texts) == 2 and texts[1].startswith(texts[0]):
        texts = texts[1:]
    return "\n\n".join(texts)
