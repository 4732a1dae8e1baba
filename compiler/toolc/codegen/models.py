"""Typed models of each tool's arguments, their types written by datamodel-code-generator.

Made with https://datamodel-code-generator.koxudaxi.dev (0.26 and later). It gets each form of a
type once, with placeholders for all names and texts; what it writes is read back as syntax, and
only the types are kept.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from toolc.codegen.fields import field_names
from toolc.codegen.identifiers import Names, class_name
from toolc.codegen.shapes import OTHER, Classes, ClassShape, FieldShape
from toolc.codegen.text import pyrepr
from toolc.diagnostics.codes import MODEL_FAILED
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema, Tool, Toolset

__all__ = ["Model", "ModelField", "ModelsSource", "emit_models"]

_PLACE = "Place"
_OTHER_PLACE = "PlaceOther"
"""What the generator gets in place of names and literals, numbered, and of `OTHER`."""

_TYPES = {name: (name,) for name in ("Any", "bool", "dict", "int", "list", "str")} | {
    # Every integer is a number, and one beyond 2**53 is none that a float can be.
    "float": ("int", "float")
}

_Types = Mapping[str, ast.expr]
"""The type for each form, by the form as JSON text."""


@dataclass(frozen=True, slots=True)
class ModelField:
    """One field: `annotation` and `default` are Python expressions; no default when required."""

    name: str
    annotation: str
    default: str | None
    description: str


@dataclass(frozen=True, slots=True)
class Model:
    """One class; `description` is the schema's own text, not yet escaped."""

    name: str
    description: str
    fields: tuple[ModelField, ...]


@dataclass(frozen=True, slots=True)
class ModelsSource:
    """The models of a toolset, those used by others first.

    `shared` are the classes of definitions, `models` those of each tool alone by the tool's name,
    its root last; a tool whose models can't be made has none and a diagnostic.
    """

    shared: tuple[Model, ...]
    models: dict[str, tuple[Model, ...]]
    diagnostics: tuple[Diagnostic, ...]


def emit_models(toolset: Toolset, names: Names | None = None) -> ModelsSource:
    """Models for the arguments of every tool, named `GetWeatherArgs`, `GetWeatherArgsLocation` ...

    An equal definition of several tools is one class, named after the definition. `names` are the
    class names already taken; new ones are added to it. A tool with a type that the generator fails
    on has no model.
    """
    names = names or Names(["Any"])
    roots = {
        tool.name: names.reserve(f"{class_name(tool.name, 'Tool')}Args") for tool in toolset.tools
    }
    classes = Classes(names)
    own = {tool.name: classes.of_tool(tool.input, roots[tool.name]) for tool in toolset.tools}
    shared = classes.definitions
    every = [*shared.values(), *(shape for shapes in own.values() for shape in shapes)]
    types, failures = _types(field.shape for shape in every for field in shape.fields)
    broken = _broken(every, failures)
    writer = _Writer(types, frozenset(shape.name for shape in every))
    models: dict[str, tuple[Model, ...]] = {}
    diagnostics: list[Diagnostic] = []
    for tool in toolset.tools:
        reason = next(filter(None, (broken.get(shape.name) for shape in own[tool.name])), None)
        if reason is None:
            models[tool.name] = writer.models(own[tool.name], own[tool.name][:1])
        else:
            diagnostics.append(_failed(tool, reason))
    whole = [shape for shape in shared.values() if shape.name not in broken]
    return ModelsSource(writer.models(whole, whole), models, tuple(diagnostics))


def _broken(classes: list[ClassShape], failures: Mapping[str, str]) -> dict[str, str]:
    """The classes that can't be made, themselves or for what they use, and why."""
    users: dict[str, list[str]] = {}
    broken: dict[str, str] = {}
    for shape in classes if failures else ():
        for used in shape.uses():
            users.setdefault(used, []).append(shape.name)
        forms = (_form(field.shape)[0] for field in shape.fields)
        if reason := next((failures[form] for form in forms if form in failures), None):
            broken[shape.name] = reason
    waiting = list(broken)
    for name in waiting:  # grows while it is read
        fresh = [user for user in users.get(name, ()) if user not in broken]
        broken |= dict.fromkeys(fresh, broken[name])
        waiting += fresh
    return broken


def _failed(tool: Tool, reason: str) -> Diagnostic:
    return MODEL_FAILED.at(tool=tool.name, origin=tool.origin, reason=reason)


# --- the generator ---


def _form(shape: Schema) -> tuple[str, list[str]]:
    """A shape as JSON text with placeholders, and what they stand for, in order."""
    held: list[str] = []
    return json.dumps(_held(shape, held)), held


def _held(shape: Schema, held: list[str]) -> Schema:
    if shape == OTHER:
        return {"$ref": f"#/$defs/{_OTHER_PLACE}"}
    if "$ref" in shape:
        held.append(shape["$ref"])
        return {"$ref": f"#/$defs/{_PLACE}{len(held) - 1}"}
    if "enum" in shape:
        held.append(f"Literal[{', '.join(shape['enum'])}]")
        return {"type": "string", "enum": [f"{_PLACE}{len(held) - 1}"]}
    found = dict(shape)
    if "anyOf" in shape:
        found["anyOf"] = [_held(branch, held) for branch in shape["anyOf"]]
    for keyword in ("items", "additionalProperties"):
        if isinstance(shape.get(keyword), dict):
            found[keyword] = _held(shape[keyword], held)
    return found


def _types(shapes: Iterable[Schema]) -> tuple[dict[str, ast.expr], dict[str, str]]:
    """The type for each form, and why there is none for the others.

    One call of the generator makes all of them; when that fails each form is tried alone.
    """
    forms = list(dict.fromkeys(_form(shape)[0] for shape in shapes))
    whole = _try_types(forms)
    if not isinstance(whole, str):
        return whole, {}
    types: dict[str, ast.expr] = {}
    failures: dict[str, str] = {}
    for form in forms:
        made = _try_types([form])
        if isinstance(made, str):
            failures[form] = made
        else:
            types |= made
    return types, failures


def _try_types(forms: list[str]) -> dict[str, ast.expr] | str:
    """The type for each form, or why there is none."""
    if not forms:
        return {}
    fields = {f"f{number}": json.loads(form) for number, form in enumerate(forms)}
    held = sorted(set(re.findall(r"#/\$defs/(\w+)", " ".join(forms))))
    # A class of our own for each placeholder, so that the generator has something to refer to.
    definitions = {name: _definition({name.lower(): {"type": "string"}}) for name in held}
    try:
        made = _annotations(
            ast.parse(_generate({"$defs": {"Forms": _definition(fields)} | definitions}))
        )
        return {form: made[name] for form, name in zip(forms, fields, strict=True)}
    except Exception as error:  # whatever the generator stumbles over must not end a build
        return f"{type(error).__name__}: {error}"[:200]


def _definition(fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _generate(document: Schema) -> str:
    # Slow to import, and needed by nothing but a module with models.
    from datamodel_code_generator import (  # noqa: PLC0415 - see above
        InputFileType,
        LiteralType,
        PythonVersion,
        generate,
    )
    from datamodel_code_generator.enums import DataModelType  # noqa: PLC0415 - see above

    source = generate(
        json.dumps(document),
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        enum_field_as_literal=LiteralType.All,
        use_standard_collections=True,
        use_union_operator=True,
        strict_nullable=True,
        disable_timestamp=True,
        formatters=[],
    )
    return str(source)


def _annotations(module: ast.Module) -> dict[str, ast.expr]:
    fields = (
        statement
        for class_ in module.body
        if isinstance(class_, ast.ClassDef)
        for statement in class_.body
        if isinstance(statement, ast.AnnAssign)
    )
    return {ast.unparse(field.target): _bare(field.annotation) for field in fields}


def _bare(annotation: ast.expr) -> ast.expr:
    """The type inside `Annotated[T, ...]`."""
    match annotation:
        case ast.Subscript(ast.Name("Annotated"), ast.Tuple([inner, *_])):
            return inner
    return annotation


# --- the models ---


def _users_last(classes: list[ClassShape], roots: list[ClassShape]) -> Iterator[ClassShape]:
    """The classes that some need, each after those it uses as far as there is such an order."""
    by_name = {shape.name: shape for shape in classes}
    entered: set[str] = set()
    done: set[str] = set()
    waiting = [shape.name for shape in reversed(roots)]
    while waiting:
        name = waiting[-1]
        used = by_name[name].uses() if name not in entered else []
        entered.add(name)
        unseen = [other for other in used if other in by_name and other not in entered]
        waiting += reversed(unseen)
        if not unseen:
            waiting.pop()
            if name not in done:
                done.add(name)
                yield by_name[name]


class _Writer:
    """Writes models: types with names and literals in place of the placeholders."""

    def __init__(self, types: _Types, classes: Set[str]) -> None:
        """Take the types of all forms and the names of all classes."""
        self._types = types
        self._classes = classes

    def models(self, classes: list[ClassShape], roots: list[ClassShape]) -> tuple[Model, ...]:
        """The models of classes that use each other and those written before, the root's last."""
        later = {shape.name for shape in classes}
        models: list[Model] = []
        for shape in _users_last(classes, roots):
            names = field_names([field.key for field in shape.fields], self._classes)
            fields = tuple(self._field(field, names[field.key], later) for field in shape.fields)
            models.append(Model(shape.name, shape.description, fields))
            later.remove(shape.name)
        return tuple(models)

    def _field(self, field: FieldShape, name: str, later: set[str]) -> ModelField:
        """One field; an annotation that names a class which comes `later` is a string."""
        form, held = _form(field.shape)
        text = _written(self._types[form], held)
        default = field.default
        if not field.required and default is None:
            default = "None"
            if text != "Any" and not text.endswith("None"):
                text = f"{text} | None"
        if not later.isdisjoint(held):
            text = pyrepr(text)
        if name != field.key:
            given = "" if default is None else f"default={default}, "
            default = f"Field({given}alias={pyrepr(field.key)})"
        return ModelField(name, text, default, field.description)


def _written(node: ast.expr, held: list[str]) -> str:
    """A type as text."""
    return " | ".join(dict.fromkeys(_alternatives(node, held)))


def _alternatives(node: ast.expr, held: list[str]) -> list[str]:
    """The members of a union as text; any other type is the only one of its own."""
    match node:
        case ast.Subscript(ast.Name("Literal"), values):
            items = values.elts if isinstance(values, ast.Tuple) else [values]
            return [_named(ast.literal_eval(items[0]), held)]
        case ast.Subscript(ast.Name("Union"), ast.Tuple(items)):
            return [text for item in items for text in _alternatives(item, held)]
        case ast.Subscript(ast.Name("Optional"), item):
            return [*_alternatives(item, held), "None"]
        case ast.Subscript(outer, ast.Tuple(items)):
            inside = ", ".join(_written(item, held) for item in items)
            return [f"{_written(outer, held)}[{inside}]"]
        case ast.Subscript(outer, inner):
            return [f"{_written(outer, held)}[{_written(inner, held)}]"]
        case ast.BinOp(left, ast.BitOr(), right):
            return [*_alternatives(left, held), *_alternatives(right, held)]
        case ast.Name(name) | ast.Constant(str(name)):
            return list(_TYPES[name]) if name in _TYPES else [_named(name, held)]
        case ast.Constant(None):
            return ["None"]
    raise ValueError(f"an unknown type: {ast.unparse(node)}")


def _named(placeholder: str, held: list[str]) -> str:
    if placeholder == _OTHER_PLACE:
        return "Any"
    return held[int(placeholder.removeprefix(_PLACE))]
