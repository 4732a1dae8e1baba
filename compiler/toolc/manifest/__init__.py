"""The manifest: which documents to read, which tools to take, what to write.

It is a `toolc.yaml`, or the table `[tool.toolc]` of a `pyproject.toml`; paths are relative to it.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from toolc.diagnostics import codes
from toolc.diagnostics.codes import Code
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.frontends.documents import read_document
from toolc.manifest.model import Emit, Manifest, Module, SourceEntry
from toolc.manifest.places import toml_place
from toolc.manifest.reader import PROMPT_FILES, Reader, Targets

__all__ = [
    "DEFAULT_MANIFEST",
    "PROMPT_FILES",
    "Emit",
    "Manifest",
    "Module",
    "SourceEntry",
    "find_manifest",
    "parse_manifest",
    "read_manifest",
]

DEFAULT_MANIFEST = "toolc.yaml"

_PROJECT = "pyproject.toml"
_TABLE = "[tool.toolc]"


def find_manifest(given: str | None = None) -> Path:
    """The manifest that is meant: the file given, else the one in the folder given or here.

    In a folder that is `toolc.yaml`, or `pyproject.toml` where there is only that. Raises
    InputError when there is neither.
    """
    if given is not None and not Path(given).is_dir():
        return Path(given)
    folder = Path(given or "")
    for name in (DEFAULT_MANIFEST, _PROJECT):
        if (folder / name).exists():
            return folder / name
    hint = f"write one, or `{_TABLE}` in a {_PROJECT}, or name a MANIFEST: `toolc build kit.yaml`"
    raise InputError([codes.FILE_MISSING.at(path=folder / DEFAULT_MANIFEST, hint=hint)])


def read_manifest(path: str | Path, targets: Targets) -> Manifest:
    """Read a manifest; `targets` are those that exist, each with its options.

    Raises InputError with every problem in it; their origins name the file without its folder.
    """
    path = Path(path)
    if path.suffix == ".toml":
        return _read_project(path, targets)
    document = read_document(path, name=path.name)
    try:
        made = parse_manifest(document.value, file=path, targets=targets)
    except InputError as error:
        raise InputError([*document.diagnostics, *error.diagnostics]) from error
    told = (*document.diagnostics, *made.diagnostics)
    return made.model_copy(update={"text": document.text, "diagnostics": told})


def parse_manifest(value: object, *, file: str | Path, targets: Targets, at: str = "") -> Manifest:
    """Check a manifest that is data already and stands at the pointer `at` in `file`."""
    reader = Reader(Path(file).name, targets)
    read = reader.manifest(value, at)
    if any(item.severity == "error" for item in reader.found):
        raise InputError(reader.found)
    whole = {"file": str(file), "at": at, "diagnostics": tuple(reader.found), **read}
    return Manifest.model_validate(whole)


def _read_project(path: Path, targets: Targets) -> Manifest:
    """Read the table `[tool.toolc]`."""
    text = _text(path)
    try:
        value: object = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _fault(path.name, codes.SYNTAX, language="TOML", reason=str(error)) from error
    for key in ("tool", "toolc"):
        if not isinstance(value, dict) or key not in value:
            words = {"place": f"`{path.name}`", "key": "tool.toolc", "example": _TABLE}
            raise _fault(path.name, codes.MISSING_KEY, **words)
        value = value[key]
    try:
        made = parse_manifest(value, file=path, targets=targets, at="/tool/toolc")
    except InputError as error:
        raise InputError(_placed(error.diagnostics, text)) from error
    told = tuple(_placed(made.diagnostics, text))
    return made.model_copy(update={"text": text, "diagnostics": told})


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        hint = f"check the path; it is taken relative to `{Path.cwd()}`"
        raise _fault(path.name, codes.FILE_MISSING, path=str(path), hint=hint) from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise _fault(path.name, codes.FILE_UNREADABLE, path=str(path), reason=reason) from error


def _placed(found: Iterable[Diagnostic], text: str) -> Iterator[Diagnostic]:
    for item in found:
        placed = toml_place(item.origin, text) if item.origin else None
        yield item.model_copy(update={"origin": placed})


def _fault(file: str, code: Code, **words: str) -> InputError:
    found = re.search(r"at line (\d+), column (\d+)", words.get("reason", ""))
    line, column = (int(found[1]), int(found[2])) if found else (None, None)
    return InputError([code.at(origin=Origin(file=file, line=line, column=column), **words)])
