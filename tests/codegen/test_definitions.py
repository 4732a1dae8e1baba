"""Which definitions count as equal: by name, by text, and by all that they reach."""

import pytest

from toolc.codegen.definitions import definition_keys
from toolc.ir.model import Schema

PET: Schema = {"properties": {"kind": {"$ref": "#/$defs/Kind"}}}
KIND: Schema = {"enum": ["cat", "dog"]}


def keys(**definitions: Schema) -> dict[str, str]:
    return definition_keys({"$defs": definitions})


def test_equal_definitions_have_equal_keys_in_any_order_and_company() -> None:
    one = keys(Pet=PET, Kind=KIND)
    two = keys(Other=PET, Kind=KIND, Pet=PET)
    assert (one["Pet"], one["Kind"]) == (two["Pet"], two["Kind"])
    assert len(set(two.values())) == 3


def test_what_a_definition_reaches_counts() -> None:
    one = keys(Pet=PET, Kind=KIND, Far={"$ref": "#/$defs/Pet"})
    two = keys(Pet=PET, Kind={"enum": ["cat"]}, Far={"$ref": "#/$defs/Pet"})
    assert set(one.values()).isdisjoint(two.values())


def test_definitions_that_refer_to_each_other() -> None:
    ring = {f"D{i}": {"items": {"$ref": f"#/$defs/D{(i + 1) % 3}"}} for i in range(3)}
    assert keys(**ring) == keys(**dict(reversed(ring.items())))
    other = keys(**ring | {"D1": {"items": {"$ref": "#/$defs/D2"}, "minItems": 1}})
    assert set(keys(**ring).values()).isdisjoint(other.values())


@pytest.mark.parametrize(
    "part",
    [
        {"$ref": "#"},
        {"$ref": "#/properties/x"},
        {"$ref": "https://example.com/schema"},
        {"$ref": "#/$defs/Missing"},
        {"$dynamicRef": "#x"},
        {"$id": "https://example.com/part"},
        {"$anchor": "part"},
    ],
)
def test_what_means_something_in_its_own_document_only_has_no_key(part: Schema) -> None:
    made = keys(Part=part, User={"items": {"$ref": "#/$defs/Part"}}, Kind=KIND)
    assert list(made) == ["Kind"]


def test_long_chains_are_no_danger() -> None:
    chain: dict[str, Schema] = {f"D{i}": {"$ref": f"#/$defs/D{i + 1}"} for i in range(5000)}
    assert len(keys(**chain, D5000=KIND)) == 5001
