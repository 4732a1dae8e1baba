"""The registry of formats: each document is told by its looks, and read by its name."""

from pathlib import Path
from typing import Any

import pytest

from toolc.frontends import FRONTENDS, detect, read_tools
from toolc.frontends.documents import read_document
from toolc.ir.model import Source
from toolc.runtime.errors import UsageError

MCP = [{"name": "a", "inputSchema": {}}]
OPENAPI = {"openapi": "3.0.0", "paths": {}}
IR = {"toolc_ir": 1, "name": "k", "sources": [], "tools": [], "definitions": []}


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (MCP, "mcp"),
        ({"tools": MCP}, "mcp"),
        (OPENAPI, "openapi"),
        ({"swagger": "2.0"}, "openapi"),
        (IR, "ir"),
        ({"mcpServers": {"git": {"command": "git-mcp"}}}, "mcp"),
        ([{"type": "function", "function": {"name": "a"}}], "openai"),
        ([{"type": "function", "name": "a"}], "openai-responses"),
        ([{"name": "a", "input_schema": {}}], "anthropic"),
        ([{"functionDeclarations": []}], "gemini"),
        ([{"name": "a", "parameter_definitions": {}}], "cohere"),
        ({"toolConfig": {"tools": [{"toolSpec": {"name": "a"}}]}}, "bedrock"),
        ({"a": {"type": "object"}}, "json-schema"),
    ],
)
def test_each_format_is_told_from_the_others(value: Any, name: str) -> None:
    document = read_document(value)
    assert [key for key, frontend in FRONTENDS.items() if frontend.fits(value)] == [name]
    assert detect(document) == name
    assert read_tools(document)[0].sources == (Source(format=name, file="<dict>"),)


@pytest.mark.parametrize("text", [b"{}", b"[]", b"null", b'"x"', b"3"])
def test_a_document_of_no_format_says_which_there_are(text: bytes) -> None:
    toolset, [problem] = read_tools(text)
    assert (toolset.tools, problem.code) == ((), "TC104")
    assert "mcp" in (problem.help or "")


@pytest.mark.parametrize("name", FRONTENDS)
@pytest.mark.parametrize("text", [b"{}", b"[]", b"null", b'"x"', b"3", b"[[]]", b'{"tools": 3}'])
def test_a_frontend_answers_any_document_with_diagnostics(name: str, text: bytes) -> None:
    toolset, diagnostics = read_tools(text, name)
    assert toolset.tools == ()
    assert diagnostics or text == b"[]"


def test_an_unknown_format_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="did you mean `openapi`"):
        read_tools(OPENAPI, "openapy")


def test_a_toolset_is_called_after_its_file(tmp_path: Path) -> None:
    (tmp_path / "pets.yaml").write_text("openapi: 3.0.0\npaths: {}\n")
    assert read_tools(tmp_path / "pets.yaml")[0].name == "pets"
    assert read_tools(tmp_path / "pets.yaml", name="kit")[0].name == "kit"
    assert read_tools(OPENAPI)[0].name == "tools"


def test_warnings_of_the_document_come_with_those_of_the_tools() -> None:
    text = b'{"openapi": "3.0.0", "openapi": "3.1.0", "paths": {"/a/{b}": {"get": {}}}}'
    assert [item.code for item in read_tools(text)[1]] == ["TC109", "TC119"]
