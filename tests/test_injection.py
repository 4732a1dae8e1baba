"""No string of the user's becomes code: every slot of the IR is fed text that would like to.

Each case builds a whole module, imports it, and looks for a side effect, for what the tables say
and for what the validator decides.
"""

import ast
import builtins
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from toolc.codegen.data import ModuleData
from toolc.codegen.kinds import KINDS, KindName
from toolc.codegen.layout import docstring, printable
from toolc.codegen.module import ModuleFiles, ModuleOptions, emit_module, emit_package
from toolc.ir.model import HttpArgument, HttpBinding, HttpServer, McpBinding, Source, Tool, Toolset

TRIPPED = "toolc_injection_tripped"
TRIP = f"__import__('builtins').__setattr__('{TRIPPED}', True)"
"""Code that leaves a trace when it runs."""

HOSTILE = {
    "call": TRIP,
    "double quote": f'" + str({TRIP}) + "',
    "single quote": f"' + str({TRIP}) + '",
    "triple quote": f'"""\n{TRIP}\n"""',
    "triple single quote": f"'''\n{TRIP}\n'''",
    "four quotes": f'""""\n{TRIP}\n""""',
    "quote at the end": 'ends with "',
    "quotes at the end": 'ends with """',
    "escaped quote": f'\\"""\n{TRIP}\n\\"""',
    "backslash at the end": "C:\\temp\\",
    "backslashes": f'\\\\" + str({TRIP}) + \\\\"',
    "escapes": "\\x22\\u0022\\N{QUOTATION MARK}\\",
    "newline": f"\n{TRIP}\n",
    "carriage return": f"x\r{TRIP}\r",
    "form feed": f"x\x0c{TRIP}\x0b{TRIP}\x85{TRIP}\u2028{TRIP}\u2029",
    "comment": f"# x\n{TRIP} #",
    "indent": f"\n    {TRIP}\n",
    "f-string": "{" + TRIP + "}",
    "jinja expression": "{{ cycler.__init__.__globals__.os.system('true') }}{{ undefined }}",
    "jinja statement": "{% for x in y %}{% endraw %}{% include 'module/module.py.j2' %}",
    "jinja comment": "{# x #}{#",
    "format": "%s %(x)s {0} {x!r}",
    "bracket": f"]}})\n{TRIP}\n([{{",
    "surrogate": "\ud800 and \udfff",
    "nul": "a\x00b",
    "right to left": "\u202egnp.exe\u2066\u200f",
    "unicode": "é名前😀ﬁ",
    "dunder": "__class__",
    "our own words": "zq0x zq1x Zq0x",
    "annotation": f"int = {TRIP}",
    "coding": "-*- coding: utf-7 -*-",
    "empty": "",
    "long": '"\\' * 5000,
}


def in_a_tool(**fields: Any) -> Tool:
    return Tool(**({"name": "tool", "input": {"type": "object"}} | fields))


def in_input(**keywords: Any) -> Tool:
    return in_a_tool(input={"type": "object", **keywords})


def in_property(schema: Any) -> Tool:
    return in_input(properties={"x": schema})


def in_definitions(text: str) -> Tool:
    point = {"type": "object", "properties": {"y": {"type": "integer"}}}
    definitions = {"point": point, text: {"type": "object", "properties": {text: {}}}}
    return in_input(properties={"x": {"$ref": "#/$defs/point"}}, **{"$defs": definitions})


def in_keys(text: str) -> Tool:
    inner = {"type": "object", "properties": {text: {}}}
    return in_input(properties={text: {"type": "integer"}, "y": inner}, required=[text])


SLOTS: dict[str, Callable[[str], Tool]] = {
    "name": lambda text: in_a_tool(name=text or " "),
    "title": lambda text: in_a_tool(title=text),
    "output": lambda text: in_a_tool(output=in_keys(text).input | {"title": text}),
    "description": lambda text: in_a_tool(description=text),
    "tags": lambda text: in_a_tool(tags=(text,), meta={text: text}),
    "binding": lambda text: in_a_tool(binding=McpBinding(tool=text, server=text)),
    "operation": lambda text: in_a_tool(
        binding=HttpBinding(
            method=text,
            path=text,
            servers=(HttpServer(url=text, name=text),),
            arguments=(HttpArgument(argument=text, name=text, place="query", style=text),),
            accept=text,
        )
    ),
    "root title": lambda text: in_input(title=text),
    "root description": lambda text: in_input(description=text),
    "required": lambda text: in_input(required=[text]),
    "keys": in_keys,
    "definitions": in_definitions,
    "branch title": lambda text: in_property(
        {"anyOf": [{"title": text, "properties": {"a": {}}}, {"const": 1}]}
    ),
    "field description": lambda text: in_property({"description": text, "type": "string"}),
    "enum": lambda text: in_property({"enum": [text, "plain"]}),
    "const": lambda text: in_property({"const": text}),
    "const in data": lambda text: in_property({"const": {text: [text]}}),
    "default": lambda text: in_property({"type": "string", "default": text}),
    "default in data": lambda text: in_property({"default": {text: text}}),
    "examples": lambda text: in_property({"examples": [text], "$comment": text}),
    "pattern": lambda text: in_property({"type": "string", "pattern": text}),
    "pattern properties": lambda text: in_property({"patternProperties": {text: {"minimum": 1}}}),
    "format": lambda text: in_property({"type": "string", "format": text}),
    "dependent": lambda text: in_property({"dependentRequired": {text: [text]}}),
    "keyword": lambda text: in_property({f"x-{text}": {text: text}}),
    "anchor": lambda text: in_property({"$anchor": text}),
    "ref": lambda text: in_property({"$ref": f"#/$defs/{text}"}),
}
"""Every place in a tool that holds text, as a tool with a text in that place."""


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Callable[[ModuleFiles], Any]]:
    """Imports a module, and afterwards makes sure that nothing ran that shouldn't have."""
    loaded: list[str] = []

    def load_(made: ModuleFiles) -> Any:
        ((name, text),) = made.files.items()
        (tmp_path / name).write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"hostile_{len(loaded)}", tmp_path / name)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        loaded.append(module.__name__)
        sys.modules[module.__name__] = module
        spec.loader.exec_module(module)
        return module

    yield load_
    for name in loaded:
        del sys.modules[name]
    assert not hasattr(builtins, TRIPPED)


def emitted(*tools: Tool, text: str = "") -> ModuleFiles:
    toolset = Toolset(name=text, tools=tools, sources=(Source(format=text, file=text),))
    data = ModuleData({text: text}, {text: text}, {text: text}, (text,), {text: text})
    return emit_module(toolset, digest=text, source_names=[text], data=data)


def model_of(module: Any, name: str) -> Any:
    """The model of a tool's arguments, whatever it has come to be called."""
    call_class = module._call_classes[name]  # noqa: SLF001 - the way that names no class
    return call_class.args.func.__annotations__["return"]


def test_the_trap_works() -> None:
    exec(HOSTILE["newline"])  # noqa: S102 - this is what must never happen elsewhere
    assert hasattr(builtins, TRIPPED)
    delattr(builtins, TRIPPED)


@pytest.mark.parametrize("slot", SLOTS)
def test_a_hostile_text_stays_a_text(slot: str, load: Callable[[ModuleFiles], Any]) -> None:
    tools = [SLOTS[slot](text) for text in HOSTILE.values()]
    if slot != "name":
        tools = [tool.model_copy(update={"name": f"t{i}"}) for i, tool in enumerate(tools)]
    module = load(emitted(*tools))
    for tool, table in zip(tools, module.TOOLS.__toolc_tools__(), strict=True):
        assert table["name"] == tool.name
        assert table["description"] == tool.description
        assert table["parameters"] == tool.input
        assert model_of(module, tool.name).model_rebuild() in {True, None}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "pydantic"])
def test_no_kind_of_model_makes_code_of_a_text(kind: KindName, tmp_path: Path) -> None:
    every = [(slot, text) for slot in SLOTS if slot != "name" for text in HOSTILE.values()]
    tools = [
        SLOTS[slot](text).model_copy(update={"name": f"t{i}"})
        for i, (slot, text) in enumerate(every)
    ]
    tools += [SLOTS["name"](text) for text in HOSTILE.values()]
    toolset = Toolset(name="hostile", tools=tuple(tools))
    made = emit_package(toolset, digest="", source_names=[], options=ModuleOptions(models=kind))
    for name, source in made.files.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    name = f"hostile_{kind}"
    spec = importlib.util.spec_from_file_location(name, tmp_path / "hostile.py")
    assert spec
    assert spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        for tool, table in zip(tools, module.TOOLS.__toolc_tools__(), strict=True):
            assert (table["name"], table["parameters"]) == (tool.name, tool.input)
        assert module.models.T0Args  # the models are imported, and nothing happens
    finally:
        for loaded in (name, f"{name}_models"):
            sys.modules.pop(loaded, None)
    assert not hasattr(builtins, TRIPPED)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_the_validator_decides_right_on_hostile_texts(
    text: str, load: Callable[[ModuleFiles], Any]
) -> None:
    properties = {text: {"enum": [text, 1]}, "c": {"const": {text: text}}}
    tool = in_input(
        properties=properties,
        required=[text],
        additionalProperties=False,
        dependentRequired={"c": [text]},
    )
    module = load(emitted(tool, text=text))
    assert module.validate("tool", {text: text}) == []
    assert module.validate("tool", {text: 1, "c": {text: text}}) == []
    assert len(module.validate("tool", {text: f"{text}!"})) == 1
    assert len(module.validate("tool", {text: text, f"{text}!": 1})) == 1
    assert module.validate("tool", {"c": {text: text}})
    assert {*module.PROMPTS.values(), *module.TARGETS, module.TOOLSET_DIGEST} == {text}
    if text != HOSTILE["surrogate"]:  # Pydantic takes no lone surrogates; `arguments` does
        typed = model_of(module, "tool").model_validate({text: text})
        assert typed.model_dump(by_alias=True, exclude_unset=True) == {text: text}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_docstrings_say_what_the_texts_say(text: str) -> None:
    """They do so up to white space and length, with an escape for what can't be seen."""
    literal = docstring(f"Say: {text}", 4)
    said = ast.literal_eval(f"(\n{literal}\n)")
    meant = printable("".join(f"Say: {text}"[:3900].split()))
    assert "".join(said.split()).startswith(meant)
    assert printable("".join(said.split())) == "".join(said.split())
