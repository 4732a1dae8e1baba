"""Respelling keeps the meaning: what is fixed twice, and what takes more than it says."""

from typing import Any

from toolc.ir.model import Tool, Toolset
from toolc.passes.respell import respell
from toolc.proof import prove
from toolc.targets import TARGETS, Compiled, compile_for


def compiled(target: str, root: dict[str, Any], **options: Any) -> Compiled:
    tool = Tool(name="t", input={"type": "object", **root})
    return compile_for(target, Toolset(name="k", tools=(tool,)), **options)


def test_a_value_that_is_fixed_twice_is_what_both_allow() -> None:
    kinds = {"oneOf": [{"const": 1}, {"const": 4}, {"const": 8}]}
    kind = {"type": "integer", "enum": [8], "allOf": [kinds]}
    made = compiled("ollama", {"properties": {"kind": kind}})
    lowered = made.lowered.tools[0].input["properties"]["kind"]
    assert [branch["enum"] for branch in lowered["anyOf"]] == [[8]]


def test_what_takes_other_types_as_text_loses_its_rules_there() -> None:
    schema = {"properties": {"x": {"maxItems": 2, "items": {"type": "string"}}}}
    made = compiled("openai", schema, strict=True, carry_extras=True)
    assert "/properties/x" in [item.pointer for item in made.diagnostics if item.kind == "weakened"]
    assert all(tool.broken == () for tool in prove(made))


def test_an_enum_without_values_fits_nothing() -> None:
    made = compiled("openai", {"properties": {"never": {"enum": []}, "a": {"type": "string"}}})
    assert [*made.lowered.tools[0].input["properties"]] == ["a"]
    assert "TC317" in [item.code for item in made.diagnostics]


def test_fixed_values_that_the_rules_beside_them_forbid_are_left_out() -> None:
    kind = {"type": "number", "minimum": 7, "enum": [1, 6, 7, 8]}
    made = compiled("gemini", {"properties": {"kind": kind}})
    assert made.lowered.tools[0].input["properties"]["kind"]["enum"] == ["7", "8"]


def test_rules_beside_a_reference_that_must_stand_alone_are_reported() -> None:
    root = {
        "properties": {"n": {"$ref": "#/$defs/N", "minimum": 1}},
        "$defs": {"N": {"not": {"const": 5}, "type": "number"}},
    }
    language = TARGETS["openai"].form(strict=True).language
    outcome = respell(Toolset(name="k", tools=(Tool(name="t", input=root),)), language=language)
    assert [(item.code, item.pointer) for item in outcome.diagnostics] == [
        ("TC315", "/properties/n")
    ]
