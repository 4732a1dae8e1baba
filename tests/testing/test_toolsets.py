"""The toolsets of the conformance test: legal schemas, each with values to try."""

import pytest
from jsonschema import Draft202012Validator

from toolc.ir.model import Tool
from toolc.ir.random_values import Draw
from toolc.testing.toolsets import TOOLSETS

TOOLS = [
    pytest.param(tool, id=f"{about}: {tool.name!a}")
    for about, toolset in TOOLSETS.items()
    for tool in toolset.tools[:10]  # of the 200 alike
]


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_has_a_legal_schema_and_values(tool: Tool) -> None:
    Draft202012Validator.check_schema(tool.input)
    takes = Draft202012Validator(tool.input).is_valid
    draw = Draw(tool.input, 0)
    assert sum(map(takes, (draw.value() for _ in range(50)))) >= 5


def test_there_is_a_toolset_without_tools_and_one_with_more_than_fit_in_a_request() -> None:
    sizes = [len(toolset.tools) for toolset in TOOLSETS.values()]
    assert min(sizes) == 0
    assert max(sizes) > 128
