"""A rule is idle where leaving it out lets nothing more through; then nothing is reported."""

from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.passes.idle import is_idle
from toolc.targets import compile_for


@pytest.mark.parametrize(
    ("keyword", "node", "beside"),
    [
        ("minLength", {"minLength": 0}, {}),
        ("minLength", {"minLength": 2}, {"pattern": "^[a-z]{2,}$"}),
        ("minLength", {"minLength": 1}, {"format": "date-time"}),
        ("minLength", {"minLength": 1}, {"enum": ["a", "bc"]}),
        ("maxLength", {"maxLength": 5}, {"pattern": "^[a-z]{2,5}$"}),
        ("maxLength", {"maxLength": 2}, {"const": "ab"}),
        ("minItems", {"minItems": 0}, {}),
        ("uniqueItems", {"uniqueItems": False}, {}),
        ("format", {"format": "shoe-size"}, {}),
        ("pattern", {"pattern": ".*"}, {}),
        ("pattern", {"pattern": "[a-z]*"}, {}),
        ("propertyNames", {"propertyNames": {"type": "string"}}, {}),
        ("additionalProperties", {"additionalProperties": True}, {}),
        ("additionalProperties", {"additionalProperties": {"description": "x"}}, {}),
        ("then", {"then": False}, {}),
        ("if", {"if": False}, {}),
        ("minContains", {"minContains": 2}, {}),
        ("dependentRequired", {"dependentRequired": {"a": []}}, {}),
    ],
)
def test_idle(keyword: str, node: dict[str, Any], beside: dict[str, Any]) -> None:
    assert is_idle(keyword, node, beside)


@pytest.mark.parametrize(
    ("keyword", "node", "beside"),
    [
        ("minLength", {"minLength": 1}, {}),
        ("minLength", {"minLength": 3}, {"pattern": "^[a-z]{2,}$"}),
        ("minLength", {"minLength": 2}, {"enum": ["a", "bc"]}),
        ("minLength", {"minLength": 1}, {"pattern": "(?<name>a)\\1"}),
        ("maxLength", {"maxLength": 5}, {"pattern": "[a-z]{2,5}"}),
        ("maxLength", {"maxLength": 5}, {"pattern": "^[a-z]+$"}),
        ("maxLength", {"maxLength": 5}, {}),
        ("uniqueItems", {"uniqueItems": True}, {}),
        ("format", {"format": "uri"}, {}),
        ("pattern", {"pattern": "^.*$"}, {}),
        ("pattern", {"pattern": "(?=a)"}, {}),
        ("propertyNames", {"propertyNames": {"pattern": "a"}}, {}),
        ("additionalProperties", {"additionalProperties": False}, {}),
        ("then", {"if": {}, "then": False}, {}),
        ("not", {"not": {}}, {}),
    ],
)
def test_not_idle(keyword: str, node: dict[str, Any], beside: dict[str, Any]) -> None:
    assert not is_idle(keyword, node, beside)


def reported(schema: dict[str, Any]) -> list[str]:
    tool = Tool(name="t", input={"type": "object", "properties": {"x": schema}})
    compiled = compile_for("ollama", Toolset(name="k", tools=(tool,)))
    return [item.pointer.rpartition("/")[2] for item in compiled.diagnostics if item.kind]


def test_only_rules_are_losses() -> None:
    assert reported({"type": "string", "example": "a", "nullable": False, "xml": {}}) == []
    assert reported({"type": "string", "minLength": 0, "format": "shoe-size"}) == []


def test_a_rule_that_another_dropped_rule_implies_is_still_a_loss() -> None:
    """The pattern goes, too, so that nothing implies the bound any more."""
    assert reported({"type": "string", "pattern": "^a+$", "minLength": 1}) == [
        "pattern",
        "minLength",
    ]
