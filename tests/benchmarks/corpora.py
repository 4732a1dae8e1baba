"""Build every MCP dump and OpenAPI 3.x document of the corpora, and print a table of what came out.

    python tests/benchmarks/corpora.py [--only WORD] [--jobs N]

The corpora are in $TOOLC_SHARED (by default `../shared` beside the checkout). Each document is
built in a process of its own: all targets, both prompts, the envelopes and the module.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from toolc import driver
from toolc.backends import ENVELOPE_ENGINES, PROMPT_STYLES
from toolc.diagnostics.errors import InputError
from toolc.manifest import parse_manifest
from toolc.targets import TARGETS

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("TOOLC_SHARED", ROOT.parent / "shared"))
_VERSION = re.compile(r"""^\s*["']?openapi["']?\s*:\s*["']?3\.""", re.MULTILINE)
_TIMEOUT = 600


def documents() -> Iterator[tuple[str, Path]]:
    """Each document with its format: MCP dumps, then OpenAPI documents that are one file."""
    for path in sorted((SHARED / "corpora" / "mcp" / "dumps").glob("*.json")):
        yield "mcp", path
    for path in sorted((SHARED / "corpora" / "openapi").iterdir()):
        if path.suffix in (".json", ".yaml", ".yml") and _VERSION.search(path.read_text()[:5000]):
            yield "openapi", path


def build_one(format_: str, path: Path) -> dict[str, Any]:
    """Build one document in this process; what came out, as JSON data."""
    plan = {
        "toolset": "kit",
        "sources": [{format_: path.name}],
        "targets": [*TARGETS, {"openai": {"strict": True, "as": "openai-strict"}}],
        "prompt": list(PROMPT_STYLES),
        "envelope": list(ENVELOPE_ENGINES),
        "module": {"language": "python", "models": "pydantic"},
    }
    file, options = path.parent / "toolc.yaml", driver.target_options()
    manifest = parse_manifest(plan, file=file, targets=options)
    started = time.perf_counter()
    try:
        made = driver.build(manifest)
        found, tools = made.diagnostics, len(made.toolset.tools)
        written = sum(len(text) for text in made.files.values())
    except InputError as error:
        found, tools, written = error.diagnostics, 0, 0
    return {
        "tools": tools,
        "bytes": written,
        "codes": Counter(item.code for item in found),
        "errors": [item.message for item in found if item.severity == "error"][:3],
        "seconds": time.perf_counter() - started,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def in_process(format_: str, path: Path) -> dict[str, Any]:
    """Build one document in another process: its memory can be told, and a crash does no harm."""
    try:
        result = subprocess.run(  # noqa: S603 - this script itself
            [sys.executable, __file__, "--one", format_, str(path)],
            capture_output=True,
            text=True,
            check=False,
            timeout=_TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        return {"crash": f"no answer in {_TIMEOUT} s"}
    if result.returncode:
        return {"crash": (result.stderr.strip().splitlines() or ["?"])[-1]}
    row: dict[str, Any] = json.loads(result.stdout)
    return row


def table(rows: dict[str, dict[str, Any]]) -> str:
    """The results as Markdown."""
    lines = [
        "| document | tools | diagnostics by code | KB written | seconds | peak MB |",
        "|---|---:|---|---:|---:|---:|",
    ]
    for name, row in rows.items():
        if "crash" in row:
            lines.append(f"| {name} | | **{row['crash']}** | | | |")
            continue
        told = " ".join(f"{code}: {count}" for code, count in sorted(row["codes"].items()))
        errors = f" ({'; '.join(row['errors'])})" if row["errors"] else ""
        figures = f"{row['bytes'] // 1000} | {row['seconds']:.1f} | {row['megabytes']:.0f}"
        lines.append(f"| {name} | {row['tools']} | {told}{errors} | {figures} |")
    return "\n".join([*lines, "", _sum(rows)])


def _sum(rows: dict[str, dict[str, Any]]) -> str:
    fine = [row for row in rows.values() if "crash" not in row]
    codes = sum((Counter(row["codes"]) for row in fine), Counter[str]())
    told = ", ".join(f"{code}: {count}" for code, count in sorted(codes.items()))
    return (
        f"{len(rows)} documents, {sum(row['tools'] for row in fine)} tools, "
        f"{len(rows) - len(fine)} crashes, {sum(bool(row['errors']) for row in fine)} refused, "
        f"{sum(row['seconds'] for row in fine):.0f} s, "
        f"at most {max((row['megabytes'] for row in fine), default=0):.0f} MB\n\n{told}"
    )


def main() -> None:
    """Build what the arguments choose and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="documents whose name holds this word")
    parser.add_argument("--jobs", type=int, default=1, help="documents at a time")
    parser.add_argument("--one", nargs=2, metavar=("FORMAT", "FILE"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        print(json.dumps(build_one(chosen.one[0], Path(chosen.one[1]))))
        return
    todo = [(format_, path) for format_, path in documents() if chosen.only in path.name]
    with ThreadPoolExecutor(chosen.jobs) as pool:
        results = list(pool.map(lambda item: in_process(*item), todo))
    print(table({path.name: row for (_, path), row in zip(todo, results, strict=True)}))


if __name__ == "__main__":
    main()
