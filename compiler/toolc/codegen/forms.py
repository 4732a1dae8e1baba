"""The Python types of shapes, written by datamodel-code-generator.

Made with https://datamodel-code-generator.koxudaxi.dev (0.26 and later). It gets each form of a
type once, with placeholders for all names and texts; what it writes is read back as syntax, and
only the types are kept.
"""

import ast
import json
import re
from collections.abc import Iterable, Mapping

from toolc.codegen.shapes import OTHER
from toolc.ir.model import Schema

__all__ = ["Types", "form_of", "types_of_forms", "written"]

_PLACE = "Place"
_OTHER_PLACE = "PlaceOther"
"""What the generator gets in place of names and literals, numbered, and of `OTHER`."""

_TYPES = {name: (name,) for name in ("Any", "bool", "dict", "int", "list", "str")} | {
    # Every integer is a number, and one beyond 2**53 is none that a float can be.
    "float": ("int", "float")
}

Types = Mapping[str, ast.expr]
"""The type for each form, by the form as JSON text."""


def form_of(shape: Schema) -> tuple[str, list[str]]:
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


def types_of_forms(shapes: Iterable[Schema]) -> tuple[dict[str, ast.expr], dict[str, str]]:
    """The type for each form, and why there is none for the others.

    One call of the generator makes all of them; when that fails each form is tried alone.
    """
    forms = list(dict.fromkeys(form_of(shape)[0] for shape in shapes))
    whole = _try(forms)
    if not isinstance(whole, str):
        return whole, {}
    types: dict[str, ast.expr] = {}
    failures: dict[str, str] = {}
    for form in forms:
        made = _try([form])
        if isinstance(made, str):
            failures[form] = made
        else:
            types |= made
    return types, failures


def _try(forms: list[str]) -> dict[str, ast.expr] | str:
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


# --- types as text ---


def written(node: ast.expr, held: list[str]) -> str:
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
            inside = ", ".join(written(item, held) for item in items)
            return [f"{written(outer, held)}[{inside}]"]
        case ast.Subscript(outer, inner):
            return [f"{written(outer, held)}[{written(inner, held)}]"]
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
