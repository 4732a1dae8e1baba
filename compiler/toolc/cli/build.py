"""`toolc build`: compile what a manifest names, and write it."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import click

from toolc import driver
from toolc.cli.console import Console, with_console
from toolc.cli.source import access_options
from toolc.cli.streams import is_terminal
from toolc.cli.table import table
from toolc.diagnostics.codes import PROMISE_BROKEN
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.render import shorten
from toolc.driver import Build
from toolc.frontends.access import Access
from toolc.manifest import Manifest, find_manifest
from toolc.proof import SAMPLES, Promise, Proof, prove
from toolc.report import TargetCount
from toolc.runtime.errors import UsageError

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
    help="Fail on it: loss, weakened, narrowed, moved, warning, a code, or TC3xx. Repeatable.",
)
@click.option("--verify", is_flag=True, help="Try the promises of each target on drawn values.")
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    default=SAMPLES,
    show_default=True,
    metavar="N",
    help="With --verify: values drawn for each tool.",
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
    verify: bool,
    samples: int,
    access: Access,
) -> None:
    """Compile what MANIFEST names, and write it.

    MANIFEST is a file or a folder; without it, ./toolc.yaml or [tool.toolc] in ./pyproject.toml.
    """
    if manifest == "-":
        raise UsageError("a manifest is a file, as the paths in it are relative to it: name it")
    started = time.perf_counter()
    path = find_manifest(manifest)
    console.folder = path.parent
    plan = driver.open_manifest(path)
    with _progress(plan, console) as progress:
        made = driver.build(plan, progress, deny, access)
    console.know(made.texts)
    if out is not None:
        made = replace(made, folder=Path(out) / plan.toolset)
    proofs = _verify(console, made, samples) if verify else []
    if check:
        _compare(console, made)
    else:
        kept = driver.write(made)
        _tell(
            console,
            replace(made, diagnostics=(*made.diagnostics, *kept)),
            proofs,
            time.perf_counter() - started,
        )


@contextmanager
def _progress(plan: Manifest, console: Console) -> Iterator[Callable[[str], None]]:
    """A bar on a terminal when there is much to do; with `--verbose` a line for each step."""
    size = sum(
        file.stat().st_size
        for entry in plan.sources
        if (file := plan.folder / entry.file).is_file()
    )
    if console.verbose or console.quiet or size < _MUCH or not is_terminal():
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
                console.say(diff + "\n")
    elif not console.quiet:
        console.text(f"{made.folder} is what its sources give\n")
    if stale:
        raise click.exceptions.Exit(1)


def _verify(console: Console, made: Build, samples: int) -> list[Proof]:
    """How the promises fared for each target; the command ends where one is broken."""
    proofs = []
    for output, compiled in made.compiled.items():
        proofs.append(Proof(output))
        for tool in prove(compiled, samples):
            proofs[-1].add(tool)
    broken = [item for proof in proofs for item in _broken(made, proof)]
    if broken:
        console.failed(broken)
    return proofs


def _broken(made: Build, proof: Proof) -> Iterator[Diagnostic]:
    origins = {tool.name: tool.origin for tool in made.toolset.tools}
    for found in proof.broken:
        yield PROMISE_BROKEN.at(
            tool=found.tool,
            origin=origins[found.tool],
            target=proof.target,
            what=_BREAKS[found.promise],
            value=shorten(json.dumps(found.value, ensure_ascii=False), _LONGEST_VALUE),
            reason=found.reason,
        )


_BREAKS: dict[Promise, str] = {
    "sayable": "can't say what the source accepts",
    "undone": "gives arguments back changed",
    "reported": "lets through what the source refuses, and no loss says so",
}

_LONGEST_VALUE = 600


def _tell(console: Console, made: Build, proofs: Sequence[Proof], seconds: float) -> None:
    if console.as_json:
        summary = {
            "toolset": made.toolset.name,
            "folder": made.folder.as_posix(),
            "files": list(made.files),
            "targets": [asdict(count) for count in made.counts],
            "diagnostics": console.diagnostics_data(made.diagnostics),
        }
        if proofs:
            summary["proofs"] = [asdict(proof) for proof in proofs]
        console.data(summary)
        return
    if not console.quiet:
        console.text(_heading(made) + "\n")
        if made.counts:
            console.text(table(_COLUMNS, made.counts) + "\n")
    if console.diagnostics(made.diagnostics, by_target=False):
        console.say()
    if not console.quiet:
        if proofs:
            console.text(table(_PROOF_COLUMNS, proofs) + "\n")
        console.text(f"wrote {len(made.files)} files to {made.folder} in {seconds:.1f} s\n")


def _heading(made: Build) -> str:
    (first, count), *others = made.taken.items()
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


_PROOF_COLUMNS: dict[str, Callable[[Proof], object]] = {
    "verified": lambda proof: proof.target,
    "tools": lambda proof: proof.tools,
    "sayable": lambda proof: proof.held["sayable"],
    "undone": lambda proof: proof.held["undone"],
    "losses reported": lambda proof: proof.held["reported"],
    "untested": lambda proof: proof.untested,
    "refused": lambda proof: proof.refused,
}
