"""The recorded replies and tool lists that tests read, if they are at hand."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["CORPORA", "FACTS", "cases", "descriptions", "free_texts", "safe_cases"]

SHARED = Path(os.environ.get("TOOLC_SHARED", Path(__file__).parents[3] / "shared"))
CORPORA, FACTS = SHARED / "corpora", SHARED / "facts"


@cache
def cases() -> list[dict[str, Any]]:
    """Raw replies in many dialects with the calls that they hold, or none of them."""
    file = CORPORA / "tool_call_text" / "cases.jsonl"
    if not file.is_file():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def safe_cases() -> list[dict[str, Any]]:
    """The cases on which their sources agree."""
    return [
        case
        for case in cases()
        if case["expected"] and not case["disputed"] and case.get("schema_known") is not False
    ]


def free_texts() -> Iterator[tuple[str, list[dict[str, Any]] | None]]:
    """Replies in which nobody found a call, each with the tools that the model was given."""
    for case in cases():
        if case["kind"] == "plain-text":
            yield case["text"], case.get("tools")
    for file in sorted(CORPORA.glob("other/recordings/*/*.json")):
        record = json.loads(file.read_text(encoding="utf-8"))
        if not (record["response_has_tool_call"] or record.get("response_has_text_tool_markup")):
            for text in _texts(record.get("response_body")):
                yield text, None


def descriptions() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every description in the MCP dumps, with the tools it stands beside."""
    for file in sorted(CORPORA.glob("mcp/*/**/*.json")):
        tools = [
            tool
            for tool in _objects(json.loads(file.read_text(encoding="utf-8")))
            if isinstance(tool.get("name"), str) and isinstance(tool.get("description"), str)
        ]
        listed = [{"name": tool["name"]} for tool in tools if tool["name"]]
        for tool in tools:
            yield tool["description"], listed


def _texts(value: Any) -> Iterator[str]:
    for item in _objects(value):
        for key in ("text", "content"):
            if isinstance(item.get(key), str):
                yield item[key]


def _objects(root: Any) -> Iterator[dict[str, Any]]:
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            yield node
            pending.extend(reversed(list(node.values())))
        elif isinstance(node, list):
            pending.extend(reversed(node))
