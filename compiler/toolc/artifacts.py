"""A toolset to the files that a manifest asks for: provider JSON, prompts, envelopes, modules."""

from collections.abc import Iterator, Mapping, Sequence

from toolc.backends import envelope, prompt
from toolc.backends.typescript_module import typescript_module
from toolc.codegen.data import ModuleData
from toolc.codegen.module import ModuleOptions, emit_package
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Toolset
from toolc.loading import Files, Progress
from toolc.lock import toolset_digest
from toolc.manifest import Manifest
from toolc.outputs import json_text
from toolc.targets import Compiled, compile_for
from toolc.targets.models import read_models

__all__ = ["artifacts", "compiled_targets"]

_WITNESS_EFFORT = 60_000
"""Schemas that a build looks at to find witnesses for one target: about two seconds."""

Part = tuple[Files, tuple[Diagnostic, ...]]
"""Files that belong together, and what there is to say of them."""


def artifacts(
    manifest: Manifest, toolset: Toolset, compiled: Mapping[str, Compiled], progress: Progress
) -> list[Part]:
    """All files of a build but its report, its IR and its lock; modules hold what comes before."""
    parts = [
        *_targets(compiled),
        *_prompts(manifest, toolset, progress),
        *_envelopes(manifest, toolset, progress),
    ]
    return [*parts, *_modules(manifest, toolset, parts, progress)]


def compiled_targets(
    manifest: Manifest, toolset: Toolset, progress: Progress
) -> dict[str, Compiled]:
    """The toolset compiled for each target, by the name of its output, with witnesses."""
    compiled = {}
    known = read_models(manifest.models and manifest.folder / manifest.models, name=manifest.models)
    for emit in manifest.targets:
        progress(emit.output)
        options = dict(emit.options)
        model = options.pop("model", None)
        made = compile_for(emit.name, toolset, model=model and known[model], **options)
        compiled[emit.output] = made.witnessed(_WITNESS_EFFORT)
    return compiled


def _targets(compiled: Mapping[str, Compiled]) -> Iterator[Part]:
    """The provider's JSON; beside it the codec, where calls come back in another shape.

    Where the tools are told in words, their prompt.
    """
    for output, each in compiled.items():
        files = {f"{output}.json": json_text(each.tools)}
        if each.codec:
            files[f"{output}.codec.json"] = json_text(each.codec)
        if each.prompt:
            files[f"{output}.prompt.md"] = each.prompt.text
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


def _modules(
    manifest: Manifest, toolset: Toolset, parts: Sequence[Part], progress: Progress
) -> Iterator[Part]:
    """The generated modules; what is written beside one is its data."""
    texts = {name: text for made, _ in parts for name, text in made.items()}
    names = [entry.file for entry in manifest.sources]
    for module in manifest.modules:
        progress(f"the {module.language} module")
        if module.language == "typescript":
            script = typescript_module(toolset, toolset_digest(toolset), names)
            yield {f"{manifest.toolset}.ts": script.text}, script.diagnostics
            continue
        made = emit_package(
            toolset,
            digest=toolset_digest(toolset),
            source_names=names,
            options=ModuleOptions(
                module.models,
                module.dialect,
                module.runtime,
                module.data,
                formats=module.formats == "assertion",
            ),
            data=_module_data(manifest, texts),
        )
        yield dict(made.files), made.diagnostics


def _module_data(manifest: Manifest, texts: Mapping[str, str]) -> ModuleData:
    codecs = {emit.output: f"{emit.output}.codec.json" for emit in manifest.targets}
    return ModuleData(
        prompts={emit.name: emit.output for emit in manifest.prompts},
        envelopes={engine: f"envelope.{engine}.json" for engine in manifest.envelopes},
        codecs={target: file for target, file in codecs.items() if file in texts},
        targets=tuple(codecs),
        texts=texts,
    )
