"""`toolc plugin init`: the package it writes is installed, works, and passes its own test."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import Result
from installed import Site, site

import toolc

__all__ = ["site"]

Run = Callable[..., Result]
KINDS = ("target", "frontend")


def init(run_toolc: Run, kind: str, *more: str, name: str = "acme") -> Result:
    arguments = ("--name", name, "--kind", kind, "--output-dir", "package", *more)
    return run_toolc("plugin", "init", *arguments)


def run(*arguments: str, cwd: Path, path: Path) -> subprocess.CompletedProcess[str]:
    """Run this interpreter with the packages of one folder installed, and toolc."""
    places = os.pathsep.join([str(path), str(Path(toolc.__file__).parents[1])])
    return subprocess.run(  # noqa: S603 - this interpreter, with the test's own arguments
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": places, "PYTEST_ADDOPTS": ""},
    )


def install(package: Path, site: Site) -> None:
    """Install a package as its own `pyproject.toml` says."""
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    [source] = (package / "src").iterdir()
    site.install(project["name"], project["entry-points"])
    (site.folder / source.name).symlink_to(source)


@pytest.mark.parametrize("kind", KINDS)
def test_the_package_passes_its_own_test(
    kind: str, site: Site, tmp_path: Path, run_toolc: Run
) -> None:
    assert init(run_toolc, kind).exit_code == 0
    install(tmp_path / "package", site)
    result = run("-m", "pytest", "-q", cwd=tmp_path / "package", path=site.folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "passed" in result.stdout


@pytest.mark.skipif(find_spec("hatchling") is None, reason="pip needs hatchling to build it")
def test_pip_installs_the_package(tmp_path: Path, run_toolc: Run) -> None:
    init(run_toolc, "target")
    installed = tmp_path / "installed"
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    pip = ("-m", "pip", "install", "--quiet", *offline, "--target", str(installed), "./package")
    result = run(*pip, cwd=tmp_path, path=installed)
    assert result.returncode == 0, result.stderr
    listed = run("-m", "toolc", "targets", "--output", "json", cwd=tmp_path, path=installed)
    found = json.loads(listed.stdout)
    assert found["targets"][-1] == {"name": "acme", "title": "Acme", "options": []}
    assert found["problems"] == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_clean(kind: str, tmp_path: Path, run_toolc: Run) -> None:
    init(run_toolc, kind, name="Acme.AI")
    package = tmp_path / "package"
    config = ("--config", str(Path(__file__).parents[2] / "pyproject.toml"))
    for check in (("check",), ("format", "--check")):
        result = run("-m", "ruff", *check, *config, ".", cwd=package, path=tmp_path)
        assert result.returncode == 0, result.stdout + result.stderr
    result = run("-m", "mypy", "--strict", "src", "tests", cwd=package, path=package / "src")
    assert result.returncode == 0, result.stdout + result.stderr


def test_what_is_told(tmp_path: Path, run_toolc: Run) -> None:
    told = json.loads(init(run_toolc, "target", "--output", "json").stdout)
    assert told["folder"] == "package"
    assert "src/toolc_acme/__init__.py" in told["files"]
    assert all((tmp_path / "package" / file).is_file() for file in told["files"])


def test_nothing_is_overwritten(tmp_path: Path, run_toolc: Run) -> None:
    readme = tmp_path / "package" / "README.md"
    readme.parent.mkdir()
    readme.write_text("mine")
    result = init(run_toolc, "target")
    assert (result.exit_code, readme.read_text()) == (2, "mine")
    assert "README.md` is there already" in result.stderr
    assert [*readme.parent.iterdir()] == [readme]


def test_a_link_is_not_written_through(tmp_path: Path, run_toolc: Run) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "README.md").symlink_to(tmp_path / "elsewhere")
    assert init(run_toolc, "target").exit_code == 1
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [
        ("target", "OpenAI", "toolc has a target `openai` of its own"),
        ("frontend", "mcp", "toolc has a frontend `mcp` of its own"),
        ("target", "../evil", "a plug-in can't be called '../evil'"),
        ("goal", "acme", "'goal' is not one of"),
    ],
)
def test_what_cannot_be_is_wrong_usage(
    kind: str, name: str, told: str, tmp_path: Path, run_toolc: Run
) -> None:
    result = init(run_toolc, kind, name=name)
    assert result.exit_code == 2
    assert told in result.stderr
    assert not (tmp_path / "package").exists()
