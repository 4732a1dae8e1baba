"""A toolset as a TypeScript module: exact types, the table of tools, and a validator by Ajv.

For TypeScript 5 in strict mode (typescriptlang.org/docs/handbook) and Ajv 8, whose 2020 build
checks the schemas (https://ajv.js.org/json-schema.html). The module imports nothing: Ajv is given.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from toolc.backends.definitions import share_definitions
from toolc.backends.results import Signatures
from toolc.backends.safe_text import prose
from toolc.backends.type_names import TypeNames, pascal, type_names
from toolc.backends.typescript_types import TypeWriter, Written, comment_lines
from toolc.backends.words_cut import too_deep
from toolc.ir.model import Schema, Tool, Toolset
from toolc.version import __version__

__all__ = ["typescript_module"]

_OWN: Final = (
    *("Tool", "ToolArguments", "ToolCall", "ToolName", "ToolResults", "Dispatcher", "Validate"),
    *("SchemaCompiler", "Array", "Date", "Error", "Function", "JSON", "Map", "Number", "Object"),
    *("Promise", "Readonly", "Record", "RegExp", "Set", "String", "Symbol", "TOOLS"),
)
"""Names that the module has itself, and globals that a type must not hide in it."""

_JSON_DEPTH: Final = 40
"""A schema nested deeper is written as JSON text, which no compiler's stack has to hold."""

_LISTED_SOURCES: Final = 3
_WIDTH: Final = 80  # where a line of values is broken
_KINDS: Final = frozenset("string number integer boolean null object array".split())

_HEAD: Final = """\
/** A number without a fraction; TypeScript has no type of its own for it. */
export type integer = number;"""

_TAIL: Final = """\
export type ToolName = keyof ToolArguments;

/** A method for each tool, which runs it and gives back its result. */
export type Dispatcher = {
  [Name in ToolName]: (args: ToolArguments[Name]) => ToolResults[Name] | Promise<ToolResults[Name]>;
};

/** Run a call: its tool's method gets the arguments, and what that gives back is the result. */
export function dispatch(call: ToolCall, handler: Dispatcher): unknown {
  const { name, arguments: args } = call as { name: ToolName; arguments: unknown };
  const run = handler[name] as (args: unknown) => unknown;
  return run.call(handler, args);
}

/** What is used of Ajv: `new Ajv2020({ allErrors: true, strict: false })` from `ajv/dist/2020`. */
export interface SchemaCompiler {
  compile(schema: object): {
    (value: unknown): unknown;
    errors?: readonly { instancePath: string; message?: string }[] | null;
  };
}

/** Says all that is wrong with a value; nothing when it is valid. */
export type Validate = (name: string, value: unknown) => string[];

/** Checks the arguments of calls; each schema is compiled when it is first needed. */
export function validator(compiler: SchemaCompiler): Validate {
  return checks(compiler, (tool) => tool.parameters);
}

/** Checks what tools gave back, as far as they told what that would be. */
export function resultValidator(compiler: SchemaCompiler): Validate {
  return checks(compiler, (tool) => tool.result ?? {});
}

/** Whether a value is a call to one of these tools with valid arguments. */
export function isToolCall(value: unknown, validate: Validate): value is ToolCall {
  if (typeof value !== "object" || value === null) return false;
  const call = value as { name?: unknown; arguments?: unknown };
  return typeof call.name === "string" && validate(call.name, call.arguments).length === 0;
}

function checks(compiler: SchemaCompiler, schemaOf: (tool: Tool) => object): Validate {
  const compiled = new Map<string, ReturnType<SchemaCompiler["compile"]>>();
  return (name, value) => {
    const tool = toolsByName.get(name);
    if (!tool) return [`there is no tool ${JSON.stringify(name)}`];
    const check = compiled.get(name) ?? compiler.compile(schemaOf(tool));
    compiled.set(name, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(
      (error) => `${error.instancePath}: ${error.message ?? "invalid"}`,
    );
  };
}

export interface Tool {
  readonly name: ToolName;
  readonly description: string;
  readonly destructive: boolean;
  /** The JSON Schema 2020-12 of the arguments. */
  readonly parameters: object;
  /** The JSON Schema 2020-12 of what the tool gives back, where it tells. */
  readonly result?: object;
}"""


def typescript_module(toolset: Toolset, digest: str, source_names: Sequence[str]) -> Signatures:
    """The module of a toolset; a schema nested deeper than its types go has a diagnostic.

    `digest` ties the module to its build, `source_names` are told in its first line.
    """
    shared = share_definitions(toolset, with_outputs=True)
    calls = [f"{pascal(tool.name)}Call" for tool in toolset.tools]
    names = type_names(toolset, shared, _OWN)
    types = _Types(shared.definitions, names)
    for key, name in names.shared.items():
        types.add(name, shared.definitions[key], comment_lines(shared.definitions[key], name))
    arguments, results, diagnostics = [], [], []
    for index, tool in enumerate(toolset.tools):
        name, output = names.arguments[index], shared.outputs[index]
        types.add(name, shared.inputs[index], [f"The arguments of {_plain(tool.name)}."])
        results.append(names.take(f"{pascal(tool.name)}Result") if output else "unknown")
        if output:
            types.add(results[-1], output, [f"What {_plain(tool.name)} gives back."])
        arguments.append(name)
        calls[index] = names.take(calls[index])
        types.blocks.append(_call(tool, calls[index], name))
        if types.writer.was_cut:
            diagnostics.append(too_deep(tool))
            types.writer.was_cut = False
    blocks = [
        _header(toolset, source_names),
        f"export const TOOLSET_DIGEST = {_string(digest)};",
        _HEAD,
        *types.blocks,
        _union(calls),
        _map("ToolArguments", "The arguments of each tool.", toolset, arguments),
        _map("ToolResults", "What each tool gives back.", toolset, results),
        _TAIL,
        _tools(toolset),
    ]
    return Signatures("\n\n".join(blocks) + "\n", tuple(diagnostics))


class _ModuleWriter(TypeWriter):
    """Types that a compiler takes, and not only a reader."""

    def _of_kind(self, kind: str, schema: Schema, indent: str) -> Written:
        return super()._of_kind(kind, schema, indent) if kind in _KINDS else Written("unknown")

    def _indexes(self, schema: Schema, indent: str, notes: list[str]) -> Iterator[Any]:
        """One index signature at most; beside properties it has to let all of them in."""
        found = list(super()._indexes(schema, indent, notes))
        if found and (len(found) > 1 or schema.get("properties") or schema.get("required")):
            said = [note for member in found for note in member.notes]
            found = [type(found[0])("[key: string]: unknown", [], said)]
        yield from found


class _Types:
    """Declarations, in the order in which they are added."""

    def __init__(self, definitions: dict[str, Schema], names: TypeNames) -> None:
        self.writer = _ModuleWriter(definitions, names.shared)
        self.blocks: list[str] = []

    def add(self, name: str, schema: Schema, about: list[str]) -> None:
        """Declare the type of a schema."""
        written = self.writer.declare(schema)
        is_object = written.text.startswith("{") and not written.joins
        head = f"export interface {name} " if is_object else f"export type {name} = "
        end = "" if is_object else ";"
        told = [*about, *prose("; ".join(written.notes))]
        self.blocks.append("\n".join([*_doc(told), f"{head}{written.text}{end}"]))


def _call(tool: Tool, name: str, arguments: str) -> str:
    doc = _doc(prose(tool.description) or prose(tool.title or "") or ["A call."])
    body = f"  name: {_string(tool.name)};\n  arguments: {arguments};"
    return "\n".join([*doc, f"export interface {name} {{\n{body}\n}}"])


def _union(calls: Sequence[str]) -> str:
    doc = "/** A call to any of these tools. */\nexport type ToolCall ="
    return doc + ("".join(f"\n  | {call}" for call in calls) or " never") + ";"


def _map(name: str, doc: str, toolset: Toolset, types: Sequence[str]) -> str:
    pairs = zip(toolset.tools, types, strict=True)
    body = "".join(f"\n  {_string(tool.name)}: {type_};" for tool, type_ in pairs)
    return f"/** {doc} */\nexport interface {name} {{{body}\n}}"


def _tools(toolset: Toolset) -> str:
    rows = []
    for tool in toolset.tools:
        row = {
            "name": _string(tool.name),
            "description": _string(tool.description),
            "destructive": json.dumps(bool(tool.annotations.destructive)),
            "parameters": _value(tool.input, "    "),
        }
        if tool.output is not None:
            row["result"] = _value(tool.output, "    ")
        rows.append(
            "  {\n" + "".join(f"    {key}: {text},\n" for key, text in row.items()) + "  },\n"
        )
    listed = f"[\n{''.join(rows)}]" if rows else "[]"
    return (
        f"export const TOOLS: readonly Tool[] = {listed};\n\n"
        "const toolsByName = new Map<string, Tool>(TOOLS.map((tool) => [tool.name, tool]));"
    )


def _header(toolset: Toolset, source_names: Sequence[str]) -> str:
    shown = [_plain(name) for name in source_names[:_LISTED_SOURCES]]
    if len(source_names) > _LISTED_SOURCES:
        shown.append(f"{len(source_names) - _LISTED_SOURCES} more")
    said = f" from {', '.join(shown)}" if shown else ""
    doc = _doc([f"The tools of {_plain(toolset.name)}: typed calls and validation."])
    return "\n".join([f"// Generated by toolc {__version__}{said}. Do not edit.", *doc])


def _plain(name: str) -> str:
    """A name in a comment: on one line, printable, and of a bounded length."""
    return " ".join(prose(_string(name[:60])[1:-1]))


def _doc(lines: list[str]) -> list[str]:
    if not lines:
        return []
    if len(lines) == 1:
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


# --- values ---


def _string(text: str) -> str:
    """A string literal in ASCII; JSON's are JavaScript's (ECMA-262, 2019 and later)."""
    return json.dumps(text)


def _value(value: Any, indent: str) -> str:
    """A JSON value as an expression, broken over lines where it is long."""
    if _is_deep(value):
        return f"JSON.parse({_string(json.dumps(value))})"
    return _expression(value, indent)


def _is_deep(value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(_JSON_DEPTH):
        inner = (item.values() if isinstance(item, dict) else item for item in level)
        level = [part for items in inner for part in items if isinstance(part, dict | list)]
    return bool(level)


def _expression(value: Any, indent: str) -> str:
    deeper = f"{indent}  "
    if isinstance(value, dict):
        items = [f"{_key(key)}: {_expression(item, deeper)}" for key, item in value.items()]
        opening, closing, space = "{", "}", " "
    elif isinstance(value, list):
        items = [_expression(item, deeper) for item in value]
        opening, closing, space = "[", "]", ""
    else:
        return json.dumps(value)
    flat = ", ".join(items)
    if not items:
        return opening + closing
    if "\n" not in flat and len(indent) + len(flat) < _WIDTH:
        return f"{opening}{space}{flat}{space}{closing}"
    lines = "".join(f"{deeper}{item},\n" for item in items)
    return f"{opening}\n{lines}{indent}{closing}"


def _key(key: str) -> str:
    """A key of an object literal; one alone means the prototype unless it is computed."""
    return f"[{_string(key)}]" if key == "__proto__" else _string(key)
