"""New plug-in packages: their names, and that each kind's templates give files that fit."""

import ast
import tomllib

import pytest

from toolc.codegen.plugin import plugin_files, plugin_kinds, plugin_name
from toolc.runtime.errors import UsageError

GROUPS = {"target": "toolc.targets", "frontend": "toolc.frontends"}


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("acme", "acme"),
        ("Acme", "acme"),
        ("acme.AI", "acme-ai"),
        ("a_-_b", "a-b"),
        ("class", "class"),
        ("a" * 64, "a" * 64),
    ],
)
def test_a_name_is_folded(given: str, name: str) -> None:
    assert plugin_name(given) == name


@pytest.mark.parametrize(
    "given",
    [
        "",
        " ",
        "1st",
        "-a",
        "a-",
        "a" * 65,
        "été",
        "a b",
        "../evil",
        "/etc/passwd",
        "a/b",
        "a\nb",
        "a\x00",
        'a"]\nx = 1',
        "{{ 7 * 7 }}",
        "a'; import os; '",
        "x" * 2_000_000,
    ],
)
def test_a_hostile_name_is_a_usage_error_in_one_line(given: str) -> None:
    with pytest.raises(UsageError, match="a plug-in can't be called") as caught:
        plugin_name(given)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500


def test_the_kinds_are_those_that_can_be_installed() -> None:
    assert plugin_kinds() == sorted(GROUPS)


@pytest.mark.parametrize("kind", GROUPS)
@pytest.mark.parametrize("name", ["acme", "acme-ai", "class"])
def test_the_files_of_a_package(kind: str, name: str) -> None:
    files = plugin_files(name, kind)
    module = f"toolc_{name.replace('-', '_')}"
    project = tomllib.loads(files["pyproject.toml"])["project"]
    [(entry, value)] = project["entry-points"][GROUPS[kind]].items()
    assert (project["name"], entry) == (f"toolc-{name}", name)
    package, _, attribute = value.partition(":")
    assert package == module
    source = files[f"src/{module}/__init__.py"]
    assert f'__all__ = ["{attribute}"]' in source
    for file, text in files.items():
        assert "{{" not in text
        assert not text or (text.endswith("\n") and not text.endswith("\n\n"))
        if file.endswith(".py"):
            ast.parse(text)
