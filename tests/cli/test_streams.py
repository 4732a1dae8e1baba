"""Standard streams that are full, closed or unread: what a real process prints, and how it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

import toolc

COMMANDS = {
    "build": "build",
    "translate": "translate --to openai --input tools.json",
    "json": "validate --input tools.json --output json",
}

FAULTS = {
    ">/dev/full": (1, "`<stdout>` can't be written: no space left on device"),
    ">&-": (1, "`<stdout>` can't be written: it is closed"),
    "| true; exit ${PIPESTATUS[0]}": (141, ""),
}

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


def shell(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    package = Path(toolc.__file__).parents[1]
    return subprocess.run(  # noqa: S603 - our own command line
        ["/bin/bash", "-c", f"{sys.executable} -m toolc {command}"],
        cwd=project,
        env={"PYTHONPATH": ":".join([str(package), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )


@needs_full
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_result_that_cannot_be_written(command: str, fault: str, project: Path) -> None:
    code, said = FAULTS[fault]
    done = shell(project, f"{COMMANDS[command]} {fault}")
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    for word in ("TC900", "Traceback", "Exception ignored"):
        assert word not in done.stderr


@pytest.mark.parametrize("fault", ["2>&-", "2>/dev/full"])
def test_a_build_does_without_standard_error(fault: str, project: Path) -> None:
    done = shell(project, f"build {fault}")
    assert done.returncode == 0
    assert "wrote " in done.stdout


def test_a_closed_standard_input_is_told(project: Path) -> None:
    done = shell(project, "inspect --input - <&-")
    assert done.returncode == 1
    assert "`<stdin>` can't be read: it is closed" in done.stderr
