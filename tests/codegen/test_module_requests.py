"""`request` of a generated module: what `ToolKit.request` gives, from a literal table."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from toolc import ToolKit
from toolc.codegen.module import ModuleOptions, emit_package
from toolc.ir.model import HttpBinding
from toolc.ir.random_values import Draw
from toolc.runtime.errors import UsageError

PETS: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://{region}.example/v1", "variables": {"region": {"default": "eu"}}}],
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "k"}}},
    "security": [{"key": []}],
    "paths": {
        "/pets/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {}}],
            "get": {
                "operationId": "getPet",
                "parameters": [
                    {
                        "name": "f",
                        "in": "query",
                        "style": "deepObject",
                        "schema": {"type": "object"},
                    }
                ],
            },
            "put": {
                "operationId": "putPet",
                "requestBody": {
                    "content": {
                        "multipart/form-data": {
                            "schema": {
                                "type": "object",
                                "properties": {"photo": {"type": "string", "format": "binary"}},
                            }
                        }
                    }
                },
            },
        }
    },
}

CALLS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("getPet", {"id": "a b", "f": {"x": 1, "y": [2, 3]}}, {}),
    ("getPet", {"id": 3}, {"server_variables": {"region": "us"}}),
    ("getPet", {"id": 3}, {"base_url": "http://localhost:1", "credentials": {"key": "s p"}}),
    ("putPet", {"id": 3, "photo": "AAEC"}, {}),
]


@pytest.fixture(scope="module")
def kit() -> ToolKit:
    return ToolKit.from_openapi(PETS)


@pytest.fixture(scope="module")
def module(kit: ToolKit) -> ModuleType:
    return kit.load(models="none")


@pytest.mark.parametrize(("name", "arguments", "options"), CALLS)
def test_it_is_the_request_of_the_toolkit(
    name: str, arguments: Any, options: Any, kit: ToolKit, module: Any
) -> None:
    made = module.request(name, arguments, **options)
    assert made == kit.request(name, arguments, **options)
    assert made.url.startswith("http")


def test_a_name_that_is_bound_to_nothing(module: Any) -> None:
    with pytest.raises(UsageError, match="no HTTP operation is bound to"):
        module.request("getPets", {})


def test_the_reasons_of_the_toolkit_are_those_of_the_module(kit: ToolKit, module: Any) -> None:
    with pytest.raises(UsageError) as of_kit:
        kit.request("getPet", {})
    with pytest.raises(UsageError) as of_module:
        module.request("getPet", {})
    assert str(of_module.value) == str(of_kit.value)


def test_tools_without_http_bring_nothing_of_it() -> None:
    loaded = ToolKit.from_mcp([{"name": "a", "inputSchema": {"type": "object"}}]).load()
    assert not {"BINDINGS", "request"} & {*loaded.__all__, *vars(loaded)}


def test_where_some_tools_are_bound_only_those_are(kit: ToolKit) -> None:
    other = ToolKit.from_mcp([{"name": "a", "inputSchema": {"type": "object"}}])
    loaded: Any = kit.merge(other).load(models="none")
    assert list(loaded.BINDINGS) == ["getPet", "putPet"]
    with pytest.raises(UsageError, match="no HTTP operation is bound to"):
        loaded.request("a", {})


USE = """\
made = kit.request("getPet", {"id": "a b"})
assert (made.method, made.url) == ("GET", "https://eu.example/v1/pets/a%20b"), made
strangers = [name for name in sys.modules if name.split(".")[0] in ("toolc", "pydantic")]
assert strangers == [], strangers
"""


@pytest.fixture(params=["package", "vendored"])
def folder(kit: ToolKit, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    options = ModuleOptions(models="none", runtime=request.param)
    toolset = kit.toolset.model_copy(update={"name": "kit"})
    made = emit_package(toolset, digest="", source_names=[], options=options)
    for name, text in made.files.items():
        (tmp_path / "kit" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "kit" / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own tools on our own files
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("folder", ["vendored"], indirect=True)
def test_a_vendored_runtime_can_build_requests(folder: Path) -> None:
    script = f"import sys; sys.path.insert(0, {str(folder)!r}); import kit\n{USE}"
    run(folder, "-I", "-S", "-c", script)


@pytest.mark.parametrize("folder", ["vendored"], indirect=True)
def test_it_is_typed(folder: Path) -> None:
    run(folder, "-m", "mypy", "--strict", "kit/kit.py", "kit/__init__.py")


@pytest.mark.corpus
@pytest.mark.parametrize("document", ["discord-openapi.json", "slack_web_openapi_v2.json"])
def test_real_documents(document: str, shared: Path) -> None:
    kit = ToolKit.from_openapi(shared / "corpora/openapi" / document)
    module: Any = kit.load(models="none")
    bound = [tool for tool in kit.tools if isinstance(tool.binding, HttpBinding)]
    assert list(module.BINDINGS) == [tool.name for tool in bound]
    random = Random(7)  # noqa: S311 - a draw, no secret
    for tool in random.sample(bound, 40):
        value = Draw(tool.input, seed=1).value()
        assert outcome(module.request, tool.name, value) == outcome(kit.request, tool.name, value)


def outcome(request: Callable[..., object], name: str, arguments: Any) -> object:
    """A request, or why there is none."""
    try:
        return request(name, arguments, base_url="https://api.example.com")
    except UsageError as error:
        return str(error)
