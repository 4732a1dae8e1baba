"""Packages that are installed for one test: a folder on `sys.path` with modules and metadata."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from toolc.frontends import FRONTENDS
from toolc.targets import TARGETS

__all__ = ["TARGET", "Site", "site"]

TARGET = """\
from toolc.ir.language import Language
from toolc.targets import Form, Target
from toolc.targets.shapes import described

LANGUAGE = Language(target="{name}", name_rule=r"[a-z_]+")


def _emit(toolset):
    return [described(tool, schema=tool.input) for tool in toolset.tools]


def _form(*, loud: bool = False):
    return Form(language=LANGUAGE, passes=("deref", "wrap_root", "rename_tools"), emit=_emit)


TARGET = Target(name="{name}", title="The {name} API", form=_form)
"""
"""A target that works, as a package of its own would write it."""


class Site:
    """A folder of installed packages, at the front of `sys.path`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(
        self, package: str, entry_points: Mapping[str, Mapping[str, str]], **modules: str
    ) -> None:
        """Install a package of version 1.0: its entry points by group, its modules by name."""
        folder = self.folder / f"{package.replace('-', '_')}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [
            line
            for group, names in entry_points.items()
            for line in (f"[{group}]", *(f"{name} = {value}" for name, value in names.items()))
        ]
        (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")
        for name, source in modules.items():
            (self.folder / f"{name}.py").write_text(source)
        forget()

    def install_target(self, name: str, source: str = TARGET) -> None:
        """Install the package `toolc-<name>`, which brings one target."""
        module = f"toolc_{name}"
        entry = {"toolc.targets": {name: f"{module}:TARGET"}}
        self.install(f"toolc-{name}", entry, **{module: source.replace("{name}", name)})


def forget() -> None:
    """Let every registry look anew."""
    for registry in (TARGETS, FRONTENDS):
        registry.forget()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Where a test can install packages; they are gone after it."""
    folder = tmp_path / "site"
    folder.mkdir()
    before = {*sys.modules}
    monkeypatch.syspath_prepend(folder)
    yield Site(folder)
    monkeypatch.undo()
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
    forget()
