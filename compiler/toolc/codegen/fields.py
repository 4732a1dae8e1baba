"""What the fields of a model are called, which stand for any keys."""

import keyword
import re
from collections.abc import Set

from toolc.codegen.identifiers import Names, identifier

__all__ = ["field_names"]

_TAKEN_FIELDS = frozenset(
    # what annotations are written with, and what a Pydantic 2 model has of its own
    "Any Field Literal bool dict float int list str"
    " construct copy from_orm json parse_file parse_obj parse_raw schema schema_json"
    " update_forward_refs validate model_computed_fields model_config model_construct model_copy"
    " model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema"
    " model_parametrized_name model_post_init model_rebuild model_validate model_validate_json"
    " model_validate_strings".split()
) | frozenset(keyword.kwlist)

_LEGAL_FIELD = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,79}")


def field_names(keys: list[str], classes: Set[str]) -> dict[str, str]:
    """A field's name for each property: the key itself where that is legal, and nobody's else.

    A field can't be called like one of the classes, which it would hide from the annotations.
    """
    taken = _TAKEN_FIELDS | classes
    names = Names()
    legal = {key: names.reserve(key) for key in keys if _is_legal(key) and key not in taken}
    return {key: legal.get(key) or names.reserve(_free(key, taken)) for key in keys}


def _is_legal(key: str) -> bool:
    return bool(_LEGAL_FIELD.fullmatch(key))


def _free(key: str, taken: Set[str]) -> str:
    name = key if _is_legal(key) else identifier(key, "field")
    return f"{name[0].lower()}{name[1:]}_" if name in taken else name
