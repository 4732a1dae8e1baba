"""From what stands in a call's body to a call: name, arguments, validation, or why not."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from toolc.runtime import messages
from toolc.runtime.calls import Failure, FailureKind, ToolCall
from toolc.runtime.coercion import coerce as coerced
from toolc.runtime.names import Match, match_name
from toolc.runtime.repair import Mended, Unreadable, mend
from toolc.runtime.shapes import is_definition, read_call
from toolc.runtime.tools import Tool, ToolTable

__all__ = ["Written", "resolve", "resolve_arguments"]


@dataclass(slots=True)
class Written:
    """One call as it was written.

    `body` is the JSON text of the arguments, or, when `name` is None, of an object that holds the
    name, too. `closed` says that a closing tag ended it; `form` shows how such a call is written.
    `read` reads a body that is not JSON, under the tool's schema; `rival` is another name that the
    call says.
    """

    body: str
    raw: str
    name: str | None = None
    closed: bool = False
    form: str = messages.FORM
    repairs: list[str] = field(default_factory=list)
    read: Callable[[dict[str, Any] | None], Mended | Unreadable] | None = None
    rival: str = ""


_MAX_LAYERS = 3  # arguments as the JSON text of JSON text, and once more


class _Refused(Exception):  # noqa: N818 - carries a verdict up to `resolve`, never further
    def __init__(self, kind: FailureKind, message: str) -> None:
        self.kind: FailureKind = kind
        super().__init__(message)
        self.message = message


def resolve(
    written: Written,
    tools: ToolTable,
    call_id: str,
    *,
    infer: bool = False,
    coerce: bool = True,
) -> ToolCall | Failure:
    """Read one written call against the tools; never raises for anything a model wrote.

    `infer`: an object without a name is a call of the one tool that its keys fit;
    `coerce`: arguments are read as the tool's schema wants them where only one reading fits.
    """
    repairs = list(written.repairs)
    try:
        name, arguments = _read(written, tools, repairs, infer=infer)
    except _Refused as refusal:
        return Failure(refusal.kind, refusal.message, written.raw)
    rest = Written("", written.raw, name, closed=True, form=written.form, repairs=repairs)
    return resolve_arguments(rest, arguments, tools, call_id, coerce=coerce)


def resolve_arguments(
    written: Written, arguments: object, tools: ToolTable, call_id: str, *, coerce: bool = True
) -> ToolCall | Failure:
    """The same for a name and arguments (an object, or its JSON text) that are already apart.

    Of `written`, everything but the body is used.
    """
    name = written.name or ""
    repairs = list(written.repairs)
    try:
        match = _match(name, tools)
        read = _arguments(match, arguments, written, repairs)
        if coerce:
            coerced(read, _schema(match.tool), repairs)
        _support(match, name, read)
        _validate(match, read, written.form)
    except _Refused as refusal:
        return Failure(refusal.kind, refusal.message, written.raw)
    if match.repair:
        repairs.append(match.repair)
    return ToolCall(call_id, match.name, read, bool(repairs), repairs, written.raw)


def _read(
    written: Written, tools: ToolTable, repairs: list[str], *, infer: bool
) -> tuple[str, Any]:
    name = written.name
    if written.rival:
        raise _Refused("ambiguous", messages.ambiguous(name or "", (name or "", written.rival)))
    schema = _schema(match_name(name, tools).tool) if name is not None else None
    read = written.read or partial(mend, written.body, closed=written.closed)
    mended = read(schema)
    if isinstance(mended, Unreadable):
        raise _not_read(mended, name or "", written)
    repairs += mended.repairs
    if name is not None:
        return name, mended.value
    call = read_call(mended.value)
    # A name as the only key is one only if a tool has it.
    named = call is not None and (call[0] in tools or call[0] not in mended.value)
    fitting = _fitting(mended.value, tools) if infer and not named else []
    if len(fitting) == 1:
        repairs.append(f"inferred_name: {fitting[0]}")
        return fitting[0], mended.value
    if call is None:
        why = "the object must hold a name and arguments, and nothing else"
        raise _Refused("unreadable", messages.unreadable("", why, written.form))
    return call


def _fitting(value: object, tools: ToolTable) -> list[str]:
    """The tools whose arguments these could be, by their keys; no destructive one."""
    if not isinstance(value, dict) or not value:
        return []
    return [tool.name for tool in tools if not tool.destructive and _fits(value, tool.parameters)]


def _fits(value: dict[str, Any], schema: dict[str, Any]) -> bool:
    properties, required = schema.get("properties"), schema.get("required", [])
    return (
        isinstance(properties, dict)
        and isinstance(required, list)
        and value.keys() <= properties.keys()
        and value.keys() >= {key for key in required if isinstance(key, str)}
    )


def _match(name: str, tools: ToolTable) -> Match:
    match = match_name(name, tools)
    if match.refused == "ambiguous":
        raise _Refused("ambiguous", messages.ambiguous(name, match.others))
    if match.refused:
        raise _Refused("unknown_tool", messages.unknown(name, match.others))
    return match


def _arguments(
    match: Match, arguments: object, written: Written, repairs: list[str]
) -> dict[str, Any]:
    for layer in range(_MAX_LAYERS):
        if not isinstance(arguments, str) or not arguments.strip():
            break
        mended = mend(arguments, _schema(match.tool), closed=written.closed)
        if isinstance(mended, Unreadable):
            raise _not_read(mended, match.name, written)
        arguments = mended.value
        repairs += ["doubled_body"] * (layer == 1) + mended.repairs
    if arguments is None or (isinstance(arguments, str) and not arguments.strip()):
        return {}
    if not isinstance(arguments, dict):
        why = "the arguments must be one JSON object"
        raise _Refused("unreadable", messages.unreadable(match.name, why, written.form))
    if is_definition(arguments) and not _has_schema_parameters(match.tool):
        why = "this defines the tool, it does not call it"
        raise _Refused("unreadable", messages.unreadable(match.name, why, written.form))
    return arguments


def _not_read(body: Unreadable, name: str, written: Written) -> _Refused:
    kind: FailureKind = "ambiguous" if body.ambiguous else "unreadable"
    return _Refused(kind, messages.unreadable(name, body.message, written.form))


def _support(match: Match, name: str, arguments: dict[str, Any]) -> None:
    """A guessed name stands only where the arguments speak for its tool, too."""
    if match.guessed and match.tool and not (arguments and _fits(arguments, match.tool.parameters)):
        raise _Refused("unknown_tool", messages.unknown(name, [match.name]))


def _validate(match: Match, arguments: dict[str, Any], form: str) -> None:
    if match.tool is None or match.tool.validate is None:
        return
    errors = match.tool.validate(arguments)
    if errors:
        texts = [str(error) for error in errors]
        raise _Refused("invalid_arguments", messages.invalid(match.name, texts, form))


def _schema(tool: Tool | None) -> dict[str, Any] | None:
    return tool.parameters if tool else None


def _has_schema_parameters(tool: Tool | None) -> bool:
    """Whether `type` and `properties` are parameters of the tool itself."""
    properties = tool.parameters.get("properties") if tool else None
    return isinstance(properties, dict) and {"type", "properties"} <= properties.keys()
