"""`toolc inspect`: names, parameters, and nothing that moves the cursor."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.mark.usefixtures("project")
def test_inspect_shows_names_and_parameters(run_toolc: Run) -> None:
    lines = run_toolc("inspect", "--input", "tools.json").stdout.splitlines()
    assert lines[:2] == ["get_weather(location, units?)", "    Get the current weather."]
    assert lines[-1] == "2 tools"


def test_inspect_prints_no_control_characters(tmp_path: Path, run_toolc: Run) -> None:
    tool = {"name": "a\u001b[2J", "description": "b\u202ec", "inputSchema": {"type": "object"}}
    (tmp_path / "t.json").write_text(json.dumps([tool]))
    shown = run_toolc("inspect", "--input", "t.json").stdout
    assert "\u001b" not in shown
    assert "\u202e" not in shown
