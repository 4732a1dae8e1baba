"""What is dropped is reported as a loss only where it ruled something out."""

from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.proof import prove
from toolc.targets import Compiled, compile_for


def compiled(target: str, **root: Any) -> Compiled:
    tool = Tool(name="t", input={"type": "object", **root})
    return compile_for(target, Toolset(name="k", tools=(tool,)))


def losses(made: Compiled) -> list[str]:
    return [item.pointer for item in made.diagnostics if item.kind]


def test_unevaluated_is_said_with_the_older_word_where_nothing_else_speaks() -> None:
    made = compiled("openai", properties={"a": {}}, unevaluatedProperties=False)
    assert losses(made) == []
    strict = compile_for("cohere", made.source)
    assert losses(strict) == []
    assert strict.lowered.tools[0].input["additionalProperties"] is False


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf", "allOf"])
def test_unevaluated_beside_alternatives_is_a_loss(keyword: str) -> None:
    branches = [{"properties": {"b": {"type": "string"}}}]
    made = compiled("cohere", **{keyword: branches, "unevaluatedProperties": False})
    assert "/unevaluatedProperties" in losses(made)


def test_what_no_target_reads_is_no_loss() -> None:
    made = compiled("cohere", properties={"a": {"type": "string", "example": "x", "order": 1}})
    told = {item.pointer: item.code for item in made.diagnostics}
    assert told["/properties/a/example"] == "TC313"
    assert "/properties/a/example" not in losses(made)


@pytest.mark.parametrize(
    ("kind", "minimum", "lost"),
    [
        ("integer", -(2**63), []),
        ("integer", -9223372036854776000, ["/properties/n/minimum"]),
        ("integer", 1e300, ["/properties/n/minimum"]),
        ("number", 1e300, []),
    ],
)
def test_bounds_of_integers_that_an_engine_can_not_hold_are_told(
    kind: str, minimum: float, lost: list[str]
) -> None:
    made = compiled("vllm", properties={"n": {"type": kind, "minimum": minimum}})
    assert losses(made) == lost


@pytest.mark.parametrize("target", ["vllm", "xai", "fireworks", "openai"])
def test_unevaluated_is_not_undone_by_what_stands_beside_it(target: str) -> None:
    closed = {"type": "object", "properties": {"x": {}}, "unevaluatedProperties": False}
    pair = {"type": "array", "prefixItems": [{"type": "string"}], "unevaluatedItems": False}
    joined = {
        "type": "object",
        "allOf": [{"properties": {"x": {}}}],
        "unevaluatedProperties": False,
    }
    made = compiled(target, properties={"closed": closed, "pair": pair, "joined": joined})
    assert all(tool.broken == () for tool in prove(made))
    properties = made.lowered.tools[0].input["properties"]
    assert "additionalProperties" not in properties["closed"] or (
        properties["closed"]["additionalProperties"] is False
    )
