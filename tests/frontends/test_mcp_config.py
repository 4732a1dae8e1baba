"""Files that name MCP servers: every dialect of them, variables, and each fault at its place."""

from typing import Any

import pytest

from toolc.frontends import detect, read_tools
from toolc.frontends.documents import read_document
from toolc.frontends.mcp_config import Server, is_config, read_config
from toolc.runtime.errors import UsageError

GIT = {"command": "uvx", "args": ["mcp-server-git", "--port", 3], "env": {"A": "1"}}
WEB = {"url": "https://example.com/mcp", "headers": {"X": "y"}, "type": "http"}


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({"mcpServers": {"git": GIT}}, "/mcpServers/git"),
        ({"servers": {"git": GIT}, "inputs": []}, "/servers/git"),
        ({"mcp": {"servers": {"git": GIT}}}, "/mcp/servers/git"),
    ],
)
def test_each_dialect(value: dict[str, Any], at: str) -> None:
    assert is_config(value)
    [server], problems = read_config(read_document(value))
    assert problems == ()
    args = ("mcp-server-git", "--port", "3")
    assert server == Server(name="git", at=at, command="uvx", args=args, env={"A": "1"})


def test_a_server_by_its_address() -> None:
    [server], _ = read_config(read_document({"mcpServers": {"web": WEB}}))
    assert (server.url, server.headers, server.command) == (WEB["url"], {"X": "y"}, None)


def test_a_document_may_be_one_server() -> None:
    [server], problems = read_config(read_document({"command": "x"}))
    assert (server.command, server.at, problems) == ("x", "", ())


def test_disabled_servers_are_passed_over_unless_asked_for() -> None:
    document = read_document({"mcpServers": {"a": GIT, "b": {**GIT, "disabled": True}}})
    assert [server.name for server in read_config(document)[0]] == ["a"]
    assert [server.name for server in read_config(document, "b")[0]] == ["b"]


def test_a_server_that_is_not_named_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="did you mean `git`"):
        read_config(read_document({"mcpServers": {"git": GIT}}), "gti")


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("${KEY}", "k"),
        ("a ${env:KEY} b ${KEY}", "a k b k"),
        ("${NONE:-x y}", "x y"),
        ("${NONE:-}", ""),
        ("$KEY ${} ${1}", "$KEY ${} ${1}"),
    ],
)
def test_variables_are_those_of_the_environment(text: str, filled: str) -> None:
    value = {"mcpServers": {"a": {"command": "x", "env": {"E": text}}}}
    [server], _ = read_config(read_document(value), environment={"KEY": "k"})
    assert server.env == {"E": filled}


@pytest.mark.parametrize(
    ("given", "step", "said"),
    [
        (5, "", "it is a number, not an object"),
        ({}, "", "it has neither `command` nor `url`"),
        ({**GIT, **WEB}, "", "it has both `command` and `url`"),
        ({"url": "https://x", "type": "sse"}, "/type", "it speaks `sse`"),
        ({"url": "ftp://x"}, "/url", "no http(s) address"),
        ({"command": ["uvx"]}, "/command", "`command` is a list, not text"),
        ({"command": "x", "args": "y"}, "/args", "its `args` is text, not a list"),
        ({"command": "x", "args": [None]}, "/args/0", "`args/0` is null, not text"),
        ({"command": "x", "env": ["A=1"]}, "/env", "its `env` is a list, not an object"),
        ({"command": "x", "env": {"A/B": True}}, "/env/A~1B", "is a boolean, not text"),
        ({"command": "${NONE}"}, "/command", "the environment has no `NONE`"),
    ],
)
def test_each_fault_is_told_at_its_place(given: Any, step: str, said: str) -> None:
    document = read_document({"mcpServers": {"a": given, "b": GIT}})
    [other], [problem] = read_config(document, environment={})
    assert (other.name, problem.code) == ("b", "TC141")
    assert problem.origin is not None
    assert problem.origin.pointer == f"/mcpServers/a{step}"
    assert said in problem.message


@pytest.mark.parametrize("value", [{}, [], {"mcpServers": {}}, {"mcpServers": 5}, {"servers": {}}])
def test_a_file_that_names_none(value: Any) -> None:
    servers, [problem] = read_config(read_document(value))
    assert (servers, problem.code) == ((), "TC104")
    assert not is_config(value)


def test_as_a_list_of_tools_it_is_told_what_to_do_with_it() -> None:
    document = read_document(b'{"mcpServers": {"a": {"command": "x"}}}', name="s.json")
    assert detect(document) == "mcp"
    toolset, [problem] = read_tools(document)
    assert (toolset.tools, problem.code) == ((), "TC104")
    assert "toolc import-mcp --config s.json" in (problem.help or "")
