"""Whole prompts; and on real tools: each rule stands in the text or is reported."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from toolc.backends import PROMPT_STYLES, envelope, prompt
from toolc.diagnostics.pages import page
from toolc.frontends.documents import read_document
from toolc.frontends.mcp import read_mcp
from toolc.ir.model import Tool, Toolset
from toolc.ir.schema import walk
from toolc.runtime import parse
from toolc.runtime.errors import UsageError


@pytest.mark.parametrize("style", PROMPT_STYLES)
@pytest.mark.parametrize("dialect", ["tagged", "json"])
def test_a_prompt(style: str, dialect: str, toolset: Toolset, snapshot: SnapshotAssertion) -> None:
    weather = toolset.replace(toolset.tools[:1])
    found = prompt(weather, style, dialect)
    assert found.text == snapshot
    assert found.text.endswith("\n")
    assert not found.text.endswith("\n\n")


@pytest.mark.parametrize("style", PROMPT_STYLES)
def test_a_prompt_holds_one_call(style: str, toolset: Toolset, hostile: Toolset) -> None:
    both = toolset.replace([*hostile.tools, *toolset.tools])
    table = [{"name": tool.name, "parameters": tool.input} for tool in both.tools]
    read = parse(prompt(both, style).text, table)
    assert [call.name for call in read.calls] == ["get_weather"]


def test_an_unknown_style_is_a_usage_error(toolset: Toolset) -> None:
    with pytest.raises(UsageError, match="there are typescript, sections"):
        prompt(toolset, "haiku")


def test_no_tools_no_prompt() -> None:
    assert prompt(Toolset(name="x")).text == "\n"


@pytest.mark.parametrize("code", ["TC410", "TC411", "TC412"])
def test_the_examples_on_the_pages(code: str) -> None:
    fences = re.findall(r"```json\n(.*?)```", page(code), re.DOTALL)
    found = []
    for text in fences:
        tools, problems = read_mcp(read_document(text.encode(), name="example.json"))
        assert not problems
        toolset = Toolset(name="x", tools=tools)
        told = (*prompt(toolset).diagnostics, *envelope(toolset).diagnostics)
        found.append([item.code for item in told])
    assert found == [[code], []]


# --- real tools ---


def real_toolsets(shared: Path) -> Iterator[Toolset]:
    for file in sorted((shared / "corpora/mcp/dumps").glob("*.json")):
        yield Toolset(name=file.stem, tools=read_mcp(read_document(file))[0])


# What of a keyword's value must be found in the text, letter for letter.
LITERAL = ("const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
COUNTS = ("minLength", "maxLength", "maxItems", "minProperties", "maxProperties")
RAW = ("pattern", "format")


def evidence(tool: Tool) -> Iterator[tuple[str, str]]:
    """Each rule of a tool, with words that its prompt must hold."""
    for pointer, node in walk(tool.input):
        if not isinstance(node, dict):
            continue
        yield from ((pointer, name) for name in node.get("properties", {}))
        yield from ((pointer, _bare(value)) for value in node.get("enum", ()))
        yield from ((pointer, _bare(node[key])) for key in LITERAL if key in node)
        yield from ((pointer, str(node[key])) for key in COUNTS if key in node)
        yield from ((pointer, node[key]) for key in RAW if key in node)
        if node.get("default") is not None and len(json.dumps(node["default"])) < 300:
            yield pointer, _bare(node["default"])
        if isinstance(node.get("description"), str):
            yield from ((pointer, word) for word in node["description"].split()[:3])


def _bare(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).strip('"')


def _altered(words: str) -> bool:
    """What is neutralised on purpose."""
    return any(mark in words for mark in ("<", "*/", "\\", "\t", "["))


@pytest.mark.corpus
@pytest.mark.parametrize("style", PROMPT_STYLES)
def test_every_rule_is_told_or_reported(style: str, shared: Path) -> None:
    lost: list[str] = []
    count = 0
    for toolset in real_toolsets(shared):
        for tool in toolset.tools:
            count += 1
            found = PROMPT_STYLES[style](toolset.replace([tool]))
            if found.diagnostics:
                continue
            flat = " ".join(found.text.split())
            lost += [
                f"{toolset.name} {tool.name}{pointer}: {words}"
                for pointer, words in evidence(tool)
                if " ".join(words.split()) not in flat and not _altered(words)
            ]
    assert count > 2000
    assert not lost, f"{len(lost)}: {lost[:20]}"


@pytest.mark.corpus
def test_prompts_are_smaller_than_json(shared: Path) -> None:
    sizes = dict.fromkeys(PROMPT_STYLES, 0)
    as_json = 0
    for toolset in real_toolsets(shared):
        plain = [
            {"name": t.name, "description": t.description, "parameters": t.input}
            for t in toolset.tools
        ]
        as_json += len(json.dumps(plain, ensure_ascii=False))
        for style, write in PROMPT_STYLES.items():
            sizes[style] += len(write(toolset).text)
    assert all(size < 0.85 * as_json for size in sizes.values()), (sizes, as_json)


@pytest.mark.corpus
def test_envelopes_of_real_tools_are_valid(shared: Path) -> None:
    for toolset in real_toolsets(shared):
        found = envelope(toolset)
        if len(toolset.tools) <= 60:  # the larger ones take half a minute and show nothing new
            Draft202012Validator.check_schema(found.schema)
        assert len(found.schema["properties"]["tool_calls"]["items"]["anyOf"]) == len(toolset.tools)
