"""What becomes of each keyword in each form: found out by compiling a tool that has it."""

from collections.abc import Iterable, Iterator
from typing import Final

from toolc.ir.language import ANNOTATIONS
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.words import phrases
from toolc.targets.lowering import lower
from toolc.targets.target import Form, Target

__all__ = ["MEANINGS", "forms_of", "keyword_table", "markdown"]

_TEXT: Final[Schema] = {"type": "string"}
_OBJECT: Final[Schema] = {"type": "object", "properties": {"a": _TEXT}, "required": ["a"]}
_CLOSED: Final[Schema] = {**_OBJECT, "additionalProperties": False}
_LIST: Final[Schema] = {"type": "array", "items": _TEXT}
_NUMBER: Final[Schema] = {"type": "number"}
_TREE: Final[Schema] = {
    "type": "object",
    "properties": {"next": {"$ref": "#/$defs/Tree"}},
    "additionalProperties": False,
}

_PROBES: Final[dict[str, Schema]] = {
    "description": {**_TEXT, "description": "A text."},
    "title": {**_TEXT, "title": "Text"},
    "default": {**_TEXT, "default": "a"},
    "enum of text": {"enum": ["a", "b"]},
    "enum of numbers": {"enum": [1, 2]},
    "enum with null": {"enum": ["a", None]},
    "const": {"const": "a"},
    "no type": {},
    "list of types": {"type": ["string", "integer"]},
    "type or null": {"type": ["string", "null"]},
    "anyOf": {"anyOf": [_LIST, _TEXT]},
    "oneOf": {"oneOf": [_LIST, _TEXT]},
    "oneOf that overlap": {"oneOf": [_TEXT, {"type": "string", "minLength": 3}]},
    "allOf": {"allOf": [_TEXT, {"enum": ["a", "b"]}]},
    "not": {**_TEXT, "not": {"const": "a"}},
    "if": {**_TEXT, "if": {"minLength": 3}, "then": {"pattern": "^a"}},
    "$ref": {"$ref": "#/$defs/Name"},
    "recursion": {"$ref": "#/$defs/Tree"},
    "minLength": {**_TEXT, "minLength": 2},
    "pattern": {**_TEXT, "pattern": "^a+$"},
    "pattern that looks ahead": {**_TEXT, "pattern": "^(?=a)b*$"},
    "format: date-time": {**_TEXT, "format": "date-time"},
    "format: email": {**_TEXT, "format": "email"},
    "format: uri": {**_TEXT, "format": "uri"},
    "format: int32": {"type": "integer", "format": "int32"},
    "minimum": {**_NUMBER, "minimum": 2},
    "exclusiveMinimum": {**_NUMBER, "exclusiveMinimum": 2},
    "multipleOf": {**_NUMBER, "multipleOf": 2},
    "no items": {"type": "array"},
    "prefixItems": {"type": "array", "prefixItems": [_TEXT, _NUMBER]},
    "minItems: 1": {**_LIST, "minItems": 1},
    "minItems: 2": {**_LIST, "minItems": 2},
    "maxItems": {**_LIST, "maxItems": 2},
    "uniqueItems": {**_LIST, "uniqueItems": True},
    "contains": {**_LIST, "contains": {"const": "a"}},
    "additionalProperties: false": _CLOSED,
    "optional property": {**_CLOSED, "required": []},
    "nothing said of further keys": _OBJECT,
    "additionalProperties: schema": {**_OBJECT, "additionalProperties": _TEXT},
    "map": {"type": "object", "additionalProperties": _TEXT},
    "any object": {"type": "object"},
    "object without keys": {"type": "object", "properties": {}, "additionalProperties": False},
    "patternProperties": {"type": "object", "patternProperties": {"^a": _TEXT}},
    "propertyNames": {"type": "object", "propertyNames": {"pattern": "^a"}},
    "minProperties": {**_CLOSED, "minProperties": 1},
    "dependentRequired": {**_CLOSED, "dependentRequired": {"a": ["a"]}},
}

MEANINGS: Final = {
    "said": "sent as it is",
    "reshaped": "sent in another shape, undone on the way back",
    "words": "told in the description; rules are checked when the call comes back",
    "checked": "the provider holds to less; checked when the call comes back",
    "narrowed": "not to be said: less is asked for than the source allows",
    "left out": "left out; it holds no rule",
}
"""What can become of a keyword, the words of the table."""

_MARKS: Final = dict(zip(MEANINGS, ("✓", "↔", "w", "c", "-", "·"), strict=True))

_PROBED: Final = ("/properties/x", "/$defs/")
"""Where in the arguments the probe stands, and what it refers to."""

_KINDS: Final = {"narrowed": "narrowed", "weakened": "checked", "moved": "words"}
"""What a loss of each kind is in the table, the gravest first."""


def forms_of(targets: Iterable[Target]) -> dict[str, Form]:
    """The plain form of each target, and the strict one where there is one."""
    forms: dict[str, Form] = {}
    for target in targets:
        forms[target.name] = target.form()
        if "strict" in target.options:
            forms[f"{target.name}-strict"] = target.form(strict=True)
    return forms


def keyword_table(forms: dict[str, Form]) -> dict[str, dict[str, str]]:
    """Each keyword with what becomes of it by the form's name: a key of `MEANINGS`."""
    return {
        keyword: {name: _becomes(keyword, probe, form) for name, form in forms.items()}
        for keyword, probe in _PROBES.items()
    }


def markdown(table: dict[str, dict[str, str]]) -> Iterator[str]:
    """The table as lines of Markdown, with a legend."""
    names = list(next(iter(table.values())))
    yield f"| keyword | {' | '.join(names)} |"
    yield f"|---|{':-:|' * len(names)}"
    for keyword, cells in table.items():
        yield f"| {keyword} | {' | '.join(_MARKS[cells[name]] for name in names)} |"
    yield ""
    for meaning, said in MEANINGS.items():
        yield f"- {_MARKS[meaning]} {meaning}: {said}"


def _becomes(keyword: str, probe: Schema, form: Form) -> str:
    tool = Tool(name="probe", input=_arguments(probe))
    lowered = lower(Toolset(name="probe", tools=(tool,)), form)
    kinds = {item.kind for item in lowered.diagnostics if item.pointer.startswith(_PROBED)}
    for kind, becomes in _KINDS.items():
        if kind in kinds:
            return becomes
    if keyword in ANNOTATIONS and not form.language.takes(keyword):
        return "words" if phrases(probe, [keyword]) else "left out"
    changed = any("root" in step.get("probe", {}) for step in lowered.codec)
    return "reshaped" if changed else "said"


def _arguments(probe: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"x": probe},
        "required": ["x"],
        "additionalProperties": False,
        "$defs": {"Name": _TEXT, "Tree": _TREE},
    }
