"""The entries of a list of tools: what all formats have in common when they are read."""

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
from toolc.ir.linked import Documents
from toolc.ir.model import Schema, Tool
from toolc.ir.upgrade import Dialect

__all__ = ["Entries", "Placed", "no_list"]

Placed = tuple[Schema, dict[str, str]]
"""A schema, and the places of its parts."""


class Entries:
    """Collects the tools of one document by name, and what is wrong with its entries."""

    def __init__(self, document: Document, documents: Documents) -> None:
        """Begin with no tools."""
        self.tools: dict[str, Tool] = {}
        self.diagnostics: list[Diagnostic] = []
        self.document = document
        self._documents = documents

    def read(self) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
        """What a frontend gives back."""
        return tuple(self.tools.values()), tuple(self.diagnostics)

    # --- names ---

    def name(self, raw: Any, at: str, fields: str) -> str | None:
        """The name of an entry; None, and a report, where it has none. `fields` are what it needs.

        Raises nothing; whether the name is taken is for `is_free` to say.
        """
        what = f"the tool at `{at}`"
        if not isinstance(raw, dict):
            hint = f"each tool is an object with {fields}"
            self.broken(at, what=what, reason=f"it is {kind_of(raw)}", hint=hint)
            return None
        name = raw.get("name")
        if isinstance(name, str) and name:
            return name
        reason = f"its `name` is {kind_of(name)}" if "name" in raw else "it has no `name`"
        hint = "give it a `name`, which is text"
        self.broken(f"{at}/name" if "name" in raw else at, what=what, reason=reason, hint=hint)
        return None

    def is_free(self, name: str, at: str) -> bool:
        """Whether no tool before has the name; a report where one has. `at` is where it stands."""
        if name not in self.tools:
            return True
        first = self.tools[name].origin
        place = f"`{first.pointer}`" if first else "another place"
        origin = self.document.origin(at)
        self.diagnostics.append(DUPLICATE_TOOL.at(origin=origin, name=name, other=place))
        return False

    # --- fields ---

    def text(self, raw: Schema, key: str, at: str) -> str | None:
        """A field that is text; None where there is none, or null."""
        value = raw.get(key)
        if value is None or isinstance(value, str):
            return value
        self.wrong(f"{at}/{key}", key, "text")
        return None

    def part(self, raw: Schema, key: str, at: str) -> Schema:
        """A field that is an object; an empty one where there is none, or null."""
        value = raw.get(key)
        if isinstance(value, dict):
            return value
        if value is not None:
            self.wrong(f"{at}/{key}", key, "an object")
        return {}

    # --- schemas ---

    def arguments(
        self, given: Any, name: str, at: str, dialect: Dialect = "2020-12"
    ) -> Placed | None:
        """The schema of the arguments at a place: always one of an object; None, and a report."""
        key = at.rpartition("/")[2]
        types = given.get("type", "object") if isinstance(given, dict) else None
        if not isinstance(given, dict):
            reason = f"it is {kind_of(given)}, not an object"
        elif types != "object" and not (isinstance(types, list) and "object" in types):
            reason = f"its type is `{types}`, but arguments are always an object"
        else:
            schema, places = self.schema(at, name, dialect=dialect)
            return schema | {"type": "object"}, places
        self.no_schema(name, f"the `{key}` of `{name}`", at, reason)
        return None

    def no_schema(self, name: str, what: str, at: str, reason: str) -> None:
        """Note that what should be a schema of a tool is none, and why."""
        origin = self.document.origin(at)
        self.diagnostics.append(NOT_A_SCHEMA.at(tool=name, origin=origin, what=what, reason=reason))

    def result(self, raw: Schema, key: str, name: str, at: str) -> Schema | None:
        """The schema of what comes back, if there is one."""
        given = self.part(raw, key, at)
        return self.schema(f"{at}/{key}", name, lenient=True)[0] if given else None

    def schema(
        self,
        at: str,
        name: str,
        *,
        dialect: Dialect = "2020-12",
        root: str | None = None,
        lenient: bool = False,
    ) -> Placed:
        """The schema at a place, or behind the mere reference there.

        References of the form `#/...` begin at `root`, by default the place itself.
        """
        reader = SchemaReader(
            self.document.value,
            self.document.file,
            dialect,
            documents=self._documents,
            root=at if root is None else root,
            lenient=lenient,
            tool=name,
        )
        schema, at = reader.behind(reader.read(at), at)
        definitions = reader.definitions(schema)
        self.diagnostics += reader.diagnostics
        if isinstance(schema, bool):  # behind a reference there may be such a schema
            schema = {} if schema else {"not": {}}
        places = {"": at} | {f"/$defs/{name}": reader.place_of(name) for name in definitions}
        return schema | ({"$defs": definitions} if definitions else {}), places

    # --- reports ---

    def broken(self, at: str, **words: str) -> None:
        """Note that an entry is no tool."""
        self.diagnostics.append(BROKEN_TOOL.at(origin=self.document.origin(at), **words))

    def wrong(self, at: str, keyword: str, wanted: str) -> None:
        """Note that a field is left out, as it is not what it should be."""
        origin = self.document.origin(at)
        self.diagnostics.append(BROKEN_KEYWORD.at(origin=origin, keyword=keyword, wanted=wanted))

    def none_at_all(self, at: str, hint: str) -> None:
        """Note that the lists of tools, of which the first is here, are all empty."""
        reason = f"`{self.document.file}` holds no tools: its list is empty"
        origin = self.document.origin(at)
        self.diagnostics.append(NO_TOOLS.at(origin=origin, reason=reason, hint=hint))


def no_list(document: Document, value: Any, at: str, *, wanted: str, hint: str) -> Diagnostic:
    """That there is no list of tools at a place, and what is there instead."""
    it = f"its `{at.rpartition('/')[2]}`" if at else "it"
    if isinstance(value, dict) and value:
        keys = ", ".join(f"`{shorten(key, 40)}`" for key in list(value)[:5])
        reason = f"{it} has the keys {keys}, and no `tools`"
    else:
        reason = f"{it} is {kind_of(value)}, and no list of tools"
    return WRONG_KIND.at(origin=document.origin(at), wanted=wanted, reason=reason, hint=hint)
