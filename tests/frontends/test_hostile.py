"""Any part of a document may be anything: that gives diagnostics, never an exception."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from toolc.diagnostics.errors import InputError
from toolc.diagnostics.render import render_json, render_text
from toolc.frontends import read_tools
from toolc.ir.dump import dump, load
from toolc.ir.select import select

SCHEMA = {
    "type": "object",
    "properties": {"a": {"$ref": "#/components/schemas/A"}, "b": {"type": "string", "enum": ["x"]}},
    "required": ["a"],
    "allOf": [{"dependencies": {"a": ["b"]}}],
}
OPENAPI: dict[str, Any] = {
    "openapi": "3.0.3",
    "servers": [{"url": "https://{h}/", "variables": {"h": {"default": "x"}}}],
    "security": [{"k": []}],
    "paths": {
        "/p/{id}": {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            ],
            "post": {
                "operationId": "op",
                "summary": "s",
                "tags": ["t"],
                "parameters": [{"$ref": "#/components/parameters/Q"}],
                "requestBody": {
                    "required": True,
                    "content": {
                        "multipart/form-data": {
                            "schema": SCHEMA,
                            "encoding": {"a": {"style": "form"}},
                        }
                    },
                },
                "responses": {"200": {"content": {"application/json": {"schema": SCHEMA}}}},
            },
        }
    },
    "components": {
        "parameters": {
            "Q": {"name": "q", "in": "query", "content": {"text/plain": {"schema": {}}}}
        },
        "schemas": {
            "A": {
                "oneOf": [{"$ref": "#/components/schemas/A/items"}],
                "items": {"nullable": True, "readOnly": True},
                "discriminator": {"propertyName": "k", "mapping": {"x": "A"}},
            }
        },
        "securitySchemes": {"k": {"type": "apiKey", "in": "header", "name": "K"}},
    },
}
MCP: dict[str, Any] = {
    "initialize": {"serverInfo": {"name": "s"}},
    "tools_list_pages": [
        {
            "tools": [
                {
                    "name": "n",
                    "title": "t",
                    "description": "d",
                    "inputSchema": {
                        "$schema": "http://json-schema.org/draft-04/schema#",
                        "id": "https://example.com/x",
                        "definitions": {"A": {"id": "#a"}},
                        "properties": {"a": {"$ref": "#a"}, "b": {"items": [{}]}},
                    },
                    "outputSchema": {"$dynamicRef": "#x", "$defs": {"X": {"$dynamicAnchor": "x"}}},
                    "annotations": {"title": "t", "readOnlyHint": True},
                }
            ]
        }
    ],
}
JUNK: list[Any] = [
    None, True, 5, -1.5, "", "x", "#", "#/", "#/paths", "http://x", [], {}, [1], [[{}]], {"a": 1},
    {"$ref": "#"}, {"$ref": 5}, {"$ref": "#/components/schemas/A"}, {"type": "string"},
]  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, child in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(child, (dict, list)):
            yield from places(child)


@pytest.mark.parametrize("junk", JUNK, ids=json.dumps)
@pytest.mark.parametrize("document", [OPENAPI, MCP], ids=["openapi", "mcp"])
def test_anything_anywhere(document: dict[str, Any], junk: Any) -> None:
    text = json.dumps(document)
    for index in range(len(list(places(document)))):
        broken = json.loads(text)
        container, key = list(places(broken))[index]
        container[key] = junk
        survive(broken, "mcp" if document is MCP else "openapi")


def survive(value: dict[str, Any], format_name: str) -> None:
    try:
        toolset, diagnostics = read_tools(value, format_name)
    except InputError:
        return
    assert len(render_json(diagnostics)) == len(diagnostics)
    assert bool(render_text(diagnostics)) is bool(diagnostics)
    assert load(json.loads(json.dumps(dump(toolset)))) == toolset
    select(toolset, {"tools": ["n*"], "tags": ["t"]}, {"methods": ["get"]})


@pytest.mark.parametrize("document", [OPENAPI, MCP], ids=["openapi", "mcp"])
def test_the_documents_hold_what_the_test_is_about(document: dict[str, Any]) -> None:
    assert len(read_tools(document)[0].tools) == 1
    assert len(list(places(document))) > 25
