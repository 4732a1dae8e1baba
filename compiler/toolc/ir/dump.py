"""A toolset as plain JSON, and back: `load(dump(toolset)) == toolset`.

Definitions that several tools share are written once, in `definitions`, with their name and place.
What a tool has under `$defs` is the number of a list in `closures`, which holds their numbers:
tools that share all their definitions share that, too, so the size is linear in what there is.
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
_DEFS = "/$defs/"


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
        **({"closures": pool.closures} if pool.closures else {}),
    }


def load(dumped: object) -> Toolset:
    """The toolset that was dumped; `ValueError` says what is wrong when it is not one.

    Tools that share a definition share its object, as they did before.
    """
    if not isinstance(dumped, dict) or dumped.get("toolc_ir") != VERSION:
        raise ValueError(f"it is not the IR of a toolset, version {VERSION}")
    try:
        shared = [
            _Shared([dumped["definitions"][number] for number in numbers])
            for numbers in dumped.get("closures", ())
        ]
        tools = tuple(_load_tool(tool, shared) for tool in dumped["tools"])
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
        self.closures: list[list[int]] = []
        self._by_numbers: dict[tuple[int, ...], int] = {}
        self._by_defs: dict[int, int] = {}
        self._by_text: dict[str, int] = {}
        self._by_object: dict[tuple[int, str, str | None], int] = {}

    def closure(self, defs: dict[str, Any], places: dict[str, str]) -> int:
        """The number of a tool's list of definitions, whose places are taken out of its own."""
        placed: dict[str, str] = {}
        if any(pointer.startswith(_DEFS) for pointer in places):
            at = {name: places.pop(f"{_DEFS}{escape(name)}", None) for name in defs}
            placed = {name: place for name, place in at.items() if place is not None}
        if not placed and id(defs) in self._by_defs:
            return self._by_defs[id(defs)]
        numbers = tuple(self._number(name, placed.get(name), each) for name, each in defs.items())
        if numbers not in self._by_numbers:
            self._by_numbers[numbers] = len(self.closures)
            self.closures.append(list(numbers))
        if not placed:
            self._by_defs[id(defs)] = self._by_numbers[numbers]
        return self._by_numbers[numbers]

    def _number(self, name: str, place: str | None, schema: Any) -> int:
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
            fields[key] = {**schema, "$defs": pool.closure(schema["$defs"], known)}
    return fields | ({"places": places} if places else {})


class _Shared:
    """The definitions of one closure, and where they stand."""

    def __init__(self, entries: list[dict[str, Any]]) -> None:
        self.schemas = {each["name"]: each["schema"] for each in entries}
        self.places = {
            f"{_DEFS}{escape(each['name'])}": each["place"] for each in entries if "place" in each
        }


def _load_tool(fields: dict[str, Any], shared: list[_Shared]) -> Tool:
    fields = {"places": {}, **fields}
    for key in _SCHEMAS:
        schema = fields.get(key)
        if schema is None or "$defs" not in schema:
            continue
        closure = shared[schema["$defs"]]
        fields[key] = {**schema, "$defs": closure.schemas}
        fields["places"] = fields["places"] | closure.places
    return Tool.model_validate(fields)
