"""Read the schemas of a document into the IR: JSON Schema 2020-12, each reference into `$defs`.

The one place that all frontends convert through. References are resolved on the document as it was
written, for they may point anywhere in it; what they point to becomes a definition with a name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal
from urllib.parse import quote

from toolc.diagnostics.codes import (
    BROKEN_KEYWORD,
    DANGLING_REF,
    DYNAMIC_REF,
    LOOPING_REF,
    SUBTYPES,
    Code,
)
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.closures import Closures
from toolc.ir.keywords import hoist_required, leave_out_broken
from toolc.ir.linked import ALONE, Documents, Linked, NotFollowedError
from toolc.ir.model import Schema
from toolc.ir.places import OWN, origin_at, ref_of
from toolc.ir.refs import definition_name, name_of, ref_to
from toolc.ir.schema import (
    LIST_KEYWORDS,
    MAP_KEYWORDS,
    SCHEMA_KEYWORDS,
    escape,
    resolve_pointer,
)
from toolc.ir.scopes import NOWHERE, Scope
from toolc.ir.subtypes import Subtypes
from toolc.ir.upgrade import WAS, Dialect, dialect_of, upgrade

__all__ = ["SchemaReader", "to_2020_12"]

_NO_LONGER_NEEDED = (
    "$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions".split()
)
"""What names things for references to find: in the IR each reference goes to a definition."""

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")

_IN_PLACE = frozenset("allOf anyOf oneOf not if then else dependentSchemas".split())
"""Keywords whose subschemas look at the same value as the schema around them."""

_MOST_MEANINGS = 16
"""By so many dynamic scopes one schema may be told apart; hostile documents have any number."""

_ANYTHING = "anything is accepted here"
"""What stands in the place of a reference that leads nowhere: one must not cost all tools."""

_MOST_PARTS = 200
"""An object is put together from a few schemas by `allOf`; a hostile document has any number."""

_MOST_SUGGESTIONS = 20
"""Looking for near names takes long in large documents; after so many the user has the idea."""


def to_2020_12(
    schema: Schema, dialect: Dialect = "2020-12", file: str = "<dict>"
) -> tuple[Schema, tuple[Diagnostic, ...]]:
    """A schema of any dialect as a self-contained one of 2020-12.

    Its own `$schema` goes before `dialect`. Nothing is lost but definitions that no reference
    reaches; what can't be read is reported, and left out.

    >>> to_2020_12({"definitions": {"A": {"const": 1}}, "items": {"$ref": "#/definitions/A"}})[0]
    {'items': {'$ref': '#/$defs/A'}, '$defs': {'A': {'const': 1}}}
    """
    reader = SchemaReader(schema, file, dialect)
    read = reader.read("")
    definitions = reader.definitions(read)
    return read | ({"$defs": definitions} if definitions else {}), tuple(reader.diagnostics)


@dataclass(frozen=True, slots=True)
class _Place:
    """A schema being read: `container[key]` holds it, `at` is its place in the documents."""

    container: Any
    key: Any
    at: str
    scope: Scope
    in_place: bool = True
    hidden: frozenset[str] = frozenset()


class SchemaReader:
    """Reads schemas of one document, each once: what they share is shared in what comes out.

    References to other documents are followed as far as `documents` follows them; where something
    stands is told as a place (see `toolc.ir.places`).

    `hide` names the keyword of properties to leave out: `readOnly` in what is sent, `writeOnly` in
    what comes back. Problems are collected in `diagnostics`, each once; a `lenient` reader has none
    worse than warnings (for schemas of results: a tool can be called without them).
    """

    def __init__(
        self,
        document: Any,
        file: str,
        dialect: Dialect,
        *,
        documents: Documents = ALONE,
        root: str = "",
        hide: Literal["readOnly", "writeOnly"] | None = None,
        lenient: bool = False,
        tool: str | None = None,
    ) -> None:
        """Prepare to read; `root` is the pointer that references of the form `#/...` start from.

        `tool` is named in diagnostics, where all that is read belongs to one.
        """
        self.diagnostics: list[Diagnostic] = []
        self._reported: set[tuple[str, str]] = set()
        self._file = file
        self._root = root
        self._hide = hide
        self._lenient = lenient
        self._tool = tool
        self._dialect = dialect_of(resolve_pointer(document, root), dialect)
        self._resolver = Linked(document, documents, root, self._dialect)
        self._subtypes = Subtypes(document, self._resolver)
        self._unions: dict[str, str] = {}
        self._read: dict[tuple[str, Scope], Any] = {}
        self._names: dict[str, dict[Scope, str]] = {}
        self._places: dict[str, str] = {}
        self._scopes: dict[str, Scope] = {}
        self._definitions: dict[str, Any] = {}
        self._closures = Closures(self._definitions)
        self._in_place: dict[str, list[Schema]] = {}
        self._without_loops: set[str] = set()
        self._suggestions = 0

    def read(self, at: str) -> Any:
        """The schema at a place, with each `$ref` naming one of `definitions`."""
        schema, _ = self._convert(at, self._resolver.enter(NOWHERE, at))
        self._finish()
        return schema

    def definitions(self, schema: Any) -> dict[str, Any]:
        """The definitions that a schema of this reader reaches: one dict for all that do so."""
        return self._closures.of(schema)

    def behind(self, schema: Any, at: str) -> tuple[Any, str]:
        """The schema that a mere reference stands for, and its place; any other schema itself."""
        while isinstance(schema, dict) and schema.keys() == {"$ref"}:
            name = name_of(schema["$ref"])
            schema, at = self._definitions[name], self._places[name]
        return schema, at

    def place_of(self, name: str) -> str:
        """Where in the documents a definition stands."""
        return self._places[name]

    # --- converting ---

    def _convert(self, at: str, scope: Scope) -> tuple[Any, list[Schema]]:
        """The schema at a place, and its nodes with a reference that looks at the same value."""
        if (at, scope) in self._read:
            return self._read[at, scope], []
        dialect = self._resolver.dialect(at)
        off = self._resolver.switched_off(at)
        holder = [self._resolver.value(at)]
        same_value: list[Schema] = []
        stack = [_Place(holder, 0, at, scope)]
        while stack:
            place = stack.pop()
            raw_node = place.container[place.key]
            if isinstance(raw_node, bool):
                continue
            if isinstance(raw_node, dict) and "$id" in raw_node:
                place = replace(place, scope=self._resolver.enter(place.scope, place.at))
            node = self._node(raw_node, place, dialect, off)
            place.container[place.key] = node
            if isinstance(node, dict):
                if place.in_place and "$ref" in node:
                    same_value.append(node)
                below = _below(node, raw_node, place, self._hidden(node, place))
                stack += reversed(list(below))
        self._read[at, scope] = holder[0]
        return holder[0], same_value

    def _node(self, raw: Any, place: _Place, dialect: Dialect, off: frozenset[str]) -> Any:
        """One node, upgraded and mended, without keywords that are off; `True` for no schema."""
        if not isinstance(raw, dict):
            keyword = place.at.rpartition("/")[2]
            self._report(BROKEN_KEYWORD, place.at, keyword=keyword, wanted="a schema")
            return True

        def report(code: Code, step: str, **words: Any) -> None:
            self._report(code, place.at + step, **words)

        node = upgrade(raw, dialect)
        self._spread_maps(node, place.at)
        hoist_required(node, report)
        for keyword in _NO_LONGER_NEEDED:
            node.pop(keyword, None)
        for keyword in off & node.keys():
            del node[keyword]
        leave_out_broken(node, report)
        self._point(node, place)
        if isinstance(node.get("discriminator"), dict):
            self._discriminator(node, place)
        return node

    def _spread_maps(self, node: Schema, at: str) -> None:
        """Write a map of schemas that is a reference, as `properties: {$ref: ...}`, out by member.

        No draft allows it, but documents in many files rely on it, and text is never a schema.
        """
        for keyword in MAP_KEYWORDS & node.keys():
            given = node[keyword]
            members, _ = self._raw_target(given, at)
            if isinstance(members, dict):
                address, _, around = given["$ref"].partition("#")
                steps = {name: quote(f"/{escape(name)}") for name in members}
                spread = {name: {"$ref": f"{address}#{around}{steps[name]}"} for name in members}
                own = {name: value for name, value in given.items() if name != "$ref"}
                node[keyword] = spread | own

    def _point(self, node: Schema, place: _Place) -> None:
        """Let the reference of a node be a `$ref` into `$defs`, or report it and leave it out."""
        present = [keyword for keyword in _REFERENCES if keyword in node]
        if not present:
            return
        keyword, *others = present
        name = self._target(node[keyword], keyword, place)
        if keyword != "$ref" or name is None:
            del node[keyword]
        if name is not None:
            node["$ref"] = ref_to(name)
        if others:
            branches = [{other: node.pop(other)} for other in others]
            node["allOf"] = [*node.get("allOf", ()), *branches]

    def _target(self, ref: str, keyword: str, place: _Place) -> str | None:
        at = f"{place.at}/{keyword}"
        try:
            if keyword == "$ref":
                found = self._resolver.resolve(ref, place.at)
            else:
                found = self._resolver.resolve_dynamic(ref, place.at, place.scope)
            if self._has_too_many_meanings(found, place.scope):
                self._report(DYNAMIC_REF, at, keyword=keyword, ref=ref)
            if self._subtypes.are_meant(found, place.at):
                return self._union_name(found)
            return self._name(found, place.scope)
        except NotFollowedError as error:
            self._report(error.code, at, ref=ref, **error.words)
        except KeyError:
            hint = self._hint(ref, place.at)
            self._report(DANGLING_REF, at, ref=ref, instead=_ANYTHING, hint=hint)
        return None

    def _hint(self, ref: str, at: str) -> str:
        self._suggestions += 1
        near = self._resolver.suggest(ref, at) if self._suggestions <= _MOST_SUGGESTIONS else None
        return f"did you mean `{near}`?" if near else "define it, or point to something that exists"

    def _name(self, at: str, come_from: Scope) -> str:
        """The name of the definition for a place, as it is meant in a dynamic scope."""
        scope = self._resolver.enter(come_from, at)
        names = self._names.setdefault(at, {})
        if scope not in names and len(names) == _MOST_MEANINGS:
            return next(iter(names.values()))
        if scope not in names:
            name = self._free(definition_name(at.removeprefix(self._root)))
            names[scope], self._places[name], self._scopes[name] = name, at, scope
        return names[scope]

    def _union_name(self, base: str) -> str:
        """The name of the definition that stands for the subtypes of a schema."""
        if base not in self._unions:
            name = self._free(f"{definition_name(base.removeprefix(self._root))}_subtypes")
            self._unions[base], self._places[name], self._scopes[name] = name, base, NOWHERE
        return self._unions[base]

    def _free(self, wanted: str) -> str:
        """A name for a definition; with a number where it is taken."""
        name, count = wanted, 2
        while name in self._places:
            name, count = f"{wanted}_{count}", count + 1
        return name

    def _has_too_many_meanings(self, at: str, come_from: Scope) -> bool:
        names = self._names.get(at, {})
        return len(names) == _MOST_MEANINGS and self._resolver.enter(come_from, at) not in names

    def _discriminator(self, node: Schema, place: _Place) -> None:
        """The mapping of a discriminator names schemas, by reference or by mere name."""
        mapping = node["discriminator"].get("mapping")
        if isinstance(mapping, dict):
            pointed = {value: self._mapped(ref, place) for value, ref in mapping.items()}
            node["discriminator"] = {**node["discriminator"], "mapping": pointed}

    def _mapped(self, ref: Any, place: _Place) -> Any:
        """What a mapping names as a reference of the IR; as it stands, when that is nothing.

        A mere name is that of a component in the document that all begins with, or else a file.
        """
        if not isinstance(ref, str):
            return ref
        meanings = [(ref, place.at)]
        if "/" not in ref and "#" not in ref:
            meanings.insert(0, (f"#/components/schemas/{ref}", OWN))
        for meaning, seen_from in meanings:
            try:
                return ref_to(self._name(self._resolver.resolve(meaning, seen_from), place.scope))
            except LookupError:
                continue
        return ref

    # --- properties that are hidden ---

    def _hidden(self, node: Schema, place: _Place) -> frozenset[str]:
        """Leave out a node's hidden properties; their names, for the branches of its `allOf`."""
        if self._hide is None or not ("properties" in node or "allOf" in node or place.hidden):
            return frozenset()
        hidden = place.hidden | frozenset(self._hidden_names(node, place.at))
        if hidden & set(node.get("properties", ())):
            properties = node["properties"].items()
            node["properties"] = {name: schema for name, schema in properties if name not in hidden}
        if hidden & set(node.get("required", ())):
            node["required"] = [name for name in node["required"] if name not in hidden]
        return hidden

    def _hidden_names(self, node: Schema, at: str) -> Iterator[str]:
        """Properties marked as hidden, in the node and in what its `allOf` puts together."""
        stack: list[tuple[Any, str]] = [(node, at)]
        seen: set[int] = set()
        while stack and len(seen) < _MOST_PARTS:
            here, at = stack.pop()
            if id(here) in seen or not isinstance(here, dict):
                continue
            seen.add(id(here))
            properties = here.get("properties")
            for name, schema in properties.items() if isinstance(properties, dict) else ():
                if self._is_hidden(schema, at):
                    yield name
            branches = here.get("allOf")
            for branch in branches if isinstance(branches, list) else ():
                stack += [(branch, at), self._raw_target(branch, at)]

    def _is_hidden(self, schema: Any, at: str) -> bool:
        marked = (schema, self._raw_target(schema, at)[0])
        return any(isinstance(node, dict) and node.get(self._hide) is True for node in marked)

    def _raw_target(self, schema: Any, at: str) -> tuple[Any, str]:
        """What a reference near a place stands for as it was written, and where."""
        ref = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(ref, str):
            return None, at
        try:
            found = self._resolver.resolve(ref, at)
            return self._resolver.value(found), found
        except LookupError:
            return None, at

    # --- definitions ---

    def _finish(self) -> None:
        """Read what the named places stand for, and what that refers to in turn."""
        fresh = [name for name in self._places if name not in self._definitions]
        added = list(fresh)
        while fresh:
            for name in fresh:
                self._definitions[name], self._in_place[name] = self._convert_named(name)
            fresh = [name for name in self._places if name not in self._definitions]
            added += fresh
        if added:
            self._cut_loops(added)

    def _convert_named(self, name: str) -> tuple[Any, list[Schema]]:
        at, scope = self._places[name], self._scopes[name]
        if self._unions.get(at) == name:
            union, branches = self._subtypes.union(at, lambda sub: self._name(sub, NOWHERE))
            self._report(SUBTYPES, at, base=definition_name(at), count=len(branches))
            return union, branches
        self._read.pop((at, scope), None)  # one read as a root has no list of its references
        return self._convert(at, scope)

    def _cut_loops(self, names: list[str]) -> None:
        """Remove references by which a definition would check a value by itself, without end."""
        done = self._without_loops
        for start in names:
            path: list[tuple[str, Iterator[Schema]]] = []
            entering: str | None = start
            on_path: set[str] = set()
            while entering is not None or path:
                if entering is not None:
                    path.append((entering, iter(self._in_place.get(entering, ()))))
                    on_path.add(entering)
                    entering = None
                name, nodes = path[-1]
                node = next(nodes, None)
                if node is None:
                    path.pop()
                    on_path.discard(name)
                    done.add(name)
                    continue
                target = name_of(node["$ref"]) if "$ref" in node else None
                if target in on_path:
                    ref = ref_of(self._places[name_of(node.pop("$ref"))])
                    self._report(LOOPING_REF, self._places[name], ref=ref)
                elif target is not None and target not in done:
                    entering = target

    def _report(self, code: Code, at: str, **words: Any) -> None:
        if (code.name, at) not in self._reported:
            self._reported.add((code.name, at))
            problem = code.at(tool=self._tool, origin=origin_at(at, self._file), **words)
            if self._lenient and problem.severity == "error":
                problem = problem.model_copy(update={"severity": "warning"})
            self.diagnostics.append(problem)


def _below(node: Schema, raw: Schema, place: _Place, hidden: frozenset[str]) -> Iterator[_Place]:
    """The places of a node's subschemas, in containers of their own, for they are replaced."""
    for keyword in node:
        value = node[keyword]
        in_place = place.in_place and keyword in _IN_PLACE
        here = _pointer(place.at, keyword, raw)
        down = hidden if keyword == "allOf" else frozenset()
        if keyword in SCHEMA_KEYWORDS:
            yield _Place(node, keyword, here, place.scope, in_place, down)
        elif keyword in LIST_KEYWORDS:
            node[keyword] = copy = list(value)
            for index in range(len(copy)):
                yield _Place(copy, index, f"{here}/{index}", place.scope, in_place, down)
        elif keyword in MAP_KEYWORDS:
            node[keyword] = members = dict(value)
            for name in members:
                yield _Place(members, name, f"{here}/{escape(name)}", place.scope, in_place, down)


def _pointer(at: str, keyword: str, raw: Schema) -> str:
    """Where a keyword stood in the document; what an upgrade has put around a node stands at it."""
    written = keyword if keyword in raw else WAS.get(keyword)
    return f"{at}/{escape(written)}" if written in raw else at
