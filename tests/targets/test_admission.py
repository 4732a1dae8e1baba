"""Which tools have the strict form: sizes, budgets, losses; what is said of the others."""

from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.ir.sizes import measure
from toolc.runtime.guards import same
from toolc.targets import Compiled, compile_for

CLOSED: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


def optional(count: int) -> dict[str, Any]:
    return {"type": "object", "properties": {f"o{i}": {"type": "string"} for i in range(count)}}


def unions(count: int) -> dict[str, Any]:
    keys = [f"u{i}" for i in range(count)]
    kinds = {"type": ["string", "integer"]}
    return {"type": "object", "properties": dict.fromkeys(keys, kinds), "required": keys}


def compiled(target: str, *schemas: dict[str, Any], **options: Any) -> Compiled:
    tools = tuple(Tool(name=f"tool {i}", input=schema) for i, schema in enumerate(schemas))
    return compile_for(target, Toolset(name="kit", tools=tools), **options)


def strict(made: Compiled) -> list[bool]:
    items = made.tools["tools"] if isinstance(made.tools, dict) else made.tools
    inner = [item.get("toolSpec", item.get("function", item)) for item in items]
    return [item.get("strict", False) for item in inner]


@pytest.mark.parametrize("target", ["anthropic", "bedrock"])
@pytest.mark.parametrize(
    ("schemas", "expected"),
    [
        ([CLOSED] * 21, [True] * 20 + [False]),
        ([optional(20), optional(5), optional(4)], [True, False, True]),
        ([unions(17), unions(16), unions(1)], [False, True, False]),
    ],
)
def test_claude_has_a_budget_of_strict_tools(
    target: str, schemas: list[dict[str, Any]], expected: list[bool]
) -> None:
    made = compiled(target, *schemas, strict=True)
    assert strict(made) == expected
    told = [item.tool for item in made.diagnostics if item.code == "TC403"]
    assert told == [f"tool {i}" for i, had in enumerate(expected) if not had]


def test_families_of_which_nothing_is_known_are_held_to_claudes_budget() -> None:
    made = compiled("bedrock", *[CLOSED] * 21, strict=True, family="mistral")
    assert strict(made) == [True] * 20 + [False]


def test_both_forms_come_back_in_one_codec_and_in_order() -> None:
    pairs = {"type": "object", "properties": {"m": {"type": "object", "additionalProperties": {}}}}
    made = compiled("anthropic", optional(20), pairs, optional(9), CLOSED, strict=True)
    assert strict(made) == [True, True, False, True]
    assert [tool["name"] for tool in made.tools] == list(made.names.values())
    for name, value in (("tool 1", {"m": {"k": [1]}}), ("tool 2", {"o1": "x", "more": 1})):
        theirs, sent = made.encode(name, value)
        back = made.decode(theirs, sent)
        assert back[0] == name
        assert same(back[1], value)


def test_what_is_said_of_a_loose_tool_is_of_its_loose_form() -> None:
    bounded = {**optional(25), "properties": {"n": {"type": "integer", "minimum": 1}}}
    bounded["properties"] |= optional(25)["properties"]
    made = compiled("anthropic", bounded, strict=True)
    assert [item.code for item in made.diagnostics if item.kind] == []


def test_names_are_fitted_once_over_both_forms() -> None:
    tools = (Tool(name="a b", input=optional(25)), Tool(name="a_b", input=CLOSED))
    made = compile_for("anthropic", Toolset(name="kit", tools=tools), strict=True)
    assert made.names["a_b"] == "a_b"
    assert len(set(made.names.values())) == 2


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (CLOSED, True),
        ({**CLOSED, "additionalProperties": {}}, False),  # would travel as pairs
        ({key: CLOSED[key] for key in ("type", "properties", "required")}, True),  # is closed
        (optional(1), False),  # null would stand for absent
        (
            {**CLOSED, "properties": {"a": {"type": "string", "minLength": 1}}},
            False,
        ),
    ],
)
def test_responses_decides_tool_by_tool(schema: dict[str, Any], expected: bool) -> None:  # noqa: FBT001 - a parameter of the table above
    made = compiled("openai-responses", schema)
    assert strict(made) == [expected]
    assert [item.code for item in made.diagnostics if item.code == "TC404"] == (
        [] if expected else ["TC404"]
    )
    assert strict(compiled("openai-responses", schema, strict=True)) == [True]
    assert strict(compiled("openai-responses", schema, strict=False)) == [False]


def test_deep_objects_and_large_enums_do_not_cost_a_tool_its_strict_form() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(14):
        deep = {"type": "object", "properties": {"in": deep}, "additionalProperties": False}
    values = [f"v{i}" for i in range(1200)]
    schema = {"type": "object", "properties": {"d": deep, "e": {"enum": values}}}
    made = compiled("openai", schema, strict=True)
    assert strict(made) == [True]
    assert [item.pointer for item in made.diagnostics if item.code == "TC312"] == [
        "/properties/e/enum"
    ]


def test_a_schema_that_stays_too_large_is_sent_loose() -> None:
    schema = {"type": "object", "properties": {f"p{i}": {"type": "string"} for i in range(5001)}}
    made = compiled("openai", schema, CLOSED, strict=True)
    assert strict(made) == [False, True]
    (told,) = [item for item in made.diagnostics if item.code == "TC403"]
    assert "5,001 properties, of at most 5,000" in told.message


def test_azure_is_warned_of_what_is_only_documented() -> None:
    made = compiled("azure", optional(101), strict=True)
    assert strict(made) == [True]
    assert [item.code for item in made.diagnostics if item.code == "TC406"] == ["TC406"]


def test_cohere_counts_the_parameters_of_all_tools() -> None:
    made = compiled("cohere-v2", optional(150), optional(150), strict=True)
    assert [item.code for item in made.diagnostics if item.code == "TC405"] == ["TC405"]


@pytest.mark.parametrize("count", [30, 60])
def test_what_outgrows_a_limit_while_it_is_lowered_is_cut_further(count: int) -> None:
    inner = {"type": "object", "additionalProperties": {"type": "integer"}}  # three keys, as pairs
    item = {"type": "object", "properties": {"a": {}}, "additionalProperties": inner}
    schema = {"type": "object", "properties": {f"p{i}": item for i in range(count)}}
    made = compiled("cohere-v2", {"type": "object"}, schema, strict=True)
    sizes = [measure(tool.input).properties for tool in made.lowered.tools]
    assert 100 < sizes[1] <= 200
    arguments = {f"p{i}": {"a": i, "x": {"y": i}} for i in range(count)}
    assert same(made.decode(*made.encode("tool 1", arguments))[1], arguments)


def test_what_can_not_be_cut_is_sent_and_told() -> None:
    made = compiled("cohere-v2", optional(250), strict=True)
    assert "TC405" in [item.code for item in made.diagnostics]
