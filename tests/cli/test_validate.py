"""`toolc validate`: sound documents, broken ones, and all the rules of OpenAPI."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

SOUND = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: ok}}
"""


@pytest.mark.usefixtures("project")
def test_a_sound_list_of_tools(run_toolc: Run) -> None:
    result = run_toolc("validate", "--format", "mcp", "--input", "tools.json")
    assert (result.exit_code, result.stdout) == (0, "2 tools, no errors\n")


@pytest.mark.parametrize("format_", ["openapi", "auto"])
def test_a_sound_openapi_document(tmp_path: Path, run_toolc: Run, format_: str) -> None:
    (tmp_path / "a.yaml").write_text(SOUND)
    result = run_toolc("validate", "--format", format_, "--input", "a.yaml")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "1 tool, no errors\n", "")


def test_a_rule_that_does_not_matter_to_the_tools_is_found_here_only(
    tmp_path: Path, run_toolc: Run
) -> None:
    (tmp_path / "a.yaml").write_text(SOUND.replace(', version: "1"', ""))
    result = run_toolc("validate", "--format", "openapi", "--input", "a.yaml")
    assert result.exit_code == 1
    assert "a.yaml:2:1: error[TC135]" in result.stderr
    assert "is a required property" in result.stderr
    assert run_toolc("inspect", "--input", "a.yaml").exit_code == 0


def test_as_json_it_is_whole(tmp_path: Path, run_toolc: Run) -> None:
    (tmp_path / "a.yaml").write_text(SOUND.replace(', version: "1"', ""))
    arguments = ("validate", "--format", "openapi", "--input", "a.yaml", "--output", "json")
    [found] = json.loads(run_toolc(*arguments).stdout)["diagnostics"]
    assert (found["code"], found["line"]) == ("TC135", 2)


def test_a_document_from_standard_input(run_toolc: Run) -> None:
    result = run_toolc("validate", "--format", "openapi", "--input", "-", stdin=SOUND)
    assert (result.exit_code, result.stdout) == (0, "1 tool, no errors\n")
