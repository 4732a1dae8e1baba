"""The whole pipeline: documents to a toolset, a toolset to files, files to a folder."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from pathlib import Path

from toolc.backends import envelope, prompt
from toolc.codegen.module import emit_module
from toolc.diagnostics import codes
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError, LossError
from toolc.diagnostics.render import render_json
from toolc.diagnostics.sources import Sources
from toolc.frontends import read_tools
from toolc.frontends.access import Access
from toolc.frontends.documents import read_document
from toolc.frontends.library import Library
from toolc.ir.dump import dump
from toolc.ir.model import Tool, Toolset
from toolc.ir.select import select
from toolc.lock import LOCK_FILE, locked_outputs, make_lock, toolset_digest
from toolc.manifest import Manifest, SourceEntry, read_manifest
from toolc.outputs import differences, digest, json_text, write_folder
from toolc.report import TargetCount, count_target, denied, make_report
from toolc.targets import TARGETS, Compiled, compile_for

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

Files = dict[str, str]
Progress = Callable[[str], None]
Part = tuple[Files, tuple[Diagnostic, ...]]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The tools of all sources, the sources' texts by file, and what there is to say of them."""

    toolset: Toolset
    texts: Files
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """A finished build, not written yet: the files of `folder` by name, the lock last."""

    toolset: Toolset
    folder: Path
    files: Files
    counts: tuple[TargetCount, ...]
    diagnostics: tuple[Diagnostic, ...]


def _silent(_: str) -> None:
    """Progress that nobody wants to hear of."""


def open_manifest(path: str | Path) -> Manifest:
    """Read a manifest for the targets that exist. Raises InputError."""
    return read_manifest(path, target_options())


def target_options() -> dict[str, dict[str, type]]:
    """The targets that exist, each with its options and the type of their values."""
    return {
        name: {key: each.annotation for key, each in signature(target.form).parameters.items()}
        for name, target in TARGETS.items()
    }


def build(
    manifest: Manifest,
    progress: Progress = _silent,
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
    compiled = _compile(manifest, toolset, progress)
    parts = [
        *_targets(compiled),
        *_prompts(manifest, toolset, progress),
        *_envelopes(manifest, toolset, progress),
        *_module(manifest, toolset, progress),
    ]
    diagnostics = (*loaded.diagnostics, *(item for _, found in parts for item in found))
    if refused := denied(diagnostics, tuple(deny)):
        raise LossError(refused)

    files = {name: text for made, _ in parts for name, text in made.items()}
    files["ir.json"] = json_text(dump(toolset))
    digests = {file: digest(text) for file, text in loaded.texts.items()}
    counts = [count_target(name, each, len(toolset.tools)) for name, each in compiled.items()]
    told = render_json(diagnostics, Sources(loaded.texts))
    files["report.json"] = json_text(make_report(make_lock(toolset, digests, files), counts, told))
    files[LOCK_FILE] = json_text(make_lock(toolset, digests, files))
    return Build(
        toolset=toolset,
        folder=manifest.folder / manifest.out / manifest.toolset,
        files=files,
        counts=tuple(counts),
        diagnostics=diagnostics,
    )


def steps(manifest: Manifest) -> int:
    """How often a build reports its progress."""
    emitted = (manifest.sources, manifest.targets, manifest.prompts, manifest.envelopes)
    return sum(map(len, emitted)) + (manifest.module is not None)


def write(made: Build) -> None:
    """Put a build into its folder, whole or not at all; InputError when that can't be done."""
    try:
        write_folder(made.folder, made.files, locked_outputs(made.folder))
    except OSError as error:
        raise not_written(made.folder, error) from error


def not_written(path: Path, error: OSError) -> InputError:
    """The error to raise for a file or folder that can't be written."""
    reason = (error.strerror or str(error)).lower()
    return InputError([codes.NOT_WRITTEN.at(path=path, reason=reason)])


def check(made: Build) -> Iterator[tuple[Diagnostic, str]]:
    """What in the folder is not as the build says, each with a short diff."""
    for name, state, diff in differences(made.folder, made.files, locked_outputs(made.folder)):
        yield codes.STALE.at(file=made.folder / name, state=state), diff


# --- sources to a toolset ---


def load(manifest: Manifest, progress: Progress = _silent, access: Access | None = None) -> Loaded:
    """Read, select and merge the sources. Raises InputError, which tells every error in them."""
    toolsets: list[Toolset] = []
    texts: Files = {}
    found: list[Diagnostic] = []
    for entry in manifest.sources:
        progress(entry.file)
        try:
            toolset, read, problems = _read(manifest, entry, access)
        except InputError as error:
            found += error.diagnostics
            continue
        toolsets.append(toolset)
        texts |= read
        found += problems
    merged, clashes = merge(manifest.toolset, toolsets)
    found += clashes
    if not merged.tools and not _has_errors(found):
        found.append(codes.EMPTY_TOOLSET.at(name=manifest.toolset, origin=_origin(manifest)))
    if _has_errors(found):
        raise InputError(found)
    return Loaded(merged, texts, tuple(found))


def _read(
    manifest: Manifest, entry: SourceEntry, access: Access | None
) -> tuple[Toolset, Files, list[Diagnostic]]:
    """The tools that an entry takes of its document, and the texts of all that was read for them.

    Origins call the document as the manifest does.
    """
    document = read_document(manifest.folder / entry.file, name=entry.file)
    library = Library(document, access)
    whole, problems = read_tools(library, entry.format)
    chosen, unmatched = select(whole, entry.include, entry.exclude)
    found = [*problems, *(_at(item, _origin(manifest)) for item in unmatched)]
    if whole.tools and not chosen.tools:
        found.append(codes.NO_TOOLS.at(origin=_origin(manifest), source=f"`{entry.file}`"))
    return chosen, {entry.file: document.text, **library.texts}, found


def merge(name: str, toolsets: Sequence[Toolset]) -> tuple[Toolset, list[Diagnostic]]:
    """One toolset of several, in order; two tools of one name are an error naming both places."""
    tools: dict[str, Tool] = {}
    clashes = []
    for tool in (tool for toolset in toolsets for tool in toolset.tools):
        first = tools.get(tool.name)
        if first is None:
            tools[tool.name] = tool
        else:
            other = (
                f"`{first.origin.file}`, at `{first.origin.pointer}`"
                if first.origin
                else "this one"
            )
            clashes.append(codes.SAME_TOOL.at(origin=tool.origin, name=tool.name, other=other))
    sources = tuple(dict.fromkeys(source for each in toolsets for source in each.sources))
    return Toolset(name=name, tools=tuple(tools.values()), sources=sources), clashes


def _has_errors(found: Iterable[Diagnostic]) -> bool:
    return any(item.severity == "error" for item in found)


def _origin(manifest: Manifest) -> Origin:
    return Origin(file=Path(manifest.file).name)


def _at(item: Diagnostic, origin: Origin) -> Diagnostic:
    return item if item.origin else item.model_copy(update={"origin": origin})


# --- a toolset to files ---


def _compile(manifest: Manifest, toolset: Toolset, progress: Progress) -> dict[str, Compiled]:
    compiled = {}
    for emit in manifest.targets:
        progress(emit.output)
        compiled[emit.output] = compile_for(emit.name, toolset, **emit.options)
    return compiled


def _targets(compiled: dict[str, Compiled]) -> Iterator[Part]:
    """The provider's JSON; beside it the codec, where calls come back in another shape."""
    for output, each in compiled.items():
        files = {f"{output}.json": json_text(each.tools)}
        if each.codec:
            files[f"{output}.codec.json"] = json_text(each.codec)
        yield files, each.diagnostics


def _prompts(manifest: Manifest, toolset: Toolset, progress: Progress) -> Iterator[Part]:
    for emit in manifest.prompts:
        progress(emit.output)
        made = prompt(toolset, style=emit.name, **emit.options)
        yield {emit.output: made.text}, made.diagnostics


def _envelopes(manifest: Manifest, toolset: Toolset, progress: Progress) -> Iterator[Part]:
    """The schema of a whole reply, and for each engine the fragment that asks for it."""
    for engine in manifest.envelopes:
        progress(f"envelope.{engine}.json")
        made = envelope(toolset, engine=engine)
        files = {
            "envelope.schema.json": json_text(made.schema),
            f"envelope.{engine}.json": json_text(made.request_fields),
        }
        yield files, made.diagnostics


def _module(manifest: Manifest, toolset: Toolset, progress: Progress) -> Iterator[Part]:
    module = manifest.module
    if module is None:
        return
    progress(f"{manifest.toolset}.py")
    made = emit_module(
        toolset,
        digest=toolset_digest(toolset),
        source_names=[entry.file for entry in manifest.sources],
        dialect=module.dialect,
        models=module.models,
    )
    yield dict(made.files), made.diagnostics
