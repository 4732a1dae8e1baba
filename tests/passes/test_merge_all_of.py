"""Merging stays small: alternatives of alternatives are merged up to a bound, and it is told."""

import json
from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.targets import Compiled, compile_for


def choices(count: int, each: int) -> dict[str, Any]:
    """So many unions that all hold, of so many alternatives each."""

    def branch(key: str) -> dict[str, Any]:
        return {"properties": {key: {"type": "string"}}, "required": [key]}

    unions = [{"anyOf": [branch(f"k{i}_{j}") for j in range(each)]} for i in range(count)]
    return {"type": "object", "allOf": unions}


def compiled(schema: dict[str, Any], target: str) -> Compiled:
    options: dict[str, Any] = {"strict": True} if target == "openai" else {}
    return compile_for(target, Toolset(name="k", tools=(Tool(name="t", input=schema),)), **options)


@pytest.mark.parametrize("target", ["openai", "gemini", "cohere"])
def test_unions_in_unions_are_not_multiplied_out_without_end(target: str) -> None:
    made = compiled(choices(10, 5), target)
    assert len(json.dumps(made.tools)) < 2_000_000
    assert "TC315" in [item.code for item in made.diagnostics]


def test_small_products_are_merged_whole() -> None:
    made = compiled(choices(2, 3), "openai")
    assert "TC315" not in [item.code for item in made.diagnostics]
    assert len(made.lowered.tools[0].input["properties"]["value"]["anyOf"]) == 9
