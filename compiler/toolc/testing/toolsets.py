"""The toolsets that a target is tried on: small, and each about what providers differ in."""

from typing import Any

from toolc.ir.model import Tool, Toolset

__all__ = ["TOOLSETS"]

_LONG = "approved_or_denied_countries_or_regions_of_the_account_holder_and_family"
"""Longer than the keys and names that most providers take."""

_ANY: dict[str, Any] = {}
_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}


def _object(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def _either(keyword: str, *branches: Any, **rest: Any) -> dict[str, Any]:
    return {keyword: list(branches), **rest}


_NODE = _object("value", value=_WHOLE, next={"$ref": "#/$defs/Node"})
_EXPRESSION = _either(
    "anyOf",
    _object("number", number={"type": "number"}),
    _object("sum", sum={"type": "array", "items": {"$ref": "#/$defs/Expression"}}),
)
_CIRCLE = _object("kind", "radius", kind={"const": "circle"}, radius={"type": "number"})
_SQUARE = _object("kind", "side", kind={"const": "square"}, side={"type": "number"})

_SCHEMAS: dict[str, dict[str, dict[str, Any]]] = {
    "nothing": {},
    "no arguments": {
        "plain": {"type": "object"},
        "empty": _object(),
        "closed": {**_object(), "additionalProperties": False},
        "unsaid": {},
    },
    "nested": {
        "order": _object(
            "customer",
            customer=_object("name", name=_TEXT, address=_object(street=_TEXT, city=_TEXT)),
            lines={"type": "array", "items": _object("sku", sku=_TEXT, count=_WHOLE)},
        ),
        "grid": _object(rows={"type": "array", "items": {"type": "array", "items": _WHOLE}}),
        "flat_twins": _object(a_b=_TEXT, a=_object(b=_TEXT)),
    },
    "recursive": {
        "chain": {**_object("first", first={"$ref": "#/$defs/Node"}), "$defs": {"Node": _NODE}},
        "root": {"$ref": "#/$defs/Node", "$defs": {"Node": _NODE}},
        "evaluate": {
            **_object("of", of={"$ref": "#/$defs/Expression"}),
            "$defs": {"Expression": _EXPRESSION},
        },
    },
    "unions": {
        "draw": _object("shape", shape=_either("oneOf", _CIRCLE, _SQUARE)),
        "set": _object("to", to=_either("anyOf", _TEXT, _WHOLE, {"type": "array", "items": _TEXT})),
        "list_of_types": _object(id={"type": ["string", "integer"]}),
        "alike": _object(by=_either("anyOf", _object(name=_TEXT), _object(name=_WHOLE))),
        "merged": _object(both=_either("allOf", _object("a", a=_TEXT), _object("b", b=_WHOLE))),
    },
    "nulls": {
        "patch": _object(
            "must",
            must={"type": ["string", "null"]},
            may={"type": ["string", "null"]},
            either=_either("anyOf", {"type": "integer"}, {"type": "null"}),
            plain=_TEXT,
            never={"type": "null"},
        ),
        "nested": _object(inner=_either("anyOf", _object(a=_TEXT), {"type": "null"})),
    },
    "maps": {
        "labels": _object(labels={"type": "object", "additionalProperties": _TEXT}),
        "deep": _object(
            counts={"type": "object", "additionalProperties": {"type": "array", "items": _WHOLE}}
        ),
        "beside": {**_object("id", id=_TEXT), "additionalProperties": _WHOLE},
        "free": _object("payload", payload={"type": "object"}, anything=_ANY),
    },
    "tuples": {
        "range": _object(
            between={
                "type": "array",
                "prefixItems": [_WHOLE, _WHOLE],
                "items": False,
                "minItems": 2,
            }
        ),
        "mixed": _object(row={"type": "array", "prefixItems": [_TEXT], "items": _WHOLE}),
        "untyped": _object(row={"type": "array"}),
    },
    "enums": {
        "choose": _object(
            "colour",
            colour={"type": "string", "enum": ["red", "green", ""]},
            level={"type": "integer", "enum": [1, 2, 3]},
            ratio={"enum": [0.5, 1, "auto", None, True]},
            only={"const": "this"},
            flag={"const": True},
        ),
    },
    "illegal keys": {
        "query": _object(
            "$top",
            **{
                "$top": _WHOLE,
                "top": _WHOLE,
                "@odata.type": _TEXT,
                "order by": _TEXT,
                "a.b": _TEXT,
                "a_b": _TEXT,
                "0": _TEXT,
                "été": _TEXT,
                "class": _TEXT,
                "__proto__": _TEXT,
                f"{_LONG}_1": _TEXT,
                f"{_LONG}_2": _TEXT,
            },
        ),
        "below": _object(filter=_object(**{"StartTime<": _TEXT, "StartTime>": _TEXT})),
    },
    "illegal names": {
        name: _object(a=_TEXT)
        for name in (
            "admin.tools/list",
            "admin_tools_list",
            "1st",
            "get weather",
            "été",
            f"{_LONG}_1",
            f"{_LONG}_2",
        )
    },
    "root unions": {
        "draw": _either("oneOf", _CIRCLE, _SQUARE),
        "update": {
            **_object("id", id=_TEXT, title=_TEXT, body=_TEXT),
            "anyOf": [{"required": ["title"]}, {"required": ["body"]}],
        },
        "maybe": _either("anyOf", _object("a", a=_TEXT), {"type": "null"}),
        "items": {"type": "array", "items": _TEXT},
        "text": _TEXT,
    },
    "rules": {
        "limits": _object(
            at={"type": "string", "format": "date-time"},
            site={"type": "string", "format": "uri", "description": 'A "quoted"\nsite'},
            code={"type": "string", "pattern": "^[A-Z]{3}$"},
            short={"type": "string", "minLength": 1, "maxLength": 5, "default": "a"},
            share={"type": "number", "minimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.25},
            few={"type": "array", "items": _WHOLE, "minItems": 1, "maxItems": 3},
        ),
    },
    "many": {f"tool_{number}": _object(a=_TEXT) for number in range(200)},
}


def _toolset(name: str, schemas: dict[str, dict[str, Any]]) -> Toolset:
    tools = tuple(
        Tool(name=each, description=f"The tool {each}.", input=schema)
        for each, schema in schemas.items()
    )
    return Toolset(name=name, tools=tools)


TOOLSETS: dict[str, Toolset] = {name: _toolset(name, schemas) for name, schemas in _SCHEMAS.items()}
"""The toolsets by what they are about."""
