"""The manifest: which documents to read, which tools to take, what to write.

It is a `toolc.yaml`, or the table `[tool.toolc]` of a `pyproject.toml`; paths are relative to it.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from toolc.backends import ENVELOPE_ENGINES, PROMPT_STYLES
from toolc.diagnostics import codes
from toolc.diagnostics.codes import Code
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.suggest import did_you_mean
from toolc.frontends import FRONTENDS
from toolc.frontends.documents import read_document
from toolc.ir.schema import escape, split_pointer
from toolc.ir.select import SELECTORS
from toolc.runtime.dialects import dialects

__all__ = [
    "DEFAULT_MANIFEST",
    "Emit",
    "Manifest",
    "Module",
    "SourceEntry",
    "find_manifest",
    "parse_manifest",
    "read_manifest",
]

DEFAULT_MANIFEST = "toolc.yaml"

Targets = Mapping[str, Mapping[str, type]]
"""The targets that exist, each with its options and the type of their values."""

_KEYS = ("toolset", "sources", "targets", "prompt", "envelope", "grammar", "module", "out")
_SELECTIONS = ("include", "exclude")
_NEEDED = {"toolset": "toolset: weather", "sources": "sources: [{mcp: tools.json}]"}
_MODULE_WORDS = {
    "language": ("module language", ("python",)),
    "models": ("kind of models", ("pydantic", "none")),
}

PROMPT_FILES = {"typescript": "prompt.ts.md", "sections": "prompt.md"}
"""The file that a prompt in each style goes to."""

_TYPES = {bool: "true or false", int: "a number", str: "a text"}
"""What a message calls the types that an option can have."""

_AUTO = "auto"
"""The dialect of a module whose parser looks for every dialect."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}")
"""What may name a file on every system: nothing that leads out of the output folder."""

_OUR_FILES = ("ir", "report")
"""File names that a target can't have, as every build writes them."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SourceEntry(_Frozen):
    """One document and the tools to take from it; `file` is relative to the manifest."""

    format: str
    file: str
    include: dict[str, tuple[str, ...]] = {}
    exclude: dict[str, tuple[str, ...]] = {}


class Emit(_Frozen):
    """One thing to write: `name` says what, `options` how, `output` what its files are called."""

    name: str
    output: str
    options: dict[str, Any] = {}


class Module(_Frozen):
    """The generated module."""

    language: Literal["python"] = "python"
    models: Literal["pydantic", "none"] = "pydantic"
    dialect: str = _AUTO


class Manifest(_Frozen):
    """What one build reads and writes."""

    file: str
    toolset: str
    sources: tuple[SourceEntry, ...]
    targets: tuple[Emit, ...] = ()
    prompts: tuple[Emit, ...] = ()
    envelopes: tuple[str, ...] = ()
    module: Module | None = None
    out: str = "generated"

    @property
    def folder(self) -> Path:
        """The folder that the paths in the manifest are relative to."""
        return Path(self.file).parent


def find_manifest(given: str | None = None) -> Path:
    """The manifest that is meant: the file given, else the one in the folder given or here.

    In a folder that is `toolc.yaml`, or `pyproject.toml` where there is only that.
    """
    if given is not None and not Path(given).is_dir():
        return Path(given)
    folder = Path(given or "")
    manifest, project = folder / DEFAULT_MANIFEST, folder / "pyproject.toml"
    return project if project.exists() and not manifest.exists() else manifest


def read_manifest(path: str | Path, targets: Targets) -> Manifest:
    """Read a manifest; `targets` are those that exist, each with its options.

    Raises InputError with every problem in it; their origins name the file without its folder.
    """
    path = Path(path)
    if path.suffix == ".toml":
        return _read_project(path, targets)
    value = read_document(path, name=path.name).value
    return parse_manifest(value, file=path, targets=targets)


def parse_manifest(value: object, *, file: str | Path, targets: Targets, at: str = "") -> Manifest:
    """Check a manifest that is data already and stands at the pointer `at` in `file`."""
    reader = _Reader(Path(file).name)
    given = reader.mapping(value, at, "the manifest", _KEYS)
    for key, example in _NEEDED.items():
        reader.need(given, at, key, example)
    read = {
        "file": str(file),
        "toolset": reader.file_name(given.get("toolset", "unnamed"), f"{at}/toolset"),
        "sources": reader.sources(given.get("sources", []), f"{at}/sources"),
        "targets": reader.targets(given.get("targets", []), f"{at}/targets", targets),
        "prompts": reader.prompts(given.get("prompt", []), f"{at}/prompt"),
        "envelopes": reader.engines(given.get("envelope", []), f"{at}/envelope"),
        "module": reader.module(given.get("module"), f"{at}/module"),
        "out": reader.text(given.get("out", "generated"), f"{at}/out"),
    }
    if given.get("grammar"):
        reader.report(codes.NOT_EMITTED, f"{at}/grammar", what="grammars", key="grammar")
    if reader.found:
        raise InputError(reader.found)
    return Manifest.model_validate(read)


def _read_project(path: Path, targets: Targets) -> Manifest:
    """Read the table `[tool.toolc]`."""
    file = path.name
    try:
        text = path.read_text(encoding="utf-8")
        project = tomllib.loads(text)
    except FileNotFoundError as error:
        raise _fault(file, codes.FILE_MISSING, path=str(path), base=str(Path.cwd())) from error
    except tomllib.TOMLDecodeError as error:
        raise _fault(file, codes.SYNTAX, language="TOML", reason=str(error)) from error
    except (OSError, UnicodeError) as error:
        raise _fault(file, codes.FILE_UNREADABLE, path=str(path), reason=str(error)) from error
    value = project.get("tool", {}).get("toolc")
    try:
        return parse_manifest(value, file=path, targets=targets, at="/tool/toolc")
    except InputError as error:
        raise InputError([_placed(item, text) for item in error.diagnostics]) from error


def _fault(file: str, code: Code, **words: str) -> InputError:
    found = re.search(r"at line (\d+), column (\d+)", words.get("reason", ""))
    line, column = (int(found[1]), int(found[2])) if found else (None, None)
    return InputError([code.at(origin=Origin(file=file, line=line, column=column), **words)])


def _placed(item: Diagnostic, text: str) -> Diagnostic:
    """The diagnostic with its line: TOML's reader gives none, so each key is sought in turn."""
    pointer = item.origin.pointer if item.origin else ""
    at = 0
    for key in split_pointer(pointer):
        found = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])").search(text, at)
        at = found.start() if found and not key.isdigit() else at
    origin = Origin(
        file=item.origin.file if item.origin else "",
        pointer=pointer,
        line=text.count("\n", 0, at) + 1,
        column=at - text.rfind("\n", 0, at),
    )
    return item.model_copy(update={"origin": origin})


class _Reader:
    """Reads data key by key. What is wrong goes to `found`, and reading goes on."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Diagnostic] = []

    def report(self, code: Code, at: str, **words: str) -> None:
        self.found.append(code.at(origin=Origin(file=self.file, pointer=at), **words))

    def wrong(self, value: object, at: str, wanted: str, hint: str) -> None:
        key = next((part for part in reversed(at.split("/")) if not part.isdigit()), "")
        self.report(
            codes.WRONG_VALUE, at, key=key or self.file, wanted=wanted, got=_said(value), hint=hint
        )

    def need(self, given: dict[str, Any], at: str, key: str, example: str) -> None:
        if key not in given:
            self.report(codes.MISSING_KEY, at, place="the manifest", key=key, example=example)

    # --- the kinds of values ---

    def mapping(self, value: object, at: str, place: str, keys: tuple[str, ...]) -> dict[str, Any]:
        """The known keys of a mapping."""
        if not isinstance(value, dict):
            self.wrong(value, at, "a mapping", f"its keys are {', '.join(keys)}")
            return {}
        for key in value:
            if key not in keys:
                where = f"{at}/{escape(str(key))}"
                hint = did_you_mean(str(key), keys)
                self.report(codes.UNKNOWN_KEY, where, place=place, key=str(key), hint=hint)
        return {key: value[key] for key in keys if key in value}

    def items(self, value: object, at: str, example: str) -> list[tuple[str, Any]]:
        """The items of a list, each with its pointer."""
        if isinstance(value, list):
            return [(f"{at}/{index}", item) for index, item in enumerate(value)]
        self.wrong(value, at, "a list", f"write it as `{example}`")
        return []

    def text(self, value: object, at: str) -> str:
        if isinstance(value, str) and value:
            return value
        self.wrong(value, at, "a text", "write a text here, in quotes where YAML needs them")
        return ""

    def file_name(self, value: object, at: str) -> str:
        if isinstance(value, str) and _NAME.fullmatch(value) and value not in _OUR_FILES:
            return value
        wanted = "a name of at most 64 letters, digits, `_` and `-`"
        taken = f"it names files; {' and '.join(_OUR_FILES)} are taken"
        self.wrong(value, at, wanted, taken)
        return ""

    def word(self, value: object, at: str, what: str, known: Collection[str]) -> str:
        """One of the words that are known."""
        if isinstance(value, str) and value in known:
            return value
        name, hint = _said(value).strip("`"), did_you_mean(str(value), known)
        self.report(codes.UNKNOWN_NAME, at, what=what, name=name, hint=hint)
        return ""

    def named(
        self, value: object, at: str, what: str, known: Collection[str]
    ) -> list[tuple[str, str, Any]]:
        """A list of `name` and `{name: options}`: names, where the options stand, the options."""
        found = []
        for where, item in self.items(value, at, f"[{next(iter(known), '')}]"):
            name, options = item, dict[str, Any]()
            if isinstance(item, dict) and len(item) == 1:
                name, options = next(iter(item.items()))
                where += f"/{escape(str(name))}"  # noqa: PLW2901 - the options stand one step deeper
            if word := self.word(name, where, what, known):
                found.append((word, where, options))
        return found

    # --- the parts of the manifest ---

    def sources(self, value: object, at: str) -> list[SourceEntry]:
        items = self.items(value, at, "[{mcp: tools.json}]")
        return [self.source(item, where) for where, item in items]

    def source(self, value: object, at: str) -> SourceEntry:
        given = self.mapping(value, at, "a source", (*FRONTENDS, *_SELECTIONS))
        formats = [key for key in given if key in FRONTENDS]
        if isinstance(value, dict) and len(formats) != 1 and len(given) == len(value):
            wanted = f"a mapping with one of {', '.join(FRONTENDS)}"
            self.wrong(value, at, wanted, "write it as `{mcp: tools.json}`")
        name = formats[0] if formats else "mcp"
        file = self.text(given[name], f"{at}/{name}") if formats else ""
        include, exclude = (
            self.globs(given.get(side, {}), f"{at}/{side}", side) for side in _SELECTIONS
        )
        return SourceEntry(format=name, file=file, include=include, exclude=exclude)

    def globs(self, value: object, at: str, side: str) -> dict[str, tuple[str, ...]]:
        given = self.mapping(value, at, f"`{side}`", tuple(SELECTORS))
        return {
            key: tuple(
                self.text(item, where) for where, item in self.items(globs, f"{at}/{key}", "[get*]")
            )
            for key, globs in given.items()
        }

    def targets(self, value: object, at: str, known: Targets) -> list[Emit]:
        emits: dict[str, Emit] = {}
        for name, where, options in self.named(value, at, "target", known):
            place = f"the target `{name}`"
            given = self.mapping(options, where, place, ("as", *known[name]))
            output = self.file_name(given.pop("as"), f"{where}/as") if "as" in given else name
            if output in emits:
                self.report(codes.SAME_OUTPUT, where, file=f"{output}.json", name=name)
            for key, option in given.items():
                if not isinstance(option, known[name][key]):
                    self.wrong(option, f"{where}/{key}", _TYPES[known[name][key]], "write it so")
            emits[output] = Emit(name=name, output=output, options=given)
        return list(emits.values())

    def prompts(self, value: object, at: str) -> list[Emit]:
        emits = []
        for name, where, options in self.named(value, at, "prompt style", PROMPT_STYLES):
            given = self.mapping(options, where, "a prompt", ("dialect",))
            read = {
                key: self.word(item, f"{where}/{key}", "dialect", dialects())
                for key, item in given.items()
            }
            emits.append(Emit(name=name, output=PROMPT_FILES[name], options=read))
        return emits

    def engines(self, value: object, at: str) -> list[str]:
        items = self.items(value, at, "[vllm]")
        return [self.word(item, where, "engine", ENVELOPE_ENGINES) for where, item in items]

    def module(self, value: object, at: str) -> Module | None:
        if value is None:
            return None
        given = self.mapping(value, at, "`module`", (*_MODULE_WORDS, "dialect"))
        read = {
            key: self.word(given[key], f"{at}/{key}", what, known)
            for key, (what, known) in _MODULE_WORDS.items()
            if key in given
        }
        if "dialect" in given:
            known = (_AUTO, *dialects())
            read["dialect"] = self.word(given["dialect"], f"{at}/dialect", "dialect", known)
        return None if self.found else Module.model_validate(read)


def _said(value: object) -> str:
    """How a message names a value: short, and a mapping by its keys."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    text = str(value)
    return f"`{text[:60]}...`" if len(text) > 60 else f"`{text}`"
