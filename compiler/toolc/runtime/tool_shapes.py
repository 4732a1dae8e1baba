"""How each API writes a list of tools, as data; and the two spellings that are not JSON Schema.

Sources: openai-python 3.57.0, anthropic-python 2.14.0, google-genai 3.6.1, mistralai 3.7.0, cohere
7.3.1, botocore 1.44.8, ollama 0.6.3 (2026-11); Model Context Protocol 2026-07-28.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = [
    "DEFINITIONS",
    "TEXT",
    "TOOL_SHAPES",
    "ToolShape",
    "definition_type",
    "from_definitions",
    "lower",
    "takes_text",
]

DEFINITIONS = "parameter_definitions"
"""Where Cohere v1 has a map of parameters in place of a schema."""

TEXT = "custom"
"""OpenAI's word for a tool that takes one text as it is, and no arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolShape:
    """How one API writes a list of tools.

    `lists` are keys of objects that hold a list of tools, `wrappers` keys of an entry under which
    the tool itself stands. `schema` is where a tool has its arguments (`inside` the key around the
    schema itself), `output` where it has what comes back, the most faithful form first. `types` are
    the entry's own words for a function (`TEXT` for one of a text, where it has no schema);
    `openapi` names fields that are spelled as OpenAPI 3.0.
    """

    title: str
    schema: tuple[str, ...] = ("parameters",)
    output: tuple[str, ...] = ()
    lists: tuple[str, ...] = ("tools",)
    wrappers: tuple[str, ...] = ()
    types: tuple[str, ...] = ("function",)
    inside: str | None = None
    openapi: tuple[str, ...] = ()


TOOL_SHAPES = {
    "gemini": ToolShape(  # first: of its two forms the better one is not called `parameters`
        title="Gemini function declarations",
        schema=("parametersJsonSchema", "parameters_json_schema", "parameters"),
        output=("responseJsonSchema", "response_json_schema", "response"),
        lists=("tools", "functionDeclarations", "function_declarations"),
        openapi=("parameters", "response"),
    ),
    "anthropic": ToolShape(
        title="Anthropic tools", schema=("input_schema",), types=("custom", "function")
    ),
    "mcp": ToolShape(
        title="MCP tools",
        schema=("inputSchema",),
        output=("outputSchema",),
        lists=("tools", "tools_list_pages"),
    ),
    "bedrock": ToolShape(
        title="Bedrock tool specifications",
        schema=("inputSchema",),
        lists=("toolConfig", "tool_config", "tools"),
        wrappers=("toolSpec", "tool_spec"),
        inside="json",
    ),
    "cohere": ToolShape(
        title="Cohere tools", schema=(DEFINITIONS, "parameters"), wrappers=("function",)
    ),
    "openai": ToolShape(
        title="OpenAI chat tools",
        lists=("tools", "functions"),
        wrappers=("function", TEXT),
        types=("function", TEXT),
    ),
    "openai-responses": ToolShape(
        title="OpenAI Responses tools", output=("output_schema",), types=("function", TEXT)
    ),
    "mistral": ToolShape(title="Mistral tools", wrappers=("function",)),
    "ollama": ToolShape(title="Ollama tools", wrappers=("function",)),
}
"""Format -> shape. Where two are alike, they are told apart by who they are sent to alone."""


# --- OpenAI: tools of one text ---


def takes_text(text: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a tool of one text, which goes by what the API itself calls it: `input`."""
    return {
        "type": "object",
        "properties": {"input": dict(text)},
        "required": ["input"],
        "additionalProperties": False,
    }


# --- Cohere v1: names of Python types ---

_PYTHON_TYPES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "list": "array",
    "dict": "object",
}
_MOST_LISTS = 20
"""Lists may hold lists; nobody means more than this."""


def definition_type(name: str) -> dict[str, Any] | None:
    """The schema of a Python type by its name; None where it is not known.

    >>> definition_type("List[int]"), definition_type("Path")
    ({'type': 'array', 'items': {'type': 'integer'}}, None)
    """
    depth, rest = 0, name.strip()
    while rest[:5].lower() == "list[" and rest.endswith("]") and depth < _MOST_LISTS:
        depth, rest = depth + 1, rest[5:-1].strip()
    outer = rest.partition("[")[0].lower()
    if outer not in _PYTHON_TYPES:
        return None
    schema: dict[str, Any] = {"type": _PYTHON_TYPES[outer]}
    for _ in range(depth):
        schema = {"type": "array", "items": schema}
    return schema


def from_definitions(definitions: Mapping[str, Any]) -> dict[str, Any]:
    """The schema that a map of parameter definitions stands for; a type not known is left open."""
    properties: dict[str, Any] = {}
    for name, definition in definitions.items():
        stated = definition if isinstance(definition, Mapping) else {}
        kind, said = stated.get("type"), stated.get("description")
        properties[name] = (definition_type(kind) or {}) if isinstance(kind, str) else {}
        if isinstance(said, str) and said:
            properties[name]["description"] = said
    required = [name for name, each in definitions.items() if _is_required(each)]
    return {"type": "object", "properties": properties, "required": required}


def _is_required(definition: object) -> bool:
    return isinstance(definition, Mapping) and bool(definition.get("required"))


# --- Gemini: OpenAPI 3.0 in capitals, its 64-bit numbers as text ---

_COUNTS = frozenset("minItems maxItems minLength maxLength minProperties maxProperties".split())
_UNSAID = "type_unspecified"
_NUMBERED = (_UNSAID, "string", "number", "integer", "boolean", "array", "object", "null")
"""The types as protocol buffers number them (google.cloud.aiplatform.v1 `Type`)."""


def _lower_type(node: dict[str, Any]) -> None:
    kind = node["type"]
    if isinstance(kind, int) and 0 <= kind < len(_NUMBERED):
        node["type"] = _NUMBERED[kind]
    elif isinstance(kind, str):
        node["type"] = kind.lower()
    elif isinstance(kind, list):
        node["type"] = [each.lower() if isinstance(each, str) else each for each in kind]
    if node["type"] == _UNSAID:
        del node["type"]


_BELOW: dict[str, Callable[[Any], list[Any]]] = {
    "properties": lambda value: list(value.values()) if isinstance(value, dict) else [],
    "items": lambda value: [value],
    "additionalProperties": lambda value: [value],
    "anyOf": lambda value: value if isinstance(value, list) else [],
}
"""The keywords of that subset that hold schemas, with the schemas in each."""


def lower(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of Gemini's `parameters` as OpenAPI spells it, changed in place.

    >>> lower({"type": "ARRAY", "items": {"type": "STRING"}, "minItems": "1"})
    {'type': 'array', 'items': {'type': 'string'}, 'minItems': 1}
    """
    pending: list[Any] = [schema]
    seen: set[int] = set()  # parts may be shared, any number of times
    while pending:
        node = pending.pop()
        if not isinstance(node, dict) or id(node) in seen:
            continue
        seen.add(id(node))
        if "type" in node:
            _lower_type(node)
        for keyword in _COUNTS & node.keys():
            value = node[keyword]
            if isinstance(value, str) and value.isascii() and value.isdecimal():
                node[keyword] = int(value[:19])
        if node.get("format") == "enum":
            del node["format"]  # says what `enum` says
        for keyword in _BELOW.keys() & node.keys():
            pending.extend(_BELOW[keyword](node[keyword]))
    return schema
