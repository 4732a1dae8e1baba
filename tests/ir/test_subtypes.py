"""Subtypes of a schema with a discriminator: a union where it is used, not where it is extended."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.drafts import SchemaReader
from toolc.ir.upgrade import Dialect

PET: dict[str, Any] = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string"}, "friend": {"$ref": "#/components/schemas/Pet"}},
    "discriminator": {"propertyName": "kind"},
}


def extending(name: str, **properties: Any) -> dict[str, Any]:
    own = {"type": "object", "properties": properties, "required": [*properties]}
    return {"allOf": [{"$ref": f"#/components/schemas/{name}"}, own]}


def document(**more: Any) -> dict[str, Any]:
    schemas = {
        "Pet": PET,
        "Cat": extending("Pet", lives={"type": "integer"}),
        "Dog": extending("Pet", bark={"type": "string"}),
        "Puppy": extending("Dog", age={"type": "integer"}),
        "Owner": {"properties": {"pet": {"$ref": "#/components/schemas/Pet"}}},
        **more,
    }
    return {"openapi": "3.0.3", "components": {"schemas": schemas}}


def read(
    value: dict[str, Any], at: str = "Owner", dialect: Dialect = "openapi-3.0"
) -> tuple[Any, list[Diagnostic]]:
    """A named schema of a document, with its definitions, and what is said of it."""
    reader = SchemaReader(value, "a.yaml", dialect)
    schema = reader.read(at if at.startswith("/") else f"/components/schemas/{at}")
    return {**schema, "$defs": reader.definitions(schema)}, reader.diagnostics


@pytest.mark.parametrize(
    ("pet", "fits"),
    [
        ({"kind": "Cat", "lives": 9}, True),
        ({"kind": "Cat"}, False),
        ({"kind": "Dog", "bark": "woof"}, True),
        ({"kind": "Dog", "lives": 9}, False),
        ({"kind": "Puppy", "bark": "yap", "age": 1}, True),
        ({"kind": "Puppy", "bark": "yap"}, False),
        ({"kind": "Pet"}, False),
        ({"kind": "Cat", "lives": 9, "friend": {"kind": "Dog", "bark": "woof"}}, True),
        ({"kind": "Cat", "lives": 9, "friend": {"kind": "Dog"}}, False),
    ],
)
def test_a_value_is_one_of_the_subtypes(pet: Any, fits: bool) -> None:  # noqa: FBT001 - a column of the table
    schema, _ = read(document())
    assert Draft202012Validator(schema).is_valid({"pet": pet}) is fits


def test_it_is_told_once_at_the_base() -> None:
    _, [told] = read(document())
    assert (told.code, told.severity) == ("TC136", "note")
    assert told.origin
    assert told.origin.pointer == "/components/schemas/Pet"


def test_the_definition_is_shared_and_names_the_subtypes() -> None:
    schema, _ = read(document())
    assert schema["properties"]["pet"] == {"$ref": "#/$defs/Pet_subtypes"}
    assert schema["$defs"]["Pet_subtypes"]["discriminator"] == {
        "propertyName": "kind",
        "mapping": {name: f"#/$defs/{name}" for name in ("Cat", "Dog", "Puppy")},
    }
    assert schema["$defs"]["Pet"]["properties"]["friend"] == {"$ref": "#/$defs/Pet_subtypes"}


def test_a_reference_that_is_described_by_all_of_is_a_use() -> None:
    use = {"properties": {"pet": {"allOf": [{"$ref": "#/components/schemas/Pet"}]}}}
    schema, _ = read(document(Owner=use))
    assert schema["properties"]["pet"] == {"allOf": [{"$ref": "#/$defs/Pet_subtypes"}]}


def test_a_mapping_gives_the_words() -> None:
    mapping = {"cat": "#/components/schemas/Cat", "kitty": "Cat", "any": "Pet", "odd": "#/none"}
    base = {**PET, "discriminator": {"propertyName": "kind", "mapping": mapping}}
    schema, _ = read(document(Pet=base))
    branches = schema["$defs"]["Pet_subtypes"]["anyOf"]
    words = [branch["allOf"][1]["properties"]["kind"]["enum"] for branch in branches]
    assert words == [["cat", "kitty"], ["Dog"], ["Puppy"], ["any"]]


def test_a_default_takes_what_no_other_word_is_for() -> None:
    stated = {"propertyName": "kind", "defaultMapping": "Cat"}
    schema, _ = read(document(Pet={**PET, "discriminator": stated}))
    is_valid = Draft202012Validator(schema).is_valid
    assert is_valid({"pet": {"kind": "Lion", "lives": 9}})
    assert not is_valid({"pet": {"kind": "Lion", "bark": "woof"}})


@pytest.mark.parametrize(
    "base",
    [
        {key: value for key, value in PET.items() if key != "discriminator"},
        {**PET, "oneOf": [{"$ref": "#/components/schemas/Cat"}]},
        {**PET, "discriminator": 5},
    ],
)
def test_what_is_no_such_base_stays_what_it_is(base: dict[str, Any]) -> None:
    schema, diagnostics = read(document(Pet=base))
    assert schema["properties"]["pet"] == {"$ref": "#/$defs/Pet"}
    assert "TC136" not in {item.code for item in diagnostics}


def test_swagger_names_the_property_alone() -> None:
    given = {
        "swagger": "2.0",
        "definitions": {
            "Pet": {"type": "object", "discriminator": "kind", "properties": {"kind": {}}},
            "Cat": {"allOf": [{"$ref": "#/definitions/Pet"}, {"required": ["lives"]}]},
            "Owner": {"properties": {"pet": {"$ref": "#/definitions/Pet"}}},
        },
    }
    schema, _ = read(given, "/definitions/Owner", "openapi-2.0")
    is_valid = Draft202012Validator(schema).is_valid
    assert is_valid({"pet": {"kind": "Cat", "lives": 9}})
    assert not is_valid({"pet": {"kind": "Cat"}})


def test_a_plain_schema_has_no_subtypes() -> None:
    given = document()
    del given["openapi"]
    schema, diagnostics = read(given)
    assert schema["properties"]["pet"] == {"$ref": "#/$defs/Pet"}
    assert diagnostics == []


def test_subtypes_in_a_circle_come_to_an_end() -> None:
    circle = document(Pet={**PET, "allOf": [{"$ref": "#/components/schemas/Cat"}]})
    schema, _ = read(circle)
    assert Draft202012Validator(schema).is_valid({"pet": {"kind": "Cat", "lives": 9}})


def test_many_uses_of_many_subtypes_take_time_for_each_once() -> None:
    subtypes = {f"S{index}": extending("Pet") for index in range(300)}
    uses = {f"p{index}": {"$ref": "#/components/schemas/Pet"} for index in range(3000)}
    schema, _ = read(document(**subtypes, Owner={"properties": uses}))
    assert len(schema["$defs"]["Pet_subtypes"]["anyOf"]) == 303
    assert {str(use) for use in schema["properties"].values()} == {
        "{'$ref': '#/$defs/Pet_subtypes'}"
    }
