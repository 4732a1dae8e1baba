"""How OpenAPI documents are read: seconds, peak memory, and bytes of the tools that come out.

    python tests/benchmarks/documents.py [--only WORD] [--fastmcp PYTHON]

PYTHON is an interpreter that has FastMCP; its import of the same documents is shown beside. The
documents are in $TOOLC_SHARED (by default `../shared` beside the checkout), but for one that is
made: 1,200 operations whose results refer to each other in rings. Each run is a process of its own.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CORPUS = Path(os.environ.get("TOOLC_SHARED", ROOT.parent / "shared")) / "corpora" / "openapi"

DOCUMENTS = {
    "OpenAI": "openai-openapi.yaml",
    "Discord": "discord-openapi.json",
    "Mistral": "mistral.yaml",
    "Intercom": "intercom-2.11.yaml",
    "Spotify": "spotify-fixed.yml",
    "Slack (2.0)": "slack_web_openapi_v2.json",
    "DigitalOcean": "digitalocean-multifile/specification/DigitalOcean-public.v2.yaml",
}
MADE = "made, 1,200"
_TIMEOUT = 900

_FASTMCP = """
import asyncio, json, logging, resource, sys, time
from pathlib import Path
logging.disable(logging.CRITICAL)
started = time.perf_counter()
import yaml
from fastmcp import FastMCP
try:
    import httpx2 as httpx
except ImportError:
    import httpx
loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
text = Path(sys.argv[1]).read_text()
loaded = json.loads(text) if sys.argv[1].endswith(".json") else yaml.load(text, loader)
client = httpx.AsyncClient(base_url="https://example.com")
server = FastMCP.from_openapi(loaded, client=client)
tools = [tool.to_mcp_tool() for tool in asyncio.run(server.list_tools())]
written = sum(len(tool.model_dump_json(exclude_none=True).encode()) for tool in tools)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
seconds = time.perf_counter() - started
print(json.dumps({"tools": len(tools), "seconds": seconds, "peak": peak, "bytes": written}))
"""


def made(resources: int = 600) -> dict[str, Any]:
    """Two operations for each resource; each resource refers to three others."""
    schemas, paths = {}, {}
    for number in range(resources):
        others = ((number + 1) % resources, (number * 7 + 3) % resources, (number * 31) % resources)
        following, other, far = ({"$ref": f"#/components/schemas/r{index}"} for index in others)
        schemas[f"r{number}"] = {
            "type": "object",
            "description": "A resource, and those that it has to do with.",
            "properties": {
                "id": {"type": "string", "maxLength": 5000},
                "next": {"anyOf": [{"type": "string"}, following]},
                "other": other,
                "far": {"type": "array", "items": far},
            },
        }
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/r{number}"}}}
        common = {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            ],
            "responses": {"200": {"description": "ok", "content": content}},
        }
        form = {"type": "object", "properties": {"name": {"type": "string"}, "amount": {}}}
        body = {"content": {"application/x-www-form-urlencoded": {"schema": form}}}
        paths[f"/r{number}/{{id}}"] = {
            "get": {"operationId": f"get_{number}", **common},
            "post": {"operationId": f"post_{number}", "requestBody": body, **common},
        }
    info = {"title": "Rings", "version": "1"}
    return {"openapi": "3.0.3", "info": info, "paths": paths, "components": {"schemas": schemas}}


def measure(path: str) -> dict[str, Any]:
    """Read a document in this process and write its tools for a provider."""
    started = time.perf_counter()
    from toolc.frontends import read_tools  # noqa: PLC0415 - importing counts, as for the other

    toolset, _ = read_tools(path, "openapi")
    read, peak = time.perf_counter() - started, _peak()
    from toolc.toolkit import ToolKit  # noqa: PLC0415 - as above

    tools = ToolKit(toolset).to_openai()
    written = len(json.dumps(tools, ensure_ascii=False, separators=(",", ":")).encode())
    return {
        "tools": len(toolset.tools),
        "read": read,
        "read_peak": peak,
        "seconds": time.perf_counter() - started,
        "peak": _peak(),
        "bytes": written,
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _run(command: list[str]) -> dict[str, Any]:
    """What a measuring process says; what went wrong where it fails."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "compiler")}
    try:
        done = subprocess.run(  # noqa: S603 - interpreters that the user named
            command, capture_output=True, text=True, timeout=_TIMEOUT, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        return {"error": f"more than {_TIMEOUT} s"}
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it died"]
        return {"error": lines[-1][:90]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _row(name: str, who: str, found: dict[str, Any]) -> str:
    if "error" in found:
        return f"{name:14} {who:8} {found['error']}"
    read = f"{found['read']:6.1f} {found['read_peak']:7.0f}" if "read" in found else f"{'':14}"
    rest = f"{found['seconds']:8.1f} {found['peak']:7.0f} {found['bytes']:12,}"
    return f"{name:14} {who:8} {found['tools']:6} {read} {rest}"


def main() -> None:
    """Print a table: a row for each document and program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="documents whose name holds this word")
    parser.add_argument("--fastmcp", metavar="PYTHON", help="an interpreter that has FastMCP")
    parser.add_argument("--measure", metavar="PATH", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure)))
        return
    print(
        f"{'document':14} {'':8} {'tools':>6} {'read s':>6} {'MB':>7} {'+ list s':>8} {'MB':>7}",
        end="",
    )
    print(f" {'bytes':>12}")
    with tempfile.TemporaryDirectory() as folder:
        rings = Path(folder) / "rings.json"
        rings.write_text(json.dumps(made()))
        for name, path in {**{k: CORPUS / v for k, v in DOCUMENTS.items()}, MADE: rings}.items():
            if options.only.lower() not in name.lower():
                continue
            print(_row(name, "toolc", _run([sys.executable, __file__, "--measure", str(path)])))
            if options.fastmcp:
                print(_row("", "fastmcp", _run([options.fastmcp, "-c", _FASTMCP, str(path)])))


if __name__ == "__main__":
    main()
