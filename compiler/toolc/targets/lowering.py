"""Lowering a toolset to a form: the passes, tools that need a looser form, and joining the two."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Toolset
from toolc.ir.sample_check import Checker, NoSample
from toolc.ir.sizes import measure
from toolc.ir.stamp import stamp, strip
from toolc.passes import run
from toolc.passes.rename_tools import rename_tools
from toolc.runtime import codec as codecs
from toolc.runtime.codec import Codec
from toolc.targets.admission import turned_away
from toolc.targets.target import Form
from toolc.targets.wire import Wire

__all__ = ["Lowering", "lower"]

_RENAME = "rename_tools"


@dataclass(frozen=True, slots=True)
class Lowering:
    """A lowered toolset, the JSON to send, our names to theirs, the way back, what was lost.

    `wires` holds how to talk around each tool, by our name.
    """

    toolset: Toolset
    tools: Any
    names: dict[str, str]
    codec: Codec
    diagnostics: list[Diagnostic]
    wires: dict[str, Wire]


def lower(toolset: Toolset, form: Form) -> Lowering:
    """Lower a toolset to a form, or to looser ones where tools can't have it, and emit its JSON."""
    parts = _parts(stamp(toolset), form)
    codec = [step for part in parts for step in part.codec]
    diagnostics = [item for part in parts for item in part.diagnostics]
    ours = [tool.name for tool in toolset.tools]
    tools = {tool.name: tool for part in parts for tool in part.toolset.tools}
    named = toolset.replace([tools[name] for name in ours])
    if _RENAME in form.passes:  # once, over the tools of all parts
        renamed = rename_tools(named, language=form.language)
        named = renamed.toolset
        codec += [renamed.step] if renamed.step else []
        diagnostics += renamed.diagnostics
    theirs = dict(zip(ours, (tool.name for tool in named.tools), strict=True))
    return Lowering(
        toolset=named,
        tools=form.gather(_emitted(toolset, named, parts, theirs, codec)),
        names=theirs,
        codec=codec,
        diagnostics=diagnostics,
        wires={tool.name: part.form.wire for part in parts for tool in part.toolset.tools},
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """The tools of a toolset that have one form, lowered, with their own names still."""

    form: Form
    toolset: Toolset
    codec: Codec
    diagnostics: list[Diagnostic]

    def only(self, kept: Callable[[str], bool], said: Collection[Diagnostic]) -> "_Part":
        """The part without some tools and all that was said of them; with something said more."""
        codec = [{name: step[name] for name in step if kept(name)} for step in self.codec]
        return _Part(
            self.form,
            self.toolset.replace([tool for tool in self.toolset.tools if kept(tool.name)]),
            [step for step in codec if step],
            [*(item for item in self.diagnostics if kept(str(item.tool))), *said],
        )


def _parts(toolset: Toolset, form: Form) -> list[_Part]:
    """The toolset in the form, and in the looser one what can't have it."""
    part = _in_form(toolset, form)
    excess = _excess(part.toolset, form)
    if excess:
        kept = part.only(lambda name: name not in excess, [])
        rest = toolset.replace([tool for tool in toolset.tools if tool.name in excess])
        return [kept, *_parts(rest, _with_room(form, max(excess.values())))]
    if form.looser is None:
        return [part]
    away = turned_away(part.toolset, part.codec, part.diagnostics, form)
    if not away:
        return [part]
    rest = toolset.replace([tool for tool in toolset.tools if tool.name in away])
    kept = part.only(lambda name: name not in away, away.values())
    return [kept, *_parts(rest, form.looser)]


def _excess(toolset: Toolset, form: Form) -> dict[str, int]:
    """The lowered tools that outgrew what `cut_objects` cut them to, each with its excess.

    How many keys the later passes add is known only then. None when cutting more can't help.
    """
    limits = form.language.limits
    if "cut_objects" not in form.passes or limits.properties is None:
        return {}
    if limits.reserved > limits.properties:
        return {}
    counts = {tool.name: measure(tool.input).properties for tool in toolset.tools}
    return {
        name: count - limits.properties
        for name, count in counts.items()
        if count > limits.properties
    }


def _with_room(form: Form, excess: int) -> Form:
    """The form with more properties left free; twice as many each time, so that it ends soon."""
    limits = form.language.limits
    limits = replace(limits, reserved=2 * limits.reserved + excess)
    return replace(form, language=replace(form.language, limits=limits))


def _in_form(toolset: Toolset, form: Form) -> _Part:
    codec: Codec = []
    found: list[Diagnostic] = []
    passes = [name for name in form.passes if name != _RENAME]
    for outcome in run(passes, toolset, form.language):
        toolset = outcome.toolset
        found.extend(outcome.diagnostics)
        if outcome.step:
            codec.append(outcome.step)
    bare = [tool.model_copy(update={"input": strip(tool.input)}) for tool in toolset.tools]
    return _Part(form, toolset.replace(bare), codec, found)


def _emitted(
    source: Toolset, named: Toolset, parts: list[_Part], theirs: dict[str, str], codec: Codec
) -> Any:
    """What each part's form emits, in the order of the source."""
    if len(parts) == 1:
        emitted = parts[0].form.emit(named)
        return _with_examples(emitted, source, parts[0].form, codec)
    items: dict[str, Any] = {}
    by_name = {tool.name: tool for tool in named.tools}
    for part in parts:
        ours = [tool.name for tool in part.toolset.tools]
        mine = source.replace([tool for tool in source.tools if tool.name in set(ours)])
        emitted = part.form.emit(named.replace([by_name[theirs[name]] for name in ours]))
        items |= zip(ours, _with_examples(emitted, mine, part.form, codec), strict=True)
    return [items[name] for name in theirs]


def _with_examples(emitted: Any, source: Toolset, form: Form, codec: Codec) -> Any:
    """The emitted tools with the examples of their schemas, in the form that the provider knows."""
    if form.examples_field is None:
        return emitted
    shown = []
    for item, tool in zip(emitted, source.tools, strict=True):
        fitting = [value for value in tool.input.get("examples", ()) if _fits(value, tool.input)]
        examples = [codecs.encode(codec, tool.name, value)[1] for value in fitting]
        shown.append({**item, form.examples_field: examples} if examples else item)
    return shown


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    try:
        return Checker(schema).accepts(value, schema)
    except NoSample:
        return False
