"""References across documents: each has one resolver, and what leads out of it goes on here.

Follows RFC 3986, 5 (a reference is relative to the document it stands in).
"""

from typing import Any, Protocol

from toolc.diagnostics.codes import OUTSIDE_REF, Code
from toolc.ir.places import OWN, split_place
from toolc.ir.refs import OutsideError, Resolver
from toolc.ir.scopes import Scope, enter, meant
from toolc.ir.upgrade import Dialect, dialect_of, is_known
from toolc.ir.vocabularies import switched_off

__all__ = ["ALONE", "Documents", "Linked", "NotFollowedError"]

_MOST_HOPS = 100
"""A reference may lead through this many documents before it counts as a loop."""


class NotFollowedError(LookupError):
    """A reference to another document is not followed; `code` and `words` say why."""

    def __init__(self, code: Code, **words: str) -> None:
        """Take the diagnostic to make; the place and the word `ref` are the reader's to add."""
        super().__init__(code.name)
        self.code = code
        self.words = words


class Documents(Protocol):
    """The documents that references may lead to, by the prefix of places in them."""

    def follow(self, address: str, document: str) -> str:
        """The document at an address, which is relative to `document`; raises NotFollowedError."""

    def resolver(self, document: str, dialect: Dialect) -> Resolver:
        """The one resolver of a document that `follow` gave."""


class _Alone:
    """No other documents."""

    def follow(self, address: str, document: str) -> str:  # noqa: ARG002 - the protocol's
        """Refuse."""
        raise NotFollowedError(OUTSIDE_REF, hint="bundle the documents into one file")

    def resolver(self, document: str, dialect: Dialect) -> Resolver:  # noqa: ARG002 - as above
        """Never asked: nothing was followed."""
        raise KeyError(document)


ALONE: Documents = _Alone()
"""The documents of one that came without any."""


class Linked:
    """Resolves the references of a document, or of a schema in it, and of all they lead to."""

    def __init__(
        self, document: Any, documents: Documents, root: str = "", dialect: Dialect = "2020-12"
    ) -> None:
        """`root` is the pointer that references of the form `#/...` in the document start from."""
        self._own = Resolver(document, root, dialect)
        self._whole = Resolver(document, "", dialect) if root else self._own  # seen from outside
        self._documents = documents
        self._dialect = dialect

    def resolve(self, ref: str, at: str) -> str:
        """The place of what `ref` means at the place `at`.

        Raises `NotFollowedError` when it leads to another document that is not read, and `KeyError`
        when there is nothing where it points.
        """
        document, pointer = split_place(at)
        try:
            return document + self._resolver(document).resolve(ref, pointer)
        except OutsideError as leads:
            return self._enter(leads, document)

    def resolve_dynamic(self, ref: str, at: str, scope: Scope) -> str:
        """The place of what a `$dynamicRef` or `$recursiveRef` means; raises as `resolve` does."""
        found = self.resolve(ref, at)
        document, pointer = split_place(found)
        anchor = self._resolver(document).dynamic_anchor(pointer)
        if ref == "#" and anchor is None and _is_description(self.value(found)):
            return self._recursive_around(at) or found
        if anchor is None or anchor != ref.partition("#")[2]:
            return found  # a pointer, or a plain anchor: as `$ref` would
        return meant(scope, anchor, found)

    def _recursive_around(self, at: str) -> str | None:
        """The nearest schema around a place that has a `$recursiveAnchor`."""
        document, pointer = split_place(at)
        while pointer:
            pointer = pointer[: pointer.rfind("/")]
            if self._resolver(document).dynamic_anchor(pointer) == "":
                return document + pointer
        return None

    def enter(self, scope: Scope, at: str) -> Scope:
        """The dynamic scope in the resource that a place lies in, come to from `scope`."""
        document, pointer = split_place(at)
        anchors = self._resolver(document).dynamic_anchors(pointer)
        return enter(scope, ((name, document + found) for name, found in anchors.items()))

    def switched_off(self, at: str) -> frozenset[str]:
        """The keywords that the metaschema named at a place leaves out; none of one not read."""
        schema = self.value(at)
        named = schema.get("$schema") if isinstance(schema, dict) else None
        if not isinstance(named, str) or is_known(named):
            return frozenset()
        try:
            metaschema = self._documents.follow(named.removesuffix("#"), split_place(at)[0])
        except NotFollowedError:
            return frozenset()
        return switched_off(self._entry(metaschema).value(""))

    def value(self, at: str) -> Any:
        """What stands at a place that `resolve` gave."""
        document, pointer = split_place(at)
        return self._resolver(document).value(pointer)

    def dialect(self, at: str) -> Dialect:
        """The dialect of the schema at a place: its own, or else that of its document."""
        document, _ = split_place(at)
        around = dialect_of(self.value(document), self._dialect) if document else self._dialect
        return dialect_of(self.value(at), around)

    def suggest(self, ref: str, at: str) -> str | None:
        """The nearest reference that would lead somewhere in the document that `ref` names."""
        document, _ = split_place(at)
        address, _, fragment = ref.partition("#")
        if not address:
            return self._resolver(document).suggest(ref)
        try:
            other = self._documents.follow(address, document)
        except NotFollowedError:
            return None
        near = self._entry(other).suggest(f"#{fragment}")
        return f"{address}{near}" if near else None

    def _enter(self, leads: OutsideError, document: str) -> str:
        for _ in range(_MOST_HOPS):
            document = self._documents.follow(leads.address, document)
            try:
                return document + self._entry(document).resolve(f"#{leads.fragment}", "")
            except OutsideError as further:
                leads = further
        raise KeyError(leads.address)

    def _resolver(self, document: str) -> Resolver:
        return self._own if document == OWN else self._entry(document)

    def _entry(self, document: str) -> Resolver:
        """The resolver that a reference from another document enters."""
        if document == OWN:
            return self._whole
        return self._documents.resolver(document, self._dialect)


def _is_description(root: Any) -> bool:
    """Whether a document is an API description: `#` means all of it, and that is no schema."""
    return isinstance(root, dict) and ("openapi" in root or "swagger" in root)
