"""Diagnostics as annotations of GitHub Actions."""

from typing import Any
from urllib.parse import unquote

import pytest

from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.github import render_github
from toolc.diagnostics.sources import Sources

TEXT = 'paths:\n  /pet:\n    $ref: "#/components/Catt"\n'


def dangling(**fields: Any) -> Diagnostic:
    origin = Origin(file="pets.yaml", pointer="/paths/~1pet/$ref")
    message = "`$ref` points to `#/components/Catt`, which does not exist"
    item = Diagnostic(code="TC204", severity="error", message=message, origin=origin)
    return item.model_copy(update=fields)


def test_the_whole_line() -> None:
    item = dangling(tool="get_pet", help="did you mean `Cat`?")
    assert render_github([item], Sources({"pets.yaml": TEXT})) == (
        "::error file=pets.yaml,line=3,col=11,endColumn=29,title=TC204::"
        "`$ref` points to `#/components/Catt`, which does not exist"
        "%0Ain tool get_pet, at: /paths/~1pet/$ref%0Ahelp: did you mean `Cat`?\n"
    )


def test_nothing_for_nothing() -> None:
    assert render_github([]) == ""


@pytest.mark.parametrize(
    ("severity", "command"), [("error", "error"), ("warning", "warning"), ("note", "notice")]
)
def test_each_severity_has_its_command(severity: str, command: str) -> None:
    assert render_github([dangling(severity=severity)]).startswith(f"::{command} ")


def test_what_is_in_no_file_has_no_place() -> None:
    assert render_github([dangling(origin=None, message="m")]) == "::error title=TC204::m\n"


@pytest.mark.parametrize(
    ("file", "named"), [("a/../b/c.yaml", "b/c.yaml"), ("https://x/a.json", "https%3A//x/a.json")]
)
def test_the_file_is_named_as_the_repository_has_it(file: str, named: str) -> None:
    assert render_github([dangling(origin=Origin(file=file))]).startswith(f"::error file={named},")


def test_one_loss_of_two_targets_is_annotated_once() -> None:
    losses = [dangling(target=target) for target in ("openai", "gemini")]
    assert render_github(losses) == render_github(losses[:1])


@pytest.mark.parametrize(
    "hostile", ["a\n::stop-commands::x", "a\r\n::error::b", "50% a:b,c", "%0A"]
)
def test_the_users_words_start_no_command_and_no_property(hostile: str) -> None:
    item = dangling(message=hostile, origin=Origin(file=hostile, line=1, column=2), tool=hostile)
    shown = render_github([item])
    assert shown.count("\n") == 1
    head, _, text = shown.removeprefix("::").rstrip("\n").partition("::")
    command, _, properties = head.partition(" ")
    assert command == "error"
    names = [part.partition("=")[0] for part in properties.split(",")]
    assert names == ["file", "line", "col", "endColumn", "title"]
    assert unquote(text).startswith(hostile.replace("\r", "\\r"))


def test_a_message_of_megabytes_is_cropped() -> None:
    assert len(render_github([dangling(message="x" * 3_000_000)])) < 10_000
