"""Documents that refer to others: read only where the user says so, from any folder."""

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import Result

from toolc import InputError, ToolKit

Run = Callable[..., Result]

TOOL = {
    "name": "go",
    "inputSchema": {"type": "object", "properties": {"to": {"$ref": "parts/city.json"}}},
}


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A project in a folder of its own whose document refers to a file beside it."""
    folder = tmp_path / "project"
    (folder / "parts").mkdir(parents=True)
    (folder / "t.json").write_text(json.dumps([TOOL]))
    (folder / "parts" / "city.json").write_text('{"type": "string", "minLength": 3}')
    (folder / "toolc.yaml").write_text(
        "toolset: kit\nsources: [{mcp: t.json}]\ntargets: [openai]\n"
    )
    return folder


COMMANDS = [
    ("build", "project"),
    ("inspect", "--input", "project/t.json"),
    ("translate", "--to", "openai", "--input", "project/t.json"),
]


@pytest.mark.usefixtures("linked")
@pytest.mark.parametrize("command", COMMANDS)
def test_other_files_are_read_with_a_flag_only(command: tuple[str, ...], run_toolc: Run) -> None:
    refused = run_toolc(*command)
    assert refused.exit_code == 1
    assert "--allow-files" in refused.stderr
    assert run_toolc(*command, "--allow-files").exit_code == 0


def test_what_was_read_is_in_the_lock(linked: Path, run_toolc: Run) -> None:
    run_toolc("build", "project", "--allow-files")
    lock = json.loads((linked / "generated" / "kit" / "toolc.lock").read_text())
    assert list(lock["sources"]) == ["t.json", "parts/city.json"]


def test_the_same_from_python(linked: Path) -> None:
    with pytest.raises(InputError):
        ToolKit.from_mcp(linked / "t.json")
    for kit in (
        ToolKit.from_mcp(linked / "t.json", allow_files=True),
        ToolKit.from_manifest(linked / "toolc.yaml", allow_files=True),
    ):
        assert not kit.validate("go", {"to": "x"}).valid
        assert kit.validate("go", {"to": "Oslo"}).valid


def test_a_change_in_a_further_document_is_noticed(linked: Path, run_toolc: Run) -> None:
    run_toolc("build", "project", "--allow-files")
    assert run_toolc("build", "project", "--allow-files", "--check").exit_code == 0
    with (linked / "parts" / "city.json").open("a") as file:
        file.write(" ")
    stale = run_toolc("build", "project", "--allow-files", "--check")
    assert stale.exit_code == 1
    assert "parts/city.json" in stale.stderr


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's
        """Say nothing."""


@pytest.fixture
def address(linked: Path) -> Iterator[str]:
    """Where a server offers the project's files, to which the project's document refers."""
    handler = partial(_Quiet, directory=str(linked))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}"
        text = json.dumps([TOOL]).replace("parts/city.json", f"{url}/parts/city.json")
        (linked / "t.json").write_text(text)
        yield url
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "command",
    [("translate", "--to", "gemini", "--input", "project/t.json"), ("build", "project")],
)
def test_a_loss_in_what_was_fetched_is_shown_in_its_text(
    linked: Path, address: str, command: tuple[str, ...], run_toolc: Run
) -> None:
    manifest = linked / "toolc.yaml"
    manifest.write_text(manifest.read_text().replace("openai", "gemini"))
    schema = '{"properties": {"name": {"not": {"const": "x"}, "type": "string"}}}'
    (linked / "parts" / "city.json").write_text(schema)
    assert "--allow-net" in run_toolc(*command, "--allow-files").stderr
    shown = run_toolc(*command, "--allow-net")
    assert shown.exit_code == 0
    assert f"{address}/parts/city.json:1:26: warning[TC312]" in shown.stderr
    assert f"1 | {schema}" in shown.stderr


def test_an_error_in_what_was_fetched_is_shown_in_its_text(
    linked: Path, address: str, run_toolc: Run
) -> None:
    (linked / "parts" / "city.json").write_text('{"$ref": "nope.json"}')
    shown = run_toolc("inspect", "--input", "project/t.json", "--allow-net")
    assert shown.exit_code == 1
    assert f"{address}/parts/city.json:1:10: error[TC207]" in shown.stderr
    assert '1 | {"$ref": "nope.json"}' in shown.stderr
