"""What the value of each JSON Schema keyword looks like, to leave out what can't be read.

Follows the vocabularies of the JSON Schema 2020-12 meta-schema.
"""

from collections.abc import Callable
from typing import Any

from toolc.diagnostics.codes import BROKEN_KEYWORD, OLD_REQUIRED, Code
from toolc.ir.model import Schema
from toolc.ir.schema import ALL_TYPES, LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS, escape

__all__ = ["Report", "hoist_required", "leave_out_broken"]

Report = Callable[..., None]
"""`report(code, step, **words)`: a problem at the pointer `step`, relative to the node."""

_Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and int(value) == value


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_full_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _is_map(value: Any) -> bool:
    return isinstance(value, dict)


def _is_schema(value: Any) -> bool:
    return isinstance(value, (dict, bool))


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_name_lists(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_names(names) for names in value.values())


def _is_type(value: Any) -> bool:
    names = value if isinstance(value, list) and value else [value]
    return all(isinstance(name, str) and name in ALL_TYPES for name in names)


_FORMS: dict[str, tuple[_Check, str]] = {
    keyword: (check, wanted)
    for keywords, check, wanted in (
        ("type", _is_type, "one of " + ", ".join(ALL_TYPES) + ", or a list of these"),
        ("required", _is_names, "a list of names"),
        ("dependentRequired", _is_name_lists, "a map of lists of names"),
        ("enum examples", _is_list, "a list"),
        ("minimum maximum exclusiveMinimum exclusiveMaximum", _is_number, "a number"),
        ("multipleOf", _is_positive, "a number above 0"),
        ("minLength maxLength minItems maxItems", _is_count, "a whole number from 0"),
        ("minProperties maxProperties minContains maxContains", _is_count, "a whole number from 0"),
        ("pattern format title description $comment", _is_text, "text"),
        ("$ref $dynamicRef $recursiveRef contentEncoding contentMediaType", _is_text, "text"),
        ("uniqueItems deprecated readOnly writeOnly", _is_flag, "true or false"),
        (" ".join(sorted(SCHEMA_KEYWORDS)), _is_schema, "a schema"),
        (" ".join(sorted(LIST_KEYWORDS)), _is_full_list, "a list of schemas"),
        (" ".join(sorted(MAP_KEYWORDS)), _is_map, "a map of schemas"),
    )
    for keyword in keywords.split()
}

_WITHOUT_REPEATS = ("type", "required")


def leave_out_broken(node: Schema, report: Report) -> None:
    """Remove from a node, in place, each keyword whose value is of the wrong kind; report it."""
    for keyword in [name for name in node if name in _FORMS]:
        check, wanted = _FORMS[keyword]
        if not check(node[keyword]):
            _broken(report, f"/{escape(keyword)}", keyword, wanted)
            del node[keyword]
    for keyword in _WITHOUT_REPEATS:
        if isinstance(node.get(keyword), list):
            node[keyword] = list(dict.fromkeys(node[keyword]))


def _broken(report: Report, step: str, keyword: str, wanted: str) -> None:
    code: Code = BROKEN_KEYWORD
    report(code, step, keyword=keyword, wanted=wanted)


def hoist_required(node: Schema, report: Report) -> None:
    """Draft-03's `required: true` beside a property, as an entry of the object's own `required`."""
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return
    flags = {
        name: schema["required"]
        for name, schema in properties.items()
        if isinstance(schema, dict) and isinstance(schema.get("required"), bool)
    }
    if not flags:
        return
    for name, flag in flags.items():
        step = f"/properties/{escape(name)}/required"
        report(OLD_REQUIRED, step, value="true" if flag else "false")
    node["properties"] = {
        name: {key: value for key, value in schema.items() if key != "required"}
        if name in flags
        else schema
        for name, schema in properties.items()
    }
    listed = node.get("required")
    names = list(listed) if isinstance(listed, list) else []
    required = names + [name for name, flag in flags.items() if flag and name not in names]
    if required:
        node["required"] = required
