"""Where the tools are in an MCP document, and what those of several servers are called."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.frontends import read_tools
from toolc.frontends.mcp_lists import Listed, Namespaces, lists
from toolc.ir.model import McpBinding

TOOL = {"name": "get", "inputSchema": {"type": "object"}}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"tools": [TOOL]}, [Listed([TOOL], "/tools", None)]),
        ({"servers": {"a": {"tools": [TOOL]}}}, [Listed([TOOL], "/servers/a/tools", "a")]),
        (
            {"servers": {"a/b": {"tools": []}, "c": {"result": {"tools": [TOOL]}}}},
            [
                Listed([], "/servers/a~1b/tools", "a/b"),
                Listed([TOOL], "/servers/c/result/tools", "c"),
            ],
        ),
        (
            [{"name": "x", "tools": {"a": {"server_name": "q", "tools": [TOOL]}}}],
            [Listed([TOOL], "/0/tools/a/tools", "a")],
        ),
        (
            [
                {
                    "initialize": {"serverInfo": {"name": "s"}},
                    "tools_list_pages": [{"tools": [TOOL]}],
                }
            ],
            [Listed([TOOL], "/0/tools_list_pages/0/tools", "s")],
        ),
        ({"tools": {"a": 5}}, [Listed(None, "/tools", None)]),
        ({"servers": {}}, [Listed(None, "/servers", None)]),
    ],
)
def test_each_list_with_its_server(value: Any, found: list[Listed]) -> None:
    assert list(lists(value)) == found


def test_one_server_needs_no_prefix() -> None:
    assert Namespaces(["a", "a"]).name("a", "get") == "get"
    assert Namespaces([None]).name(None, "get") == "get"


def test_several_servers_have_one_each() -> None:
    names = Namespaces(["my files", "my_files", "__", "é", None])
    servers: list[str | None] = ["my files", "my_files", "__", "é", None]
    assert [names.name(server, "get") for server in servers] == [
        "my_files__get",
        "my_files-2__get",
        "server__get",
        "server-2__get",
        "get",
    ]


@settings(derandomize=True, max_examples=200)
@given(
    st.lists(st.text("a_- b", max_size=4), min_size=2, max_size=4, unique=True),
    st.lists(st.text("_ab", min_size=1, max_size=4), min_size=1, max_size=4, unique=True),
)
def test_no_two_tools_of_different_servers_get_one_name(
    servers: list[str], tools: list[str]
) -> None:
    names = Namespaces(servers)
    made = [names.name(server, tool) for server in servers for tool in tools]
    assert len(set(made)) == len(made)


def test_the_binding_holds_the_way_back() -> None:
    value = {"servers": {"my files": {"tools": [TOOL]}, "web": {"tools": [TOOL]}}}
    toolset, diagnostics = read_tools(value, "mcp")
    assert diagnostics == ()
    assert {tool.name: tool.binding for tool in toolset.tools} == {
        "my_files__get": McpBinding(tool="get", server="my files"),
        "web__get": McpBinding(tool="get", server="web"),
    }


def test_two_tools_of_one_server_and_one_name_are_still_an_error() -> None:
    value = {"servers": {"a": {"tools": [TOOL, TOOL]}, "b": {"tools": [TOOL]}}}
    toolset, [problem] = read_tools(value, "mcp")
    assert [tool.name for tool in toolset.tools] == ["a__get", "b__get"]
    assert problem.code == "TC114"
