"""The kinds of models, each in a package as a build writes it: imported, used, checked."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import toolc
from toolc.codegen.kinds import KINDS, KindName
from toolc.codegen.module import ModuleOptions, emit_package
from toolc.ir.model import Schema, Tool, Toolset

NODE: Schema = {
    "type": "object",
    "properties": {
        "field": {"type": "integer"},
        "class": {"type": "string"},
        "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
    },
}
TOOL = Tool(
    name="plant",
    input={
        "type": "object",
        "properties": {
            "tree": {"$ref": "#/$defs/Node"},
            "where": {"enum": ["garden", "pot"], "default": "pot"},
            "a-b": {"type": ["string", "null"], "description": "Not a name."},
        },
        "required": ["tree"],
        "$defs": {"Node": NODE},
    },
    output={"type": "object", "properties": {"grown": {"type": "boolean"}}, "required": ["grown"]},
)
ARGUMENTS = {"tree": {"class": "oak", "kids": [{"field": 3.0, "kids": []}]}, "a-b": None}

READ = {
    "pydantic": "(a.tree.class_, (a.tree.kids or [])[0].field, a.where, a.a_b)",
    "dataclass": "(a.tree.class_, (a.tree.kids or [])[0].field_, a.where, a.a_b)",
    "msgspec": "(a.tree.class_, (a.tree.kids or [])[0].field_, a.where, a.a_b)",
    "typeddict": "(a['tree']['class'], a['tree']['kids'][0]['field'], 'pot', a['a-b'])",
}
USER = """\
import asyncio

from kit import Dispatcher, Plant, ToolCall, dispatch, dispatch_async, models, validate_output


class Handler:
    def plant(self, args: models.PlantArgs, /) -> models.PlantResult:
        return {result}


class AsyncHandler:
    async def plant(self, args: models.PlantArgs, /) -> models.PlantResult:
        return {result}


def told(call: ToolCall) -> object:
    match call:
        case Plant(args=a):
            return {read}


handler: Dispatcher = Handler()
call = Plant("1", "plant", {arguments})
assert told(call) == ("oak", 3, "pot", None), told(call)
assert dispatch(call, handler) == {result}
assert asyncio.run(dispatch_async(call, AsyncHandler())) == {result}
assert validate_output("plant", {{"grown": 1}})[0].startswith("/grown: must be true or false")
assert validate_output("plant", {{"grown": True}}) == []
assert validate_output("tree", 1)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_typed_and_reads_the_same(kind: KindName, tmp_path: Path) -> None:
    made = emit_package(
        Toolset(name="kit", tools=(TOOL,)),
        digest="",
        source_names=["t.json"],
        options=ModuleOptions(models=kind),
    )
    assert sorted(made.files) == ["__init__.py", "kit.py", "kit_models.py"]
    (tmp_path / "kit").mkdir()
    for name, text in made.files.items():
        (tmp_path / "kit" / name).write_text(text)
    result = '{"grown": True}' if kind == "typeddict" else "models.PlantResult(grown=True)"
    user = USER.format(read=READ[kind], result=result, arguments=repr(ARGUMENTS))
    (tmp_path / "user.py").write_text(user)
    home = str(Path(toolc.__file__).parents[1])
    ruff = f"{sysconfig.get_path('scripts')}/ruff"
    isolated = ["--isolated", "--quiet", "--target-version", "py311", "--line-length", "100", "kit"]
    for command in (
        [sys.executable, "user.py"],
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--follow-imports=silent",
            "user.py",
            "-p",
            "kit",
        ],
        [ruff, "check", *isolated],
        [ruff, "format", "--check", *isolated],
    ):
        if "-p" in command:
            command[-3:] = ["-p", "kit", "-m", "user"]
        found = {} if Path(home).name == "site-packages" else {"MYPYPATH": home}  # mypy's own rule
        paths = {"PYTHONPATH": home, "PATH": os.environ["PATH"], **found}
        done = subprocess.run(  # noqa: S603 - our own tools on our own files
            command, cwd=tmp_path, env=paths, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (command, done.stdout + done.stderr)


def test_models_are_not_loaded_before_one_is_used(tmp_path: Path) -> None:
    made = emit_package(Toolset(name="kit", tools=(TOOL,)), digest="", source_names=[])
    (tmp_path / "kit").mkdir()
    for name, text in made.files.items():
        (tmp_path / "kit" / name).write_text(text)
    script = (
        "import kit, sys, json; print(json.dumps([name in sys.modules for name in"
        " ('pydantic', 'kit.kit_models')])); kit.parse('<tool_call name=\"plant\">{\"tree\": {}}"
        "</tool_call>').calls[0].args; print('pydantic' in sys.modules)"
    )
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", script],
        env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{Path(toolc.__file__).parents[1]}"},
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = done.stdout.split("\n")[:2]
    assert (json.loads(before), after) == ([False, False], "True")
