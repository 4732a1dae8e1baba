"""The TypeScript module: read, and where node and its packages are there, compiled and run.

`npm install typescript ajv` in the folder that TOOLC_NODE names is all that the latter need.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from toolc.backends.typescript_module import typescript_module
from toolc.ir.model import Schema, Tool, Toolset

NODE: Schema = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
TOOLS = (
    Tool(
        name="get_weather",
        description="Get the weather. */ nothing",
        input={
            "type": "object",
            "properties": {
                "city": {"type": "string", "minLength": 1},
                "days": {"type": "integer"},
                "tree": {"$ref": "#/$defs/Node"},
            },
            "required": ["city"],
            "additionalProperties": False,
            "$defs": {"Node": NODE},
        },
        output={"type": "object", "properties": {"sun": {"type": "boolean"}}, "required": ["sun"]},
    ),
    Tool(
        name="set-all",
        input={
            "type": "object",
            "properties": {"a": {"type": "string"}, "__proto__": {"const": 1}},
            "patternProperties": {"^x": {"type": "number"}, "^y": {"type": "null"}},
            "additionalProperties": {"type": "integer"},
        },
    ),
)
USER = """\
import { Ajv2020 } from "ajv/dist/2020.js";
import { Dispatcher, GetWeatherArgs, dispatch, isToolCall } from "./kit.js";
import { resultValidator, validator } from "./kit.js";

const ajv = new Ajv2020({ allErrors: true, strict: false });
const validate = validator(ajv);
const handler: Dispatcher = {
  get_weather: (args) => ({ sun: args.city === "Rome" }),
  "set-all": async () => undefined,
};
const call: unknown = { name: "get_weather", arguments: { city: "Rome", tree: { next: {} } } };
if (!isToolCall(call, validate)) throw new Error("not a call");
if (call.name === "get_weather") call.arguments.days satisfies number | undefined;
// @ts-expect-error a text is no number
export const wrong: GetWeatherArgs = { city: 3 };
console.log(JSON.stringify([
  dispatch(call, handler),
  validate("get_weather", { city: "" }).length,
  validate("set-all", { a: 1 }).length,
  validate("nothing", {}),
  resultValidator(ajv)("get_weather", {}).length,
]));
"""


def made(*tools: Tool) -> str:
    return typescript_module(Toolset(name="kit", tools=tools), "sha256:0", ["tools.json"]).text


@pytest.fixture(scope="module")
def node() -> Path:
    folder = Path(os.environ.get("TOOLC_NODE", "node_modules/.."))
    if shutil.which("node") is None or not (folder / "node_modules" / "typescript").is_dir():
        pytest.skip("node with typescript and ajv is not there; TOOLC_NODE names their folder")
    return folder.resolve()


def compiled(node: Path, folder: Path) -> None:
    """Check the modules of a folder as strictly as there is, and translate them."""
    (folder / "node_modules").symlink_to(node / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    options = "--strict --target es2022 --module nodenext --exactOptionalPropertyTypes".split()
    names = sorted(path.name for path in folder.glob("*.ts"))
    done = subprocess.run(  # noqa: S603 - the compiler on our own files
        [str(node / "node_modules/.bin/tsc"), *options, *names],  # its own start needs node
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_a_user_of_the_module(node: Path, tmp_path: Path) -> None:
    (tmp_path / "kit.ts").write_text(made(*TOOLS), encoding="utf-8")
    (tmp_path / "user.ts").write_text(USER)
    (tmp_path / "empty.ts").write_text(made())
    compiled(node, tmp_path)
    done = subprocess.run(  # noqa: S603 - our own script
        [str(shutil.which("node")), "user.js"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [{"sun": True}, 1, 1, ['there is no tool "nothing"'], 1]


HOSTILE = {
    "comment": "*/ globalThis.tripped = 1; /*",
    "line comment": "x\nglobalThis.tripped = 1; //",
    "separators": "x\u2028globalThis.tripped = 1;\u2029\u0085",
    "template": "`${(globalThis.tripped = 1)}`",
    "quotes": '" + (globalThis.tripped = 1) + "',
    "single quotes": "' + (globalThis.tripped = 1) + '",
    "backslash": "\\",
    "tag": "</script><!-- -->",
    "nul": "a\0b",
    "surrogate": "\ud800",
    "right to left": "\u202eabc\u2066",
    "prototype": "__proto__",
    "bracket": "} ] ; globalThis.tripped = 1; [ {",
}


def slots(text: str, number: int) -> Tool:
    """A tool with a text in every place that holds one."""
    described: dict[str, Any] = {"description": text, "title": text}
    schema: Schema = {
        "type": "object",
        **described,
        "properties": {
            text: {"type": "string", **described, "default": text, "pattern": "a"},
            "enum": {"enum": [text, 1]},
            "const": {"const": {text: text}},
            "ref": {"$ref": f"#/$defs/d{number}"},
            "format": {"type": "string", "format": text, f"x-{text}": text},
            "union": {"anyOf": [{"title": text, "type": "string"}, {"const": text}]},
        },
        "patternProperties": {"^" + "".join(filter(str.isalnum, text)): {"const": text}},
        "required": [text],
        "$defs": {f"d{number}": {"type": "object", "properties": {text: {}}, **described}},
    }
    return Tool(name=f"{text}{number}", description=text, title=text, input=schema, output=schema)


def test_no_text_of_a_schema_is_code(node: Path, tmp_path: Path) -> None:
    tools = tuple(slots(text, number) for number, text in enumerate(HOSTILE.values()))
    for name, text in HOSTILE.items():
        toolset = Toolset(name=text, tools=tools)
        module = typescript_module(toolset, text, [text]).text
        file = f"{name.replace(' ', '_')}.ts"
        (tmp_path / file).write_bytes(module.encode("utf-8", "backslashreplace"))
    imports = "".join(f'await import("./{path.stem}.js");' for path in tmp_path.glob("*.ts"))
    compiled(node, tmp_path)
    (tmp_path / "run.mjs").write_text(
        f'{imports} const {{ TOOLS }} = await import("./comment.js");'
        "console.log(JSON.stringify([globalThis.tripped ?? 0, TOOLS]));"
    )
    done = subprocess.run(  # noqa: S603 - our own script
        [str(shutil.which("node")), "run.mjs"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    tripped, told = json.loads(done.stdout)
    assert tripped == 0
    assert [(row["name"], row["parameters"]) for row in told] == [
        (tool.name, tool.input) for tool in tools
    ]


def test_recursion_is_a_name_and_prototypes_are_keys() -> None:
    text = made(*TOOLS)
    assert "export interface Node {\n  next?: Node;\n}" in text
    assert '["__proto__"]: { "const": 1 }' in text
    assert "* /" in text


def test_a_schema_too_deep_for_an_expression_is_json_text() -> None:
    schema: Schema = {"type": "integer"}
    for _ in range(100):
        schema = {"type": "array", "items": schema}
    tool = Tool(name="deep", input={"type": "object", "properties": {"x": schema}})
    made_ = typescript_module(Toolset(name="kit", tools=(tool,)), "", [])
    assert "parameters: JSON.parse(" in made_.text
    assert [item.code for item in made_.diagnostics] == ["TC410"]
