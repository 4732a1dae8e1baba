"""What starting costs, and that the command runs as a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import toolc

HEAVY = {"click", "datamodel_code_generator", "jinja2", "jsonschema", "pydantic", "yaml"}

_LOADED = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"


def python(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    path = str(Path(toolc.__file__).parents[1])
    return subprocess.run(  # noqa: S603 - this interpreter, with the test's own arguments
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
    )


@pytest.mark.parametrize(
    ("start", "allowed"),
    [
        ("import toolc", set()),
        ("import toolc.runtime", set()),
        ("from toolc import ToolCallParser, parse, parse_tool_calls", set()),
        (
            "from toolc.cli import main\ntry: main(['--help'])\nexcept SystemExit: print()",
            {"click"},
        ),
    ],
)
def test_what_is_not_needed_is_not_imported(start: str, allowed: set[str]) -> None:
    result = python("-c", f"{start}\n{_LOADED}")
    assert result.returncode == 0, result.stderr
    loaded = set(result.stdout.splitlines()[-1].split())
    assert "toolc" in loaded
    assert loaded & HEAVY <= allowed


def test_every_public_name_is_there() -> None:
    for name in toolc.__all__:
        assert getattr(toolc, name) is not None
    assert set(toolc.__all__) <= set(dir(toolc))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = toolc.no_such_name


def test_a_user_s_mistake_ends_a_process_without_a_traceback(tmp_path: Path) -> None:
    result = python("-m", "toolc", "build", cwd=tmp_path)
    assert result.returncode == 1
    assert "error[TC101]" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    tools = [{"name": f"t{i}", "inputSchema": {"type": "object"}} for i in range(3000)]
    (tmp_path / "t.json").write_text(str(tools).replace("'", '"'))
    command = f"{sys.executable} -m toolc translate --to openai --input t.json -q | head -c 1"
    result = subprocess.run(  # noqa: S603 - a fixed command over the file just written
        ["bash", "-c", command],  # noqa: S607 - a shell's pipe is what is tested
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(toolc.__file__).parents[1])},
    )
    assert result.stdout == "["
    assert result.stderr == ""


@pytest.mark.parametrize(("description", "has_bar"), [("x" * 1_100_000, True), ("x", False)])
def test_a_bar_is_drawn_on_a_terminal_when_there_is_much_to_do(
    description: str, tmp_path: Path, *, has_bar: bool
) -> None:
    pty = pytest.importorskip("pty", reason="a terminal of our own needs POSIX")
    tool = {"name": "a", "description": description, "inputSchema": {"type": "object"}}
    (tmp_path / "t.json").write_text(json.dumps([tool]))
    manifest = tmp_path / "toolc.yaml"
    manifest.write_text("toolset: kit\nsources: [{mcp: t.json}]\ntargets: [openai]\n")
    terminal, end = pty.openpty()
    process = subprocess.Popen(  # noqa: S603 - this interpreter, with the test's own arguments
        [sys.executable, "-m", "toolc", "build", str(manifest)],
        stdout=subprocess.DEVNULL,
        stderr=end,
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": str(Path(toolc.__file__).parents[1])},
    )
    os.close(end)
    shown = b""
    while piece := _read(terminal):
        shown += piece
    assert process.wait() == 0
    assert (b"kit  [" in shown) is has_bar


def _read(terminal: int) -> bytes:
    """What the process has written; nothing once it has ended."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
