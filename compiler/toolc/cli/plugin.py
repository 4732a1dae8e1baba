"""`toolc plugin`: begin a package that brings something of one's own to toolc."""

from collections.abc import Container
from pathlib import Path

import click

from toolc.cli.console import Console, with_console
from toolc.codegen.plugin import plugin_files, plugin_kinds, plugin_name
from toolc.driver import not_written
from toolc.frontends import FRONTENDS
from toolc.outputs import encoded
from toolc.runtime.errors import UsageError
from toolc.targets import TARGETS

__all__ = ["plugin"]

_TAKEN: dict[str, Container[str]] = {"target": TARGETS.own, "frontend": FRONTENDS.own}
"""The names of toolc's own things, which a plug-in can't have, by kind."""


@click.group()
def plugin() -> None:
    """Begin a package that brings a target, or another part, of your own."""


@plugin.command()
@click.option("--name", "given", required=True, help="What the plug-in is to be called.")
@click.option("--kind", required=True, type=click.Choice(plugin_kinds()), help="What it brings.")
@click.option("--output-dir", required=True, metavar="DIR", help="The package's folder.")
@with_console()
def init(console: Console, given: str, kind: str, output_dir: str) -> None:
    """Write a package with a plug-in that works, and the test that it has to pass."""
    name = plugin_name(given)
    if name in _TAKEN.get(kind, ()):
        raise UsageError(f"toolc has a {kind} `{name}` of its own; choose another name")
    folder = Path(output_dir)
    files = plugin_files(name, kind)
    there = next((file for file in files if (folder / file).exists()), None)
    if there is not None:
        raise UsageError(f"`{folder / there}` is there already; name a folder without it")
    _write(folder, files)
    if console.as_json:
        console.data({"name": name, "kind": kind, "folder": str(folder), "files": list(files)})
    elif not console.quiet:
        console.text("".join(f"{folder / file}\n" for file in files))
        console.text(f"\nnext: cd {folder} && pip install -e '.[dev]' && pytest\n")


def _write(folder: Path, files: dict[str, str]) -> None:
    for file, text in files.items():
        path = folder / file
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as stream:
                stream.write(encoded(text))
        except OSError as error:
            raise not_written(path, error) from error
