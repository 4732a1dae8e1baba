"""Where each subschema stands and what each reference points to (JSON Schema 2020-12 core, 8-9).

A document is indexed once: every subschema gets its base URI, and each `$id`, `$anchor` and
`$dynamicAnchor` its entry. Other documents are indexed when something refers to them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urljoin

from toolc.codegen.validator.errors import MalformedKeywordError, UnknownReferenceError
from toolc.ir.schema import resolve_pointer, walk
from toolc.ir.vocabularies import switched_off
from toolc.runtime.formats import FORMATS

__all__ = ["Place", "Registry"]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One subschema: its document, its JSON pointer there, the URI of its resource, and itself."""

    document: str
    pointer: str
    base: str
    schema: Any

    def wrong(self, keyword: str, wanted: str) -> MalformedKeywordError:
        """The error for a keyword that does not hold what it must."""
        return MalformedKeywordError(
            self.document, f"{self.pointer}/{keyword}", f"`{keyword}` must be {wanted}"
        )

    def count(self, keyword: str) -> int:
        """The value of a keyword that is a non-negative integer (2.0 is one)."""
        value = self.number(keyword)
        if value < 0 or value != int(value):
            raise self.wrong(keyword, "a non-negative integer")
        return int(value)

    def number(self, keyword: str) -> int | float:
        """The value of a keyword that is a number."""
        value = self.schema[keyword]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(keyword, "a number")
        if value != value or value in (float("inf"), float("-inf")):
            raise self.wrong(keyword, "a finite number")
        return value

    def text(self, keyword: str) -> str:
        """The value of a keyword that is a string."""
        value = self.schema[keyword]
        if not isinstance(value, str):
            raise self.wrong(keyword, "a string")
        return value

    def names(self, keyword: str) -> list[str]:
        """The value of a keyword that is a list of strings, without repeats; [] when absent."""
        value = self.schema.get(keyword, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise self.wrong(keyword, "a list of strings")
        return list(dict.fromkeys(value))

    def mapping(self, keyword: str) -> dict[str, Any]:
        """The value of a keyword that is an object; {} when absent."""
        value = self.schema.get(keyword, {})
        if not isinstance(value, dict):
            raise self.wrong(keyword, "an object")
        return value

    def sequence(self, keyword: str) -> list[Any]:
        """The value of a keyword that is a list; [] when absent."""
        value = self.schema.get(keyword, [])
        if not isinstance(value, list):
            raise self.wrong(keyword, "a list")
        return value


class Registry:
    """The schema and the documents it may refer to; `root` is where the schema begins."""

    def __init__(
        self, schema: Any, resources: Mapping[str, Any] | None = None, *, formats: bool = False
    ) -> None:
        """Index the schema and every document that it refers to, directly or not.

        `formats` says whether `format` asserts; where it does not, and for formats that nobody
        knows, places do not have it.
        """
        self._formats = FORMATS if formats else {}
        self._documents = {uri.rstrip("#"): document for uri, document in (resources or {}).items()}
        self._places: dict[tuple[str, str], Place] = {}
        self._resources: dict[str, Place] = {}
        self._anchors: dict[tuple[str, str], Place] = {}
        self._dynamic: dict[str, dict[str, Place]] = {}
        self.root = self._index("", schema)
        self._load_reachable()

    def child(self, place: Place, *steps: str) -> Place:
        """The subschema below a place; the steps are escaped for JSON pointers."""
        return self._places[place.document, "/".join((place.pointer, *steps))]

    def places(self) -> list[Place]:
        """All subschemas that are indexed so far."""
        return list(self._places.values())

    def resolve(self, place: Place, keyword: str) -> Place:
        """What the reference in a keyword of a place points to, or UnknownReferenceError."""
        reference = place.text(keyword)
        uri, fragment = _split(_join(place.base, reference))
        found = self._lookup(uri, unquote(fragment))
        if found is None:
            raise UnknownReferenceError(
                place.document,
                f"{place.pointer}/{keyword}",
                f"`{reference}` points to nothing",
            )
        return found

    def dynamic_targets(self, place: Place) -> dict[str, Place]:
        """What a `$dynamicRef` can point to, by resource; one entry when it is but a `$ref`."""
        target = self.resolve(place, "$dynamicRef")
        _, name = _split(place.text("$dynamicRef"))
        candidates = self._dynamic.get(name, {})
        if candidates.get(target.base) is not target:
            return {target.base: target}
        return candidates

    @property
    def has_references(self) -> bool:
        """Whether any subschema refers to another."""
        return any(True for _ in self._references("$ref", "$dynamicRef"))

    @property
    def is_dynamic(self) -> bool:
        """Whether any `$dynamicRef` needs the dynamic scope to be decided."""
        return any(
            len(self._dynamic.get(_split(reference)[1], {})) > 1
            for reference in self._references("$dynamicRef")
        )

    def _references(self, *keywords: str) -> Iterator[str]:
        for place in list(self._places.values()):
            for keyword in keywords:
                if isinstance(place.schema, dict) and isinstance(place.schema.get(keyword), str):
                    yield _join(place.base, place.schema[keyword])

    def _load_reachable(self) -> None:
        seen: set[str] = set()
        while True:
            wanted = {_split(uri)[0] for uri in self._references("$ref", "$dynamicRef")} - seen
            if not wanted:
                return
            seen |= wanted
            for uri in sorted(wanted):
                self._resource(uri)

    def _resource(self, uri: str) -> Place | None:
        if uri not in self._resources and uri in self._documents:
            self._index(uri, self._documents[uri])
        return self._resources.get(uri)

    def _lookup(self, uri: str, fragment: str) -> Place | None:
        resource = self._resource(uri)
        if resource is None or (fragment and not fragment.startswith("/")):
            return self._anchors.get((resource.base if resource else uri, fragment))
        return self._at(resource.document, resource.pointer + fragment)

    def _at(self, document: str, pointer: str) -> Place | None:
        if (document, pointer) in self._places:
            return self._places[document, pointer]
        try:
            schema = resolve_pointer(self._places[document, ""].schema, pointer)
        except KeyError:
            return None
        # A place under a keyword that holds no schemas (`definitions`, an unknown one).
        outer = pointer
        while (document, outer) not in self._places:
            outer = outer.rpartition("/")[0]
        return self._walk(document, pointer, schema, self._places[document, outer].base)

    def _index(self, uri: str, schema: Any) -> Place:
        root = self._walk(uri, "", schema, uri)
        self._resources.setdefault(uri, root)
        return root

    def _walk(self, document: str, start: str, schema: Any, base: str) -> Place:
        off = self._disabled(schema)
        bases: dict[str, str] = {}
        for pointer, node in walk(schema, start):
            outer = base
            if pointer != start:
                above = pointer.rpartition("/")[0]
                # Two steps up where a keyword holds a list or a map of schemas, else one.
                outer = bases[above] if above in bases else bases[above.rpartition("/")[0]]
            bases[pointer] = self._register(document, pointer, outer, node, off).base
        return self._places[document, start]

    def _register(
        self, document: str, pointer: str, base: str, node: Any, off: frozenset[str]
    ) -> Place:
        if not isinstance(node, dict):
            if not isinstance(node, bool):
                raise MalformedKeywordError(document, pointer, "this is not a schema")
            place = Place(document, pointer, base, node)
            self._places[document, pointer] = place
            return place
        identifier = node.get("$id")
        if isinstance(identifier, str):
            base, _ = _split(_join(base, identifier))
        if "format" in node and not self._asserts(node["format"]):
            off |= {"format"}
        kept = {key: value for key, value in node.items() if key not in off} if off else node
        place = Place(document, pointer, base, kept)
        self._places[document, pointer] = place
        if isinstance(identifier, str):
            self._resources.setdefault(base, place)
        if isinstance(anchor := node.get("$anchor"), str):
            self._anchors.setdefault((base, anchor), place)
        if isinstance(anchor := node.get("$dynamicAnchor"), str):
            self._anchors.setdefault((base, anchor), place)
            self._dynamic.setdefault(anchor, {}).setdefault(base, place)
        return place

    def _asserts(self, name: Any) -> bool:
        return isinstance(name, str) and name in self._formats

    def _disabled(self, schema: Any) -> frozenset[str]:
        """The keywords that the document's own metaschema leaves out of its vocabularies."""
        dialect = schema.get("$schema") if isinstance(schema, dict) else None
        metaschema = self._documents.get(dialect.rstrip("#")) if isinstance(dialect, str) else None
        return switched_off(metaschema)


def _split(uri: str) -> tuple[str, str]:
    # Not `urldefrag`, which drops line ends and tabs, and with them what a name was.
    base, _, fragment = uri.partition("#")
    return base, fragment


def _join(base: str, reference: str) -> str:
    # `urljoin` forgets the base for schemes without paths, such as `urn:`.
    return base + reference if reference.startswith("#") else urljoin(base, reference)
