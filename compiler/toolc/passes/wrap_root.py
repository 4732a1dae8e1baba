"""`wrap_root`: put arguments that are no plain object under one key, where a target wants one."""

from typing import Any

from toolc.diagnostics.codes import ROOT_WRAPPED
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.stamp import STAMP
from toolc.passes.outcome import Notes, Outcome, each_tool

__all__ = ["wrap_root"]

_KEY = "value"


def wrap_root(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Box roots that are unions, references, lists or scalars; give all others `properties`."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, dict[str, Any] | None]:
        root = tool.input
        if _is_plain(root, language):
            return {"type": "object", **root, "properties": root.get("properties", {})}, None
        notes.add(ROOT_WRAPPED, root, "", key=_KEY, target=language.target)
        outer = {key: root[key] for key in ("$defs", STAMP) if key in root}
        inner = {key: value for key, value in root.items() if key != "$defs"}
        boxed = {
            "type": "object",
            "properties": {_KEY: inner},
            "required": [_KEY],
            "additionalProperties": False,
            **outer,
        }
        if not language.takes("additionalProperties"):
            del boxed["additionalProperties"]
        return boxed, {"root": {"box": _KEY, "of": None}}

    return each_tool(toolset, change)


def _is_plain(root: Schema, language: Language) -> bool:
    if root.keys() & language.root_refused:
        return False
    return root.get("type") == "object" or not root.keys() - ANNOTATIONS - {STAMP, "$defs"}
