"""The typed models of a toolset: classes for the arguments and results of its tools."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from toolc.codegen.classes import Classes
from toolc.codegen.fields import field_names
from toolc.codegen.forms import Types, form_of, types_of_forms, written
from toolc.codegen.identifiers import Names, class_name
from toolc.codegen.shapes import ClassShape, FieldShape
from toolc.codegen.text import pyrepr
from toolc.diagnostics.codes import MODEL_FAILED
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema, Tool, Toolset

__all__ = ["Model", "ModelField", "ModelsSource", "ToolModels", "emit_models"]


@dataclass(frozen=True, slots=True)
class ModelField:
    """One field, called `name`, for the property `key`.

    `annotation` and `default` are Python expressions, and None is the default of what may be left
    out and has no other; a required field has no default. `type` is what the value is if it is
    there.
    """

    name: str
    key: str
    type: str
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
class ToolModels:
    """The classes of one tool alone, those used by others first.

    The last of `arguments` is that of the whole. `result_type` is the type of what the tool gives
    back; None where nothing is said of it.
    """

    arguments: tuple[Model, ...] = ()
    results: tuple[Model, ...] = ()
    result_type: str | None = None


@dataclass(frozen=True, slots=True)
class ModelsSource:
    """The models of a toolset, those used by others first.

    `shared` are the classes of definitions, `tools` those of each tool alone by the tool's name;
    a tool whose models can't be made has none and a diagnostic.
    """

    shared: tuple[Model, ...]
    tools: dict[str, ToolModels]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def models(self) -> tuple[Model, ...]:
        """All classes, those used by others first."""
        own = (model for tool in self.tools.values() for model in (*tool.arguments, *tool.results))
        return (*self.shared, *own)


@dataclass(frozen=True, slots=True)
class _Shapes:
    """The shapes of one tool: its classes, the whole arguments' first, and its result."""

    arguments: list[ClassShape]
    results: list[ClassShape]
    result: Schema | None

    @property
    def own(self) -> list[ClassShape]:
        return [*self.arguments, *self.results]


def emit_models(
    toolset: Toolset, names: Names | None = None, taken: Set[str] = frozenset(), home: str = ""
) -> ModelsSource:
    """Models for the arguments and results of every tool: `GetWeatherArgs`, `GetWeatherResult` ...

    An equal definition of several tools is one class, named after the definition. `names` are the
    class names already taken; new ones are added to it. No field gets a name in `taken`. `home`
    stands before the names of classes in the types of results. A tool with a type that the
    generator fails on has no model.
    """
    names = names or Names(["Any"])
    shapes, definitions = _shapes(toolset, names)
    every = [*definitions, *(shape for own in shapes.values() for shape in own.own)]
    parts = [field.shape for shape in every for field in shape.fields]
    parts += [own.result for own in shapes.values() if own.result is not None]
    types, failures = types_of_forms(parts)
    broken = _broken(every, failures)
    writer = _Writer(types, frozenset(shape.name for shape in every), taken)
    tools: dict[str, ToolModels] = {}
    diagnostics: list[Diagnostic] = []
    for tool in toolset.tools:
        own = shapes[tool.name]
        if reason := _reason(own, broken, failures):
            diagnostics.append(_failed(tool, reason))
        else:
            tools[tool.name] = writer.tool(own, home)
    whole = [shape for shape in definitions if shape.name not in broken]
    return ModelsSource(writer.models(whole, whole), tools, tuple(diagnostics))


def _shapes(toolset: Toolset, names: Names) -> tuple[dict[str, _Shapes], list[ClassShape]]:
    """The shapes of each tool by its name, and those of all definitions."""
    stems = {tool.name: class_name(tool.name, "Tool") for tool in toolset.tools}
    roots = {name: names.reserve(f"{stem}Args") for name, stem in stems.items()}
    classes = Classes(names)
    shapes = {}
    for tool in toolset.tools:
        arguments = classes.of_arguments(tool.input, roots[tool.name])
        result, results = None, list[ClassShape]()
        if tool.output is not None:
            result, results = classes.of_result(tool.output, f"{stems[tool.name]}Result")
        shapes[tool.name] = _Shapes(arguments, results, result)
    return shapes, list(classes.definitions.values())


def _broken(classes: list[ClassShape], failures: Mapping[str, str]) -> dict[str, str]:
    """The classes that can't be made, themselves or for what they use, and why."""
    users: dict[str, list[str]] = {}
    broken: dict[str, str] = {}
    for shape in classes if failures else ():
        for used in shape.uses():
            users.setdefault(used, []).append(shape.name)
        forms = (form_of(field.shape)[0] for field in shape.fields)
        if reason := next((failures[form] for form in forms if form in failures), None):
            broken[shape.name] = reason
    waiting = list(broken)
    for name in waiting:  # grows while it is read
        fresh = [user for user in users.get(name, ()) if user not in broken]
        broken |= dict.fromkeys(fresh, broken[name])
        waiting += fresh
    return broken


def _reason(own: _Shapes, broken: Mapping[str, str], failures: Mapping[str, str]) -> str | None:
    """Why the models of a tool can't be made, if so."""
    used = [shape.name for shape in own.own]
    form, held = form_of(own.result or {})
    reasons = (*(broken.get(name) for name in (*used, *held)), failures.get(form))
    return next(filter(None, reasons), None)


def _failed(tool: Tool, reason: str) -> Diagnostic:
    return MODEL_FAILED.at(tool=tool.name, origin=tool.origin, reason=reason)


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

    def __init__(self, types: Types, classes: Set[str], taken: Set[str]) -> None:
        """Take the types of all forms, the names of all classes, and what no field is called."""
        self._types = types
        self._classes = classes
        self._taken = taken

    def tool(self, shapes: _Shapes, home: str) -> ToolModels:
        """The models of one tool."""
        result = None
        if shapes.result is not None:
            form, held = form_of(shapes.result)
            named = [home + name if name in self._classes else name for name in held]
            result = written(self._types[form], named)
        return ToolModels(
            arguments=self.models(shapes.arguments, shapes.arguments[:1]),
            results=self.models(shapes.results, shapes.results),
            result_type=result,
        )

    def models(self, classes: list[ClassShape], roots: list[ClassShape]) -> tuple[Model, ...]:
        """The models of classes that use each other and those written before, the root's last."""
        later = {shape.name for shape in classes}
        models: list[Model] = []
        for shape in _users_last(classes, roots):
            taken = self._classes | self._taken
            names = field_names([field.key for field in shape.fields], taken)
            fields = tuple(self._field(field, names[field.key], later) for field in shape.fields)
            models.append(Model(shape.name, shape.description, fields))
            later.remove(shape.name)
        return tuple(models)

    def _field(self, field: FieldShape, name: str, later: set[str]) -> ModelField:
        """One field; a type that names a class which comes `later` is a string."""
        form, held = form_of(field.shape)
        type_ = annotation = written(self._types[form], held)
        default = field.default
        if not field.required and default is None:
            default = "None"
            if type_ != "Any" and not type_.endswith("None"):
                annotation = f"{type_} | None"
        if not later.isdisjoint(held):
            type_, annotation = pyrepr(type_), pyrepr(annotation)
        return ModelField(name, field.key, type_, annotation, default, field.description)
