"""Respelling keeps the meaning: what is fixed twice, and what takes more than it says."""

from typing import Any

from toolc.ir.model import Tool, Toolset
from toolc.proof import prove
from toolc.targets import Compiled, compile_for


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
