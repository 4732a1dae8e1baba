"""References that lead from one document to another."""

from typing import Any

import pytest

from toolc.diagnostics.codes import OUTSIDE_REF
from toolc.ir.linked import ALONE, Linked, NotFollowedError
from toolc.ir.refs import Resolver
from toolc.ir.scopes import NOWHERE
from toolc.ir.upgrade import Dialect

OWN: dict[str, Any] = {
    "tools": [{"$defs": {"A": {"$ref": "b#/B"}}}],
    "$defs": {"A": {"title": "outer"}},
}
SHELF: dict[str, Any] = {
    "b#": {
        "B": {"$dynamicAnchor": "here", "deep": {"$ref": "c#/C"}},
        "back": {"$ref": "#/B"},
        "out": {"$ref": "own#/$defs/A"},
        "loop": {"$ref": "c#/loop"},
    },
    "c#": {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "C": {"x": {"minimum": 1}},
        "loop": {"$ref": "b#/loop"},
    },
}


class Shelf:
    """Documents whose addresses are their names; `own` is the one that all begins with."""

    def __init__(self) -> None:
        self.resolvers = {name: Resolver(value) for name, value in SHELF.items()}

    def follow(self, address: str, document: str) -> str:
        del document
        if address == "own":
            return ""
        if f"{address}#" not in self.resolvers:
            raise NotFollowedError(OUTSIDE_REF, hint="no")
        return f"{address}#"

    def resolver(self, document: str, dialect: Dialect) -> Resolver:
        del dialect
        return self.resolvers[document]


@pytest.fixture
def linked() -> Linked:
    return Linked(OWN, Shelf(), root="/tools/0")


@pytest.mark.parametrize(
    ("ref", "at", "found"),
    [
        ("#/$defs/A", "/tools/0", "/tools/0/$defs/A"),
        ("b", "/tools/0", "b#"),
        ("b#here", "/tools/0", "b#/B"),
        ("#/B", "b#/back", "b#/B"),
        ("#here", "b#", "b#/B"),
        ("c#/C/x", "b#/B", "c#/C/x"),
        ("b#/B/deep/x", "/tools/0", "c#/C/x"),
        ("#/$defs/A/deep/x", "/tools/0", "c#/C/x"),
        ("own#/$defs/A", "b#/out", "/$defs/A"),
    ],
)
def test_resolving(linked: Linked, ref: str, at: str, found: str) -> None:
    assert linked.resolve(ref, at) == found
    linked.value(found)


@pytest.mark.parametrize("ref", ["b#/Nope", "b#nope", "b#/B/deep/nope", "b#/loop/x"])
def test_dangling(linked: Linked, ref: str) -> None:
    with pytest.raises(KeyError):
        linked.resolve(ref, "/tools/0")


@pytest.mark.parametrize(("ref", "at"), [("d#/X", "/tools/0"), ("d", "b#/B")])
def test_what_is_not_followed_says_why(linked: Linked, ref: str, at: str) -> None:
    with pytest.raises(NotFollowedError) as caught:
        linked.resolve(ref, at)
    assert (caught.value.code, caught.value.words) == (OUTSIDE_REF, {"hint": "no"})


@pytest.mark.parametrize(
    ("ref", "at", "near"),
    [
        ("b#/b", "/tools/0", None),
        ("b#/bakc", "/tools/0", "b#/back"),
        ("#/bakc", "b#/B", "#/back"),
        ("c#/C/y", "b#", None),
        ("d#/X", "/tools/0", None),
        ("#/$defs/AA", "/tools/0", "#/$defs/A"),
    ],
)
def test_suggestions_are_of_the_document_meant(
    linked: Linked, ref: str, at: str, near: str | None
) -> None:
    assert linked.suggest(ref, at) == near


def test_a_dynamic_reference_means_what_was_entered_first(linked: Linked) -> None:
    assert linked.resolve_dynamic("b#here", "/tools/0", NOWHERE) == "b#/B"
    scope = linked.enter((("here", "/outer"),), "b#")
    assert linked.resolve_dynamic("#here", "b#", scope) == "/outer"
    assert linked.resolve_dynamic("#/B", "b#", scope) == "b#/B"


def test_the_dialect_is_that_of_the_document(linked: Linked) -> None:
    assert linked.dialect("/tools/0/$defs/A") == "2020-12"
    assert linked.dialect("b#/B") == "2020-12"
    assert linked.dialect("c#/C/x") == "draft-04"


def test_a_document_may_come_alone() -> None:
    with pytest.raises(NotFollowedError):
        Linked(OWN, ALONE).resolve("b#/B", "")
