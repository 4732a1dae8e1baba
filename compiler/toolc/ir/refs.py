"""References: where a `$ref` of a document leads, and which definitions a schema reaches.

Follows RFC 6901 (JSON pointers) and JSON Schema core 2020-12, 8 and 9 (`$id`, `$anchor`).
In the IR each `$ref` is `#/$defs/NAME`, where NAME needs no escapes.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, unquote, urljoin

from toolc.ir.model import Schema
from toolc.ir.places import split_place
from toolc.ir.schema import (
    LIST_KEYWORDS,
    MAP_KEYWORDS,
    SCHEMA_KEYWORDS,
    escape,
    split_pointer,
    walk,
)
from toolc.ir.upgrade import REF_ALONE, Dialect

__all__ = [
    "OutsideError",
    "Resolver",
    "closure",
    "definition_name",
    "name_of",
    "ref_to",
    "refs_in",
]

_PREFIX = "#/$defs/"
_MOST_HOPS = 100
"""A pointer may lead through this many references before it counts as a loop."""

_STRUCTURE = frozenset("components schemas $defs definitions properties".split())
_NAMED = ("/components/", "/$defs/", "/definitions/")
"""Where documents keep what has a name of its own."""

_OLD_SCHEMA = frozenset({"additionalItems"})
_OLD_MAPS = frozenset({"definitions", "dependencies", "items"})
"""Keywords of older dialects with a schema, or a map or a list of them (`items` may be either)."""

_UNFIT = re.compile(r"[^\w.-]+")


class OutsideError(LookupError):
    """The reference leads out of the document: to `fragment` of the document at `address`."""

    def __init__(self, address: str, fragment: str) -> None:
        """Take both as a `$ref` writes them, percent-encoded."""
        super().__init__(address)
        self.address = address
        self.fragment = fragment


def ref_to(name: str) -> str:
    """The `$ref` to a definition of the IR."""
    return _PREFIX + name


def name_of(ref: str) -> str:
    """The name of the definition that a `$ref` of the IR points to.

    >>> name_of("#/$defs/Pet")
    'Pet'
    """
    return ref.removeprefix(_PREFIX)


def refs_in(schema: Any) -> tuple[str, ...]:
    """The names of the definitions a schema of the IR refers to itself, each once, in order."""
    nodes = (node for _, node in walk(schema) if isinstance(node, dict))
    return tuple(dict.fromkeys(name_of(node["$ref"]) for node in nodes if "$ref" in node))


def closure(schema: Any, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """The definitions that a schema reaches, in the order they are met; no copies."""
    reached: dict[str, Any] = {}
    waiting = list(refs_in(schema))
    for name in waiting:  # the list grows while it is read
        if name in reached or name not in definitions:
            continue
        reached[name] = definitions[name]
        waiting += refs_in(definitions[name])
    return reached


def definition_name(at: str) -> str:
    """A readable name for what stands at a place, fit to be used in a `$ref` without escapes.

    >>> definition_name("/components/schemas/Pet/properties/tag")
    'Pet_tag'
    >>> definition_name("schemas/pet.yaml#/properties/tag")
    'pet_tag'
    """
    prefix, pointer = split_place(at)
    telling = [token for token in split_pointer(pointer) if token not in _STRUCTURE]
    if prefix and not pointer.startswith(_NAMED):
        telling = [PurePosixPath(unquote(prefix[:-1])).stem, *telling[-3:]]
    return _UNFIT.sub("_", "_".join(telling[-4:])) or "root"


class Resolver:
    """Resolves the references of one document, or of one schema inside it at `root`."""

    def __init__(self, document: Any, root: str = "", dialect: Dialect = "2020-12") -> None:
        """Nothing is looked at before the first reference is resolved."""
        self._id = "id" if dialect in ("draft-03", "draft-04") else "$id"
        self._ref_alone = dialect in REF_ALONE
        self._document = document
        self._root = root
        self._found: dict[tuple[str, str], str] = {}
        self._resources: dict[str, str] | None = None  # pointer of a resource -> its URI
        self._identified: dict[str, str] = {}  # URI, with an anchor or without -> pointer
        self._dynamic: dict[str, str] = {}  # pointer -> its dynamic anchor
        self._anchored: dict[str, dict[str, str]] = {}  # resource -> its dynamic anchors -> pointer

    def resolve(self, ref: str, at: str) -> str:
        """The pointer of what `ref` means in the schema at the pointer `at`.

        Raises `OutsideError` for a reference to another document, and `KeyError` when there is
        nothing where it points.
        """
        base = self._resource_of(at)
        key = (ref, base)
        if key not in self._found:
            self._found[key] = self._resolve(ref, base)
        return self._found[key]

    def dynamic_anchor(self, at: str) -> str | None:
        """The dynamic anchor that a schema has; that of `$recursiveAnchor` is the empty name."""
        self._resource_of(at)
        return self._dynamic.get(at)

    def dynamic_anchors(self, at: str) -> dict[str, str]:
        """The dynamic anchors of the resource that a schema lies in, with their pointers."""
        return self._anchored.get(self._resource_of(at), {})

    def value(self, pointer: str) -> Any:
        """What stands at a pointer that `resolve` gave."""
        here = self._document
        for token in split_pointer(pointer):
            here = here[int(token)] if isinstance(here, list) else here[token]
        return here

    def suggest(self, ref: str) -> str | None:
        """The nearest reference that would lead somewhere; None when none is near."""
        *path, wanted = split_pointer(unquote(ref.removeprefix("#"))) or [""]
        around = self._root + _pointer(path)
        try:
            place = self.value(self._follow(around, ""))
        except (LookupError, ValueError):
            return None
        names = list(place)[:5000] if isinstance(place, dict) else []
        near = get_close_matches(wanted[:200], names, n=1)
        return "#" + _pointer([*path, near[0]]) if near else None

    def _resolve(self, ref: str, base: str) -> str:
        uri, _, written = ref.partition("#")
        if uri:
            address = _join((self._resources or {}).get(base, ""), uri)
            if address not in self._identified:
                raise OutsideError(address, written)
            base = self._identified[address]
        fragment = unquote(written)
        if fragment and not fragment.startswith("/"):
            return self._identified[f"{base}#{fragment}"]
        return self._follow(base, fragment)

    def _follow(self, base: str, fragment: str) -> str:
        """Walk down a pointer; where a step is missing beside a `$ref`, go on behind that."""
        pointer, tokens = "", split_pointer(base + fragment)
        here, hops = self._document, 0
        while tokens:
            token, *rest = tokens
            if isinstance(here, dict) and token in here:
                here = here[token]
            elif isinstance(here, list) and token.isdecimal() and int(token) < len(here):
                here = here[int(token)]
            elif isinstance(here, dict) and isinstance(here.get("$ref"), str) and hops < _MOST_HOPS:
                if not here["$ref"].startswith("#"):
                    address, _, around = here["$ref"].partition("#")
                    raise OutsideError(address, around + quote(_pointer(tokens)))
                hops += 1
                target = self._root + unquote(here["$ref"][1:])
                tokens = split_pointer(target) + tokens
                pointer, here = "", self._document
                continue
            else:
                raise KeyError(base + fragment)
            pointer, tokens = f"{pointer}/{escape(token)}", rest
        return pointer

    def _resource_of(self, at: str) -> str:
        """The pointer of the resource (the nearest `$id` around it) that a pointer lies in."""
        if self._resources is None:
            self._resources = {}
            self._index()
        if len(self._resources) > 1:
            while len(at) > len(self._root):
                if at in self._resources:
                    return at
                at = at[: at.rfind("/")]
        return self._root

    def _index(self) -> None:
        """Find each `$id` and anchor; what stands where a schema does goes before all else.

        A document holds schemas in places of its own, too, so the second walk looks everywhere.
        """
        resources = self._resources = {self._root: ""}
        for members in (_subschemas, _members):
            stack = [(self._root, self.value(self._root), self._root)]
            while stack:
                at, here, base = stack.pop()
                if isinstance(here, dict):
                    base = self._identify(here, at, base, resources)
                stack += [
                    (at + step, value, base)
                    for step, value in members(here)
                    if isinstance(value, (dict, list))
                ]

    def _identify(self, node: Schema, at: str, around: str, resources: dict[str, str]) -> str:
        """Note what a node is called; the resource that its members belong to."""
        base = around
        named = node.get(self._id)
        if isinstance(named, str) and not (self._ref_alone and "$ref" in node):
            uri, _, fragment = named.partition("#")
            if uri:
                base = at
                resources[at] = _join(resources[around], uri)
                self._identified.setdefault(resources[at], at)
            if fragment:
                self._identified.setdefault(f"{base}#{fragment}", at)
        for keyword in ("$anchor", "$dynamicAnchor"):
            if isinstance(node.get(keyword), str):
                self._identified.setdefault(f"{base}#{node[keyword]}", at)
        anchor = "" if node.get("$recursiveAnchor") is True else node.get("$dynamicAnchor")
        if isinstance(anchor, str):
            self._dynamic[at] = anchor
            self._anchored.setdefault(base, {}).setdefault(anchor, at)
        return base


def _members(here: Any) -> Iterator[tuple[str, Any]]:
    """Each member of an object or a list, with the step that leads to it."""
    pairs = (
        here.items()
        if isinstance(here, dict)
        else enumerate(here if isinstance(here, list) else ())
    )
    return ((f"/{escape(str(key))}", value) for key, value in pairs)


def _subschemas(here: Any) -> Iterator[tuple[str, Any]]:
    """The subschemas of a schema of any dialect, with the steps that lead to them."""
    for keyword, value in here.items() if isinstance(here, dict) else ():
        if keyword in SCHEMA_KEYWORDS | _OLD_SCHEMA and isinstance(value, dict):
            yield f"/{keyword}", value
        elif keyword in MAP_KEYWORDS | LIST_KEYWORDS | _OLD_MAPS and isinstance(value, dict | list):
            yield from ((f"/{keyword}{step}", inner) for step, inner in _members(value))


def _pointer(tokens: list[str]) -> str:
    return "".join("/" + escape(token) for token in tokens)


def _join(base: str, uri: str) -> str:
    try:
        return urljoin(base, uri)
    except ValueError:  # an address in brackets that is none: it names nothing but itself
        return uri
