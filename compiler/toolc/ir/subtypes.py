"""Subtypes: schemas of an API description that extend one with a discriminator by `allOf`.

Follows OpenAPI 2.0 to 3.2 ("Models with Polymorphism Support"): where a value is described by the
schema that they extend, it is one of them, and the discriminator's property says which.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from toolc.ir.linked import Linked
from toolc.ir.model import Schema
from toolc.ir.refs import ref_to
from toolc.ir.schema import escape, resolve_pointer

__all__ = ["Subtypes"]

_HOMES = ("/components/schemas", "/definitions")
_ALTERNATIVES = frozenset({"oneOf", "anyOf"})


class Subtypes:
    """The subtypes that a document has among its named schemas; empty for what is no API."""

    def __init__(self, document: Any, resolver: Linked) -> None:
        """Look at the `allOf` of each named schema, where some of them have a discriminator."""
        self._resolver = resolver
        self._extending: dict[str, list[str]] = defaultdict(list)
        self._in_place: set[str] = set()
        self._known: dict[str, dict[str, list[str]]] = {}
        homes = _HOMES if _is_description(document) else ()
        schemas = {at: schema for home in homes for at, schema in _members(document, home)}
        if any(_discriminator(schema) for schema in schemas.values()):
            for at, schema in schemas.items():
                self._take(at, schema)

    def _take(self, at: str, schema: Any) -> None:
        branches = schema.get("allOf") if isinstance(schema, dict) else None
        for index, branch in enumerate(branches if isinstance(branches, list) else ()):
            ref = branch.get("$ref") if isinstance(branch, dict) else None
            if isinstance(ref, str):
                here = f"{at}/allOf/{index}"
                try:
                    self._extending[self._resolver.resolve(ref, here)].append(at)
                except LookupError:
                    continue  # told where the schema itself is read
                self._in_place.add(here)

    def are_meant(self, base: str, at: str) -> bool:
        """Whether a reference to a schema, from a place, means the subtypes of it.

        They are not where it is extended: there it means no more than it says. Nor are those of a
        schema that has no discriminator, or lists the alternatives itself.
        """
        return base in self._extending and at not in self._in_place and bool(self._of(base))

    def union(self, base: str, named: Callable[[str], str]) -> tuple[Schema, list[Schema]]:
        """Any of the subtypes, each with its words for the discriminator; and the references in it.

        `named` gives the name of the definition of what stands at a place.
        """
        stated = _discriminator(self._resolver.value(base)) or {}
        property_ = stated.get("propertyName")
        subtypes = self._of(base)
        references = {at: {"$ref": ref_to(named(at))} for at in subtypes}
        if not isinstance(property_, str):
            return {"anyOf": [*references.values()]}, [*references.values()]
        others = self._place(stated.get("defaultMapping"), base)
        branches = [
            references[at]
            if at == others  # it takes all that no other word is for
            else {"allOf": [references[at], {"properties": {property_: {"enum": words}}}]}
            for at, words in subtypes.items()
        ]
        mapping = {word: references[at]["$ref"] for at in subtypes for word in subtypes[at]}
        discriminator = {"propertyName": property_, "mapping": mapping}
        return {"anyOf": branches, "discriminator": discriminator}, [*references.values()]

    def _of(self, base: str) -> dict[str, list[str]]:
        """The places of the subtypes, and of theirs, each with its words."""
        if base not in self._known:
            schema = self._resolver.value(base)
            discriminator = _discriminator(schema)
            is_open = discriminator is not None and _ALTERNATIVES.isdisjoint(schema)
            self._known[base] = self._found(base, discriminator or {}) if is_open else {}
        return self._known[base]

    def _found(self, base: str, discriminator: Schema) -> dict[str, list[str]]:
        mapping = discriminator.get("mapping")
        words = self._words(mapping if isinstance(mapping, dict) else {}, base)
        found = dict.fromkeys(self._extending[base])
        waiting = list(found)
        for place in waiting:  # grows while it is read
            more = [each for each in self._extending.get(place, ()) if each not in found]
            found |= dict.fromkeys(more)
            waiting += more
        named = [base] if base in words else []
        return {place: words.get(place) or [_name(place)] for place in (*found, *named)}

    def _words(self, mapping: Schema, base: str) -> dict[str, list[str]]:
        """The places that a mapping names, each with all its words."""
        words: dict[str, list[str]] = defaultdict(list)
        for word, ref in mapping.items():
            place = self._place(ref, base)
            if place is not None:
                words[place].append(word)
        return words

    def _place(self, ref: Any, base: str) -> str | None:
        """What a discriminator names, by reference or by mere name; None when that is nothing."""
        if not isinstance(ref, str):
            return None
        full = ref if "#" in ref else f"#{base.rpartition('/')[0]}/{escape(ref)}"
        try:
            return self._resolver.resolve(full, base)
        except LookupError:
            return None


def _is_description(document: Any) -> bool:
    return isinstance(document, dict) and ("openapi" in document or "swagger" in document)


def _members(document: Any, home: str) -> Iterator[tuple[str, Any]]:
    try:
        schemas = resolve_pointer(document, home)
    except LookupError:
        return
    for name, schema in schemas.items() if isinstance(schemas, dict) else ():
        yield f"{home}/{escape(name)}", schema


def _discriminator(schema: Any) -> Schema | None:
    """The discriminator of a schema; that of OpenAPI 2.0 is the mere name of a property."""
    given = schema.get("discriminator") if isinstance(schema, dict) else None
    if isinstance(given, str):
        return {"propertyName": given}
    return given if isinstance(given, dict) else None


def _name(at: str) -> str:
    return at.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
