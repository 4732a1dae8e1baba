"""`toolc translate`: each target, the files it writes, the forms that are text."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from toolc.targets import TARGETS

Run = Callable[..., Result]


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("target", TARGETS)
def test_translate_to_every_target(target: str, run_toolc: Run) -> None:
    result = run_toolc("translate", "--from", "mcp", "--to", target, "--input", "tools.json", "-q")
    assert result.exit_code == 0
    assert "get_weather" in json.dumps(json.loads(result.stdout))
    assert result.stderr == ""


def test_translate_writes_to_files(project: Path, run_toolc: Run) -> None:
    arguments = ("--to", "openai", "--strict", "--input", "tools.json", "--output", "o.json")
    result = run_toolc("translate", *arguments, "--report", "r.json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert json.loads((project / "o.json").read_text())[0]["function"]["strict"] is True
    found = json.loads((project / "r.json").read_text())["diagnostics"]
    assert "TC312" in {item["code"] for item in found}
    assert found[0]["file"] == "tools.json"


@pytest.mark.usefixtures("project")
def test_translate_to_text(run_toolc: Run) -> None:
    prompt = run_toolc("translate", "--to", "system-prompt", "--input", "tools.json").stdout
    assert "location (string, required): City name" in prompt
    assert "interface GetWeatherArgs" in run_toolc(
        "translate", "--to", "typescript", "--input", "tools.json"
    ).stdout  # fmt: skip


@pytest.mark.usefixtures("project")
def test_a_file_that_cannot_be_written_is_told(run_toolc: Run) -> None:
    arguments = ("--to", "openai", "--input", "tools.json", "--output", "no/such/folder.json")
    result = run_toolc("translate", *arguments)
    assert result.exit_code == 1
    assert "error[TC128]" in result.stderr


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("openai-strict", "say `--to openai --strict`"),
        ("gemini-strict", "`gemini` has no strict form"),
        ("opnai", "did you mean `openai`?"),
    ],
)
def test_a_form_that_is_none_is_told_what_is_meant(form: str, said: str, run_toolc: Run) -> None:
    result = run_toolc("translate", "--to", form, "--input", "tools.json")
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize("bad", ["--report", "--output"])
@pytest.mark.parametrize("file", ["no/such/folder.json", "."])
def test_nothing_is_written_when_one_file_cannot_be(
    bad: str, file: str, project: Path, run_toolc: Run
) -> None:
    other = {"--report": "--output", "--output": "--report"}[bad]
    arguments = ("--to", "openai", "--input", "tools.json", bad, file)
    for result in (
        run_toolc("translate", *arguments),
        run_toolc("translate", *arguments, other, "o"),
    ):
        assert (result.exit_code, result.stdout) == (1, "")
        assert "error[TC128]" in result.stderr
    assert not (project / "o").exists()
