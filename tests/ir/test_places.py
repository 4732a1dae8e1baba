"""From a pointer into a tool's schema to a place in the user's document."""

import pytest

from toolc.diagnostics.diagnostic import Origin
from toolc.ir.model import Tool
from toolc.ir.places import (
    definition_places,
    document_prefix,
    origin_at,
    place,
    ref_of,
    relative,
    split_place,
)

TOOL = Tool(
    name="t",
    input={"type": "object"},
    origin=Origin(file="a.yaml", pointer="/paths/~1p/get"),
    places={"/properties/a": "/x/schema", "/properties/a/items": "/y", "/$defs/B": "/components/B"},
)


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("/properties/a", "/x/schema"),
        ("/properties/a/type", "/x/schema/type"),
        ("/properties/a/items/type", "/y/type"),
        ("/properties/ab", "/paths/~1p/get"),
        ("/$defs/B/properties/c~1d", "/components/B/properties/c~1d"),
        ("/required", "/paths/~1p/get"),
        ("", "/paths/~1p/get"),
    ],
)
def test_the_longest_prefix_wins(pointer: str, expected: str) -> None:
    assert place(TOOL, pointer) == Origin(file="a.yaml", pointer=expected)


def test_the_root_is_a_prefix_of_all() -> None:
    tool = TOOL.model_copy(update={"places": {"": "/tools/0/inputSchema"}})
    assert place(tool, "/a") == Origin(file="a.yaml", pointer="/tools/0/inputSchema/a")


def test_a_tool_from_nowhere_has_no_place() -> None:
    assert place(TOOL.model_copy(update={"origin": None}), "/a") is None


def test_a_place_may_be_in_another_document() -> None:
    places = {"/$defs/B": "schemas/b.yaml#", "/$defs/C": "file:///x/c.yaml#/C"}
    tool = TOOL.model_copy(update={"places": places})
    assert place(tool, "/$defs/B/type") == Origin(file="schemas/b.yaml", pointer="/type")
    assert place(tool, "/$defs/C") == Origin(file="/x/c.yaml", pointer="/C")


FILES = [
    "a.yaml",
    "../a b.yaml",
    "/abs/a.yaml",
    "/",
    "a#b%23.yaml",
    "#",
    "%2523",
    "https://example.com/a%20b.yaml?x=1",
    "ü.json",
]


@pytest.mark.parametrize("pointer", ["", "/", "/a#b", "/x/~1y%23"])
@pytest.mark.parametrize("file", FILES)
def test_a_place_tells_file_and_pointer_whatever_they_hold(file: str, pointer: str) -> None:
    at = document_prefix(file) + pointer
    assert origin_at(at, "own.yaml") == Origin(file=file, pointer=pointer)
    assert split_place(at) == (document_prefix(file), pointer)
    assert split_place(pointer) == ("", pointer)
    assert origin_at(pointer, file) == Origin(file=file, pointer=pointer)


@pytest.mark.parametrize("seen_from", ["own.yaml", "a.yaml", "b#.yaml"])
@pytest.mark.parametrize("at", ["", "/x", "a.yaml#/x", "b%23.yaml#"])
def test_a_place_is_the_same_from_wherever_it_is_seen(at: str, seen_from: str) -> None:
    seen = relative(at, seen_from, "own.yaml")
    assert origin_at(seen, seen_from) == origin_at(at, "own.yaml")
    assert relative("a.yaml#/x", "a.yaml", "own.yaml") == "/x"


@pytest.mark.parametrize(("at", "ref"), [("/a", "#/a"), ("", "#"), ("b.yaml#/a", "b.yaml#/a")])
def test_the_reference_to_a_place(at: str, ref: str) -> None:
    assert ref_of(at) == ref


def test_definitions_that_stand_side_by_side_are_told_in_one() -> None:
    at = {"A": "/c/A", "B_2": "/c/B", "C": "/c/C", "D": "x.yaml#/c/D"}
    told = definition_places(at)
    assert told == {"/$defs": "/c", "/$defs/B_2": "/c/B", "/$defs/D": "x.yaml#/c/D"}
    tool = Tool(name="t", input={}, origin=Origin(file="a", pointer=""), places=told)
    for name, where in at.items():
        assert place(tool, f"/$defs/{name}/x") == origin_at(f"{where}/x", "a")
    assert definition_places({"A": "/c/A"}) == {"/$defs/A": "/c/A"}
    assert definition_places({}) == {}
