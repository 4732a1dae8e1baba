"""Where references lead, and what a schema reaches."""

from typing import Any

import pytest

from toolc.ir.refs import OutsideError, Resolver, closure, definition_name, ref_to, refs_in

DOCUMENT: dict[str, Any] = {
    "$id": "https://example.com/root.json",
    "$defs": {
        "A/B~C": {"type": "string"},
        "named": {"$anchor": "here", "$defs": {"inner": {}}},
        "other": {
            "$id": "other.json",
            "$anchor": "here",
            "$defs": {"X": {"const": 1}},
            "items": {"$ref": "#/$defs/X"},
        },
        "link": {"$ref": "#/$defs/named"},
        "percent é": {},
    },
    "properties": {"$id": {"type": "string"}, "list": {"anyOf": [{"type": "null"}]}},
}


@pytest.mark.parametrize(
    ("ref", "at", "pointer"),
    [
        ("#", "", ""),
        ("", "", ""),
        ("#/$defs/A~1B~0C", "", "/$defs/A~1B~0C"),
        ("#/%24defs/percent%20%C3%A9", "", "/$defs/percent é"),
        ("#/properties/list/anyOf/0", "", "/properties/list/anyOf/0"),
        ("#here", "", "/$defs/named"),
        ("#here", "/$defs/other/items", "/$defs/other"),
        ("#", "/$defs/other/items", "/$defs/other"),
        ("#/$defs/X", "/$defs/other/items", "/$defs/other/$defs/X"),
        ("other.json", "", "/$defs/other"),
        ("other.json#/$defs/X", "", "/$defs/other/$defs/X"),
        ("https://example.com/other.json#here", "", "/$defs/other"),
        ("root.json#/$defs/named", "/$defs/other", "/$defs/named"),
        ("#/$defs/link/$defs/inner", "", "/$defs/named/$defs/inner"),
    ],
)
def test_resolving(ref: str, at: str, pointer: str) -> None:
    resolver = Resolver(DOCUMENT)
    assert resolver.resolve(ref, at) == pointer
    resolver.value(pointer)


@pytest.mark.parametrize(
    "ref", ["#/$defs/Nope", "#nope", "#/properties/list/anyOf/1", "#/$defs/A/B"]
)
def test_dangling(ref: str) -> None:
    with pytest.raises(KeyError):
        Resolver(DOCUMENT).resolve(ref, "")


@pytest.mark.parametrize(
    "ref", ["x.json", "https://example.org/#/a", "file:///etc/passwd", "http://["]
)
def test_outside(ref: str) -> None:
    with pytest.raises(OutsideError):
        Resolver(DOCUMENT).resolve(ref, "")


def test_references_may_start_inside_of_a_document() -> None:
    document: dict[str, Any] = {"tools": [{"schema": {"$defs": {"A": {}}}}]}
    resolver = Resolver(document, "/tools/0/schema")
    assert resolver.resolve("#/$defs/A", "/tools/0/schema/x") == "/tools/0/schema/$defs/A"
    with pytest.raises(KeyError):
        resolver.resolve("#/tools/0", "/tools/0/schema")


def test_a_pointer_that_runs_in_a_circle_comes_to_an_end() -> None:
    with pytest.raises(KeyError):
        Resolver({"a": {"$ref": "#/a/b"}}).resolve("#/a/b", "")


@pytest.mark.parametrize(
    ("ref", "near"),
    [
        ("#/$defs/othr", "#/$defs/other"),
        ("#/$defs/A~1B~0D", "#/$defs/A~1B~0C"),
        ("#/$defs/zzzzz", None),
        ("#/nowhere/at/all", None),
        ("#/properties/list/anyOf/7", None),
        ("#", None),
    ],
)
def test_suggestions(ref: str, near: str | None) -> None:
    assert Resolver(DOCUMENT).suggest(ref) == near


@pytest.mark.parametrize(
    ("pointer", "name"),
    [
        ("", "root"),
        ("/$defs/Pet", "Pet"),
        ("/components/schemas/Pet/properties/tag", "Pet_tag"),
        ("/$defs/List[Pet]", "List_Pet_"),
        ("/$defs/a~1b c", "a_b_c"),
        ("/$defs/用户", "用户"),
        ("/a/b/c/d/e/f", "c_d_e_f"),
    ],
)
def test_names(pointer: str, name: str) -> None:
    assert definition_name(pointer) == name


def test_only_keywords_are_references() -> None:
    schema = {
        "properties": {"$ref": {"$ref": ref_to("A")}, "x": {"const": {"$ref": ref_to("B")}}},
        "default": {"$ref": ref_to("C")},
        "items": {"anyOf": [{"$ref": ref_to("D")}, {"$ref": ref_to("A")}]},
    }
    assert refs_in(schema) == ("A", "D")


def test_a_closure_is_exact_and_copies_nothing() -> None:
    definitions = {
        "A": {"items": {"$ref": ref_to("B")}},
        "B": {"items": {"$ref": ref_to("A")}},
        "C": {"$ref": ref_to("A")},
    }
    reached = closure({"$ref": ref_to("B")}, definitions)
    assert list(reached) == ["B", "A"]
    assert reached["A"] is definitions["A"]
