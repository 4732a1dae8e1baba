"""Any to any: what a target wrote is read back, and written again the same."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc import ToolKit
from toolc.ir.model import Toolset

FORMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "openai": ("openai", "openai", {}),
    "openai-strict": ("openai", "openai", {"strict": True}),
    "openai-responses": ("openai-responses", "openai-responses", {}),
    "anthropic": ("anthropic", "anthropic", {}),
    "anthropic-strict": ("anthropic", "anthropic", {"strict": True}),
    "gemini": ("gemini", "gemini", {}),
    "gemini-json-schema": ("gemini-json-schema", "gemini", {}),
    "mistral": ("mistral", "mistral", {}),
    "cohere": ("cohere", "cohere", {}),
    "cohere-v2": ("cohere-v2", "cohere", {}),
    "bedrock": ("bedrock", "bedrock", {}),
    "ollama": ("ollama", "ollama", {}),
}
"""The target, the format that reads it back, and the target's options."""


def again(kit: ToolKit, form: str) -> tuple[Any, Any]:
    """What a target writes, and what it writes of what was read back from that."""
    target, format_, options = FORMS[form]
    first = kit.compile(target, **options).tools
    back = ToolKit.from_document(first, format_)
    assert len(back) == len(kit)
    return first, back.compile(target, **options).tools


def schemas() -> st.SearchStrategy[Any]:
    words = {"description": st.sampled_from(["", "A word.", "ünï"])}
    scalars = st.one_of(
        st.fixed_dictionaries(
            {"type": st.just("string")},
            optional={**words, "minLength": st.integers(0, 3), "format": st.just("date-time")},
        ),
        st.fixed_dictionaries(
            {"type": st.sampled_from(["integer", "number", "boolean", ["string", "null"]])},
            optional=words,
        ),
        st.fixed_dictionaries({"enum": st.just(["a", "b"]), "type": st.just("string")}),
        st.just({"const": 1}),
    )
    names = st.sampled_from(["a", "b_c", "d"])
    return st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.fixed_dictionaries({"type": st.just("array"), "items": inner}, optional=words),
            st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=2, max_size=2)}),
            st.fixed_dictionaries(
                {
                    "type": st.just("object"),
                    "properties": st.dictionaries(names, inner, min_size=1, max_size=2),
                },
                optional={"additionalProperties": st.booleans(), **words},
            ),
        ),
        max_leaves=4,
    )


@pytest.mark.parametrize("form", FORMS)
@settings(derandomize=True, max_examples=25, deadline=None)
@given(st.dictionaries(st.sampled_from(["x", "y", "z"]), schemas(), min_size=1, max_size=3))
def test_writing_again_what_was_read_back_changes_nothing(
    form: str, properties: dict[str, Any]
) -> None:
    schema = {"type": "object", "properties": properties, "required": ["x"]}
    kit = ToolKit.from_mcp([{"name": "get pet", "description": "Gets.", "inputSchema": schema}])
    first, second = again(kit, form)
    assert second == first


def dumps(shared: Path) -> Iterator[tuple[Path, ToolKit]]:
    """Each dump; of a large one, every seventh tool."""
    for path in sorted((shared / "corpora/mcp/dumps").glob("*.json")):
        kit = ToolKit.from_mcp(path)
        few: Toolset = kit.toolset.replace(kit.tools[:: 7 if len(kit) > 60 else 1])
        yield path, ToolKit(few)


@pytest.mark.corpus
@pytest.mark.parametrize("form", FORMS)
def test_real_tools(shared: Path, form: str) -> None:
    for path, kit in dumps(shared):
        first, second = again(kit, form)
        assert second == first, path


@pytest.mark.parametrize("source", FORMS)
@pytest.mark.parametrize("target", FORMS)
def test_any_to_any(source: str, target: str) -> None:
    """What one provider takes, the next one does: the same names, and arguments that both take."""
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city", "days"],
        "additionalProperties": False,
    }
    kit = ToolKit.from_mcp([{"name": "get", "description": "Gets.", "inputSchema": schema}])
    name, format_, options = FORMS[source]
    read = ToolKit.from_document(kit.compile(name, **options).tools, format_)
    written = read.compile(FORMS[target][0], **FORMS[target][2]).tools
    [tool] = ToolKit.from_document(written, FORMS[target][1]).tools
    assert (tool.name, tool.description) == ("get", "Gets.")
    assert tool.input["properties"].keys() == {"city", "days"}
    assert set(tool.input["required"]) == {"city", "days"}
