"""The typed models: names, types, defaults, and that they take what the validator lets through."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolc.codegen import forms
from toolc.codegen.identifiers import Names
from toolc.codegen.models import Model, emit_models
from toolc.ir.model import Schema, Tool, Toolset


def emitted(schema: Schema, name: str = "get_weather") -> dict[str, Model]:
    tool = Tool(name=name, input=schema)
    source = emit_models(Toolset(name="kit", tools=(tool,)))
    assert source.diagnostics == ()
    return {model.name: model for model in (*source.shared, *source.tools[name].arguments)}


def annotation(schema: Any, *, required: bool = True) -> str:
    """The type of a field that has this schema."""
    arguments = {"properties": {"x": schema}, "required": ["x"] if required else []}
    return emitted(arguments)["GetWeatherArgs"].fields[0].annotation


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "format": "email", "pattern": "^a"}, "str"),
        ({"type": "integer"}, "int"),
        ({"type": "number", "multipleOf": 0.1}, "int | float"),
        ({"type": "boolean"}, "bool"),
        ({"anyOf": [{"type": "number"}, {"type": "integer"}]}, "int | float"),
        ({"type": "null"}, "None"),
        ({"type": ["string", "null"]}, "str | None"),
        ({"type": ["integer", "string"]}, "int | str"),
        ({"enum": ["a", "b", 1, True, None]}, 'Literal["a", "b", 1, True] | None'),
        ({"const": "it's"}, 'Literal["it\'s"]'),
        ({"anyOf": [{"const": "a"}, {"const": "b"}]}, 'Literal["a", "b"]'),
        ({"anyOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, 'Literal["a", "b", "c"]'),
        ({"enum": [1.5, 2.5], "type": "number"}, "int | float"),
        ({"enum": [{"a": 1}]}, "Any"),
        ({"type": "array"}, "list[Any]"),
        (
            {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
            "list[list[str]]",
        ),
        ({"type": "array", "prefixItems": [{"type": "string"}]}, "list[Any]"),
        ({"type": "object"}, "dict[str, Any]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "dict[str, int]"),
        (
            {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]},
            "str | list[int]",
        ),
        ({"anyOf": [{"type": "string"}, {}]}, "Any"),
        ({"type": "string", "anyOf": [{"minLength": 3}, {"pattern": "^a"}]}, "str"),
        ({"allOf": [{"type": "string"}, {"minLength": 3}]}, "str"),
        ({"type": "nonsense"}, "Any"),
        ({}, "Any"),
        (True, "Any"),
        (False, "Any"),
        ({"$ref": "#/nowhere"}, "Any"),
        ({"$ref": "https://example.com/schema"}, "Any"),
    ],
)
def test_types(schema: Any, expected: str) -> None:
    assert annotation(schema) == expected


@pytest.mark.parametrize(
    ("schema", "expected", "default"),
    [
        ({"type": "integer"}, "int | None", "None"),
        ({"type": "integer", "default": 3}, "int", "3"),
        ({"type": "number", "default": 3}, "int | float", "3"),
        ({"type": "integer", "default": "three"}, "int | None", "None"),
        ({"type": "integer", "default": True}, "int | None", "None"),
        ({"enum": ["a", "b"], "default": "b"}, 'Literal["a", "b"]', '"b"'),
        ({"enum": ["a", "b"], "default": "c"}, 'Literal["a", "b"] | None', "None"),
        ({"type": "array", "default": [1]}, "list[Any] | None", "None"),
        ({"type": ["string", "null"], "default": None}, "str | None", "None"),
        ({}, "Any", "None"),
    ],
)
def test_an_optional_field_has_its_default_or_none(
    schema: Schema, expected: str, default: str
) -> None:
    field = emitted({"properties": {"x": schema}})["GetWeatherArgs"].fields[0]
    assert (field.annotation, field.default) == (expected, default)


def test_nested_objects_are_named_after_where_they_stand() -> None:
    place = {"type": "object", "properties": {"city": {"type": "string"}}}
    schema = {
        "properties": {
            "location": place | {"description": "Where."},
            "stops": {"type": "array", "items": place | {"title": "Stop"}},
            "by": {"anyOf": [place | {"title": "Train"}, place | {"minProperties": 1}]},
            "maybe": {"anyOf": [place | {"minProperties": 3}, {"type": "null"}]},
            "named": {"type": "object", "additionalProperties": place | {"maxProperties": 2}},
        }
    }
    made = emitted(schema)
    assert list(made) == [
        "GetWeatherArgsLocation",
        "GetWeatherArgsStopsItem",
        "GetWeatherArgsByTrain",
        "GetWeatherArgsByOption2",
        "GetWeatherArgsMaybe",
        "GetWeatherArgsNamedValue",
        "GetWeatherArgs",
    ]
    assert [field.annotation for field in made["GetWeatherArgs"].fields] == [
        "GetWeatherArgsLocation | None",
        "list[GetWeatherArgsStopsItem] | None",
        "GetWeatherArgsByTrain | GetWeatherArgsByOption2 | None",
        "GetWeatherArgsMaybe | None",
        "dict[str, GetWeatherArgsNamedValue] | None",
    ]
    assert made["GetWeatherArgsLocation"].description == "Where."


def test_a_definition_is_one_class_however_often_it_is_used() -> None:
    schema = {
        "properties": {"a": {"$ref": "#/$defs/P"}, "b": {"$ref": "#/$defs/P"}},
        "$defs": {"P": {"type": "object", "properties": {"x": {"type": "integer"}}}},
    }
    assert list(emitted(schema)) == ["P", "GetWeatherArgs"]


def test_recursion_through_classes_and_through_lists() -> None:
    schema = {
        "properties": {"tree": {"$ref": "#/$defs/Node"}, "json": {"$ref": "#/$defs/Json"}},
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
            },
            "Json": {
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Json"}}]
            },
        },
    }
    made = emitted(schema)
    assert made["Node"].fields[0].annotation == '"list[Node] | None"'
    tree, json_ = made["GetWeatherArgs"].fields
    assert tree.annotation == "Node | None"
    assert json_.annotation == "str | list[Any] | None"


def test_all_of_and_alternatives_make_one_class_with_all_fields() -> None:
    schema = {
        "type": "object",
        "allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}],
        "anyOf": [
            {
                "properties": {"b": {"type": "string"}, "c": {"type": "integer"}},
                "required": ["b", "c"],
            },
            {"properties": {"c": {"type": "string"}}, "required": ["c"]},
        ],
    }
    fields = emitted(schema)["GetWeatherArgs"].fields
    assert [(field.name, field.annotation, field.default) for field in fields] == [
        ("a", "str", None),
        ("b", "Any", "None"),  # the second alternative says nothing of it
        ("c", "int | str", None),
    ]


def test_an_alternative_that_is_closed_leaves_the_types_of_the_others() -> None:
    def alternative(key: str, type_: str) -> Schema:
        return {"properties": {key: {"type": type_}}, "additionalProperties": False}

    fields = emitted({"anyOf": [alternative("a", "string"), alternative("b", "integer")]})[
        "GetWeatherArgs"
    ].fields
    assert [(field.name, field.annotation) for field in fields] == [
        ("a", "str | None"),
        ("b", "int | None"),
    ]


def test_properties_without_a_type_let_in_what_is_no_object() -> None:
    schema = {"properties": {"city": {"type": "string"}}}
    assert annotation(schema) == "GetWeatherArgsX | Any"
    assert annotation({"allOf": [schema, {"type": "object"}]}) == "GetWeatherArgsX"


PET: Schema = {
    "type": "object",
    "properties": {
        "category": {"$ref": "#/$defs/Category"},
        "toy": {"type": "object", "properties": {"name": {"type": "string"}}},
    },
}
CATEGORY: Schema = {"type": "object", "properties": {"name": {"type": "string"}}}


def test_equal_definitions_of_several_tools_are_one_class() -> None:
    pets: Schema = {"$defs": {"Pet": PET, "Category": CATEGORY}}
    others: Schema = {"$defs": {"Pet": PET, "Category": CATEGORY | {"required": ["name"]}}}
    tools = tuple(
        Tool(name=name, input={"properties": {"pet": {"$ref": "#/$defs/Pet"}}} | definitions)
        for name, definitions in (("add", pets), ("update", pets), ("swap", others))
    )
    made = emit_models(Toolset(name="kit", tools=tools))
    assert [model.name for model in made.shared] == [
        *("Category", "PetToy", "Pet"),
        *("Category_2", "Pet_2Toy", "Pet_2"),  # another `Category` makes another `Pet`
    ]
    assert {
        name: [model.fields[0].annotation for model in own.arguments]
        for name, own in made.tools.items()
    } == {
        "add": ["Pet | None"],
        "update": ["Pet | None"],
        "swap": ["Pet_2 | None"],
    }


def test_a_shared_class_uses_no_class_of_a_tool() -> None:
    choice: Schema = {"anyOf": [PET | {"title": "Pet"}, {"type": "null"}]}
    base: Schema = {"type": "object", "properties": {"part": CATEGORY}, "required": ["part"]}
    definitions: Schema = {
        "Category": CATEGORY,
        "Choice": choice,
        "Base": base,
        "Holder": {
            "type": "object",
            "properties": {"held": {"$ref": "#/$defs/Choice"}, "base": {"$ref": "#/$defs/Base"}},
        },
    }
    properties: Schema = {
        "choice": {"$ref": "#/$defs/Choice"},
        "more": {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"z": {}}}]},
        "holder": {"$ref": "#/$defs/Holder"},
    }
    tools = tuple(
        Tool(name=name, input={"properties": properties, "$defs": definitions}) for name in "ab"
    )
    made = emit_models(Toolset(name="kit", tools=tools))
    text = str(made.shared)
    assert all(f"{name}Args" not in text for name in "AB")
    assert [model.name for model in made.tools["b"].arguments] == ["BArgsMore", "BArgs"]
    assert "Holder" in [model.name for model in made.shared]


def test_a_field_called_like_a_class_does_not_hide_it() -> None:
    schema = {
        "properties": {"Pet": {"$ref": "#/$defs/Pet"}, "b": {"$ref": "#/$defs/Pet"}},
        "$defs": {"Pet": CATEGORY},
    }
    names = [field.name for field in emitted(schema)["GetWeatherArgs"].fields]
    assert names == ["pet_", "b"]


def test_the_generator_sees_each_form_of_a_type_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Schema] = []
    generate = forms._generate  # noqa: SLF001 - the seam to the generator

    def noted(document: Schema) -> str:
        seen.append(document)
        return generate(document)

    monkeypatch.setattr(forms, "_generate", noted)
    tools = tuple(
        Tool(name=f"t{i}", input={"properties": {f"k{j}": {"enum": [i, j]} for j in range(20)}})
        for i in range(20)
    )
    emit_models(Toolset(name="kit", tools=tools))
    ((document,)) = seen
    assert len(document["$defs"]["Forms"]["properties"]) == 1


def test_keys_that_are_no_field_names_have_another() -> None:
    keys = [
        "maxItems",
        "class",
        "2nd",
        "a-b",
        "a_b",
        "_x",
        "json",
        "model_dump",
        "",
        "été",
        "list",
        "名",
    ]
    fields = emitted({"properties": {key: {} for key in keys}, "required": keys})[
        "GetWeatherArgs"
    ].fields
    assert [(field.name, field.key) for field in fields] == [
        ("maxItems", "maxItems"),
        ("class_", "class"),
        ("n2nd", "2nd"),
        ("a_b_2", "a-b"),
        ("a_b", "a_b"),
        ("x", "_x"),
        ("json_", "json"),
        ("model_dump_", "model_dump"),
        ("field", ""),
        ("ete", "été"),
        ("list_", "list"),
        ("field_2", "名"),
    ]


def test_names_of_classes_never_collide() -> None:
    tools = tuple(
        Tool(name=name, input={"type": "object"}) for name in ("get_a", "getA", "get a", "名", "字")
    )
    made = emit_models(Toolset(name="kit", tools=tools), Names(["ToolArgs"]))
    names = [model.name for model in made.models]
    assert names == ["GetAArgs", "GetAArgs_2", "GetAArgs_3", "ToolArgs_2", "ToolArgs_3"]


def test_a_tool_the_generator_fails_on_does_not_take_the_others_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generate = forms._generate  # noqa: SLF001 - the seam to the generator

    def fails_on_integers(document: Schema) -> str:
        if "integer" in str(document):
            raise ValueError("no integers today")
        return generate(document)

    monkeypatch.setattr(forms, "_generate", fails_on_integers)
    bad = Tool(name="bad", input={"properties": {"n": {"type": "integer"}}})
    good = Tool(name="good", input={"properties": {"s": {"type": "string"}}})
    source = emit_models(Toolset(name="kit", tools=(bad, good)))
    assert list(source.tools) == ["good"]
    (found,) = source.diagnostics
    assert (found.code, found.tool) == ("TC501", "bad")
    assert "no integers today" in found.message


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "items"])
def test_deep_schemas_end_in_an_open_type(keyword: str) -> None:
    schema: Schema = {"type": "string"}
    for _ in range(5000):
        schema = {keyword: schema if keyword == "items" else [schema], "type": "array"}
    assert "Any" in annotation(schema)


def test_long_chains_of_references_end_in_an_open_type() -> None:
    definitions = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(5000)}
    schema = {"properties": {"x": {"$ref": "#/$defs/d0"}}, "$defs": definitions}
    assert emitted(schema)["GetWeatherArgs"].fields[0].annotation == "Any"


def test_types_that_double_at_each_step_stay_small() -> None:
    definitions: Schema = {"d0": {"type": "string"}}
    for level in range(1, 60):
        ref = {"$ref": f"#/$defs/d{level - 1}"}
        definitions[f"d{level}"] = {
            "anyOf": [
                {"type": "array", "items": ref},
                {"type": "object", "additionalProperties": ref},
            ]
        }
    made = emitted({"properties": {"x": {"$ref": "#/$defs/d59"}}, "$defs": definitions})
    assert len(made["GetWeatherArgs"].fields[0].annotation) < 1000


def test_the_output_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    script = tmp_path / "emit.py"
    script.write_text(
        "from toolc.codegen.models import emit_models\n"
        "from toolc.ir.model import Tool, Toolset\n"
        "keys = [f'k{i}' for i in range(20)]\n"
        "properties = {key: {'enum': keys, 'type': 'string'} for key in keys}\n"
        "schema = {'properties': properties, 'required': keys}\n"
        "print(emit_models(Toolset(name='t', tools=(Tool(name='a', input=schema),))))\n"
    )
    printed = {
        subprocess.run(  # noqa: S603 - our own script
            [sys.executable, str(script)],
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
