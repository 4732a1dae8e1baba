"""The schemas of Python types, as Pydantic 2 has them (docs.pydantic.dev, JSON Schema, 2026)."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError
from pydantic.json_schema import GenerateJsonSchema

from toolc.ir.drafts import to_2020_12
from toolc.ir.model import Schema
from toolc.ir.refs import closure, name_of

__all__ = ["NotCallableError", "in_ir", "schema_of", "schemas_of"]


class NotCallableError(ValueError):
    """Why something can't be a tool, and what to do about it."""

    def __init__(self, reason: str, hint: str) -> None:
        """Take both in words."""
        super().__init__(reason)
        self.hint = hint


class _Schemas(GenerateJsonSchema):
    """Pydantic's schemas without the titles that it makes up, and without a word on defaults."""

    ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012 - Pydantic's own field, which nobody changes

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - Pydantic's method
        """Never: the name of a field says it already."""
        return False


def schemas_of(types: Mapping[str, Any]) -> tuple[dict[str, Schema], Schema]:
    """The schema of each type by its key, and the definitions that they share.

    Raises NotCallableError for a type that has no schema; it is called by its key.
    """
    adapters = {key: _adapter(each, key) for key, each in types.items()}
    inputs = [(key, "validation", adapter) for key, adapter in adapters.items()]
    try:
        made, shared = TypeAdapter.json_schemas(inputs, schema_generator=_Schemas)  # type: ignore[arg-type]  # the literal is widened to a text
    except (PydanticUserError, TypeError) as error:
        for key, adapter in adapters.items():
            _must_have_schema(adapter, key)
        raise NotCallableError(
            f"its types have no JSON Schema: {_first_line(error)}", _HINT
        ) from error
    definitions = shared.get("$defs", {})
    _without_names(definitions)
    return {key: made[key, "validation"] for key in types}, definitions


def schema_of(type_: Any, mode: Literal["validation", "serialization"]) -> Schema | None:
    """The schema of one type, as the IR has it; None where it has none."""
    try:
        schema = TypeAdapter(type_).json_schema(mode=mode, schema_generator=_Schemas)
    except (PydanticUserError, NameError, TypeError):
        return None
    _without_names(schema.get("$defs", {}))
    return in_ir(schema)


def in_ir(schema: Schema) -> Schema:
    """A schema of Pydantic's as the IR has it: the root is never a mere reference."""
    read, _ = to_2020_12(schema)
    definitions = read.get("$defs", {})
    root = {key: value for key, value in read.items() if key != "$defs"}
    while root.keys() == {"$ref"}:
        root = definitions[name_of(root["$ref"])]
    reached = closure(root, definitions)
    return {**root, **({"$defs": reached} if reached else {})}


_HINT = "give it a type that Pydantic knows, or wrap it in a function that takes plain values"


def _adapter(type_: Any, key: str) -> "TypeAdapter[Any]":
    try:
        return TypeAdapter(type_)
    except (PydanticUserError, NameError, TypeError) as error:
        raise _no_schema(key, error) from error


def _must_have_schema(adapter: "TypeAdapter[Any]", key: str) -> None:
    try:
        adapter.json_schema(schema_generator=_Schemas)
    except (PydanticUserError, TypeError) as error:
        raise _no_schema(key, error) from error


def _no_schema(key: str, error: Exception) -> NotCallableError:
    return NotCallableError(f"{key} has no JSON Schema: {_first_line(error)}", _HINT)


def _first_line(error: Exception) -> str:
    line = str(error).strip().partition("\n")[0].partition(". Set `arbitrary")[0]
    return line[:1].lower() + line[1:200]


def _without_names(definitions: Schema) -> None:
    """Leave out titles that only repeat the name of a class."""
    for name, schema in definitions.items():
        if isinstance(schema, dict) and schema.get("title") == name:
            del schema["title"]
