"""From what stands in a call's body to a call: name, arguments, validation, or why not."""

from dataclasses import dataclass, field
from typing import Any

from toolc.runtime import messages
from toolc.runtime.calls import Failure, FailureKind, ToolCall
from toolc.runtime.names import Match, match_name
from toolc.runtime.repair import Unreadable, mend
from toolc.runtime.shapes import is_definition, read_call
from toolc.runtime.tools import Tool, ToolTable

__all__ = ["Written", "resolve", "resolve_arguments"]


@dataclass(slots=True)
class Written:
    """One call as it was written.

    `body` is the JSON text of the arguments, or, when `name` is None, of an object that holds the
    name, too. `closed` says that a closing tag ended it; `form` shows how such a call is written.
    """

    body: str
    raw: str
    name: str | None = None
    closed: bool = False
    form: str = messages.FORM
    repairs: list[str] = field(default_factory=list)


class _Refused(Exception):  # noqa: N818 - carries a verdict up to `resolve`, never further
    def __init__(self, kind: FailureKind, message: str) -> None:
        self.kind: FailureKind = kind
        super().__init__(message)
        self.message = message


def resolve(written: Written, tools: ToolTable, call_id: str) -> ToolCall | Failure:
    """Read one written call against the tools; never raises for anything a model wrote."""
    repairs = list(written.repairs)
    try:
        name, arguments = _read(written, tools, repairs)
    except _Refused as refusal:
        return Failure(refusal.kind, refusal.message, written.raw)
    rest = Written("", written.raw, name, closed=True, form=written.form, repairs=repairs)
    return resolve_arguments(rest, arguments, tools, call_id)


def resolve_arguments(
    written: Written, arguments: object, tools: ToolTable, call_id: str
) -> ToolCall | Failure:
    """The same for a name and arguments (an object, or its JSON text) that are already apart.

    Of `written`, everything but the body is used.
    """
    name = written.name or ""
    repairs = list(written.repairs)
    try:
        match = _match(name, tools)
        read = _arguments(match, arguments, written, repairs)
        _validate(match, read, written.form)
    except _Refused as refusal:
        return Failure(refusal.kind, refusal.message, written.raw)
    if match.repair:
        repairs.append(match.repair)
    return ToolCall(call_id, match.name, read, bool(repairs), repairs, written.raw)


def _read(written: Written, tools: ToolTable, repairs: list[str]) -> tuple[str, Any]:
    name = written.name
    schema = _schema(match_name(name, tools).tool) if name is not None else None
    mended = mend(written.body, schema, closed=written.closed)
    if isinstance(mended, Unreadable):
        raise _Refused("unreadable", messages.unreadable(name or "", mended.message, written.form))
    repairs += mended.repairs
    if name is not None:
        return name, mended.value
    call = read_call(mended.value)
    if call is None:
        why = "the object must hold a name and arguments, and nothing else"
        raise _Refused("unreadable", messages.unreadable("", why, written.form))
    return call


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
    if isinstance(arguments, str) and arguments.strip():
        mended = mend(arguments, _schema(match.tool), closed=written.closed)
        if isinstance(mended, Unreadable):
            why = messages.unreadable(match.name, mended.message, written.form)
            raise _Refused("unreadable", why)
        arguments = mended.value
        repairs += mended.repairs
    if arguments is None or (isinstance(arguments, str) and not arguments.strip()):
        return {}
    if not isinstance(arguments, dict):
        why = "the arguments must be one JSON object"
        raise _Refused("unreadable", messages.unreadable(match.name, why, written.form))
    if is_definition(arguments) and not _has_schema_parameters(match.tool):
        why = "this defines the tool, it does not call it"
        raise _Refused("unreadable", messages.unreadable(match.name, why, written.form))
    return arguments


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
