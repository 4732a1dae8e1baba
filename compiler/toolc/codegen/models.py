"""Typed models of each tool's arguments, their types written by datamodel-code-generator.

Made with https://datamodel-code-generator.koxudaxi.dev (0.26 and later). It gets shapes in which
every name and text is a word of ours; what it writes is read back as syntax, and only the types are
kept.
"""

import ast
import json
from collections.abc import Iterable
from dataclasses import dataclass

from toolc.codegen.identifiers import Names, class_name
from toolc.codegen.shapes import ClassShape, FieldShape, Words, shape_classes
from toolc.codegen.text import pyrepr
from toolc.diagnostics.codes import MODEL_FAILED
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema, Tool, Toolset

__all__ = ["Model", "ModelField", "ModelsSource", "emit_models"]

_LITERAL_WIDTH = 60
"""Columns that the values of a `Literal` may take in the line of their field."""

_TYPES = frozenset({"Any", "bool", "dict", "float", "int", "list", "str"})

Annotations = dict[str, ast.expr]
"""The type of each field, by the word that stands for it."""


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
    """The models of a toolset.

    `models` holds each tool's classes by the tool's name, those used by others first and the root
    last; a tool whose models can't be made has none and a diagnostic.
    """

    models: dict[str, tuple[Model, ...]]
    diagnostics: tuple[Diagnostic, ...]


def emit_models(toolset: Toolset, names: Names | None = None) -> ModelsSource:
    """Models for the arguments of every tool, named `GetWeatherArgs`, `GetWeatherArgsLocation` ...

    `names` are the class names already taken; new ones are added to it. One call of the generator
    makes all of them; when that fails each tool is tried alone, and one that fails has no model.
    """
    names = names or Names()
    words = Words()
    shapes: dict[str, list[ClassShape]] = {}
    roots = {
        tool.name: names.reserve(f"{class_name(tool.name, 'Tool')}Args") for tool in toolset.tools
    }
    for tool in toolset.tools:
        shapes[tool.name] = shape_classes(tool.input, roots[tool.name], names, words)
    models: dict[str, tuple[Model, ...]] = {}
    diagnostics: list[Diagnostic] = []
    whole = _try_annotations(shape for classes in shapes.values() for shape in classes)
    for tool in toolset.tools:
        annotations = _try_annotations(shapes[tool.name]) if isinstance(whole, str) else whole
        if isinstance(annotations, str):
            diagnostics.append(_failed(tool, annotations))
        else:
            models[tool.name] = _models(shapes[tool.name], annotations, words)
    return ModelsSource(models, tuple(diagnostics))


def _failed(tool: Tool, reason: str) -> Diagnostic:
    return MODEL_FAILED.at(tool=tool.name, origin=tool.origin, reason=reason)


# --- the generator ---


def _try_annotations(classes: Iterable[ClassShape]) -> Annotations | str:
    """The type of each field, or why there is none."""
    document = {"$defs": {shape.word: _definition(shape) for shape in classes}}
    try:
        return _annotations(ast.parse(_generate(document)))
    except Exception as error:  # whatever the generator stumbles over must not end a build
        return f"{type(error).__name__}: {error}"[:200]


def _definition(shape: ClassShape) -> Schema:
    fields = {field.word: field.shape for field in shape.fields}
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


def _annotations(module: ast.Module) -> Annotations:
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


def _models(classes: list[ClassShape], annotations: Annotations, words: Words) -> tuple[Model, ...]:
    models: list[Model] = []
    later = {shape.word for shape in classes}
    for shape in _users_last(classes):
        fields = tuple(
            _field(field, annotations[field.word], words, later) for field in shape.fields
        )
        models.append(Model(shape.name, shape.description, fields))
        later.remove(shape.word)
    return tuple(models)


def _users_last(classes: list[ClassShape]) -> list[ClassShape]:
    """The classes in an order in which each comes after those it uses, as far as there is one."""
    by_word = {shape.word: shape for shape in classes}
    done: dict[str, ClassShape] = {}
    entered: set[str] = set()
    waiting = [classes[0].word]
    while waiting:
        word = waiting[-1]
        used = by_word[word].uses() if word not in entered else []
        entered.add(word)
        unseen = [other for other in used if other not in entered]
        waiting += reversed(unseen)
        if not unseen:
            done.setdefault(waiting.pop(), by_word[word])
    return list(done.values())


def _field(field: FieldShape, annotation: ast.expr, words: Words, later: set[str]) -> ModelField:
    """One field; an annotation that names a class which comes `later` is written as a string."""
    written = _Writer(words)
    text = written.write(annotation)
    default = field.default
    if not field.required and default is None:
        default = "None"
        if text != "Any" and not text.endswith("None"):
            text = f"{text} | None"
    if written.words & later:
        text = pyrepr(text)
    if field.name != field.key:
        given = "" if default is None else f"default={default}, "
        default = f"Field({given}alias={pyrepr(field.key)})"
    return ModelField(field.name, text, default, field.description)


class _Writer:
    """Writes a type with the user's literals in place of our words, and notes what it names."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.words: set[str] = set()

    def write(self, node: ast.expr) -> str:
        match node:
            case ast.Subscript(ast.Name("Literal"), values):
                items = values.elts if isinstance(values, ast.Tuple) else [values]
                return _literal_type([self._literal(item) for item in items])
            case ast.Subscript(ast.Name("Union"), ast.Tuple(items)):
                return " | ".join(map(self.write, items))
            case ast.Subscript(ast.Name("Optional"), item):
                return f"{self.write(item)} | None"
            case ast.Subscript(outer, inner):
                return f"{self.write(outer)}[{self.write(inner)}]"
            case ast.Tuple(items):
                return ", ".join(map(self.write, items))
            case ast.BinOp(left, ast.BitOr(), right):
                return f"{self.write(left)} | {self.write(right)}"
            case ast.Name(name) | ast.Constant(str(name)):
                return self._name(name)
            case ast.Constant(None):
                return "None"
        raise ValueError(f"an unknown type: {ast.unparse(node)}")

    def _name(self, name: str) -> str:
        if name in _TYPES:
            return name
        self.words.add(name)
        return self._words.literal(name)

    def _literal(self, node: ast.expr) -> str:
        return self._words.literal(ast.literal_eval(node))


def _literal_type(literals: list[str]) -> str:
    """A `Literal`, one value a line where they are many."""
    literals = list(dict.fromkeys(literals))
    flat = ", ".join(literals)
    if len(flat) <= _LITERAL_WIDTH:
        return f"Literal[{flat}]"
    return "Literal[\n" + "".join(f"        {literal},\n" for literal in literals) + "    ]"
