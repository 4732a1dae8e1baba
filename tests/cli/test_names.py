"""Options that take a name: what is unknown is told with the nearest name."""

from collections.abc import Callable

import click
import pytest
from click.testing import Result

from toolc.cli.names import Names

Run = Callable[..., Result]


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        ("--to", "opnai", "there is no form `opnai`; did you mean `openai`?"),
        ("--from", "mpc", "there is no format `mpc`; did you mean `mcp`?"),
    ],
)
def test_an_unknown_name_is_wrong_usage(option: str, given: str, told: str, run_toolc: Run) -> None:
    options = {"--to": "openai", "--from": "mcp", "--input": "tools.json", option: given}
    result = run_toolc("translate", *(word for pair in options.items() for word in pair))
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())


def test_help_shows_the_names(run_toolc: Run) -> None:
    shown = "".join(run_toolc("translate", "--help").stdout.split())
    assert "[auto|ir|openapi|mcp" in shown
    assert "|typescript]" in shown


def test_names_are_completed() -> None:
    names = Names("thing", ["one"], lambda: ["one", "other", "two"])
    command = click.Command("c", params=[click.Option(["--of"], type=names)])
    [option] = command.params
    found = names.shell_complete(click.Context(command), option, "o")
    assert [item.value for item in found] == ["one", "other"]


def test_what_is_known_is_asked_for_other_names_only() -> None:
    names = Names("thing", ["one"], lambda: pytest.fail("asked in vain"))
    assert names.convert("one", None, None) == "one"
