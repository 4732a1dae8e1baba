"""Generate the module of every MCP dump and of four large OpenAPI documents; print a table.

    python tests/benchmarks/modules.py [--only WORD] [--models KIND] [--without-mypy]

The corpora are in $TOOLC_SHARED (by default `../shared` beside the checkout). Of each module are
told: the seconds to generate it, its lines and bytes with those of its models, the seconds to
import it without and with bytecode, and to import its models, the seconds of `mypy --strict`, and
what mypy, `ruff check` and `ruff format` have against it. Each step is a process of its own.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from toolc import ToolKit
from toolc.codegen.module import ModuleOptions, emit_package

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("TOOLC_SHARED", ROOT.parent / "shared"))
_OPENAPI = ("openai-openapi.yaml", "discord-openapi.json", "mistral.yaml", "intercom-2.11.yaml")
_SCRIPTS = sysconfig.get_path("scripts")
_IMPORT = """\
import sys, time
import toolc.runtime.parser, toolc.runtime.checks, toolc.runtime.views
started = time.process_time()
import kit.kit
module = time.process_time() - started
if hasattr(kit.kit, "models"):
    import kit.kit_models
print(module, time.process_time() - started - module)
"""


def documents() -> Iterator[tuple[str, Path]]:
    """Each document with its format."""
    for path in sorted((SHARED / "corpora" / "mcp" / "dumps").glob("*.json")):
        yield "mcp", path
    for name in _OPENAPI:
        yield "openapi", SHARED / "corpora" / "openapi" / name


def run(command: list[str], folder: Path, **environment: str) -> tuple[float, str]:
    """The seconds that a command takes, and the first line of what it says."""
    path = os.pathsep.join([str(folder), str(ROOT / "compiler")])
    base = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "MYPYPATH": str(ROOT / "compiler")}
    started = time.perf_counter()
    done = subprocess.run(  # noqa: S603 - our own tools on our own files
        command,
        cwd=folder,
        env=base | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    said = (done.stdout + done.stderr).strip().splitlines()
    failed = done.returncode != 0
    return time.perf_counter() - started, (said[0] if said else "failed") if failed else ""


def imported(folder: Path, **environment: str) -> tuple[float, float]:
    """The seconds of a processor that the module takes to be imported, and then its models."""
    path = os.pathsep.join([str(folder), str(ROOT / "compiler")])
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", _IMPORT],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    module, models = map(float, done.stdout.split())
    return module, models


def row(format_: str, path: Path, folder: Path, options: argparse.Namespace) -> list[str]:
    """The cells of one document, and what is wrong with its module."""
    kit = ToolKit.from_document(str(path), format_)
    toolset = kit.toolset.model_copy(update={"name": "kit"})
    started = time.perf_counter()
    made = emit_package(
        toolset,
        digest="",
        source_names=[path.name],
        options=ModuleOptions(models=options.models),
    )
    generated = time.perf_counter() - started
    (folder / "kit").mkdir()
    for name, text in made.files.items():
        (folder / "kit" / name).write_text(text, encoding="utf-8")
    sizes = {name: (text.count("\n"), len(text)) for name, text in made.files.items()}
    lines, size = sizes["kit.py"]
    model_lines, model_size = sizes.get("kit_models.py", (0, 0))
    cold, models = imported(folder, PYTHONDONTWRITEBYTECODE="1")
    imported(folder)
    warm, _ = imported(folder)
    ruff = f"{_SCRIPTS}/ruff"
    isolated = ["--isolated", "--quiet", "--target-version", "py311"]
    _, checked = run([ruff, "check", *isolated, "kit"], folder)
    _, formatted = run(
        [ruff, "format", "--check", "--line-length", "100", *isolated, "kit"], folder
    )
    typed, mypy = 0.0, ""
    if not options.without_mypy:
        command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
        typed, mypy = run([*command, "--no-error-summary", "kit/kit.py", "kit/__init__.py"], folder)
    wrong = "; ".join(filter(None, (checked, formatted and f"format: {formatted}", mypy)))
    return [
        path.stem.removeprefix("npm__").removeprefix("pypi__")[:36],
        *(str(number) for number in (len(kit), lines, model_lines, size // 1024)),
        str(model_size // 1024),
        *(f"{seconds:.2f}" for seconds in (generated, cold, warm, models, typed)),
        wrong[:80] or "none",
    ]


def main() -> None:
    """Print a row for each document as it is done."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", default="", help="documents with this word in their name")
    arguments.add_argument("--models", default="pydantic", help="the kind of models")
    arguments.add_argument("--without-mypy", action="store_true", help="leave out the slowest")
    options = arguments.parse_args()
    head = (
        "document | tools | lines | of models | kB | of models | generate | import | with bytecode"
        " | models | mypy | wrong"
    )
    print(f"| {head} |\n|---|{'---:|' * 10}---|")
    for format_, path in documents():
        if options.only in path.name:
            with tempfile.TemporaryDirectory() as folder:
                cells = row(format_, path, Path(folder), options)
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
