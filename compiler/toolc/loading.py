"""The sources of a manifest to one toolset: read, select, merge."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from toolc.diagnostics import codes
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.frontends import read_tools
from toolc.frontends.access import Access
from toolc.frontends.documents import read_document
from toolc.frontends.library import Library
from toolc.ir.model import Tool, Toolset
from toolc.ir.select import select
from toolc.manifest import Manifest, SourceEntry

__all__ = ["Files", "Loaded", "Progress", "load", "merge", "silent"]

Files = dict[str, str]
"""Texts by file name."""

Progress = Callable[[str], None]
"""Hears a word at each step of a build."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The tools of all sources, the sources' texts by file, and what there is to say of them.

    `taken` counts the tools of each source.
    """

    toolset: Toolset
    taken: dict[str, int]
    texts: Files
    diagnostics: tuple[Diagnostic, ...]


def silent(_: str) -> None:
    """Progress that nobody wants to hear of."""


def load(manifest: Manifest, progress: Progress = silent, access: Access | None = None) -> Loaded:
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
