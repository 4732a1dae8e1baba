"""LangChain tools, read with the real package: schema, description, what is injected, binding."""

from typing import Annotated, Any

import pytest

pytest.importorskip("langchain_core", reason="the extra `toolc[langchain]` is not installed")

from langchain_core.tools import (
    BaseTool,
    InjectedToolArg,
    StructuredTool,
    Tool,
    tool,
)
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import BaseModel, Field

from toolc import InputError, ToolKit
from toolc.integrations.langchain import read_langchain
from toolc.ir.model import NoBinding, PythonBinding


class Query(BaseModel):
    """What to look for."""

    words: str = Field(min_length=1)
    parts: list["Query"] = []


@tool(parse_docstring=True)
def add(a: int, b: int = 3, *, user: Annotated[str, InjectedToolArg] = "x") -> int:  # noqa: D417 - models are not told of `user`
    """Add.

    Args:
        a: The first.
        b: The second.

    """
    del user
    return a + b


@tool("find", args_schema=Query)
async def find_(words: str, parts: list[Query]) -> str:
    """Find."""
    del parts
    return words


class Clock(BaseTool):
    name: str = "clock"
    description: str = "Tell the time."

    def _run(self, zone: str = "UTC") -> str:
        return zone


def by_schema() -> StructuredTool:
    schema = {"type": "object", "title": "T", "properties": {"x": {"type": "integer"}}}
    return StructuredTool.from_function(
        func=lambda **given: given,
        name="by_schema",
        description="Takes x.",
        args_schema=schema,
        tags=["a"],
        metadata={"k": 1, "o": 2},
    )


def test_a_function_without_what_is_injected() -> None:
    kit = ToolKit.from_langchain([add])
    assert kit["add"].description == "Add."
    assert kit["add"].input == {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "description": "The first."},
            "b": {"type": "integer", "description": "The second.", "default": 3},
        },
        "required": ["a"],
    }
    assert kit["add"].binding == PythonBinding(module=__name__, qualname="add")
    assert kit.toolset.sources[0].format == "langchain"


def test_a_model_that_refers_to_itself() -> None:
    found = ToolKit.from_langchain([find_])["find"]
    assert found.description == "Find."
    assert found.input["properties"]["parts"]["items"] == {"$ref": "#/$defs/Query"}
    assert isinstance(found.binding, PythonBinding)


def test_a_schema_tags_and_metadata() -> None:
    found = ToolKit.from_langchain([by_schema()])["by_schema"]
    assert found.input == {"type": "object", "properties": {"x": {"type": "integer"}}}
    assert (found.description, found.tags) == ("Takes x.", ("a",))
    assert found.meta == {"metadata": {"k": 1, "o": 2}}


def test_metadata_that_can_t_be_dumped_is_left() -> None:
    item = by_schema()
    item.metadata = {"o": object()}
    kit = ToolKit.from_langchain([item])
    assert kit["by_schema"].meta == {}
    assert ToolKit.from_ir(kit.dump()).toolset == kit.toolset


def test_a_class_and_a_tool_of_one_text() -> None:
    old = Tool(name="old", func=lambda text: text, description="Echo.")
    kit = ToolKit.from_langchain([Clock(), old])
    assert kit["clock"].binding == NoBinding()
    assert kit["clock"].input["properties"] == {"zone": {"type": "string", "default": "UTC"}}
    assert kit["old"].input["required"] == list(old.args)


@pytest.mark.parametrize("item", [add, find_, by_schema(), Clock()], ids=lambda item: item.name)
def test_models_are_shown_what_langchain_shows(item: BaseTool) -> None:
    """But for titles, which LangChain drops, and references, which it writes out."""
    theirs: dict[str, Any] = convert_to_openai_tool(item)["function"]
    [ours] = ToolKit.from_langchain([item]).to_openai()
    assert ours["function"]["name"] == theirs["name"]
    assert ours["function"]["description"] == theirs["description"]
    shown, parameters = ours["function"]["parameters"], theirs["parameters"]
    assert shown["properties"].keys() == parameters["properties"].keys()
    assert shown.get("required") == parameters.get("required")


def test_what_is_no_tool_is_told() -> None:
    def plain(a: int) -> int:
        return a

    tools, problems = read_langchain([plain, add, add])  # type: ignore[list-item]  # which is what this is about
    assert [item.name for item in tools] == ["add"]
    assert [item.code for item in problems] == ["TC142", "TC114"]
    assert "from_functions" in str(problems[0].help)
    with pytest.raises(InputError, match="no LangChain tool"):
        ToolKit.from_langchain([plain])
