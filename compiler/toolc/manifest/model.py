"""What a manifest says, as data: sources, what to write, and where in its file each part stands."""

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.manifest.places import toml_place

__all__ = ["AUTO", "Emit", "Manifest", "Module", "SourceEntry"]

AUTO = "auto"
"""The dialect of a module whose parser looks for every dialect."""


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
    """A generated module; all but the language is about Python."""

    language: Literal["python", "typescript"] = "python"
    models: Literal["pydantic", "dataclass", "typeddict", "msgspec", "none"] = "pydantic"
    dialect: str = AUTO
    runtime: Literal["package", "vendored"] = "package"
    data: Literal["lazy", "inline"] = "lazy"
    formats: Literal["annotation", "assertion"] = "annotation"


class Manifest(_Frozen):
    """What one build reads and writes.

    `models` is a file of models of the user's own, relative to the manifest. `text` is the
    manifest's own, and `at` the pointer in it that all begins at; `diagnostics` are
    the warnings about it.
    """

    file: str
    toolset: str
    sources: tuple[SourceEntry, ...]
    targets: tuple[Emit, ...] = ()
    prompts: tuple[Emit, ...] = ()
    envelopes: tuple[str, ...] = ()
    modules: tuple[Module, ...] = ()
    out: str = "generated"
    models: str | None = None
    at: str = ""
    text: str = Field("", repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder that the paths in the manifest are relative to."""
        return Path(self.file).parent

    @property
    def name(self) -> str:
        """What origins call the manifest: its file without its folder."""
        return Path(self.file).name

    def origin(self, pointer: str = "") -> Origin:
        """A part of the manifest: `/sources/0` is its first source, wherever the table stands."""
        origin = Origin(file=self.name, pointer=self.at + pointer)
        return toml_place(origin, self.text) if self.name.endswith(".toml") else origin
