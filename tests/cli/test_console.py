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
    below = {"plugin": ("init",)}.get(command, ())
    result = run_toolc(command, *below, "--help")
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
    named = from_stdin.stdout.replace("<stdin>", "tools.json")
    assert from_file.stdout.split() == named.split()
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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("validate",), "--input"),
        (("biuld",), "did you mean `build`?"),
        (("build", "--deny", "losses"), "losses"),
        (("parse", "--finish-reason", "foo"), "stop"),
        (("plugin", "init"), "--name"),
        (("explain", "TC10"), "did you mean"),
    ],
)
@pytest.mark.usefixtures("project")
def test_wrong_usage_is_json_where_that_is_asked_for(
    arguments: tuple[str, ...], said: str, run_toolc: Run
) -> None:
    for output in (("--output", "json"), ("--output=json",)):
        result = run_toolc(*arguments, *output)
        assert (result.exit_code, result.stderr) == (2, "")
        told = json.loads(result.stdout)
        assert said in told["error"]
        assert told["usage"].startswith("Usage: toolc")


def test_a_file_called_json_asks_for_no_json(run_toolc: Run) -> None:
    result = run_toolc("translate", "--to", "openai", "--output", "json")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_fault_of_the_system_is_no_bug(run_toolc: Run) -> None:
    result = run_toolc("build", "x" * 5000)
    assert result.exit_code == 1
    assert "error[TC102]" in result.stderr
    assert "TC900" not in result.stderr
