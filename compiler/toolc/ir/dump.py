"""A toolset as plain JSON, and back: `load(dump(toolset)) == toolset`.

Definitions that several tools share are written once, in `definitions`, with their name and place;
each tool's `$defs` is a list of their numbers, so the size is linear in what there is.
"""

import json
from typing import Any

from pydantic import ValidationError

from toolc.ir.model import Source, Tool, Toolset
from toolc.ir.schema import escape

__all__ = ["VERSION", "dump", "load"]

VERSION = 1
"""Of the layout that `dump` writes; `load` reads no other."""

_SCHEMAS = ("input", "output")


def dump(toolset: Toolset) -> dict[str, Any]:
    """The toolset as JSON values, the same for the same toolset on every machine."""
    pool = _Pool()
    tools = [_dump_tool(tool, pool) for tool in toolset.tools]
    return {
        "toolc_ir": VERSION,
        "name": toolset.name,
        "sources": [source.model_dump(mode="json") for source in toolset.sources],
        "tools": tools,
        "definitions": pool.definitions,
    }


def load(dumped: object) -> Toolset:
    """The toolset that was dumped; `ValueError` says what is wrong when it is not one.

    Tools that share a definition share its object, as they did before.
    """
    if not isinstance(dumped, dict) or dumped.get("toolc_ir") != VERSION:
        raise ValueError(f"it is not the IR of a toolset, version {VERSION}")
    try:
        tools = tuple(_load_tool(tool, dumped["definitions"]) for tool in dumped["tools"])
        sources = tuple(Source.model_validate(source) for source in dumped["sources"])
        return Toolset(name=dumped["name"], tools=tools, sources=sources)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        raise ValueError(f"`{place}`: {first['msg'].lower()}") from error
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("it has been damaged: a part of it is missing or misplaced") from error


class _Pool:
    """Definitions by name, place and what they say; the same object is looked at once."""

    def __init__(self) -> None:
        self.definitions: list[dict[str, Any]] = []
        self._by_text: dict[str, int] = {}
        self._by_object: dict[tuple[int, str, str | None], int] = {}

    def number(self, name: str, place: str | None, schema: Any) -> int:
        key = (id(schema), name, place)
        if key not in self._by_object:
            entry = {"name": name, "schema": schema} | ({} if place is None else {"place": place})
            text = json.dumps(entry, ensure_ascii=False)
            if text not in self._by_text:
                self._by_text[text] = len(self.definitions)
                self.definitions.append(entry)
            self._by_object[key] = self._by_text[text]
        return self._by_object[key]


def _dump_tool(tool: Tool, pool: _Pool) -> dict[str, Any]:
    fields = tool.model_dump(mode="json", exclude={*_SCHEMAS, "places"}, exclude_defaults=True)
    fields["binding"] = tool.binding.model_dump(mode="json")  # its kind is a default, too
    places = dict(tool.places)
    for key in _SCHEMAS:
        schema = getattr(tool, key)
        if schema is None:
            continue
        fields[key] = schema
        if "$defs" in schema:
            known = places if key == "input" else {}
            numbers = [
                pool.number(name, known.pop(f"/$defs/{escape(name)}", None), each)
                for name, each in schema["$defs"].items()
            ]
            fields[key] = {**schema, "$defs": numbers}
    return fields | ({"places": places} if places else {})


def _load_tool(fields: dict[str, Any], definitions: list[dict[str, Any]]) -> Tool:
    fields = {"places": {}, **fields}
    for key in _SCHEMAS:
        schema = fields.get(key)
        if schema is None or "$defs" not in schema:
            continue
        entries = [definitions[number] for number in schema["$defs"]]
        fields[key] = {**schema, "$defs": {each["name"]: each["schema"] for each in entries}}
        placed = {
            f"/$defs/{escape(each['name'])}": each["place"] for each in entries if "place" in each
        }
        fields["places"] = fields["places"] | placed
    return Tool.model_validate(fields)
