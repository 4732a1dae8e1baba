"""`toolc build`: compile what a manifest names, and write it."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import click

from toolc import driver
from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options
from toolc.driver import Build
from toolc.frontends.access import Access
from toolc.manifest import Manifest, find_manifest
from toolc.report import TargetCount

__all__ = ["build"]

_MUCH = 1_000_000
"""Bytes of sources from which on a build takes long enough for a progress bar."""


@click.command()
@click.argument("manifest", required=False)
@click.option("--check", is_flag=True, help="Write nothing; fail if what is written is stale.")
@click.option("--out", metavar="DIR", help="Write below DIR instead of what the manifest says.")
@click.option(
    "--deny",
    multiple=True,
    metavar="WHAT",
    help="Fail on it: loss, weakened, narrowed, moved, warning, or a code. Repeatable.",
)
@with_console()
@access_options
def build(
    console: Console,
    manifest: str | None,
    *,
    check: bool,
    out: str | None,
    deny: Sequence[str],
    access: Access,
) -> None:
    """Compile what MANIFEST names, and write it.

    MANIFEST is a file or a folder; without it, ./toolc.yaml or [tool.toolc] in ./pyproject.toml.
    """
    started = time.perf_counter()
    path = find_manifest(manifest)
    console.folder = path.parent
    plan = driver.open_manifest(path)
    with _progress(plan, console) as progress:
        made = driver.build(plan, progress, deny, access)
    if out is not None:
        made = replace(made, folder=Path(out) / plan.toolset)
    if check:
        _compare(console, made)
    else:
        driver.write(made)
        _tell(console, made, time.perf_counter() - started)


@contextmanager
def _progress(plan: Manifest, console: Console) -> Iterator[Callable[[str], None]]:
    """A bar on a terminal when there is much to do; with `--verbose` a line for each step."""
    size = sum(
        file.stat().st_size
        for entry in plan.sources
        if (file := plan.folder / entry.file).is_file()
    )
    if console.verbose or console.quiet or size < _MUCH or not sys.stderr.isatty():
        yield console.log
        return
    with click.progressbar(length=driver.steps(plan), file=sys.stderr, label=plan.toolset) as bar:
        yield lambda _: bar.update(1)


def _compare(console: Console, made: Build) -> None:
    stale = list(driver.check(made))
    if console.as_json:
        found = console.diagnostics_data([item for item, _ in stale])
        differences = [item | {"diff": diff} for item, (_, diff) in zip(found, stale, strict=True)]
        console.data({"fresh": not stale, "diagnostics": differences})
    elif stale:
        for item, diff in stale:
            console.diagnostics([item])
            if diff:
                click.echo(diff + "\n", err=True)
    elif not console.quiet:
        click.echo(f"{made.folder} is what its sources give")
    if stale:
        raise click.exceptions.Exit(1)


def _tell(console: Console, made: Build, seconds: float) -> None:
    if console.as_json:
        summary = {
            "toolset": made.toolset.name,
            "folder": made.folder.as_posix(),
            "files": list(made.files),
            "targets": [asdict(count) for count in made.counts],
            "diagnostics": console.diagnostics_data(made.diagnostics),
        }
        console.data(summary)
        return
    if not console.quiet:
        click.echo(_heading(made))
        click.echo(_table(made.counts))
    # Without its target, one loss that several targets share is told once, and the others counted.
    shared = [item.model_copy(update={"target": None}) for item in made.diagnostics]
    if console.diagnostics(shared):
        click.echo(err=True)
    if not console.quiet:
        click.echo(f"wrote {len(made.files)} files to {made.folder} in {seconds:.1f} s")


def _heading(made: Build) -> str:
    files = Counter(tool.origin.file if tool.origin else "?" for tool in made.toolset.tools)
    (first, count), *others = files.items()
    parts = [f"{count} tools from {first}" if count != 1 else f"1 tool from {first}"]
    parts += [f"{count} from {file}" for file, count in others]
    return f"{made.toolset.name}  {', '.join(parts)}\n"


_COLUMNS: dict[str, Callable[[TargetCount], object]] = {
    "target": lambda count: count.output,
    "tools": lambda count: count.tools,
    "moved to words": lambda count: count.moved,
    "left to the validator": lambda count: count.left,
    "narrowed": lambda count: count.narrowed,
    "refused": lambda count: count.refused,
}


def _table(counts: Sequence[TargetCount]) -> str:
    """The counts, aligned: names to the left, numbers to the right."""
    rows = [list(_COLUMNS), *([str(cell(count)) for cell in _COLUMNS.values()] for count in counts)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  "
        + "   ".join(
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return "\n".join(lines) + "\n"
