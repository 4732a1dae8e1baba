"""`toolc.lock`: the digests that tie a build to its sources, its tools and what it wrote."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolc.ir.model import Tool, Toolset
from toolc.outputs import digest, json_text
from toolc.version import __version__

__all__ = [
    "LOCK_FILE",
    "locked_outputs",
    "make_lock",
    "tool_digest",
    "toolset_digest",
    "with_kept",
]

LOCK_FILE = "toolc.lock"

_PLACES = {"origin", "places"}
"""What a tool's digest leaves out: where it stands in its document does not change what it is."""

_SCHEMAS = ("input", "output")
"""Plain JSON already; a copy of each would cost as much as all the rest."""


def tool_digest(tool: Tool) -> str:
    """The digest of all that a tool means."""
    fields = tool.model_dump(mode="json", exclude={*_PLACES, *_SCHEMAS})
    meaning = fields | {key: getattr(tool, key) for key in _SCHEMAS}
    return digest(json.dumps(meaning, sort_keys=True, separators=(",", ":")))


def toolset_digest(toolset: Toolset) -> str:
    """The digest of all tools in their order."""
    return digest("\n".join(tool_digest(tool) for tool in toolset.tools))


def make_lock(
    toolset: Toolset, sources: Mapping[str, str], outputs: Mapping[str, str]
) -> dict[str, Any]:
    """The lock of a build as JSON data, from the digests of its sources and its outputs' texts."""
    return {
        "toolc": __version__,
        "toolset": toolset.name,
        "digest": toolset_digest(toolset),
        "sources": dict(sources),
        "tools": {tool.name: tool_digest(tool) for tool in toolset.tools},
        "outputs": {name: digest(text) for name, text in outputs.items()},
    }


def with_kept(lock: str, kept: Mapping[str, str]) -> str:
    """A lock that remembers the files of earlier builds that stayed, with the digests they had.

    They were changed by hand, so no build removes them: the lock is what tells them apart from
    files that toolc never wrote.
    """
    return json_text(json.loads(lock) | {"kept": dict(kept)}) if kept else lock


def locked_outputs(folder: Path) -> dict[str, str]:
    """The files that builds left in a folder, with the digests they had when they were written."""
    try:
        lock = json.loads((folder / LOCK_FILE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    parts = [lock.get(key) for key in ("kept", "outputs")] if isinstance(lock, dict) else []
    return {
        name: known
        for part in parts
        if isinstance(part, dict)
        for name, known in part.items()
        if isinstance(known, str)
    }
