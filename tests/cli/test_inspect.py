"""`toolc inspect`: names, parameters, and nothing that moves the cursor."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.mark.usefixtures("project")
def test_inspect_shows_a_table(run_toolc: Run) -> None:
    lines = run_toolc("inspect", "--input", "tools.json").stdout.splitlines()
    assert lines[0].split() == ["tool", "parameters", "required", "tokens", "binding", "source"]
    first = ["get_weather", "location,", "units", "location", "mcp", "get_weather"]
    assert [word for word in lines[1].split() if not word.isdecimal()][:6] == first
    assert lines[1].endswith("tools.json/tools/0")
    assert lines[-1].startswith("2 tools, about ")


@pytest.mark.usefixtures("project")
def test_inspect_as_json(run_toolc: Run) -> None:
    shown = json.loads(run_toolc("inspect", "--input", "tools.json", "--output", "json").stdout)
    weather, alarm = shown["tools"]
    assert (weather["parameters"], weather["required"]) == (["location", "units"], ["location"])
    assert weather["binding"] == {"kind": "mcp", "tool": "get_weather"}
    assert weather["source"] == {"file": "tools.json", "pointer": "/tools/0"}
    assert shown["tokens"] == weather["tokens"] + alarm["tokens"]


def test_inspect_says_how_each_kind_of_tool_is_called(tmp_path: Path, run_toolc: Run) -> None:
    openapi = {"openapi": "3.1.0", "info": {}, "paths": {"/a": {"get": {"operationId": "a"}}}}
    (tmp_path / "openapi.json").write_text(json.dumps(openapi))
    assert "GET /a" in run_toolc("inspect", "--input", "openapi.json").stdout
    binding = {"kind": "python", "module": "shop", "qualname": "Cart.add"}
    tool = {"name": "add", "input": {"type": "object"}, "binding": binding}
    ir = {"toolc_ir": 1, "name": "k", "sources": [], "tools": [tool], "definitions": []}
    (tmp_path / "ir.json").write_text(json.dumps(ir))
    assert "shop:Cart.add" in run_toolc("inspect", "--input", "ir.json").stdout


def test_inspect_prints_no_control_characters(tmp_path: Path, run_toolc: Run) -> None:
    tool = {"name": "a\u001b[2J", "description": "b\u202ec", "inputSchema": {"type": "object"}}
    (tmp_path / "t.json").write_text(json.dumps([tool]))
    shown = run_toolc("inspect", "--input", "t.json").stdout
    assert "\u001b" not in shown
    assert "\u202e" not in shown


def test_a_name_with_line_breaks_stays_in_its_row(tmp_path: Path, run_toolc: Run) -> None:
    odd = {"get": {"operationId": "a\r\n9 tools"}}
    value = {"openapi": "3.2.0", "paths": {"/a\nb": {"additionalOperations": {"X\nY": odd["get"]}}}}
    (tmp_path / "a.json").write_text(json.dumps(value))
    result = run_toolc("inspect", "--input", "a.json")
    assert result.stdout.count("\n") == 4  # heads, the row, a blank line, how many
    assert "a\\r\\n9 tools" in result.stdout
