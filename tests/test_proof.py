"""The promises hold for what is compiled, and a compile that breaks one is found out."""

from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.proof import PROMISES, Promise, Proof, ToolProof, prove, trials
from toolc.runtime.codec import Codec
from toolc.targets import TARGETS, Compiled, compile_for

ORDER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "minLength": 3, "pattern": "^[a-z]+$"},
        "note": {"type": ["string", "null"]},
        "lines": {
            "type": "array",
            "minItems": 1,
            "items": {
                "oneOf": [
                    {"type": "integer", "minimum": 1},
                    {"type": "object", "properties": {"sku": {"type": "string"}}},
                ]
            },
        },
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["id", "lines"],
    "additionalProperties": False,
}

FORMS: list[tuple[str, dict[str, Any]]] = [
    (name, options)
    for name, target in TARGETS.items()
    for options in ({}, {"strict": True})
    if not options or "strict" in target.options
]


def kit(schema: dict[str, Any] = ORDER) -> Toolset:
    return Toolset(name="kit", tools=(Tool(name="order it", input=schema),))


def proved(compiled: Compiled) -> ToolProof:
    (tool,) = prove(compiled)
    return tool


@pytest.mark.parametrize(("target", "options"), FORMS)
def test_the_promises_hold(target: str, options: dict[str, Any]) -> None:
    tool = proved(compile_for(target, kit(), **options))
    assert tool.valid
    assert tool.broken == ()


def broken(compiled: Compiled) -> set[Promise]:
    return {each.promise for each in proved(compiled).broken}


def test_a_loss_that_is_not_reported_is_found() -> None:
    compiled = compile_for("ollama", kit())
    assert broken(compiled.model_copy(update={"diagnostics": ()})) == {"reported"}


@pytest.mark.parametrize("keyword", ["minLength", "pattern", "minItems", "minimum"])
def test_each_loss_counts_for_its_own_rule(keyword: str) -> None:
    compiled = compile_for("ollama", kit())
    told = tuple(each for each in compiled.diagnostics if not each.pointer.endswith(keyword))
    assert len(told) == len(compiled.diagnostics) - 1
    assert broken(compiled.model_copy(update={"diagnostics": told})) == {"reported"}


def test_a_codec_that_is_amiss_is_found() -> None:
    amiss: Codec = [
        {"order it": {"root": {"object": {"id": ["id", {"enum": [["abc", "cde"]]}, ""]}}}}
    ]
    found = broken(compile_for("openai", kit()).model_copy(update={"codec": amiss}))
    assert found == {"undone"}


def test_a_codec_that_fails_is_found() -> None:
    fails: Codec = [{"order it": {"root": {"nonsense": True}}}]
    found = proved(compile_for("openai", kit()).model_copy(update={"codec": fails}))
    assert {each.promise for each in found.broken} == {"undone"}
    assert "nonsense" in found.broken[0].reason


def test_a_lowered_schema_that_is_too_narrow_is_found() -> None:
    compiled = compile_for("openai", kit())
    (lowered,) = compiled.lowered.tools
    tool = lowered.model_copy(update={"input": {**lowered.input, "maxProperties": 1}})
    found = broken(compiled.model_copy(update={"lowered": compiled.lowered.replace([tool])}))
    assert found == {"sayable"}


def test_keys_that_an_open_object_does_not_declare_are_excepted_where_that_is_reported() -> None:
    compiled = compile_for("openai", kit({"type": "object", "properties": {"a": {}}}), strict=True)
    (trial,) = trials(compiled)
    trial.valid({"a": 1, "b": 2})
    assert trial.result().holds("sayable")
    (trial,) = trials(compiled.model_copy(update={"diagnostics": ()}))
    trial.valid({"a": 1, "b": 2})
    assert not trial.result().holds("sayable")


def test_true_is_not_one() -> None:
    compiled = compile_for("openai", kit({"type": "object", "properties": {"a": {}}}))
    codec: Codec = [{"order it": {"root": {"object": {"a": ["a", {"enum": [[True, 1]]}, ""]}}}}]
    (trial,) = trials(compiled.model_copy(update={"codec": [*codec, *codec]}))
    trial.valid({"a": 1})
    assert not trial.result().holds("undone")


def test_a_tool_without_values_is_untested_and_a_refused_one_promises_nothing() -> None:
    nothing = {"type": "object", "not": {"minProperties": 0}}
    proof = Proof("openai")
    proof.add(proved(compile_for("openai", kit(nothing))))
    refused = compile_for("openai", kit()).model_copy(update={"names": {}})
    proof.add(proved(refused))
    proof.add(proved(compile_for("openai", kit())))
    assert (proof.tools, proof.untested, proof.refused) == (3, 1, 1)
    assert proof.held == dict.fromkeys(PROMISES, 1)


def test_the_same_seed_finds_the_same() -> None:
    compiled = compile_for("ollama", kit()).model_copy(update={"diagnostics": ()})
    assert list(prove(compiled, 5, seed=3)) == list(prove(compiled, 5, seed=3))
