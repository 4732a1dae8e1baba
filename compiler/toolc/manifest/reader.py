"""Read a manifest's data key by key: what is wrong is noted with its place, and reading goes on."""

import sys
from collections.abc import Collection, Mapping
from types import UnionType
from typing import Any

from toolc.backends import ENVELOPE_ENGINES, PROMPT_STYLES
from toolc.codegen.module import module_name
from toolc.diagnostics import codes
from toolc.frontends import FRONTENDS
from toolc.ir.select import SELECTORS
from toolc.manifest.file_names import LONGEST, hint_for, is_file_name
from toolc.manifest.model import AUTO, Emit, Module, SourceEntry
from toolc.manifest.values import Values
from toolc.runtime.dialects import dialects

__all__ = ["PROMPT_FILES", "Reader", "Targets"]

Targets = Mapping[str, Mapping[str, type]]
"""The targets that exist, each with its options and the type of their values."""

PROMPT_FILES = {"typescript": "prompt.ts.md", "sections": "prompt.md"}
"""The file that a prompt in each style goes to."""

_KEYS = (*"toolset sources targets prompt envelope grammar module out models".split(),)
_NEEDED: dict[str, Any] = {"toolset": "weather", "sources": [{"mcp": "tools.json"}]}
_SELECTIONS = ("include", "exclude")
_MODULE_WORDS = {
    "models": ("kind of models", ("pydantic", "dataclass", "typeddict", "msgspec", "none")),
    "runtime": ("runtime", ("package", "vendored")),
    "data": ("place of the data", ("lazy", "inline")),
    "formats": ("use of formats", ("annotation", "assertion")),
    "dialect": ("dialect", None),
}
"""What the options of a Python module are called in messages, and their values; None: dialects."""

_LANGUAGES = {"python": (*_MODULE_WORDS,), "typescript": ()}
"""The languages of modules, each with its options."""

_TYPES: dict[type | UnionType, tuple[str, Any]] = {
    bool: ("true or false", True),
    bool | None: ("true, false or null", True),
    int: ("a number", 3),
    str: ("a text", "text"),
}
"""What a message calls the types that an option can have, and an example of each."""


class Reader(Values):
    """Reads the parts of a manifest; `found` holds what is wrong with them."""

    def __init__(self, file: str, known: Targets) -> None:
        """Take the manifest's name and the targets that exist."""
        super().__init__(file)
        self._known = known

    def manifest(self, value: object, at: str) -> dict[str, Any]:
        """What the manifest at a pointer says, by the fields of `Manifest`."""
        begin = " and ".join(f"`{self.assigned(key, word)}`" for key, word in _NEEDED.items())
        if not isinstance(value, dict):
            self.wrong(value, at, "a mapping", f"begin with {begin}")
            return {}
        given = self.mapping(value, at, "the manifest", _KEYS)
        for key, example in _NEEDED.items():
            if key not in given:
                words = {
                    "place": "the manifest",
                    "key": key,
                    "example": self.assigned(key, example),
                }
                self.report(codes.MISSING_KEY, at, **words)
        read: dict[str, Any] = {
            "toolset": self.file_name(given.get("toolset", "unnamed"), f"{at}/toolset"),
            "sources": self.sources(given.get("sources", []), f"{at}/sources"),
            "targets": self.targets(given.get("targets", []), f"{at}/targets"),
            "prompts": self.prompts(given.get("prompt", []), f"{at}/prompt"),
            "envelopes": self.engines(given.get("envelope", []), f"{at}/envelope"),
            "modules": self.modules(given.get("module"), f"{at}/module"),
            "out": self.path(given.get("out", "generated"), f"{at}/out"),
            "models": self.path(given["models"], f"{at}/models") if "models" in given else None,
        }
        if given.get("grammar"):
            self.report(codes.NOT_EMITTED, f"{at}/grammar", what="grammars", key="grammar")
        if any(each.language == "python" for each in read["modules"]) and read["toolset"]:
            self._importable(read["toolset"], f"{at}/toolset")
        return read

    def file_name(self, value: object, at: str) -> str:
        """A name that files can have on every system."""
        if isinstance(value, str) and is_file_name(value):
            return value
        wanted = f"a name of at most {LONGEST} letters, digits, `_` and `-`"
        hint = hint_for(value) if isinstance(value, str) else "write a name, in quotes if need be"
        self.wrong(value, at, wanted, hint)
        return ""

    def _importable(self, name: str, at: str) -> None:
        """Tell how the module is imported where its path is no name, or hides another module."""
        module = module_name(name)
        if module != name:
            reason = f"`{name}` is no name that Python imports; the module is `{name}/{module}.py`"
            hint = f"call the toolset `{module}`, or put its folder on the path: `import {module}`"
        elif name in sys.stdlib_module_names:
            reason = (
                f"`{name}.py` hides Python's own module `{name}` where its folder is on the path"
            )
            hint = f"call the toolset `{name}_tools`, or import it as `generated.{name}.{name}`"
        else:
            return
        self.report(codes.MODULE_UNNAMED, at, reason=reason, hint=hint)

    # --- sources ---

    def sources(self, value: object, at: str) -> list[SourceEntry]:
        """The documents to read."""
        items = self.items(value, at, [{"mcp": "tools.json"}])
        return [self.source(item, where) for where, item in items]

    def source(self, value: object, at: str) -> SourceEntry:
        """One document: its format, its file, and what to take of it."""
        keys = (*FRONTENDS.own, *_SELECTIONS)
        if isinstance(value, dict) and not value.keys() <= {*keys}:
            keys = (*FRONTENDS, *_SELECTIONS)  # only now are plug-ins looked for
        given = self.mapping(value, at, "a source", keys) if isinstance(value, dict) else {}
        formats = [key for key in given if key in FRONTENDS]
        if len(formats) != 1 and (not isinstance(value, dict) or len(given) == len(value)):
            self._not_one_source(value, at, formats)
        name = formats[0] if formats else "mcp"
        file = self.path(given[name], f"{at}/{name}") if formats else ""
        include, exclude = (
            self.globs(given.get(side, {}), f"{at}/{side}", side) for side in _SELECTIONS
        )
        return SourceEntry(format=name, file=file, include=include, exclude=exclude)

    def _not_one_source(self, value: object, at: str, formats: list[str]) -> None:
        got = "one without" if isinstance(value, dict) else None
        hint = f"write it as `{self.inline({'mcp': 'tools.json'})}`"
        if formats:
            got = f"one with {' and '.join(f'`{name}`' for name in formats)}"
            hint = "write a source of its own for each"
        self.wrong(value, at, f"a mapping with one of {', '.join(FRONTENDS)}", hint, got=got)

    def globs(self, value: object, at: str, side: str) -> dict[str, tuple[str, ...]]:
        """The patterns of `include` or `exclude`."""
        given = self.mapping(value, at, f"`{side}`", tuple(SELECTORS))
        return {
            key: tuple(
                self.text(item, where) for where, item in self.items(globs, f"{at}/{key}", ["get*"])
            )
            for key, globs in given.items()
        }

    # --- what to write ---

    def targets(self, value: object, at: str) -> list[Emit]:
        """The targets, each with its options and the name of its files."""
        emits: list[Emit] = []
        for name, where, options in self.named(value, at, "target", self._known):
            known = self._known[name]
            given = self.mapping(options, where, f"the target `{name}`", ("as", *known))
            output = self.file_name(given.pop("as", name), f"{where}/as")
            other = next((e.output for e in emits if e.output.lower() == output.lower()), None)
            if output and other is not None:
                self._same_target(where, name, output, other)
            for key, option in given.items():
                wanted, example = _TYPES[known[key]]
                if not isinstance(option, known[key]):
                    hint = f"write `{self.assigned(key, example)}`"
                    self.wrong(option, f"{where}/{key}", wanted, hint)
            emits.append(Emit(name=name, output=output, options=given))
        return emits

    def _same_target(self, where: str, name: str, output: str, other: str) -> None:
        example = self.inline({name: {"as": f"{name}-2"}})
        hint = f"give one of them another name: `{example}`"
        if output != other:
            hint += f"; `{output}` and `{other}` are one file where case does not count"
        words = {"what": "targets", "file": f"{output}.json", "hint": hint}
        self.report(codes.SAME_OUTPUT, where, **words)

    def prompts(self, value: object, at: str) -> list[Emit]:
        """The prompts, each with its dialect."""
        emits: list[Emit] = []
        for name, where, options in self.named(value, at, "prompt style", PROMPT_STYLES):
            given = self.mapping(options, where, "a prompt", ("dialect",))
            read = {
                key: self.word(item, f"{where}/{key}", "dialect", dialects())
                for key, item in given.items()
            }
            output = PROMPT_FILES[name]
            if any(emit.output == output for emit in emits):
                self._written_twice(where, "prompts", output, name)
            emits.append(Emit(name=name, output=output, options=read))
        return emits

    def engines(self, value: object, at: str) -> list[str]:
        """The engines to write an envelope for."""
        engines: list[str] = []
        for where, item in self.items(value, at, ["vllm"]):
            engine = self.word(item, where, "engine", ENVELOPE_ENGINES)
            if engine and engine in engines:
                self._written_twice(where, "envelopes", f"envelope.{engine}.json", engine)
            engines.append(engine)
        return engines

    def _written_twice(self, where: str, what: str, file: str, name: str) -> None:
        hint = f"name `{name}` once"
        self.report(codes.SAME_OUTPUT, where, what=what, file=file, hint=hint)

    def modules(self, value: object, at: str) -> list[Module]:
        """The modules to generate: a language, its options, or a list of such."""
        if value is None:
            return []
        items = self.items(value, at, ["python"]) if isinstance(value, list) else [(at, value)]
        found: list[Module] = []
        for where, item in items:
            module = self.module(item, where)
            if module and any(module.language == other.language for other in found):
                self._written_twice(
                    where, "modules", f"<toolset>.{module.language}", module.language
                )
            found += [module] if module else []
        return found

    def module(self, value: object, at: str) -> Module | None:
        """How one module is to be generated."""
        if isinstance(value, str):
            value = {"language": value}
        language = value.get("language", "python") if isinstance(value, dict) else "python"
        own = _LANGUAGES.get(language, (*_MODULE_WORDS,)) if isinstance(language, str) else ()
        given = self.mapping(value, at, "`module`", ("language", *own))
        read: dict[str, Any] = {}
        if "language" in given:
            read["language"] = self.word(language, f"{at}/language", "module language", _LANGUAGES)
        for key in (key for key in own if key in given):
            what, known = _MODULE_WORDS[key]
            words = (AUTO, *dialects()) if known is None else known
            read[key] = self.word(given[key], f"{at}/{key}", what, words)
        return None if "" in read.values() else Module.model_validate(read)

    def named(
        self, value: object, at: str, what: str, known: Collection[str]
    ) -> list[tuple[str, str, Any]]:
        """A list of `name` and `{name: options}`: names, where the options stand, the options."""
        found = []
        for where, item in self.items(value, at, [next(iter(known), "")]):
            name, options = item, dict[str, Any]()
            if isinstance(item, dict) and len(item) == 1:
                name, options = next(iter(item.items()))
                where = self.below(where, name)  # noqa: PLW2901 - the options stand one step deeper
            if not isinstance(name, str):
                self._not_named(name, where, what)
            elif word := self.word(name, where, what, known):
                found.append((word, where, options))
        return found

    def _not_named(self, item: object, at: str, what: str) -> None:
        wanted = f"the name of a {what}, or a mapping from one name to its options"
        if isinstance(item, dict) and item:
            each = ", ".join(self.inline({name: {}}) for name in list(item)[:3])
            got = f"a mapping of {len(item)} names"
            self.wrong(item, at, wanted, f"write them one by one: `[{each}]`", got=got)
        else:
            self.wrong(item, at, wanted, f"write the name of a {what}")
