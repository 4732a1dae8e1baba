"""Imports point down only: the package is a stack of layers; every import is read by `ast`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import toolc

PACKAGE = Path(toolc.__file__).parent

LAYERS = (
    ("__main__",),
    ("cli", "integrations", "testing"),
    ("toolkit", "transforms"),
    ("toolkit_sources",),
    ("driver", "analysis", "proof"),
    ("artifacts",),
    ("loading",),
    ("lock", "report"),
    ("manifest", "targets"),
    ("frontends", "passes", "backends", "codegen", "witness"),
    ("ir", "model_matrix"),
    ("diagnostics",),
    ("runtime",),
    ("resources", "outputs", "version"),
)
"""From the top down. A part may import parts of lower layers, and none beside it."""

RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}

BESIDE = {("transforms", "toolkit")}
"""`toolc.transforms` is the toolkit's second file: functions that make one toolkit of another."""

PLUGIN_FOLDERS = ("frontends", "passes", "backends", "targets", "cli", "integrations")


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    """The import name of a file: `toolc.ir.model`; a package's is its folder's."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = frozenset(dotted(path) for path in modules())


def imports(source: str, module: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every toolc module that a source imports, with the line: at any depth, relative ones too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "toolc":
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, module, is_package=is_package)
            if base.partition(".")[0] == "toolc":
                for alias in node.names:
                    inner = f"{base}.{alias.name}"
                    yield node.lineno, inner if inner in NAMES else base


def _base(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    up = parts[: len(parts) - node.level + is_package]
    return ".".join([*up, node.module] if node.module else up)


def part(module: str) -> str:
    """The layered part that a module belongs to; the package's own `__init__` is `toolc`."""
    steps = module.split(".")
    return steps[1] if len(steps) > 1 else "toolc"


def faults(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """What is wrong with the imports of a source."""
    own = part(module)
    found = []
    for line, target in imports(source, module, is_package=is_package):
        other = part(target)
        if own == other or (own, other) in BESIDE:
            continue
        if other == "toolc":
            found.append(f"{module}:{line} imports the package's face; import the module itself")
        elif own != "toolc" and RANK[other] <= RANK[own]:
            found.append(f"{module}:{line} imports `{other}`, which is not below `{own}`")
    return found


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_imports_point_down(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert faults(source, dotted(path), is_package=path.name == "__init__.py") == []


def test_every_part_has_a_layer() -> None:
    assert {part(name) for name in NAMES} - {"toolc"} <= RANK.keys()


@pytest.mark.parametrize("folder", PLUGIN_FOLDERS)
def test_the_registry_is_the_only_one_that_knows_all_plugins(folder: str) -> None:
    """A plug-in that imports the registry of its folder could reach every other plug-in."""
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        if path.name == "__init__.py":
            continue
        source = path.read_text(encoding="utf-8")
        targets = [name for _, name in imports(source, dotted(path), is_package=False)]
        assert f"toolc.{folder}" not in targets, f"{dotted(path)} imports its own registry"


@pytest.mark.parametrize(
    ("source", "module", "is_package"),
    [
        ("import toolc.driver", "toolc.runtime.parser", False),
        ("from toolc import driver", "toolc.runtime.parser", False),
        ("from ..driver import build", "toolc.runtime.parser", False),
        ("from . import driver", "toolc.resources", False),
        ("from ..driver import build", "toolc.ir", True),
        ("from toolc.passes.deref import deref", "toolc.frontends.mcp", False),
        ("def f():\n    from toolc.cli import main", "toolc.ir.model", False),
        ("if TYPE_CHECKING:\n    from toolc.toolkit import ToolKit", "toolc.targets.openai", False),
        ("from toolc import ToolKit", "toolc.ir.model", False),
    ],
)
def test_the_check_sees_an_import_upwards(source: str, module: str, is_package: bool) -> None:  # noqa: FBT001 - a parameter of the table above
    assert faults(source, module, is_package=is_package) != []


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import json", "toolc.runtime.parser"),
        ("from toolc.ir.model import Tool", "toolc.passes.deref"),
        ("from .model import Tool", "toolc.ir.schema"),
        ("from toolc import resources", "toolc.runtime.dialects"),
    ],
)
def test_the_check_lets_an_import_downwards_pass(source: str, module: str) -> None:
    assert faults(source, module) == []
