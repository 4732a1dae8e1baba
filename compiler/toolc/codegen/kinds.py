"""The kinds of models: what a class and its fields look like in each.

Pydantic 2.11 (https://docs.pydantic.dev), `dataclasses` and `typing.TypedDict` of Python 3.11, and
msgspec 0.18 (https://jcristharif.com/msgspec). All have the same types; they differ in how a field
is said to stand for a key that is no identifier, and to be optional.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from toolc.codegen.imports import Imports
from toolc.codegen.layout import docstring
from toolc.codegen.models import Model, ModelField
from toolc.codegen.text import comment, pyrepr
from toolc.codegen.wrapping import wrapped

__all__ = ["KINDS", "FieldView", "Kind", "KindName", "ModelView"]

KindName = Literal["pydantic", "dataclass", "typeddict", "msgspec"]


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field of a model: its lines, and its docstring if it has one."""

    line: str
    doc: str


@dataclass(frozen=True, slots=True)
class ModelView:
    """One model class: what opens it, its docstring, its fields, and what closes it, if anything.

    The docstring of a model that is closed stands behind it.
    """

    name: str
    head: tuple[str, ...]
    doc: str
    fields: tuple[FieldView, ...]
    close: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of models.

    `names` are what its modules import, each with the module it is from; of them only what is used
    is imported. No field can be called like one of `taken`. `base` says whether the models have a
    base class, which the template `module/base.py.j2` lays out. A key in which `unsayable` is
    found has no field: only the plain arguments hold it.
    """

    names: Mapping[str, str]
    head: Callable[[str], tuple[str, ...]]
    field: Callable[[ModelField], str]
    taken: frozenset[str] = frozenset()
    base: bool = False
    is_dict: bool = False
    unsayable: re.Pattern[str] = re.compile(r"(?!)")

    def view(self, model: Model, what: str) -> ModelView:
        """A model of this kind; `what` is its docstring where the schema has none."""
        doc = docstring(model.description or what, 0 if self._is_table(model) else 4)
        if self._is_table(model):
            fields = tuple(map(_entry, model.fields))
            head = (f"{model.name} = TypedDict(", f'    "{model.name}",', "    {")
            return ModelView(model.name, head, doc, fields, "    },\n)")
        fields = tuple(
            FieldView(
                "\n".join(wrapped(f"    {self.field(field)}")),
                docstring(field.description, 4) if field.description.strip() else "",
            )
            for field in model.fields
            if not self.unsayable.search(field.key)
        )
        return ModelView(model.name, self.head(model.name), doc, fields, "")

    def require(self, imports: Imports, views: Sequence[ModelView]) -> None:
        """Add what models of this kind need to the imports of their module."""
        for name, module in self.names.items():
            if _is_used(name, views):
                imports.names(module, name)
        if self.base and views:
            imports.names("pydantic", "BaseModel", "ConfigDict")

    def _is_table(self, model: Model) -> bool:
        """Whether a dictionary's type has keys that no class can have."""
        return self.is_dict and any(field.name != field.key for field in model.fields)


def _is_used(name: str, views: Sequence[ModelView]) -> bool:
    starts = tuple(f"{before}{name}{after}" for before in "@( [" for after in "(,[)]| ")
    lines = (line for view in views for line in (*view.head, *(each.line for each in view.fields)))
    return any(start in f" {line} " for line in lines for start in starts)


# --- fields ---


def _plain(field: ModelField, maker: str, alias: str) -> str:
    """A field as an assignment; `maker` makes what stands for a key of another name."""
    value = "" if field.default is None else f" = {field.default}"
    if field.name != field.key:
        given = "" if field.default is None else f"default={field.default}, "
        value = f" = {maker}({given}{alias.format(pyrepr(field.key))})"
    return f"{field.name}: {field.annotation}{value}"


def _of_pydantic(field: ModelField) -> str:
    return _plain(field, "Field", "alias={}")


def _of_dataclass(field: ModelField) -> str:
    return _plain(field, "field", 'metadata={{"key": {}}}')


def _of_msgspec(field: ModelField) -> str:
    return _plain(field, "field", "name={}")


def _of_dict(field: ModelField) -> str:
    return f"{field.name}: {_key_type(field)}"


def _entry(field: ModelField) -> FieldView:
    """A key in the table that a `TypedDict` is made from."""
    above = [comment(" ".join(field.description.split()), 80)] if field.description.strip() else []
    lines = wrapped(f"        {pyrepr(field.key)}: {_key_type(field)},")
    return FieldView("\n".join([*(f"        {line}" for line in above), *lines]), "")


def _key_type(field: ModelField) -> str:
    return field.type if field.default is None else f"NotRequired[{field.type}]"


KINDS: Mapping[KindName, Kind] = {
    "pydantic": Kind(
        names={"Any": "typing", "Literal": "typing", "Field": "pydantic"},
        head=lambda name: (f"class {name}(_Model):",),
        field=_of_pydantic,
        base=True,
    ),
    "dataclass": Kind(
        names={
            "dataclass": "dataclasses",
            "field": "dataclasses",
            "Any": "typing",
            "Literal": "typing",
        },
        head=lambda name: ("@dataclass(slots=True, kw_only=True)", f"class {name}:"),
        field=_of_dataclass,
        taken=frozenset({"field"}),
    ),
    "typeddict": Kind(
        names=dict.fromkeys(("Any", "Literal", "NotRequired", "TypedDict"), "typing"),
        head=lambda name: (f"class {name}(TypedDict):",),
        field=_of_dict,
        is_dict=True,
    ),
    "msgspec": Kind(
        names={"Any": "typing", "Literal": "typing", "Struct": "msgspec", "field": "msgspec"},
        head=lambda name: (f"class {name}(Struct, kw_only=True):",),
        field=_of_msgspec,
        taken=frozenset({"field"}),
        unsayable=re.compile(r'[\\"\x00-\x1f]'),
    ),
}
"""The kinds by the name that a manifest has for them."""
