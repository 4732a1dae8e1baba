"""`--output sarif` and `--output github`: nothing but the diagnostics, from every command."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]

BROKEN = '{"tools": [\n  3 4]}'

ODD = json.dumps(
    [{"name": "a b", "inputSchema": {"type": "object", "properties": {"x": {"$ref": "#/no"}}}}]
)

READERS = {
    "inspect": ("--input",),
    "validate": ("--input",),
    "prompt": ("--input",),
    "envelope": ("--for", "vllm", "--input"),
    "parse": ("--tools",),
    "import-mcp": ("--config",),
}
REST = {"parse": (__file__,)}


def sarif(text: str) -> list[dict[str, Any]]:
    [run] = json.loads(text)["runs"]
    results: list[dict[str, Any]] = run["results"]
    return results


@pytest.mark.parametrize(("command", "arguments"), READERS.items())
def test_an_error_is_told(
    command: str, arguments: tuple[str, ...], tmp_path: Path, run_toolc: Run
) -> None:
    (tmp_path / "a.json").write_text(BROKEN)
    words = (command, *arguments, "a.json", *REST.get(command, ()), "--output")
    result = run_toolc(*words, "sarif")
    assert (result.exit_code, result.stderr) == (1, "")
    [found] = sarif(result.stdout)
    assert (found["ruleId"], found["level"]) == ("TC103", "error")
    place = found["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a.json"
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (2, 5)
    result = run_toolc(*words, "github")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("::error file=a.json,line=2,col=5,endColumn=5,title=TC103::")


@pytest.mark.parametrize("command", ["inspect", "validate", "prompt", "envelope", "parse"])
def test_a_warning_is_told_and_nothing_else(command: str, tmp_path: Path, run_toolc: Run) -> None:
    (tmp_path / "a.json").write_text(ODD)
    words = (command, *READERS[command], "a.json", *REST.get(command, ()), "--output")
    result = run_toolc(*words, "sarif")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "TC204" in {found["ruleId"] for found in sarif(result.stdout)}
    result = run_toolc(*words, "github")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert all(line.startswith(("::warning file=", "::notice file=")) for line in lines), lines
    assert any("title=TC204::" in line for line in lines)
    assert run_toolc(*words, "github", "--quiet").stdout == ""


def test_they_tell_what_json_tells(tmp_path: Path, run_toolc: Run) -> None:
    (tmp_path / "a.json").write_text(ODD)
    words = ("prompt", "--input", "a.json", "--output")
    told = json.loads(run_toolc(*words, "json").stdout)["diagnostics"]
    codes = [item["code"] for item in told]
    assert codes
    assert [found["ruleId"] for found in sarif(run_toolc(*words, "sarif").stdout)] == codes
    assert len(run_toolc(*words, "github").stdout.splitlines()) == len(codes)


def test_a_build_writes_its_files_and_tells_each_loss(project: Path, run_toolc: Run) -> None:
    result = run_toolc("build", "--output", "sarif")
    assert (result.exit_code, result.stderr) == (0, "")
    assert list(project.rglob("report.json"))
    told = json.loads(run_toolc("build", "--output", "json").stdout)["diagnostics"]
    found = sarif(result.stdout)
    assert [item["ruleId"] for item in found] == [item["code"] for item in told]
    targets = [item.get("properties", {}).get("target") for item in found]
    assert targets == [item.get("target") for item in told]


def test_what_deny_refuses_is_an_error(project: Path, run_toolc: Run) -> None:
    assert json.loads(run_toolc("build", "--output", "json").stdout)["diagnostics"]
    result = run_toolc("build", "--deny", "loss", "--out", "other", "--output", "sarif")
    assert result.exit_code == 1
    assert {found["level"] for found in sarif(result.stdout)} == {"error"}
    assert not (project / "other").exists()


@pytest.mark.usefixtures("project")
def test_a_stale_build_is_told(run_toolc: Run) -> None:
    result = run_toolc("build", "--check", "--output", "github")
    assert result.exit_code == 1
    assert "title=TC7" in result.stdout


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_translate_tells_them_beside_its_result(form: str, tmp_path: Path, run_toolc: Run) -> None:
    (tmp_path / "a.json").write_text(ODD)
    words = ("translate", "--to", "gemini", "--input", "a.json")
    plain = run_toolc(*words)
    result = run_toolc(*words, "--diagnostics", form)
    assert (result.exit_code, result.stdout) == (0, plain.stdout)
    if form == "github":
        assert "title=TC204::" in result.stderr
    else:
        told = json.loads(result.stderr)
        assert "TC204" in json.dumps(told)


@pytest.mark.parametrize("command", ["explain", "targets"])
def test_a_command_that_goes_well_has_nothing_to_tell(command: str, run_toolc: Run) -> None:
    rest = ("TC204",) if command == "explain" else ()
    assert sarif(run_toolc(command, *rest, "--output", "sarif").stdout) == []


def test_wrong_usage_is_no_diagnostic(run_toolc: Run) -> None:
    result = run_toolc("inspect", "--output", "sarif")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--input" in result.stderr
