"""The output folder: written whole or not at all, compared with what a build would write.

Nothing here knows what the files are; the name of one in a folder within is `folder/file`. A file
that a build did not write is never touched.
"""

import contextlib
import difflib
import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

__all__ = ["differences", "digest", "encoded", "json_text", "kept_files", "write_folder"]

_DIFF_LINES = 12
"""Lines of a diff that are shown for one file: enough to see what kind of change it is."""

_DIFF_WIDTH = 120
"""Characters of a line that are shown: a JSON text can hold a page of description in one line."""


def json_text(value: Any) -> str:
    """A JSON document as it is written: two spaces, keys in their order, one newline at the end."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def encoded(text: str) -> bytes:
    """The bytes of a text in UTF-8. A lone surrogate becomes its escape, the same as JSON's own."""
    return text.encode("utf-8", "backslashreplace")


def digest(text: str | bytes) -> str:
    """The SHA-256 of a text's bytes, with the name of the algorithm.

    >>> digest("")[:15]
    'sha256:e3b0c442'
    """
    data = encoded(text) if isinstance(text, str) else text
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def write_folder(folder: Path, files: Mapping[str, str], earlier: Mapping[str, str]) -> None:
    """Bring a folder to hold these files.

    `earlier` are the files that the last build wrote, with their digests: what is no longer written
    is removed if it still is as that build left it. All files are first written to a folder beside
    this one and then moved, in order, so that the last one tells that all of them are there. Raises
    OSError, which names the file at fault; then no file has been written half.
    """
    for name in files:
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name, text in files.items():
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_bytes(encoded(text))
        folder.mkdir(exist_ok=True)
        for name in files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).replace(folder / name)
        for name in _stale(folder, files, earlier):
            (folder / name).unlink()
            _remove_empty(folder, Path(name).parent)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _remove_empty(folder: Path, inner: Path) -> None:
    """Remove folders within a folder, the innermost first, as long as nothing is in them."""
    for within in (inner, *inner.parents)[:-1]:
        with contextlib.suppress(OSError):  # something is left in it, or it is gone
            (folder / within).rmdir()


def differences(
    folder: Path, files: Mapping[str, str], earlier: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """What is not as `write_folder` would have it: the file, what is the matter, a short diff."""
    if not folder.exists():
        yield "", "is missing", ""
        return
    for name, text in files.items():
        path = folder / name
        if not path.is_file():
            yield name, "is a folder" if path.is_dir() else "is missing", ""
        elif (found := path.read_bytes()) != encoded(text):
            yield name, "is not what its sources give", _diff(found, encoded(text))
    for name in _stale(folder, files, earlier):
        yield name, "is no longer written", ""
    for name in kept_files(folder, files, earlier):
        yield name, "is no longer written; it was changed by hand", ""


def kept_files(folder: Path, files: Mapping[str, str], earlier: Mapping[str, str]) -> list[str]:
    """What the last build wrote, this one does not, and somebody has changed: it is not removed."""
    return [name for name in _left(folder, files, earlier) if not _as_built(folder, name, earlier)]


def _stale(folder: Path, files: Mapping[str, str], earlier: Mapping[str, str]) -> list[str]:
    return [name for name in _left(folder, files, earlier) if _as_built(folder, name, earlier)]


def _left(folder: Path, files: Mapping[str, str], earlier: Mapping[str, str]) -> list[str]:
    return [
        name
        for name in earlier
        if name not in files and _is_within(folder, name) and (folder / name).is_file()
    ]


def _is_within(folder: Path, name: str) -> bool:
    """Whether a name, which came from a file, is that of a file in a folder, whatever links say."""
    if "\0" in name or any(part in ("", ".", "..") or "\\" in part for part in name.split("/")):
        return False
    return (folder / name).parent.resolve().is_relative_to(folder.resolve())


def _as_built(folder: Path, name: str, earlier: Mapping[str, str]) -> bool:
    return digest((folder / name).read_bytes()) == earlier[name]


def _diff(found: bytes, wanted: bytes) -> str:
    """Where the two first differ, and the lines from there on; linear in the files' size."""
    before, after = (data.decode("utf-8", "replace").splitlines() for data in (found, wanted))
    pairs = enumerate(zip(before, after, strict=False))
    start = next((i for i, (old, new) in pairs if old != new), min(len(before), len(after)))
    window = slice(start, start + _DIFF_LINES)
    lines = list(difflib.unified_diff(before[window], after[window], n=0, lineterm=""))[2:]
    shown = [f"@@ line {start + 1}", *(line for line in lines if not line.startswith("@@"))]
    return "\n".join(line[:_DIFF_WIDTH] for line in shown[:_DIFF_LINES])
