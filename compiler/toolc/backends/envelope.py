"""The JSON schema of a whole reply, for engines that decode by a schema.

    {"tool_calls": [{"name": "get_weather", "arguments": {...}}], "message": "..."}

Follows what vLLM (docs/features/structured_outputs.md, 2026-11), Ollama (docs/api.md, 2026-08) and
the engines below them take alike: `name` before `arguments`, required keys first, our objects
closed by an explicit `additionalProperties: false`, nothing beside `$ref`, `$ref` to `#/$defs/X`.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

from toolc.backends.definitions import share_definitions
from toolc.backends.results import Envelope
from toolc.diagnostics.codes import BESIDE_ANY_OF
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.language import ANNOTATIONS
from toolc.ir.model import Schema, Toolset
from toolc.ir.schema import map_children, walk
from toolc.runtime.calls import Failure, ParseResult
from toolc.runtime.errors import UsageError
from toolc.runtime.resolve import Written, resolve_arguments
from toolc.runtime.tools import Tool, ToolTable, read_tools

__all__ = ["ENVELOPE_ENGINES", "decode_envelope", "envelope", "envelope_request"]

ENVELOPE_ENGINES: Final[dict[str, Callable[[Schema], dict[str, Any]]]] = {
    "vllm": lambda schema: {"structured_outputs": {"json": schema}},
    "ollama": lambda schema: {"format": schema},
}
"""How each engine is asked: the fields to merge into the body of a request."""

_UNIONS: Final = ("anyOf", "oneOf")


def envelope(
    toolset: Toolset,
    *,
    engine: str | None = None,
    calls: Literal["many", "one"] = "many",
    message: bool = True,
) -> Envelope:
    """The envelope of a toolset, with the request fragment of `engine` where one is named.

    `calls="one"` allows one call at most. Without `message`, the reply is calls only, one at least.
    """
    shared = share_definitions(toolset)
    branches = [
        _object({"name": {"const": tool.name}, "arguments": _portable(schema)}, "name", "arguments")
        for tool, schema in zip(toolset.tools, shared.inputs, strict=True)
    ]
    properties: Schema = {"tool_calls": _calls(branches, calls, message)}
    if message:
        properties["message"] = {"type": "string"}
    schema = _object(properties, "tool_calls")
    if shared.definitions:
        schema["$defs"] = {name: _portable(body) for name, body in shared.definitions.items()}
    request = envelope_request(engine, schema) if engine else None
    tools = _table(toolset)
    return Envelope(schema, partial(decode_envelope, tools=tools), request, _doubts(toolset))


def _table(toolset: Toolset) -> ToolTable:
    """The tools of a toolset by name, without validators."""
    return ToolTable([Tool(tool.name, tool.input, tool.description) for tool in toolset.tools])


def envelope_request(engine: str, schema: Schema) -> dict[str, Any]:
    """The fields that ask an engine to follow a schema; UsageError for an engine not known."""
    if engine not in ENVELOPE_ENGINES:
        known = ", ".join(ENVELOPE_ENGINES)
        raise UsageError(f"no engine is called `{engine}`; there are {known}")
    return ENVELOPE_ENGINES[engine](schema)


def decode_envelope(text: str, tools: object = None) -> ParseResult:
    """Read a reply in the envelope. One that breaks off is a failure `cut_off`, with no calls.

    `tools` is anything that `toolc.runtime` reads; calls are judged by them. None takes any name.
    """
    try:
        reply = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as problem:
        return ParseResult(failures=[_failure(text, problem)])
    if not _is_envelope(reply):
        return ParseResult(failures=[Failure("unreadable", _NO_ENVELOPE, text)])
    result = ParseResult(text=reply.get("message", ""))
    table = read_tools(tools)
    for call in reply.get("tool_calls", []):
        raw = json.dumps(call, ensure_ascii=False)
        if not _is_call(call):
            result.failures.append(Failure("unreadable", _NO_CALL, raw))
            continue
        written = Written("", raw, call["name"], closed=True)
        call_id = f"call_{len(result.calls) + 1}"
        outcome = resolve_arguments(written, call["arguments"], table, call_id)
        if isinstance(outcome, Failure):
            result.failures.append(outcome)
        else:
            result.calls.append(outcome)
    return result


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; two values for one key are two readings, and neither is taken."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key is given twice")
    return made


def _is_envelope(reply: Any) -> bool:
    return (
        isinstance(reply, dict)
        and isinstance(reply.get("tool_calls", []), list)
        and isinstance(reply.get("message", ""), str)
    )


_NO_ENVELOPE: Final = 'The reply is not an object with "tool_calls". Write it again in that form.'
_NO_CALL: Final = 'A call is an object with "name" and "arguments". Write it again in that form.'
_CUT_OFF: Final = "The reply was cut off and no call was run. Make it again in smaller pieces."


def _failure(text: str, problem: Exception) -> Failure:
    """Tell a reply that broke off from one that is wrong: the reader stopped at its very end."""
    if isinstance(problem, json.JSONDecodeError) and _breaks_off(text.rstrip(), problem):
        return Failure("cut_off", _CUT_OFF, text)
    return Failure("unreadable", _NO_ENVELOPE, text)


def _breaks_off(text: str, problem: json.JSONDecodeError) -> bool:
    rest = text[problem.pos :]
    unfinished = problem.msg.startswith("Unterminated string")
    escape = problem.msg.startswith("Invalid \\") and len(rest) < _ESCAPE
    return unfinished or escape or any(word.startswith(rest) for word in _WORDS)


_WORDS: Final = ("true", "false", "null", "-")
_ESCAPE: Final = len("\\u0000")


def _is_call(call: Any) -> bool:
    return (
        isinstance(call, dict)
        and isinstance(call.get("name"), str)
        and isinstance(call.get("arguments"), dict)
    )


def _object(properties: Schema, *required: str) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _calls(branches: list[Schema], calls: str, message: bool) -> Schema:  # noqa: FBT001  # private
    if not branches:
        return {"type": "array", "maxItems": 0}
    limits: Schema = {} if message else {"minItems": 1}
    if calls == "one":
        limits["maxItems"] = 1
    return {"type": "array", "items": {"anyOf": branches}, **limits}


# --- the tools' own schemas ---


def _portable(node: Any, pointer: str = "") -> Any:
    """The same schema with nothing beside `$ref`, and no annotations beside a union."""
    if not isinstance(node, dict):
        return node
    copy = map_children(node, pointer, _portable)
    if "$ref" in copy:
        rules = {key: value for key, value in copy.items() if _is_rule(key) and key != "$ref"}
        reference: Schema = {"$ref": copy["$ref"]}
        return {"allOf": [reference, rules]} if rules else reference
    if any(key in copy for key in _UNIONS):
        restated = _restated(copy)
        return {key: copy[key] for key in copy if _is_rule(key) and key not in restated}
    return copy


def _restated(node: Schema) -> set[str]:
    """The `type` beside a union whose branches all name it as well."""
    branches = [branch for key in _UNIONS for branch in node.get(key, ())]
    said = all(isinstance(item, dict) and item.get("type") == node.get("type") for item in branches)
    return {"type"} if said else set()


def _is_rule(keyword: str) -> bool:
    return keyword not in ANNOTATIONS and not keyword.startswith("x-")


def _doubts(toolset: Toolset) -> tuple[Diagnostic, ...]:
    """A diagnostic for each union that has rules beside it."""
    return tuple(
        BESIDE_ANY_OF.at(
            pointer,
            tool=tool.name,
            origin=tool.origin,
            keywords=", ".join(f"`{key}`" for key in beside),
            union=union,
        )
        for tool in toolset.tools
        for pointer, node in walk(tool.input)
        if isinstance(node, dict)
        for union, beside in _beside_unions(node)
    )


def _beside_unions(node: Schema) -> list[tuple[str, list[str]]]:
    """The union of a schema, and the rules that stand beside it; nothing where there are none."""
    union = next((key for key in _UNIONS if key in node), None)
    if union is None:
        return []
    quiet = {union, "$defs", "$schema", "$id", *_restated(node)}
    beside = [key for key in node if _is_rule(key) and key not in quiet]
    return [(union, beside)] if beside else []
