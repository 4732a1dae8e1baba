"""Read Python functions and classes as tools: signature, annotations, defaults and docstring.

What can be given by name is an argument. Classes are models, dataclasses and typed dictionaries:
their fields are the arguments.
"""

import functools
import inspect
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined, to_jsonable_python

from toolc.diagnostics.codes import DUPLICATE_TOOL, NOT_CALLABLE
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.frontends.docstrings import Docstring, read_docstring
from toolc.frontends.python_types import NotCallableError, in_ir, schema_of, schemas_of
from toolc.ir.model import Binding, NoBinding, PythonBinding, Schema, Tool
from toolc.ir.shapes import accepted_types, allows_null

__all__ = ["read_functions"]

_UNFIT = {
    inspect.Parameter.POSITIONAL_ONLY: (
        "its parameter `{name}` can't be given by name",
        "remove the `/` from its signature, or wrap it in a function that has none",
    ),
    inspect.Parameter.VAR_POSITIONAL: (
        "`*{name}` takes any number of values, which have no names",
        "wrap it in a function that takes a list",
    ),
    inspect.Parameter.VAR_KEYWORD: (
        "`**{name}` takes any names, so nothing can be said of them",
        "name its parameters, or wrap it in a function that takes a dict",
    ),
}
"""The parameters that no JSON object can fill in: why, and what to do."""


def read_functions(
    items: Iterable[Callable[..., Any]],
) -> tuple[tuple[Tool, ...], tuple[Diagnostic, ...]]:
    """A tool for each function or class, in order, and what is wrong with the others."""
    tools: dict[str, Tool] = {}
    problems: list[Diagnostic] = []
    for item in items:
        origin = _origin(item)
        try:
            tool = _from_class(item, origin) if inspect.isclass(item) else _from_call(item, origin)
        except NotCallableError as error:
            what = f"`{getattr(item, '__qualname__', None) or type(item).__name__}`"
            words = {"what": what, "reason": str(error), "hint": error.hint}
            problems.append(NOT_CALLABLE.at(origin=origin, **words))
            continue
        if tool.name in tools:
            first = tools[tool.name].origin
            other = f"`{first.file}`, line {first.line}" if first else "another place"
            problems.append(DUPLICATE_TOOL.at(origin=origin, name=tool.name, other=other))
        else:
            tools[tool.name] = tool
    return tuple(tools.values()), tuple(problems)


# --- functions ---


def _from_call(item: Any, origin: Origin | None) -> Tool:
    function = _function(item)
    docstring = read_docstring(inspect.getdoc(function))
    signature = _signature(item)
    output = _result(signature.return_annotation, docstring)
    said = docstring.description
    if docstring.returns and output is None:
        said = f"{said}\n\nReturns: {docstring.returns}".strip()
    return Tool(
        name=_name(function),
        description=said,
        input=_arguments(signature, docstring),
        output=output,
        binding=_binding(item),
        deprecated=hasattr(function, "__deprecated__"),  # PEP 702
        origin=origin,
    )


def _function(item: Any) -> Any:
    """What has the name and the docstring: the function in a `partial`, or the object itself."""
    while isinstance(item, functools.partial):
        item = item.func
    if not callable(item):
        hint = "give functions, methods, and classes that Pydantic knows"
        raise NotCallableError("it is neither a function nor a class", hint)
    return item


def _name(function: Any) -> str:
    name = getattr(function, "__name__", None) or type(function).__name__
    if not name.isidentifier():
        raise NotCallableError("it has no name", "define it with `def`")
    return str(name)


def _signature(item: Any) -> inspect.Signature:
    try:
        return inspect.signature(item, eval_str=True)
    except NameError as error:
        hint = "import the type where the function is defined"
        raise NotCallableError(f"its annotations can't be read: {error}", hint) from error
    except (TypeError, ValueError, SyntaxError) as error:
        hint = "wrap it in a function with annotations"
        raise NotCallableError(f"its signature can't be read: {error}", hint) from error


def _arguments(signature: inspect.Signature, docstring: Docstring) -> Schema:
    parameters = signature.parameters
    for name, parameter in parameters.items():
        if parameter.kind in _UNFIT:
            reason, hint = (text.format(name=name) for text in _UNFIT[parameter.kind])
            raise NotCallableError(reason, hint)
    made, definitions = schemas_of(
        {f"its parameter `{name}`": _type(each) for name, each in parameters.items()}
    )
    properties = dict(zip(parameters, made.values(), strict=True))
    required = []
    for name, parameter in parameters.items():
        said = _said(parameter.annotation) or docstring.parameters.get(name)
        if said:
            properties[name].setdefault("description", said)
        if _is_required(parameter):
            required.append(name)
        elif not isinstance(parameter.default, FieldInfo):
            _show_default(properties[name], parameter.default, definitions)
    whole: Schema = {"type": "object", "properties": properties}
    whole |= {"required": required} if required else {}
    whole |= {"additionalProperties": False}
    return in_ir(whole | ({"$defs": definitions} if definitions else {}))


def _type(parameter: inspect.Parameter) -> Any:
    empty = parameter.annotation is inspect.Parameter.empty
    annotation = Any if empty else parameter.annotation
    default = parameter.default
    return Annotated[annotation, default] if isinstance(default, FieldInfo) else annotation


def _is_required(parameter: inspect.Parameter) -> bool:
    """Whether there is no default: neither in the signature nor in a `Field` of either place."""
    if isinstance(parameter.default, FieldInfo):
        return parameter.default.is_required()
    fields = [each for each in get_args(parameter.annotation) if isinstance(each, FieldInfo)]
    given = [each for each in fields if each.default not in (PydanticUndefined, ...)]
    return parameter.default is inspect.Parameter.empty and not given


def _said(annotation: Any) -> str | None:
    """What `Annotated[int, "how many"]` says, or a `Doc("how many")` (PEP 727) in its place."""
    if get_origin(annotation) is not Annotated:
        return None
    for each in get_args(annotation)[1:]:
        text = each if isinstance(each, str) else getattr(each, "documentation", None)
        if isinstance(text, str):
            return text
    return None


def _show_default(schema: Schema, default: Any, definitions: Schema) -> None:
    """Say a default, if JSON can say it and a caller may send it."""
    if default is inspect.Parameter.empty:
        return  # a `Field` in the annotation has said it
    try:
        value = to_jsonable_python(default)
        json.dumps(value, allow_nan=False)
    except ValueError:
        return
    if value is not None or allows_null(schema, definitions):
        schema["default"] = value


def _result(annotation: Any, docstring: Docstring) -> Schema | None:
    """The schema of what a function gives back, where its annotation says something."""
    if annotation in (inspect.Signature.empty, None, Any):
        return None
    schema = schema_of(annotation, "serialization")
    if schema is not None and docstring.returns:
        schema.setdefault("description", docstring.returns)
    return schema


# --- classes ---


def _from_class(item: type, origin: Origin | None) -> Tool:
    made, definitions = schemas_of({"it": item})
    schema = in_ir(made["it"] | ({"$defs": definitions} if definitions else {}))
    if "object" not in accepted_types(schema, schema.get("$defs", {})):
        hint = "give a model, a dataclass or a typed dictionary"
        raise NotCallableError("its values are no objects", hint)
    docstring = read_docstring(schema.pop("description", None) or _own_docstring(item))
    title = schema.pop("title", None)
    properties = {
        name: _described(each, docstring.parameters.get(name))
        for name, each in schema.get("properties", {}).items()
    }
    return Tool(
        name=item.__name__,
        title=title if title != item.__name__ else None,
        description=docstring.description,
        input={**schema, "type": "object", "properties": properties},
        binding=_binding(item),
        deprecated=hasattr(item, "__deprecated__"),
        origin=origin,
    )


def _described(schema: Any, said: str | None) -> Any:
    return {"description": said, **schema} if said and isinstance(schema, dict) else schema


def _own_docstring(item: type) -> str | None:
    """The docstring of a class, but the signature that `dataclass` writes in its place."""
    text = item.__dict__.get("__doc__")
    return None if text is None or text.startswith(f"{item.__name__}(") else text


# --- where it is ---


def _binding(item: Any) -> Binding:
    """How to find it again by its name; a `partial`, or an object that is called, has none."""
    if not inspect.isroutine(item) and not inspect.isclass(item):
        return NoBinding()
    return PythonBinding(module=item.__module__ or "builtins", qualname=item.__qualname__)


def _origin(item: Any) -> Origin | None:
    """The file and the line of a definition; None for what was not read from a file."""
    try:
        target = inspect.unwrap(item) if callable(item) else item
        file, line = inspect.getsourcefile(target), inspect.getsourcelines(target)[1]
    except (TypeError, OSError, ValueError):
        return None
    if file is None:
        return None
    path, here = Path(file), Path.cwd()
    inside = path.is_relative_to(here)
    return Origin(file=str(path.relative_to(here)) if inside else path.name, line=max(line, 1))
