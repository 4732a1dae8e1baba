"""Whether a lowered schema keeps to the language that its target states."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema
from toolc.ir.schema import walk

__all__ = ["broken_rules", "fits_rule"]


def fits_rule(name: str, rule: str | None, length: int) -> bool:
    """Whether a tool name or a key is one that the rule allows."""
    return rule is None or (re.fullmatch(rule, name) is not None and len(name) <= length)


def broken_rules(root: Schema, language: Language) -> Iterator[str]:
    """Each fact of the language that the schema does not respect, with the place."""
    for keyword in sorted(root.keys() & language.root_refused):
        yield f"`{keyword}` stands at the root"
    for pointer, node in walk(root):
        if isinstance(node, dict):
            for check in _CHECKS:
                for fault in check(node, language):
                    yield f"at {pointer or 'the root'}: {fault}"


_Check = Callable[[dict[str, Any], Language], Iterator[str]]


def _keywords(node: dict[str, Any], language: Language) -> Iterator[str]:
    known = {"$defs", "$ref"} if language.refs != "none" else set[str]()
    if node.get("additionalProperties") is False:
        known.add("additionalProperties")  # how a closed object is spelled until it is emitted
    for keyword in node:
        if keyword not in known and not language.takes(keyword):
            yield f"`{keyword}` is no keyword of the language"


def _references(node: dict[str, Any], language: Language) -> Iterator[str]:
    if "$ref" in node and language.refs == "none":
        yield "there is a `$ref`"
    if "$ref" in node and not language.ref_siblings and node.keys() - {"$ref"}:
        yield "there are keywords beside `$ref`"


def _keys(node: dict[str, Any], language: Language) -> Iterator[str]:
    for key in node.get("properties", ()):
        if not fits_rule(key, language.key_rule, language.name_length):
            yield f"the key {key!r} does not fit `key_rule`"


def _objects(node: dict[str, Any], language: Language) -> Iterator[str]:
    if node.get("type") != "object":
        return
    if language.closed and node.get("additionalProperties") is not False:
        yield "the object is not closed"
    if language.all_required and {*node.get("required", ())} != {*node.get("properties", ())}:
        yield "not every key is required"


def _arrays(node: dict[str, Any], language: Language) -> Iterator[str]:
    if language.items_required and node.get("type") == "array" and "items" not in node:
        yield "the array has no `items`"


def _types(node: dict[str, Any], language: Language) -> Iterator[str]:
    named = node.get("type")
    if isinstance(named, list) and language.type_lists == "none":
        yield "`type` is a list"
    if named is None and not language.untyped and not node.keys() & {"anyOf", "$ref"}:
        yield f"there is no type, only {', '.join(node.keys() - ANNOTATIONS) or 'nothing'}"


_CHECKS: tuple[_Check, ...] = (_keywords, _references, _keys, _objects, _arrays, _types)
