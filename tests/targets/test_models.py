"""Compiling for a model: its target, its mode, and what it does not have."""

from pathlib import Path
from typing import Any

import pytest

import toolc
from toolc.diagnostics.errors import InputError
from toolc.ir.model import Tool, Toolset
from toolc.runtime.calls import ToolCall
from toolc.runtime.errors import UsageError
from toolc.targets import compile_for
from toolc.targets.models import capabilities, read_models

INPUT = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "when": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    },
    "required": ["city"],
    "additionalProperties": False,
}


def toolset(count: int = 1) -> Toolset:
    tools = tuple(Tool(name=f"tool_{at}", description="Do it.", input=INPUT) for at in range(count))
    return Toolset(name="kit", tools=tools)


def codes(model: str, count: int = 1, **options: Any) -> list[str]:
    found = compile_for(None, toolset(count), model=model, **options).diagnostics
    return [item.code for item in found if item.code in ("TC401", "TC408", "TC409")]


def test_the_function_is_public() -> None:
    assert toolc.capabilities("gpt-4o").max_tools == 128
    assert isinstance(toolc.capabilities("gpt-4o"), toolc.Capabilities)


@pytest.mark.parametrize(
    ("model", "count", "told"),
    [
        ("gpt-4o", 128, []),
        ("gpt-4o", 129, ["TC401"]),
        ("qwen2.5:7b", 15, []),
        ("qwen2.5:7b", 16, ["TC408"]),
        ("command-a", 41, ["TC408"]),
        ("no-such-model", 129, ["TC401"]),
    ],
)
def test_too_many_tools_for_a_model_are_told_once(model: str, count: int, told: list[str]) -> None:
    assert codes(model, count) == told


def test_too_many_tools_are_told_where_they_are_told_in_words() -> None:
    assert codes("llama3.2:1b", 6, mode="auto") == ["TC408"]


def test_what_a_model_does_not_have_is_told() -> None:
    assert codes("gemma2:9b") == ["TC409"]
    assert codes("gemma2:9b", mode="auto") == []
    assert codes("claude-sonnet-4", strict=True) == ["TC409"]
    assert codes("claude-sonnet-4-5", strict=True) == []


def test_auto_takes_what_suits_the_model() -> None:
    native = compile_for(None, toolset(), mode="auto", model="gpt-4o")
    assert (native.target, native.prompt) == ("openai", None)
    assert native.tools == compile_for("openai", toolset()).tools

    simple = compile_for(None, toolset(), mode="auto", model="llama3.2:3b")
    assert simple.options == {"model": "llama3.2:3b", "mode": "simplified", "size": "small"}
    assert simple.tools == compile_for("ollama", toolset(), mode="simplified").tools

    words = compile_for(None, toolset(), mode="auto", model="gemma2:9b")
    assert words.tools == []
    assert words.prompt is not None
    assert "tool_0" in words.prompt.text


def test_the_family_of_a_model_on_bedrock_is_known() -> None:
    made = compile_for(None, toolset(), model="us.meta.llama3-3-70b-instruct-v1:0")
    assert made.options["family"] == "llama"
    assert "family" not in compile_for("openai", toolset(), model="llama3.3:70b").options
    ministral = compile_for("bedrock", toolset(), model="mistral.ministral-3-8b-instruct")
    assert ministral.options["family"] == "mistral"
    asked = compile_for(None, toolset(), model="us.meta.llama3-3-70b-instruct-v1:0", family="nova")
    assert asked.options["family"] == "nova"


def test_of_tools_told_in_words_calls_come_back_as_they_are() -> None:
    made = compile_for("anthropic", toolset(), mode="system_prompt")
    assert made.encode("tool_0", {"city": "Oslo"}) == ("tool_0", {"city": "Oslo"})
    assert made.decode("tool_0", {"city": "Oslo"}) == ("tool_0", {"city": "Oslo"})
    assert made.request_fields() == {}
    with pytest.raises(UsageError, match="force nothing"):
        made.request_fields("required")
    with pytest.raises(UsageError, match=r"prompt\.result"):
        made.tool_result(ToolCall(id="1", name="tool_0", arguments={}), "done")


@pytest.mark.parametrize(
    ("target", "options", "said"),
    [
        (None, {}, "a target is chosen by the model"),
        ("openai", {"mode": "auto"}, "the mode `auto` is chosen by the model"),
        ("openai", {"mode": "atuo"}, "did you mean `auto`"),
        ("openai", {"size": "tiny"}, "there is no size `tiny`"),
        ("opnai", {"model": "gpt-4o"}, "did you mean `openai`"),
    ],
)
def test_what_can_not_be_chosen_is_wrong_usage(
    target: str | None, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        compile_for(target, toolset(), **options)


OWN = """\
families:
- provider: ollama
  native_tools: no
  max_tools: 3
  models:
    acme-7b:
    gpt-4o: {provider: openai, native_tools: yes, max_tools: 20}
"""


def test_a_file_of_models(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(OWN)
    acme = capabilities("acme:7b", extra=path)
    assert (acme.native_tools, acme.max_tools, acme.size) == ("no", 3, "medium")
    assert capabilities("gpt-4o", extra=str(path)).max_tools == 20
    assert capabilities("gpt-4o").max_tools == 128
    made = compile_for(None, toolset(4), mode="auto", model=acme)
    assert made.prompt is not None
    assert "TC408" in {item.code for item in made.diagnostics}


def test_a_file_that_is_at_fault_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(OWN.replace("max_tools: 3", "max_tools: few"))
    with pytest.raises(InputError) as caught:
        read_models(path, name="models.yaml")
    [told] = caught.value.diagnostics
    assert told.origin is not None
    assert told.origin.pointer == "/families/0/max_tools"
    with pytest.raises(InputError, match="TC101"):
        read_models(tmp_path / "none.yaml")
