"""The whole pipeline: documents to a toolset, a toolset to files, files to a folder."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from toolc.lock import LOCK_FILE, locked_outputs, make_lock, toolset_digest, with_kept
from toolc.manifest import Manifest, SourceEntry, read_manifest
from toolc.outputs import differences, digest, json_text, kept_files, write_folder
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

_WITNESS_EFFORT = 60_000
"""Schemas that a build looks at to find witnesses for one target: about two seconds."""

Files = dict[str, str]
Progress = Callable[[str], None]
Part = tuple[Files, tuple[Diagnostic, ...]]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The tools of all sources, the sources' texts by file, and what there is to say of them.

    `taken` counts the tools of each source.
    """

    toolset: Toolset
    taken: dict[str, int]
    texts: Files
    diagnostics: tuple[Diagnostic, ...]


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


def _silent(_: str) -> None:
    """Progress that nobody wants to hear of."""


def open_manifest(path: str | Path) -> Manifest:
    """Read a manifest for the targets that exist. Raises InputError."""
    return read_manifest(path, target_options())


def target_options() -> Mapping[str, Mapping[str, type]]:
    """The targets that exist, each with its options and the type of their values."""
    return _TargetOptions()


_ANY_TARGET: dict[str, type] = {"mode": str, "size": str}
"""Options that every target has: see `toolc.targets.modes`."""


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
    emitted = (manifest.sources, manifest.targets, manifest.prompts, manifest.envelopes)
    return sum(map(len, emitted)) + (manifest.module is not None)


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


# --- sources to a toolset ---


def load(manifest: Manifest, progress: Progress = _silent, access: Access | None = None) -> Loaded:
    """Read, select and merge the sources. Raises InputError, which tells every error in them."""
    toolsets: list[Toolset] = []
    taken: Counter[str] = Counter()
    texts: Files = {}
    found: list[Diagnostic] = []
    for index, entry in enumerate(manifest.sources):
        at = f"/sources/{index}"
        progress(entry.file)
        try:
            toolset, read, problems = _read(manifest, entry, at, access)
        except InputError as error:
            place = manifest.origin(f"{at}/{entry.format}")
            found += [_named_by(item, entry.file, place) for item in error.diagnostics]
            continue
        toolsets.append(toolset)
        taken[entry.file] += len(toolset.tools)
        texts |= read
        found += problems
    merged, clashes = merge(manifest.toolset, toolsets)
    found += clashes
    if not merged.tools and not _has_errors(found):
        found = _nothing_left(manifest, found)
    found = [*manifest.diagnostics, *found]
    if _has_errors(found):
        raise InputError(found)
    return Loaded(merged, taken, texts, tuple(found))


def _nothing_left(manifest: Manifest, found: list[Diagnostic]) -> list[Diagnostic]:
    """What was found, with an error for each source that gave no tools, as none is left at all."""
    name, none = manifest.toolset, codes.NO_TOOLS.name
    told = [
        codes.EMPTY_TOOLSET.at(name=name, origin=item.origin, reason=item.message, hint=item.help)
        for item in found
        if item.code == none
    ]
    if not told:
        origin = manifest.origin("/sources")
        words = {"reason": "it has no sources", "hint": "name a document in `sources`"}
        told = [codes.EMPTY_TOOLSET.at(name=name, origin=origin, **words)]
    return [*(item for item in found if item.code != none), *told]


def _named_by(item: Diagnostic, file: str, place: Origin) -> Diagnostic:
    """A problem with getting at a source's document, moved to where the manifest names it."""
    whole = item.origin == Origin(file=file) and item.code in _NOT_OPENED
    return item.model_copy(update={"origin": place}) if whole else item


_NOT_OPENED = {
    code.name for code in (codes.FILE_MISSING, codes.FILE_UNREADABLE, codes.NOT_YET_READ)
}


def _read(
    manifest: Manifest, entry: SourceEntry, at: str, access: Access | None
) -> tuple[Toolset, Files, list[Diagnostic]]:
    """The tools that an entry takes of its document, and the texts of all that was read for them.

    Origins call the document as the manifest does; `at` is the entry's pointer in the manifest.
    """
    document = read_document(manifest.folder / entry.file, name=entry.file)
    library = Library(document, access)
    whole, problems = read_tools(library, entry.format)
    chosen, unmatched = select(whole, entry.include, entry.exclude)
    left_out = {tool.name for tool in whole.tools} - {tool.name for tool in chosen.tools}
    found = [item for item in problems if item.tool not in left_out]
    for item in unmatched:
        origin = manifest.origin(at + item.pointer)
        found.append(item.model_copy(update={"origin": origin, "pointer": ""}))
    told = any(item.severity == "error" or item.code == codes.NO_TOOLS.name for item in found)
    if not chosen.tools and not told:
        found.append(_none_taken(manifest, entry, at, bool(whole.tools)))
    return chosen, {entry.file: document.text, **library.texts}, found


def _none_taken(manifest: Manifest, entry: SourceEntry, at: str, had_tools: bool) -> Diagnostic:  # noqa: FBT001 - what the message turns on
    """That a source gives no tools: its document has none, or the entry takes none of them."""
    if not had_tools:
        reason, hint = f"`{entry.file}` holds no tools", "name a document that has some"
        return codes.NO_TOOLS.at(origin=Origin(file=entry.file), reason=reason, hint=hint)
    sides = [side for side in ("include", "exclude") if getattr(entry, side)]
    words = " and ".join(f"`{side}`" for side in sides)
    reason = f"{words} leave{'s' * (len(sides) == 1)} no tool of `{entry.file}`"
    origin = manifest.origin(f"{at}/{sides[0]}")
    hint = "`toolc inspect` shows what there is to choose from"
    return codes.NO_TOOLS.at(origin=origin, reason=reason, hint=hint)


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


# --- a toolset to files ---


def _compile(manifest: Manifest, toolset: Toolset, progress: Progress) -> dict[str, Compiled]:
    compiled = {}
    for emit in manifest.targets:
        progress(emit.output)
        made = compile_for(emit.name, toolset, **emit.options)
        compiled[emit.output] = made.witnessed(_WITNESS_EFFORT)
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
