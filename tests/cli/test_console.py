"""What all commands share: options, standard input, how errors and JSON are printed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from toolc.cli import COMMANDS

Run = Callable[..., Result]

READERS = {
    "translate": ("--to", "openai", "--input"),
    "prompt": ("--input",),
    "envelope": ("--for", "vllm", "--input"),
    "inspect": ("--input",),
    "validate": ("--input",),
    "parse": ("--tools",),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_the_common_options(command: str, run_toolc: Run) -> None:
    result = run_toolc(command, "--help")
    assert result.exit_code == 0
    for option in ("--quiet", "--verbose", "--output"):
        assert option in result.stdout


@pytest.mark.parametrize(("command", "arguments"), READERS.items())
def test_a_document_can_come_from_a_file_or_stdin(
    command: str, arguments: tuple[str, ...], project: Path, run_toolc: Run
) -> None:
    (project / "reply.txt").write_text(
        '<tool_call name="get_weather">{"location": "Oslo"}</tool_call>'
    )
    rest = ("reply.txt",) if command == "parse" else ()
    from_file = run_toolc(command, *arguments, "tools.json", *rest)
    text = (project / "tools.json").read_text()
    from_stdin = run_toolc(command, *arguments, "-", *rest, stdin=text)
    assert from_file.exit_code == 0, from_file.output
    assert from_file.stdout == from_stdin.stdout
    assert from_file.stdout.strip()


@pytest.mark.parametrize(("command", "arguments"), READERS.items())
def test_an_error_on_stdin_has_a_place(
    command: str, arguments: tuple[str, ...], run_toolc: Run
) -> None:
    rest = (__file__,) if command == "parse" else ()
    result = run_toolc(command, *arguments, "-", *rest, stdin='{"tools": [\n  3 4]}')
    assert result.exit_code == 1
    assert "<stdin>:2:5: error[TC103]" in result.stderr
    assert "2 |   3 4]}" in result.stderr
    assert result.stdout == ""


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("command", ["inspect", "validate", "prompt", "targets", "explain"])
def test_json_output(command: str, run_toolc: Run) -> None:
    arguments = {"targets": (), "explain": ("TC204",)}.get(command, ("--input", "tools.json"))
    result = run_toolc(command, *arguments, "--output", "json")
    assert result.exit_code == 0, result.output
    assert isinstance(json.loads(result.stdout), dict)
    assert result.stderr == ""


def test_json_output_of_an_error_is_json(run_toolc: Run) -> None:
    result = run_toolc("validate", "--input", "nope.json", "--output", "json")
    assert result.exit_code == 1
    (item,) = json.loads(result.stdout)["diagnostics"]
    assert (item["code"], item["file"]) == ("TC101", "nope.json")
