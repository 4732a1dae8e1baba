"""Documents that refer to others: read only where the user says so, from any folder."""

import json
from collections.abc import Callable
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
    kit = ToolKit.from_mcp(linked / "t.json", allow_files=True)
    assert not kit.validate("go", {"to": "x"}).valid
    assert kit.validate("go", {"to": "Oslo"}).valid
