"""The whole pipeline: documents to a toolset, a toolset to files, files to a folder."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path

from toolc.artifacts import artifacts, compiled_targets
from toolc.diagnostics import codes
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.errors import InputError, LossError
from toolc.diagnostics.render import render_json
from toolc.diagnostics.sources import Sources
from toolc.frontends.access import Access
from toolc.ir.dump import dump
from toolc.ir.model import Toolset
from toolc.loading import Files, Loaded, Progress, load, merge, silent
from toolc.lock import LOCK_FILE, locked_outputs, make_lock, with_kept
from toolc.manifest import Manifest, read_manifest
from toolc.outputs import differences, digest, json_text, kept_files, write_folder
from toolc.report import TargetCount, count_target, denied, make_report
from toolc.targets import TARGETS, Compiled

__all__ = [
    "Build",
    "Loaded",
    "build",
    "check",
    "load",
    "merge",
    "not_written",
    "open_manifest",
    "steps",
    "target_options",
    "write",
]


@dataclass(frozen=True, slots=True)
class Build:
    """A finished build, not written yet: the files of `folder` by name, the lock last.

    `taken` counts the tools of each source; `texts` holds the texts by file that `diagnostics` are
    shown with.
    """

    toolset: Toolset
    taken: dict[str, int]
    folder: Path
    files: Files
    compiled: dict[str, Compiled]
    counts: tuple[TargetCount, ...]
    diagnostics: tuple[Diagnostic, ...]
    texts: Files


def open_manifest(path: str | Path) -> Manifest:
    """Read a manifest for the targets that exist. Raises InputError."""
    return read_manifest(path, target_options())


def target_options() -> Mapping[str, Mapping[str, type]]:
    """The targets that exist, each with its options and the type of their values."""
    return _TargetOptions()


_ANY_TARGET: dict[str, type] = {"mode": str, "size": str, "model": str}
"""Options that every target has: see `toolc.targets.compile_for`."""


class _TargetOptions(Mapping[str, Mapping[str, type]]):
    """The options of a target, made when they are asked for: plug-ins are not loaded in vain."""

    def __getitem__(self, name: str) -> Mapping[str, type]:
        with TARGETS.blaming(name):
            options = signature(TARGETS[name].form, eval_str=True).parameters
        return {key: option.annotation for key, option in options.items()} | _ANY_TARGET

    def __contains__(self, name: object) -> bool:
        return name in TARGETS

    def __iter__(self) -> Iterator[str]:
        return iter(TARGETS)

    def __len__(self) -> int:
        return len(TARGETS)


def build(
    manifest: Manifest,
    progress: Progress = silent,
    deny: Iterable[str] = (),
    access: Access | None = None,
) -> Build:
    """Compile all that a manifest names; nothing is written.

    `progress` hears a word at each of the `steps(manifest)`; `deny` names what is not accepted (see
    `toolc.report.denied`); `access` is what the sources may read besides themselves. Raises
    InputError, which tells all that is wrong, and LossError.
    """
    loaded = load(manifest, progress, access)
    toolset = loaded.toolset
    compiled = compiled_targets(manifest, toolset, progress)
    parts = artifacts(manifest, toolset, compiled, progress)
    diagnostics = (*loaded.diagnostics, *(item for _, found in parts for item in found))
    if refused := denied(diagnostics, tuple(deny)):
        raise LossError(refused)

    files = {name: text for made, _ in parts for name, text in made.items()}
    files["ir.json"] = json_text(dump(toolset))
    digests = {file: digest(text) for file, text in loaded.texts.items()}
    counts = [count_target(name, each, len(toolset.tools)) for name, each in compiled.items()]
    texts = {manifest.name: manifest.text, **loaded.texts}
    told = render_json(diagnostics, Sources(texts))
    files["report.json"] = json_text(make_report(make_lock(toolset, digests, files), counts, told))
    files[LOCK_FILE] = json_text(make_lock(toolset, digests, files))
    return Build(
        toolset=toolset,
        taken=loaded.taken,
        folder=manifest.folder / manifest.out / manifest.toolset,
        files=files,
        compiled=compiled,
        counts=tuple(counts),
        diagnostics=diagnostics,
        texts=texts,
    )


def steps(manifest: Manifest) -> int:
    """How often a build reports its progress."""
    emitted = (manifest.targets, manifest.prompts, manifest.envelopes, manifest.modules)
    return len(manifest.sources) + sum(map(len, emitted))


def write(made: Build) -> tuple[Diagnostic, ...]:
    """Put a build into its folder, whole or not at all; InputError when that can't be done.

    Gives back a warning for each file that is no longer written, but stays.
    """
    try:
        files, kept, earlier = _with_kept(made)
        write_folder(made.folder, files, earlier)
    except OSError as error:
        raise not_written(made.folder, error) from error
    return tuple(codes.KEPT.at(file=made.folder / name) for name in kept)


def _with_kept(made: Build) -> tuple[Files, dict[str, str], dict[str, str]]:
    """The files with a lock that remembers what is kept, what that is, and what builds wrote."""
    earlier = locked_outputs(made.folder)
    kept = {name: earlier[name] for name in kept_files(made.folder, made.files, earlier)}
    files = made.files | {LOCK_FILE: with_kept(made.files[LOCK_FILE], kept)}
    return files, kept, earlier


def not_written(path: Path, error: OSError) -> InputError:
    """The error to raise for a file or folder, or a file in it, that can't be written."""
    reason = (error.strerror or str(error)).lower()
    at_fault = error.filename2 or error.filename or path
    hint = "check its permissions, and that no file stands where a folder is needed, or the reverse"
    return InputError([codes.NOT_WRITTEN.at(path=at_fault, reason=reason, hint=hint)])


def check(made: Build) -> Iterator[tuple[Diagnostic, str]]:
    """What in the folder is not as the build says, each with a short diff.

    Raises InputError where the folder can't be read.
    """
    try:
        files, kept, earlier = _with_kept(made)
        found = list(differences(made.folder, files, earlier))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        path = error.filename or made.folder
        raise InputError([codes.FILE_UNREADABLE.at(path=path, reason=reason)]) from error
    for name, state, diff in found:
        hint = "remove it, or let the manifest name it again" if name in kept else _BUILD
        yield codes.STALE.at(file=made.folder / name, state=state, hint=hint), diff


_BUILD = "run `toolc build` and commit what it writes"
