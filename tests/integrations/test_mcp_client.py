"""Real MCP servers, started by the tests: over stdio, over HTTP on loopback, and in trouble."""

import asyncio
import json
import os
import shutil
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra `toolc[mcp]` is not installed")

import uvicorn
from click.testing import Result
from integrations.demo_server import server as demo

from toolc import InputError, ToolKit
from toolc.frontends.documents import read_document
from toolc.frontends.mcp_server import listed
from toolc.ir.model import McpBinding

Run = Callable[..., Result]

SCRIPT = str(Path(__file__).with_name("demo_server.py"))
INSTALLED = "TOOLC_MCP_COMMAND"
"""The environment may name a server that is installed: `npx -y @modelcontextprotocol/server-x`."""


def stdio(mood: str = "") -> dict[str, Any]:
    return {"command": sys.executable, "args": [SCRIPT, *([mood] if mood else [])]}


def config(**servers: Any) -> dict[str, Any]:
    return {"mcpServers": servers}


def check(kit: ToolKit, server: str | None) -> None:
    assert [tool.name for tool in kit] == ["read", "write.all"]
    read = kit["read"]
    assert (read.title, read.description) == ("Read a file", "Reads.")
    assert read.input["required"] == ["path"]
    assert read.output == {"type": "object", "properties": {"text": {"type": "string"}}}
    assert read.annotations.read_only is True
    assert read.meta == {"_meta": {"com.example/cost": 2}}
    assert read.binding == McpBinding(tool="read", server=server)


def test_every_page_over_stdio() -> None:
    check(ToolKit.from_mcp_server(config(files=stdio())), "files")


def test_one_server_alone_has_the_name_it_gives_itself() -> None:
    check(ToolKit.from_mcp_server(stdio()), "demo")


@pytest.fixture
def address() -> Iterator[str]:
    """The address of the server on a free port of this machine."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # whoever connects from now on waits until the server is up
        app = demo().streamable_http_app()
        running = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on"))
        serve = running.serve(sockets=[listening])
        thread = threading.Thread(target=asyncio.run, args=[serve], daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        running.should_exit = True
        thread.join(10)


def test_every_page_over_http(address: str) -> None:
    check(ToolKit.from_mcp_server(address), "demo")
    web = {"type": "http", "url": address, "headers": {"Authorization": "Bearer x"}}
    check(ToolKit.from_mcp_server(config(web=web)), "web")


def test_within_a_running_loop() -> None:
    async def ask() -> ToolKit:
        return ToolKit.from_mcp_server(config(files=stdio()))

    check(asyncio.run(ask()), "files")


def test_several_servers_have_names_that_can_t_collide() -> None:
    both = config(**{"my files": stdio(), "other": stdio()})
    kit = ToolKit.from_mcp_server(both)
    names = ["my_files__read", "my_files__write.all", "other__read", "other__write.all"]
    assert [tool.name for tool in kit] == names
    assert kit["my_files__write.all"].binding == McpBinding(tool="write.all", server="my files")
    check(ToolKit.from_mcp_server(both, server="other"), "other")


def test_the_same_servers_give_the_same_bytes() -> None:
    document = read_document(config(b=stdio(), a=stdio()), name="servers.json")
    assert listed(document).text == listed(document).text


@pytest.mark.parametrize(
    ("server", "reason", "hint"),
    [
        ({"command": "toolc-no-such-command"}, "there is no command `toolc-no-such-command`", ""),
        (stdio("fails"), "", "its log ends with: no database at localhost"),
        (stdio("broken"), "", ""),
        (stdio("endless"), "its list of tools comes back to the page", ""),
        ({"url": "http://127.0.0.1:9/mcp"}, "ConnectError", "check that it runs"),
    ],
)
def test_a_server_in_trouble_is_told_with_its_reason(
    server: dict[str, Any], reason: str, hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        ToolKit.from_mcp_server(config(bad=server))
    [problem] = caught.value.diagnostics
    assert problem.code == "TC141"
    assert reason in problem.message
    assert hint in (problem.help or "")
    assert problem.origin is not None
    assert problem.origin.pointer == "/mcpServers/bad"


def test_a_server_that_says_nothing_is_given_up() -> None:
    with pytest.raises(InputError, match="it did not answer within 3 seconds"):
        ToolKit.from_mcp_server(config(bad=stdio("silent")), timeout=3)


def test_what_import_mcp_prints_is_read_as_mcp(tmp_path: Path, run_toolc: Run) -> None:
    (tmp_path / "servers.json").write_text(json.dumps(config(a=stdio(), b=stdio())))
    printed = run_toolc("import-mcp", "--config", "servers.json")
    assert (printed.exit_code, printed.stderr) == (0, "")
    kit = ToolKit.from_mcp(json.loads(printed.stdout))
    assert [tool.name for tool in kit] == ["a__read", "a__write.all", "b__read", "b__write.all"]
    one = run_toolc("import-mcp", "--config", "servers.json", "--server", "b", "--output", "json")
    (tmp_path / "one.json").write_text(one.stdout)
    shown = run_toolc("inspect", "--from", "mcp", "--input", "one.json", "--output", "json")
    tools = json.loads(shown.stdout)["tools"]
    assert [(tool["name"], tool["binding"]["server"]) for tool in tools] == [
        ("read", "b"),
        ("write.all", "b"),
    ]


def test_import_mcp_tells_a_server_in_trouble(tmp_path: Path, run_toolc: Run) -> None:
    (tmp_path / "servers.json").write_text(json.dumps(config(a=stdio("fails"))))
    told = run_toolc("import-mcp", "--config", "servers.json", "--output", "json")
    assert told.exit_code == 1
    [problem] = json.loads(told.stdout)["diagnostics"]
    assert (problem["code"], problem["file"], problem["line"]) == ("TC141", "servers.json", 1)
    unknown = run_toolc("import-mcp", "--config", "servers.json", "--server", "b")
    assert unknown.exit_code == 2


def test_a_source_of_a_manifest_is_locked_by_what_was_listed(
    tmp_path: Path, run_toolc: Run
) -> None:
    (tmp_path / "servers.json").write_text(json.dumps(config(a=stdio())))
    (tmp_path / "toolc.yaml").write_text(
        "toolset: kit\nsources: [{mcp_server: servers.json}]\ntargets: [openai]\n"
    )
    assert run_toolc("build").exit_code == 0
    lock = json.loads((tmp_path / "generated/kit/toolc.lock").read_text())
    assert set(lock["sources"]) == {"servers.json", "servers.json#listed"}
    assert set(lock["tools"]) == {"read", "write.all"}
    assert run_toolc("build", "--check").exit_code == 0
    changed = config(a={"command": sys.executable, "args": [SCRIPT, "endless"]})
    (tmp_path / "servers.json").write_text(json.dumps(changed))
    assert run_toolc("build", "--check").exit_code == 1


@pytest.mark.skipif(
    INSTALLED not in os.environ, reason=f"{INSTALLED} names no server that is installed"
)
def test_a_server_that_others_wrote() -> None:
    command, *args = os.environ[INSTALLED].split()
    assert shutil.which(command)
    kit = ToolKit.from_mcp_server(config(theirs={"command": command, "args": args}))
    assert len(kit) > 0
    assert all(tool.binding == McpBinding(tool=tool.name, server="theirs") for tool in kit)
