"""Read LangChain tools: `@tool` functions, `StructuredTool`s and others (langchain-core 1).

The schema is the one that LangChain shows to models: what it injects itself (`InjectedToolArg`) is
no argument.
"""

import inspect
import json
from collections.abc import Sequence
from typing import Any

from langchain_core.tools import BaseTool
from langchain_core.tools import Tool as OneTextTool
from pydantic import BaseModel

from toolc.diagnostics.codes import DUPLICATE_TOOL, NOT_CALLABLE
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import read_document
from toolc.frontends.json_schema import read_json_schema
from toolc.frontends.python_types import NotCallableError, schemas_of
from toolc.ir.model import Binding, NoBinding, PythonBinding, Schema, Tool

__all__ = ["read_langchain"]

_KEPT = ("metadata", "extras", "response_format", "return_direct")
"""What the IR has no place for, where it says more than LangChain's default."""

_DEFAULTS: tuple[Any, ...] = (None, False, "content")
_FILE = "<langchain>"


def read_langchain(
    items: Sequence[BaseTool],
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """A tool for each LangChain tool, in order, and what is wrong with the others."""
    schemas: dict[str, Schema] = {}
    by_name: dict[str, BaseTool] = {}
    problems: list[Diagnostic] = []
    for item in items:
        try:
            schema = _schema(item)
        except NotCallableError as error:
            what = f"`{getattr(item, 'name', None) or type(item).__name__}`"
            problems.append(NOT_CALLABLE.at(what=what, reason=str(error), hint=error.hint))
            continue
        if item.name in by_name:
            problems.append(DUPLICATE_TOOL.at(name=item.name, other="another place in the list"))
            continue
        schemas[item.name], by_name[item.name] = schema, item
    if not schemas:
        return (), tuple(problems)
    tools, found = read_json_schema(read_document(schemas, name=_FILE))
    return tuple(_told(tool, by_name[tool.name]) for tool in tools), (*problems, *found)


def _schema(item: Any) -> Schema:
    if not isinstance(item, BaseTool):
        hint = "give LangChain tools; functions and models are read by `from_functions`"
        raise NotCallableError("it is no LangChain tool", hint)
    if isinstance(item, OneTextTool) and item.args_schema is None:
        return {"type": "object", "properties": item.args, "required": list(item.args)}
    schema = item.tool_call_schema
    if isinstance(schema, dict):
        return schema
    if not issubclass(schema, BaseModel):
        return schema.schema()  # a model of Pydantic 1
    made, definitions = schemas_of({"its schema": schema})
    return made["its schema"] | ({"$defs": definitions} if definitions else {})


def _told(tool: Tool, item: BaseTool) -> Tool:
    """A tool with what LangChain says of it beside its schema."""
    kept = {key: getattr(item, key, None) for key in _KEPT}
    return tool.model_copy(
        update={
            "title": None,
            "description": item.description,
            "binding": _binding(item),
            "tags": tuple(item.tags or ()),
            "meta": {key: value for key, value in kept.items() if _says_something(value)},
            "origin": None,
            "places": {},
        }
    )


def _says_something(value: Any) -> bool:
    """Whether a value is not LangChain's default, and can be dumped: metadata may hold anything."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return value not in _DEFAULTS


def _binding(item: BaseTool) -> Binding:
    """The function that a tool was made of, if it was."""
    function = getattr(item, "func", None) or getattr(item, "coroutine", None)
    if not inspect.isroutine(function):
        return NoBinding()
    return PythonBinding(module=function.__module__, qualname=function.__qualname__)
