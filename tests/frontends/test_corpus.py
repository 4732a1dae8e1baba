"""Real documents: every tool is read, every schema is valid 2020-12 and complete."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.diagnostics.positions import locate
from toolc.frontends import read_tools
from toolc.frontends.documents import Document, read_document
from toolc.frontends.openapi import is_openapi
from toolc.ir.dump import dump, load
from toolc.ir.model import Toolset
from toolc.ir.places import place
from toolc.ir.refs import refs_in
from toolc.ir.schema import resolve_pointer

pytestmark = pytest.mark.corpus

META = Draft202012Validator(Draft202012Validator.META_SCHEMA)
ENDINGS = (".json", ".yaml", ".yml")
MULTI_FILE = "digitalocean-multifile"


def schemas(toolset: Toolset) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Each schema of a toolset once, with its tool's name and the definitions it may refer to."""
    seen: dict[int, object] = {}
    for tool in toolset.tools:
        for schema in filter(None, (tool.input, tool.output)):
            definitions = schema.get("$defs", {})
            root = {key: value for key, value in schema.items() if key != "$defs"}
            for each in (root, *definitions.values()):
                if id(each) not in seen:
                    seen[id(each)] = each
                    yield tool.name, each, definitions


def check(document: Document, toolset: Toolset) -> None:
    for name, schema, definitions in schemas(toolset):
        assert META.is_valid(schema), name
        assert set(refs_in(schema)) <= definitions.keys(), name
    assert load(dump(toolset)) == toolset
    for tool in toolset.tools:
        for pointer in ("", *tool.places):
            where = place(tool, pointer)
            assert where is not None
            if where.file == document.file:
                resolve_pointer(document.value, where.pointer)


@pytest.mark.parametrize("part", range(4))
def test_mcp_dumps(shared: Path, part: int) -> None:
    for path in sorted((shared / "corpora/mcp/dumps").glob("*.json"))[part::4]:
        document = read_document(path)
        toolset, diagnostics = read_tools(document)
        pages = document.value["tools_list_pages"]
        assert len(toolset.tools) == sum(len(page["tools"]) for page in pages)
        for item in diagnostics:  # the only fault there is: `$ref`s left behind by a generator
            assert item.code == "TC204"
            assert "`#/components/" in item.message
        check(document, toolset)


def test_all_mcp_dumps_are_there(shared: Path) -> None:
    files = list((shared / "corpora/mcp/dumps").glob("*.json"))
    assert len(files) == 63
    assert sum(len(read_tools(file)[0].tools) for file in files) == 2492


def test_third_party_mcp_dumps(shared: Path) -> None:
    """Lists that others keep: some in short form, some of names alone."""
    folder = shared / "corpora/mcp/third_party_dumps"
    for path in sorted(folder.rglob("*.json")):
        document = read_document(path)
        toolset, diagnostics = read_tools(document, "mcp")
        assert {item.code for item in diagnostics} <= {"TC104", "TC108", "TC144"}, path
        check(document, toolset)
        if path.name == "livemcpbench_tools.json":  # tools of many servers, under names of theirs
            servers = [server for each in document.value for server in each["tools"].values()]
            assert len(toolset.tools) == sum(len(server["tools"]) for server in servers)
            assert diagnostics == ()


PROVIDERS = {
    "anthropic": "anthropic",
    "bedrock": "bedrock",
    "builtin_only_anthropic": "anthropic",
    "builtin_only_azure": "openai-responses",
    "builtin_only_gemini": "gemini",
    "builtin_only_openai": "openai-responses",
    "builtin_only_openrouter": "openai",
    "cohere": "cohere",
    "gemini": "gemini",
    "mistral": "mistral",
    "openai_chat": "openai",
    "openai_legacy_functions": "openai",
    "openai_responses": "openai-responses",
}
"""Folder of tool lists -> format."""


def test_every_folder_of_tool_lists_is_known(shared: Path) -> None:
    assert {path.name for path in (shared / "corpora/other/tool_lists").iterdir()} == set(PROVIDERS)


@pytest.mark.parametrize("folder", PROVIDERS)
def test_tool_lists(shared: Path, folder: str) -> None:
    """Each entry is a tool, or told to be no function."""
    for path in sorted((shared / "corpora/other/tool_lists" / folder).glob("*.json")):
        document = read_document(path)
        toolset, diagnostics = read_tools(document, PROVIDERS[folder])
        assert {item.code for item in diagnostics} <= {"TC140"}, path
        assert toolset.tools or folder.startswith("builtin_only") or diagnostics, path
        assert len(toolset.tools) + len(diagnostics) >= len(document.value["tools"]), path
        if folder != "gemini":  # whose schemas are respelled
            check(document, toolset)


def openapi(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in ENDINGS and MULTI_FILE not in path.parts and path.is_file():
            yield path


@pytest.mark.parametrize("part", range(8))
def test_openapi_documents(shared: Path, part: int) -> None:
    for path in list(openapi(shared / "corpora/openapi"))[part::8]:
        document = read_document(path)
        toolset, diagnostics = read_tools(document)
        codes = {item.code for item in diagnostics if item.severity == "error"}
        assert codes <= {"TC104", "TC203", "TC207"}, path
        if "TC104" not in codes and is_openapi(document.value):
            assert len(toolset.tools) == len(list(operations(document.value))), path
        check(document, toolset)


@pytest.mark.parametrize("part", range(4))
def test_every_diagnostic_of_a_document_has_a_line(shared: Path, part: int) -> None:
    for path in list(openapi(shared / "corpora/openapi"))[part::4]:
        for item in read_tools(path)[1]:
            assert item.origin is not None, path
            if item.origin.line is None:
                text = Path(item.origin.file).read_text(encoding="utf-8")
                assert locate(text, [item.origin.pointer]), (path, item.origin.pointer)


def operations(value: dict[str, Any]) -> Iterator[object]:
    methods = "get put post delete options head patch trace query".split()
    for path, item in (value.get("paths") or {}).items():
        if path.startswith("x-"):
            continue
        while "$ref" in item:
            item = resolve_pointer(value, item["$ref"][1:])  # noqa: PLW2901  the item behind it
        yield from (item[method] for method in methods if method in item)
        yield from item.get("additionalOperations", {})
