"""What draft-03 says in its own way (draft-zyp-json-schema-03, 2010-11-22), node by node.

`type` and `disallow` list schemas beside types, `extends` is `allOf`, `divisibleBy` is
`multipleOf`, and a property says itself that it is required. What later drafts have as well is not
here.
"""

from collections.abc import Callable
from typing import Any

from toolc.ir.keywords import hoist_required
from toolc.ir.model import Schema

__all__ = ["DRAFT_03"]

_ANY = "any"
_FORMATS = {"host-name": "hostname", "ip-address": "ipv4"}


def _required(node: Schema) -> None:
    hoist_required(node, lambda *_, **__: None)  # here it is no mistake


def _type(node: Schema) -> None:
    types = node["type"]
    choices = types if isinstance(types, list) else [types]
    if _ANY in choices:
        del node["type"]
    elif any(isinstance(each, dict) for each in choices):
        del node["type"]
        node["anyOf"] = _as_schemas(choices)


def _disallow(node: Schema) -> None:
    given = node.pop("disallow")
    choices = given if isinstance(given, list) else [given]
    refused: Any = True if _ANY in choices else {"anyOf": _as_schemas(choices)}
    node["not"] = refused if choices else False


def _as_schemas(choices: list[Any]) -> list[Any]:
    return [each if isinstance(each, dict) else {"type": each} for each in choices]


def _extends(node: Schema) -> None:
    given = node.pop("extends")
    node["allOf"] = given if isinstance(given, list) else [given]


def _divisible_by(node: Schema) -> None:
    node["multipleOf"] = node.pop("divisibleBy")


def _format(node: Schema) -> None:
    given = node["format"]
    node["format"] = _FORMATS.get(given, given) if isinstance(given, str) else given


DRAFT_03: dict[str, Callable[[Schema], None]] = {
    "properties": _required,
    "type": _type,
    "disallow": _disallow,
    "extends": _extends,
    "divisibleBy": _divisible_by,
    "format": _format,
}
"""Keyword -> what changes a node that has it, in place."""
