"""Maps as pairs: what is said of the number of keys, and of keys that are not declared."""

from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.proof import prove
from toolc.targets import Compiled, compile_for


def compiled(target: str, schema: dict[str, Any], *, at_root: bool = False) -> Compiled:
    root = schema if at_root else {"type": "object", "properties": {"x": schema}}
    return compile_for(target, Toolset(name="k", tools=(Tool(name="t", input=root),)))


def moved(made: Compiled) -> list[str]:
    return [item.pointer for item in made.diagnostics if item.kind == "moved"]


COUNTED: dict[str, Any] = {
    "type": "object",
    "additionalProperties": {"type": "string"},
    "minProperties": 1,
    "maxProperties": 2,
}


def test_a_count_of_keys_becomes_a_count_of_pairs() -> None:
    made = compiled("gemini", COUNTED)
    pairs = made.lowered.tools[0].input["properties"]["x"]
    assert (pairs["minItems"], pairs["maxItems"]) == (1, 2)
    assert moved(made) == []


def test_beside_declared_keys_a_count_of_keys_can_not_be_said() -> None:
    made = compiled("gemini", {**COUNTED, "properties": {"a": {"type": "string"}}})
    lowered = made.lowered.tools[0].input["properties"]["x"]
    assert not {"minProperties", "maxProperties"} & lowered.keys()
    assert "1 to 2 keys" in lowered["description"]
    assert moved(made) == ["/properties/x/minProperties", "/properties/x/maxProperties"]


def test_keys_that_travel_as_one_text_lose_their_rules() -> None:
    made = compiled(
        "cohere", {"type": "object", "additionalProperties": {"type": "string"}}, at_root=True
    )
    (loss,) = [item for item in made.diagnostics if item.kind == "weakened"]
    assert (loss.code, loss.pointer) == ("TC304", "/additionalProperties")


@pytest.mark.parametrize("target", ["gemini", "cohere"])
@pytest.mark.parametrize("at_root", [True, False])
def test_the_promises_hold(target: str, *, at_root: bool) -> None:
    declared = {**COUNTED, "properties": {"a": {"type": "string"}}}
    for schema in (COUNTED, declared):
        for tool in prove(compiled(target, schema, at_root=at_root)):
            assert tool.valid
            assert tool.broken == ()
