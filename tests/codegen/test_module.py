"""The generated module as its users meet it: imported, used, type-checked, linted and read."""

import builtins
import importlib.util
import json
import keyword
import os
import random
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pydantic
import pytest
from syrupy.assertion import SnapshotAssertion

import toolc
from toolc.codegen.data import ModuleData
from toolc.codegen.module import ModuleFiles, ModuleOptions, emit_module, emit_package, module_name
from toolc.ir.model import Annotations, Schema, Tool, Toolset
from toolc.ir.samples import NoSample, sample
from toolc.runtime import ArgumentDelta, CallFailed, CallFinished, CallStarted, TextDelta

GET_WEATHER = Tool(
    name="get_weather",
    description="Get the current weather for a city.\n\nAsk for one city at a time.",
    input={
        "type": "object",
        "properties": {
            "location": {
                "type": "object",
                "description": "Where to look.",
                "properties": {
                    "city": {"type": "string", "description": "City name", "minLength": 1},
                    "country-code": {"type": "string", "pattern": "^[A-Z]{2}$"},
                },
                "required": ["city"],
            },
            "units": {"enum": ["celsius", "fahrenheit"], "default": "celsius"},
            "days": {"type": "integer", "minimum": 1, "maximum": 14},
        },
        "required": ["location"],
        "additionalProperties": False,
    },
)
WALK = Tool(
    name="walk",
    description="Walk a tree.",
    annotations=Annotations(destructive=True),
    input={
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/Node"}},
        "required": ["root"],
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {
                    "value": {"type": "integer"},
                    "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                },
            }
        },
    },
)
KEYS = (
    "class",
    "2nd",
    "a-b",
    "a_b",
    "_x",
    "json",
    "model_dump",
    "",
    "name with spaces",
    "été",
    "list",
)
ODD_KEYS = Tool(
    name="odd-keys",
    input={"type": "object", "properties": {key: {"type": "string"} for key in KEYS}},
)
PING = Tool(name="ping", description="Ping", input={"type": "object"})
TAKEN = tuple(
    Tool(name=name, input={"type": "object"})
    for name in ("tool_call", "toolCallParser", "parse_result", "any", "BaseModel", "path", "parse")
)

USER = """\
from typing import assert_never, assert_type

from toolc.runtime import CallFailed, CallFinished

from kit import GetWeather, OddKeys, Ping, ToolCall, ToolCallParser, Walk, parse


def run(call: ToolCall) -> str:
    match call:
        case GetWeather(args=args):
            assert_type(args.location.city, str)
            assert_type(args.days, int | None)
            return args.location.city
        case Walk(args=args):
            assert_type(args.root.children[0].value if args.root.children else None, int | None)
            return "walked"
        case OddKeys(args=args):
            return args.class_ or ""
        case Ping():
            return "pong"
        case _:
            assert_never(call)


def stream(text: str) -> list[str]:
    parser = ToolCallParser()
    said = []
    for event in [*parser.feed(text), *parser.close()]:
        match event:
            case CallFinished(call=GetWeather(args=args)):
                said.append(args.location.city)
            case CallFailed(message=why):
                said.append(why)
            case _:
                pass
    return said


print(stream(""), [run(call) for call in parse("").calls])
"""


def kit(*tools: Tool, name: str = "kit") -> Toolset:
    return Toolset(name=name, tools=tools)


PROMPT = "Tools:\n  get_weather\n"
DATA = ModuleData(
    prompts={"typescript": "prompt.ts.md"},
    envelopes={},
    codecs={"flat": "flat.codec.json"},
    targets=("plain", "flat"),
    texts={
        "prompt.ts.md": PROMPT,
        "flat.codec.json": json.dumps([{"ping": {"name": "do_ping", "root": None}}]),
    },
)


def emitted(toolset: Toolset, data: ModuleData | None = None, **options: Any) -> ModuleFiles:
    return emit_module(
        toolset,
        digest="sha256:0123",
        source_names=["tools.json"],
        options=ModuleOptions(**options),
        data=data or ModuleData({}, {}, {}),
    )


def packaged(toolset: Toolset, data: ModuleData | None = None, **options: Any) -> ModuleFiles:
    return emit_package(
        toolset,
        digest="sha256:0123",
        source_names=["tools.json"],
        options=ModuleOptions(**options),
        data=data or ModuleData({}, {}, {}),
    )


def load(folder: Path, made: ModuleFiles) -> ModuleType:
    """The module as a user gets it: a file, imported by its path."""
    ((name, text),) = made.files.items()
    (folder / name).write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"made_{name[:-3]}", folder / name)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    files = emitted(kit(GET_WEATHER, WALK, ODD_KEYS, PING), DATA)
    assert files.diagnostics == ()
    module = load(tmp_path_factory.mktemp("kit"), files)
    yield module
    del sys.modules[module.__name__]


def test_a_reply_gives_typed_calls(made: Any) -> None:
    result = made.parse(
        'Sure. <tool_call name="get_weather">{"location": {"city": "Rome", "country-code": "IT"}}'
        '</tool_call><tool_call name="ping">{}</tool_call>'
    )
    weather, ping = result.calls
    assert result.text.strip() == "Sure."
    assert result.failures == []
    assert isinstance(weather, made.GetWeather)
    assert weather.args.location.city == "Rome"
    assert weather.args.location.country_code == "IT"
    assert weather.args.units == "celsius"
    assert weather.args.days is None
    assert weather.args is weather.args
    assert weather.arguments == {"location": {"city": "Rome", "country-code": "IT"}}
    assert (ping.name, isinstance(ping, made.Ping)) == ("ping", True)


def test_arguments_are_validated(made: Any) -> None:
    result = made.parse('<tool_call name="get_weather">{"location": {}, "days": 99}</tool_call>')
    (failure,) = result.failures
    assert result.calls == []
    assert failure.kind == "invalid_arguments"
    assert "/location/city: missing" in failure.message
    assert "/days: must be at most 14; got 99" in failure.message


def test_a_stream_gives_typed_calls(made: Any) -> None:
    parser = made.ToolCallParser()
    text = 'Hi\n<tool_call name="walk">{"root": {"children": [{"value": 3}]}}</tool_call>'
    events = [event for piece in text for event in parser.feed(piece)] + parser.close()
    (call,) = [event.call for event in events if isinstance(event, CallFinished)]
    assert isinstance(call, made.Walk)
    assert call.args.root.children[0].value == 3
    assert {type(event) for event in events} == {
        TextDelta,
        CallStarted,
        ArgumentDelta,
        CallFinished,
    }


def test_the_parser_can_be_told_a_dialect(made: Any) -> None:
    with pytest.raises(toolc.runtime.UsageError):
        made.ToolCallParser(dialect="no such dialect")
    parser = made.ToolCallParser("tagged")
    (failed,) = [*parser.feed('<tool_call name="pingg">{'), *parser.close("length")][-1:]
    assert isinstance(failed, CallFailed)


def test_validate(made: Any) -> None:
    assert made.validate("get_weather", {"location": {"city": "Rome"}}) == []
    assert made.validate("get_weather", {"location": {"city": ""}, "units": "Celsius"}) == [
        "/location/city: must have at least 1 character; has 0",
        '/units: must be one of "celsius", "fahrenheit"; got "Celsius"; did you mean "celsius"?',
    ]
    assert made.validate("get_wether", {}) == [': there is no tool "get_wether"']


def test_odd_keys_go_in_and_out(made: Any) -> None:
    arguments = {key: f"<{key}>" for key in KEYS} | {"extra": 1}
    call = made.OddKeys("1", "odd-keys", arguments)
    assert call.args.model_dump(by_alias=True) == arguments
    assert call.args.class_ == "<class>"
    assert made.OddKeysArgs(class_="x").model_dump(by_alias=True, exclude_none=True) == {
        "class": "x"
    }


def test_the_table_of_tools(made: Any) -> None:
    tables = made.TOOLS.__toolc_tools__()
    assert [table["name"] for table in tables] == ["get_weather", "walk", "odd-keys", "ping"]
    assert [table["destructive"] for table in tables] == [False, True, False, False]
    assert tables[0]["parameters"] == GET_WEATHER.input
    assert tables[0]["description"] == GET_WEATHER.description
    assert tables[3]["validate"](3) == [": must be an object; got 3"]
    assert toolc.runtime.parse('<tool_call name="ping">{}</tool_call>', made.TOOLS).calls
    assert made.TOOLSET_DIGEST == "sha256:0123"
    assert made.PROMPTS == {"typescript": PROMPT}
    assert all(hasattr(made, name) for name in made.__all__)


def test_docstrings_are_the_tools_own_words(made: Any) -> None:
    assert made.GetWeather.__doc__.split("\n\n")[0] == "Get the current weather for a city."
    assert made.Ping.__doc__ == "Ping."
    assert made.GetWeatherArgsLocation.__doc__ == "Where to look."


def test_the_weather_module_reads_well(snapshot: SnapshotAssertion) -> None:
    (text,) = emitted(kit(GET_WEATHER, name="weather")).files.values()
    assert text == snapshot


def test_without_models_nothing_but_the_runtime_is_needed(tmp_path: Path) -> None:
    made = emitted(kit(GET_WEATHER, PING), models="none")
    module: Any = load(tmp_path, made)
    (call,) = module.parse('<tool_call name="ping">{"a": 1}</tool_call>').calls
    assert call.args == {"a": 1}
    assert "pydantic" not in made.files["kit.py"]
    script = "import sys, kit; print('pydantic' in sys.modules, 'jinja2' in sys.modules)"
    assert in_python(script, tmp_path) == "False False"


def test_an_empty_toolset(tmp_path: Path) -> None:
    module: Any = load(tmp_path, emitted(kit()))
    assert module.parse("Hello").text == "Hello"
    assert module.validate("a", {}) == [': there is no tool "a"']


def test_tools_named_like_what_the_module_has_itself(tmp_path: Path) -> None:
    module: Any = load(tmp_path, emitted(kit(*TAKEN)))
    text = "".join(f'<tool_call name="{tool.name}">{{}}</tool_call>' for tool in TAKEN)
    assert [call.name for call in module.parse(text).calls] == [tool.name for tool in TAKEN]


def test_fields_named_like_what_models_and_annotations_are_made_of(tmp_path: Path) -> None:
    own = [name for name in dir(pydantic.BaseModel) if not name.startswith("_")]
    keys = [
        *own,
        *dir(builtins),
        *keyword.kwlist,
        "Any",
        "Literal",
        "Field",
        "TArgs",
        "TArgsNested",
    ]
    nested = {"type": "object", "properties": {"x": {}}}
    properties = {key: {"type": ["string", "array"], "items": nested} for key in keys}
    tool = Tool(name="t", input={"type": "object", "properties": {"nested": nested} | properties})
    module: Any = load(tmp_path, emitted(kit(tool)))
    arguments = {key: [{"x": key}] for key in keys}
    typed = module.T("1", "t", arguments).args
    assert typed.model_dump(by_alias=True, exclude_unset=True) == arguments


def test_a_rule_that_cant_be_checked_is_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    properties = {"a": {"type": "string", "pattern": "[a-"}, "b": {"type": "integer"}}
    made = emitted(kit(PING, Tool(name="t", input={"type": "object", "properties": properties})))
    (found,) = made.diagnostics
    assert (found.code, found.tool, found.pointer) == ("TC502", "t", "/properties/a/pattern")
    module: Any = load(tmp_path, made)
    assert module.validate("t", {"a": "x", "b": 1}) == []
    assert len(module.validate("t", {"a": 1, "b": "x"})) == 2


@pytest.mark.parametrize(
    "schema",
    [
        {"not": {"pattern": "["}},
        {"oneOf": [{"pattern": "["}, {"type": "string"}]},
        {"if": {"pattern": "["}, "then": {"type": "integer"}},
        {"type": "array", "contains": {"pattern": "["}, "maxContains": 0},
        {"type": "object", "patternProperties": {"[": {}}, "additionalProperties": False},
        {"type": "object", "properties": {"if": {"pattern": "["}, "[": {"$ref": "#/nowhere"}}}
        | {"additionalProperties": False},
        {"type": "object", "allOf": [{"$ref": "#/no"}], "properties": {"not": {"pattern": "["}}},
    ],
)
def test_leaving_a_rule_out_never_refuses_more(tmp_path: Path, schema: Schema) -> None:
    made = emitted(kit(Tool(name="t", input={"type": "object", "properties": {"x": schema}})))
    assert {found.code for found in made.diagnostics} == {"TC502"}
    module: Any = load(tmp_path, made)
    values: tuple[Any, ...] = ("[", "a", {"[": 1, "if": 1}, {"[": 1}, ["["])
    assert any(module.validate("t", {"x": value}) == [] for value in values)


def test_schemas_too_deep_for_a_literal(tmp_path: Path) -> None:
    schema: Schema = {"type": "integer"}
    for _ in range(80):
        schema = {"type": "array", "items": schema}
    tool = Tool(name="deep", input={"type": "object", "properties": {"x": schema}})
    module: Any = load(tmp_path, emitted(kit(tool)))
    assert module.TOOLS.get("deep").parameters == tool.input


@pytest.mark.parametrize(
    ("toolset", "name"),
    [("quickstart", "quickstart"), ("my-tools", "my_tools"), ("2fa", "n2fa"), ("class", "class_")],
)
def test_module_name(toolset: str, name: str) -> None:
    assert module_name(toolset) == name
    assert list(emitted(kit(name=toolset)).files) == [f"{name}.py"]


def test_types_and_lint(tmp_path: Path) -> None:
    sources = {
        "kit": emitted(kit(GET_WEATHER, WALK, ODD_KEYS, PING), DATA),
        "plain": emitted(kit(GET_WEATHER, name="plain"), models="none"),
        "empty": emitted(kit(name="empty")),
        "taken": emitted(kit(*TAKEN, name="taken")),
    }
    for made in sources.values():
        for name, text in made.files.items():
            (tmp_path / name).write_text(text)
    (tmp_path / "user.py").write_text(USER)
    assert_clean(tmp_path, ["kit.py", "plain.py", "empty.py", "taken.py", "user.py"])


ODD_NAMES = (
    *("TOOLS", "A", "a_B", "T2", "T10", "HTTP", "HTTPServer", "x1", "x_1", "Self", "whole"),
    "a_tool_with_a_name_longer_than_most",
)


def test_the_module_is_formatted_and_its_exports_are_sorted(tmp_path: Path) -> None:
    doc = "First.\n\n        Indented as in a source file,\n          and deeper."
    odd = tuple(Tool(name=name, description=doc, input=WALK.input) for name in ODD_NAMES)
    for toolset in (kit(GET_WEATHER, WALK, ODD_KEYS, PING), kit(*TAKEN, *odd, name="odd")):
        for name, text in emitted(toolset, DATA).files.items():
            (tmp_path / name).write_text(text)
    ruff = f"{sysconfig.get_path('scripts')}/ruff"
    rules = ["check", "--preview", "--select", "RUF022,E,F,W", "--line-length", "100"]
    for arguments in (["format", "--check", "--line-length", "100"], rules):
        done = subprocess.run(  # noqa: S603 - the project's own tool
            [ruff, *arguments, "--isolated", "--quiet", "--target-version", "py311", "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout + done.stderr) == (0, "")


OPENAPI = ("openai-openapi.yaml", "discord-openapi.json", "mistral.yaml", "intercom-2.11.yaml")


@pytest.mark.corpus
def test_real_documents(shared: Path, tmp_path: Path) -> None:
    """A tenth of them, drawn with a fixed seed; all with TOOLC_CORPUS=all."""
    dumps = sorted((shared / "corpora/mcp/dumps").glob("*.json"))
    documents = [*dumps, *(shared / "corpora/openapi" / name for name in OPENAPI)]
    whole = os.environ.get("TOOLC_CORPUS") == "all"
    drawn = documents if whole else random.Random(5).sample(documents, len(documents) // 10)  # noqa: S311 - a draw, no secret
    refused: list[str] = []
    for document in drawn:
        tools = toolc.ToolKit.from_document(str(document)).tools
        module: Any = load(tmp_path, emitted(kit(*tools, name=module_name(document.stem))))
        refused += [
            f"{document.stem} {why}" for tool in tools for why in _disagreements(module, tool)
        ]
    assert refused == []
    assert_clean(tmp_path, sorted(path.name for path in tmp_path.glob("*.py")))


def _disagreements(module: Any, tool: Tool) -> Iterator[str]:
    """Where a sample of a tool's arguments is refused by its validator or its model."""
    for optional in (0, 3):
        try:
            arguments = sample(tool.input, optional=optional)
        except NoSample:
            continue
        if errors := module.validate(tool.name, arguments):
            yield f"{tool.name}: {errors}"
        text = f'<tool_call name="{tool.name}">{json.dumps(arguments)}</tool_call>'
        for call in module.parse(text, "tagged").calls:
            call.args.model_dump()


def assert_clean(folder: Path, files: list[str]) -> None:
    """The files pass `mypy --strict` and ruff's default rules."""
    home = Path(toolc.__file__).parents[1]
    found = {} if home.name == "site-packages" else {"MYPYPATH": str(home)}  # mypy's own rule
    environment = {**found, "PATH": os.environ["PATH"]}
    mypy = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--no-error-summary",
    ]
    ruff = [f"{sysconfig.get_path('scripts')}/ruff", "check", "--isolated", "--quiet"]
    for command in (mypy, [*ruff, "--target-version", "py311"]):
        done = subprocess.run(  # noqa: S603 - our own tools on our own files
            [*command, *files],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout + done.stderr) == (0, "")


def in_python(script: str, folder: Path) -> str:
    """What a script prints that can import from a folder and toolc."""
    path = os.pathsep.join([str(folder), str(Path(toolc.__file__).parents[1])])
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", script],
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
