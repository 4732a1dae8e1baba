"""What the forms of Gemini share: declarations, the OpenAPI spelling of schemas, and the request.

Sources: google-genai 3.6.1 (types.py), answers of the API quoted in public to 2026-11.
"""

from typing import Any, Final

from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool
from toolc.targets.languages import PLAIN_NAME
from toolc.targets.shapes import told
from toolc.targets.wire import Choice, Fields, Slot, Wire, as_text

__all__ = [
    "DECLARED_NAME",
    "GEMINI_WIRE",
    "OPENAPI_PASSES",
    "OPENAPI_SUBSET",
    "declared",
    "gathered",
    "spelled",
]

DECLARED_NAME: Final = r"[a-zA-Z_][a-zA-Z0-9_.:-]*"
"""128 characters are allowed since 2026, 64 before."""

OPENAPI_SUBSET: Final = Language(
    target="gemini",
    root_refused=frozenset({"anyOf", "enum"}),
    keywords=frozenset(
        "type format title description enum items minItems maxItems properties required"
        " minProperties maxProperties minLength maxLength pattern minimum maximum anyOf".split()
    ),
    formats={
        "string": frozenset({"date-time"}),
        "number": frozenset({"float", "double"}),
        "integer": frozenset({"int32", "int64"}),
    },
    refs="none",
    untyped=False,
    type_lists="none",
    enum_types=frozenset({"string"}),
    closed=True,  # there is no word for further keys
    items_required=True,
    empty_objects=False,  # "should be non-empty for OBJECT type"
    key_rule=PLAIN_NAME,
    name_rule=DECLARED_NAME,
)
"""The OpenAPI 3.0 subset of `parameters`."""

OPENAPI_PASSES: Final = (
    "deref",  # no references at all
    "drop_unsupported",
    "merge_all_of",
    "respell",  # one type a node
    "wrap_root",  # no union at the root
    "json_text",
    "maps_to_pairs",
    "stringify_enums",
    "strictify",  # closes objects; keys may stay optional
    "rename_keys",
    "rename_tools",
)

_CALLING = "functionCallingConfig"
_RESULT: Fields = {"id": Slot.CALL_ID, "name": Slot.NAME}
_REFUSED_IN_RESULTS = ("$ref", "$defs")


def _calling(**config: Any) -> Fields:
    return {"toolConfig": {_CALLING: config}}


def _response(**response: Any) -> Fields:
    part = {"functionResponse": {**_RESULT, "response": response}}
    return {"role": "user", "parts": [part]}


def _content(content: Any) -> Any:
    """A result as it is; as text where it has keys that no result may have (400, 2026-07)."""
    stack = [content]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            if not here.keys().isdisjoint(_REFUSED_IN_RESULTS):
                return as_text(content)
            stack.extend(here.values())
        elif isinstance(here, list):
            stack.extend(here)
    return content


GEMINI_WIRE: Final = Wire(
    choices={
        Choice.AUTO: _calling(mode="AUTO"),
        Choice.NONE: _calling(mode="NONE"),
        Choice.REQUIRED: _calling(mode="ANY"),
        Choice.NAMED: _calling(mode="ANY", allowedFunctionNames=[Slot.NAME]),
    },
    result=_response(output=Slot.CONTENT),
    failure=_response(error=Slot.CONTENT),
    content=_content,
    structured={
        "generationConfig": {
            "responseMimeType": "application/json",
            "responseJsonSchema": Slot.SCHEMA,
        }
    },
    cut_off=("MAX_TOKENS",),
)


def declared(tool: Tool, **parameters: Any) -> dict[str, Any]:
    """A declaration. A tool without arguments has no parameters: an empty object is refused."""
    declaration = {"name": tool.name, "description": told(tool)}  # both are required
    takes_any = tool.input.get("properties") or isinstance(
        tool.input.get("additionalProperties"), dict
    )
    return {**declaration, **parameters} if takes_any else declaration


def spelled(node: Schema, *, maps: bool = False) -> Schema:
    """Upper-case types, `nullable` for null, and `anyOf` with as little beside it as can be.

    `maps` says whether there is a word for further keys; where there is not, objects are closed.
    """
    if "anyOf" in node:
        node = _nullable(node)
    spelt: Schema = {}
    for keyword, value in node.items():
        if keyword == "type":
            spelt["type"] = value.upper()
        elif keyword == "properties":
            if value:
                spelt["properties"] = {key: spelled(value[key], maps=maps) for key in value}
        elif keyword == "items" or (keyword == "additionalProperties" and isinstance(value, dict)):
            spelt[keyword] = spelled(value, maps=maps)
        elif keyword == "anyOf":
            spelt["anyOf"] = [spelled(branch, maps=maps) for branch in value]
        elif keyword != "required" or value:
            spelt[keyword] = value
    if not maps:
        spelt.pop("additionalProperties", None)
    return spelt


def _nullable(node: Schema) -> Schema:
    """One alternative and null are that alternative, nullable."""
    branches = [branch for branch in node["anyOf"] if branch.get("type") != "null"]
    if len(branches) != 1:
        return node
    outer = {key: value for key, value in node.items() if key != "anyOf"}
    nullable = {"nullable": True} if len(branches) < len(node["anyOf"]) else {}
    alone = {**branches[0], **outer, **nullable}
    return _nullable(alone) if "anyOf" in branches[0] else alone


def gathered(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The declarations as the value of `tools`."""
    return [{"functionDeclarations": items}]
