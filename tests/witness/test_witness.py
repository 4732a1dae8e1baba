"""A witness is arguments that source and target don't agree on, for every kind of loss."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.formats import checker
from toolc.ir.model import Tool, Toolset
from toolc.targets import Compiled, compile_for
from toolc.witness.violations import BREAKERS

KEYWORDS: dict[str, dict[str, Any]] = {
    "type": {"type": "string"},
    "enum": {"type": "string", "enum": ["a", "b"]},
    "const": {"const": 3},
    "minLength": {"type": "string", "minLength": 3},
    "maxLength": {"type": "string", "maxLength": 3, "minLength": 2},
    "pattern": {"type": "string", "pattern": "^[a-z]{2,}$"},
    "format": {"type": "string", "format": "date-time"},
    "minimum": {"type": "integer", "minimum": 5},
    "maximum": {"type": "number", "maximum": 5, "multipleOf": 5},
    "exclusiveMinimum": {"type": "number", "exclusiveMinimum": 0},
    "exclusiveMaximum": {"type": "integer", "exclusiveMaximum": 0},
    "multipleOf": {"type": "integer", "multipleOf": 7},
    "minItems": {"type": "array", "items": {"type": "string"}, "minItems": 2},
    "maxItems": {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
    "uniqueItems": {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True},
    "contains": {"type": "array", "items": {"type": "integer"}, "contains": {"const": 7}},
    "minContains": {
        "type": "array",
        "items": {"type": "integer"},
        "contains": {"const": 7},
        "minContains": 2,
    },
    "maxContains": {
        "type": "array",
        "items": {"type": "integer"},
        "contains": {"const": 7},
        "maxContains": 2,
    },
    "items": {"type": "array", "items": {"type": "string", "minLength": 2}},
    "prefixItems": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
    "unevaluatedItems": {
        "type": "array",
        "prefixItems": [{"type": "string"}],
        "unevaluatedItems": False,
    },
    "required": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
    "minProperties": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "minProperties": 2,
    },
    "maxProperties": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "maxProperties": 1,
    },
    "propertyNames": {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "additionalProperties": {"type": "string"},
        "propertyNames": {"pattern": "^[a-z]+$"},
    },
    "properties": {"type": "object", "properties": {"a": {"type": "string", "minLength": 2}}},
    "additionalProperties": {"type": "object", "additionalProperties": {"type": "integer"}},
    "unevaluatedProperties": {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "unevaluatedProperties": False,
    },
    "patternProperties": {"type": "object", "patternProperties": {"^x": {"type": "integer"}}},
    "dependentRequired": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "dependentRequired": {"a": ["b"]},
    },
    "dependentSchemas": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "dependentSchemas": {"a": {"required": ["b"]}},
    },
    "not": {"type": "string", "not": {"const": "root"}},
    "if": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "if": {"properties": {"a": {"const": "x"}}, "required": ["a"]},
        "then": {"required": ["b"]},
    },
    "then": {
        "type": "integer",
        "if": {"minimum": 10},
        "then": {"multipleOf": 10},
    },
    "else": {
        "type": "integer",
        "if": {"minimum": 10},
        "else": {"maximum": 5},
    },
    "anyOf": {"anyOf": [{"type": "string", "minLength": 3}, {"type": "integer"}]},
    "oneOf": {
        "oneOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
        ]
    },
    "allOf": {"allOf": [{"type": "string", "pattern": "a"}, {"type": "string", "pattern": "b"}]},
    "$ref": {"$ref": "#/$defs/short"},
}
"""For each keyword a schema that has something to break in it."""

DEFINITIONS = {"short": {"type": "string", "maxLength": 4}}


def kit(schema: dict[str, Any]) -> Toolset:
    return Toolset(name="kit", tools=(Tool(name="do it", input=schema),))


def wrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """Arguments with the schema two levels down, below a list and a choice."""
    inner = {"anyOf": [schema, {"type": "null"}]}
    return {
        "type": "object",
        "properties": {"deep": {"type": "array", "items": inner}},
        "required": ["deep"],
        "additionalProperties": False,
        "$defs": DEFINITIONS,
    }


def losses(compiled: Compiled) -> list[Diagnostic]:
    return [item for item in compiled.witnessed().diagnostics if item.kind]


def disagree(compiled: Compiled, loss: Diagnostic) -> bool:
    """Whether plain `jsonschema` says that source and target differ on the witness."""
    (source,), (lowered,) = compiled.source.tools, compiled.lowered.tools
    asserting: FormatChecker = checker()

    def accepts(schema: dict[str, Any], value: Any) -> bool:
        return Draft202012Validator(schema, format_checker=asserting).is_valid(value)

    ours = accepts(source.input, loss.witness)
    theirs = accepts(lowered.input, compiled.encode(source.name, loss.witness)[1])
    return (ours and not theirs) if loss.kind == "narrowed" else (theirs and not ours)


def test_every_keyword_is_tried() -> None:
    assert KEYWORDS.keys() == BREAKERS.keys()


@pytest.mark.parametrize("place", ["shallow", "deep"])
@pytest.mark.parametrize("keyword", KEYWORDS)
@pytest.mark.parametrize("target", ["cohere", "ollama"])
def test_what_a_target_drops_has_a_witness(target: str, keyword: str, place: str) -> None:
    """Both targets drop nearly every keyword, one with shapes of its own, one without."""
    schema = KEYWORDS[keyword]
    shallow = {"type": "object", "properties": {"x": schema}, "$defs": DEFINITIONS}
    compiled = compile_for(target, kit(shallow if place == "shallow" else wrapped(schema)))
    for loss in losses(compiled):
        assert loss.witnessed, (loss.code, loss.pointer)
        if loss.kind != "weakened":  # a weakened shape may be broken on the target's side only
            assert disagree(compiled, loss), loss


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ({"type": "object", "properties": {"a": {"type": "string"}}}, "TC301"),
        ({"type": "object", "properties": {"a": {"pattern": "a"}}}, "TC316"),
    ],
)
def test_what_can_no_longer_be_said_has_a_witness(schema: dict[str, Any], code: str) -> None:
    compiled = compile_for("openai", kit(schema), strict=True)
    (loss,) = [item for item in losses(compiled) if item.code == code]
    assert loss.kind == "narrowed"
    assert loss.witnessed
    assert disagree(compiled, loss)


def test_the_way_leads_through_references_and_recursion() -> None:
    tree = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 2},
            "next": {"$ref": "#/$defs/tree"},
        },
        "required": ["name"],
    }
    schema = {
        "type": "object",
        "properties": {"top": {"$ref": "#/$defs/tree"}},
        "$defs": {"tree": tree},
    }
    compiled = compile_for("ollama", kit(schema))
    found = {item.code: item for item in losses(compiled)}
    assert {"TC302", "TC312"} <= found.keys()
    assert disagree(compiled, found["TC302"])
    assert disagree(compiled, found["TC312"])


def test_alternatives_are_told_apart_by_a_fixed_key_that_may_be_absent() -> None:
    def shape(kind: str) -> dict[str, Any]:
        size = {"type": "string", "pattern": "^[0-9]+px$"}
        return {"type": "object", "properties": {"kind": {"const": kind}, "size": size}}

    schema = {"type": "object", "properties": {"x": {"anyOf": [shape("a"), shape("b")]}}}
    compiled = compile_for("ollama", kit(schema))
    for loss in losses(compiled):
        assert loss.witnessed, loss.pointer


def test_null_may_be_a_witness() -> None:
    compiled = compile_for("ollama", kit({"type": ["object", "null"], "not": {"type": "null"}}))
    moved = next(item for item in losses(compiled) if item.pointer == "/not")
    assert (moved.witnessed, moved.witness) == (True, None)


def test_a_loss_that_no_value_shows_is_marked() -> None:
    """Any text fits one alternative or the other, so that the bound rules nothing out."""
    either = {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "string"}]}
    compiled = compile_for("ollama", kit({"type": "object", "properties": {"x": either}}))
    (loss,) = losses(compiled)
    assert (loss.witnessed, loss.witness) == (False, None)


def test_other_diagnostics_and_the_compile_itself_are_left_alone() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "minLength": 2}}}
    compiled = compile_for("openai", kit(schema), strict=True)
    assert all(item.witnessed is None for item in compiled.diagnostics)
    made = compiled.witnessed()
    notes = [item for item in made.diagnostics if item.kind is None]
    assert notes == [item for item in compiled.diagnostics if item.kind is None]
    assert (made.tools, made.codec) == (compiled.tools, compiled.codec)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "maxLength": 10**9},
        {"type": "string", "minLength": 10**9},
        {"type": "array", "items": {"type": "string"}, "minItems": 10**9},
        {"type": "array", "items": {"type": "string"}, "maxItems": 10**9},
        {"type": "string", "pattern": "^(a+)+$", "minLength": 40},
        {"type": "object", "maxProperties": 10**9, "properties": {"a": {"type": "string"}}},
        {"type": "number", "minimum": 1e308},
        {"type": "number", "multipleOf": 1e-300},
    ],
)
def test_hostile_bounds_cost_nothing(schema: dict[str, Any]) -> None:
    compiled = compile_for("ollama", kit({"type": "object", "properties": {"x": schema}}))
    assert all(len(str(loss.witness)) < 20_000 for loss in losses(compiled))
