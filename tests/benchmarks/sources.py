"""Read every MCP dump and every provider's tool list of the corpora, and print a table.

    python tests/benchmarks/sources.py

The corpora are in $TOOLC_SHARED (by default `../shared` beside the checkout).
"""

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from toolc.frontends import read_tools

SHARED = Path(os.environ.get("TOOLC_SHARED", Path(__file__).parents[3] / "shared"))

FORMATS = {
    "mcp/dumps": "mcp",
    "mcp/third_party_dumps": "mcp",
    "other/tool_lists/anthropic": "anthropic",
    "other/tool_lists/bedrock": "bedrock",
    "other/tool_lists/cohere": "cohere",
    "other/tool_lists/gemini": "gemini",
    "other/tool_lists/mistral": "mistral",
    "other/tool_lists/openai_chat": "openai",
    "other/tool_lists/openai_legacy_functions": "openai",
    "other/tool_lists/openai_responses": "openai-responses",
    "other/tool_lists/builtin_only_anthropic": "anthropic",
    "other/tool_lists/builtin_only_azure": "openai-responses",
    "other/tool_lists/builtin_only_gemini": "gemini",
    "other/tool_lists/builtin_only_openai": "openai-responses",
    "other/tool_lists/builtin_only_openrouter": "openai",
}
"""Folder of the corpora -> the format of the documents in it."""


def rows() -> Iterator[tuple[str, int, int, float, Counter[str]]]:
    """For each folder: documents, tools, seconds, and how often each diagnostic was made."""
    for folder, format_ in FORMATS.items():
        found: Counter[str] = Counter()
        files = sorted((SHARED / "corpora" / folder).rglob("*.json"))
        started, tools = time.perf_counter(), 0
        for file in files:
            toolset, diagnostics = read_tools(file, format_)
            tools += len(toolset.tools)
            found.update(item.code for item in diagnostics)
        yield folder, len(files), tools, time.perf_counter() - started, found


def main() -> None:
    """Print the table."""
    print(f"{'documents of':42} {'number':>6} {'tools':>6} {'seconds':>8}  diagnostics")
    for folder, documents, tools, seconds, found in rows():
        told = ", ".join(f"{code} {count}" for code, count in sorted(found.items()))
        print(f"{folder:42} {documents:6} {tools:6} {seconds:8.2f}  {told}")


if __name__ == "__main__":
    main()
