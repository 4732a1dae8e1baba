"""The schemas in the table of tools: a definition that several tools have is written once."""

from collections import Counter
from collections.abc import Iterable

from toolc.codegen.definitions import definition_keys
from toolc.codegen.identifiers import Names, identifier
from toolc.codegen.layout import literal, needs_json
from toolc.codegen.text import Code
from toolc.ir.model import Schema, Tool

__all__ = ["SchemaTable"]


class SchemaTable:
    """The schemas of tools as Python expressions, and the constants that these name."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        """Look for the definitions that several tools have."""
        # By the identity of a schema, which lives as long as its tool does.
        self._keys = {id(tool.input): definition_keys(tool.input) for tool in tools}
        uses = Counter(key for keys in self._keys.values() for key in keys.values())
        self._shared = {key for key, count in uses.items() if count > 1}
        self._names = Names()
        self._constants: dict[str, str] = {}
        self._written: list[str] = []

    def expression(self, schema: Schema, indent: int) -> str:
        """The schema of a tool; the constants that it names are in `constants` from then on."""
        keys = self._keys[id(schema)]
        if not self._shared.intersection(keys.values()) or needs_json(schema):
            return literal(schema, indent)
        definitions = {
            name: self._constant(name, keys[name], definition)
            if keys.get(name) in self._shared
            else definition
            for name, definition in schema["$defs"].items()
        }
        return literal(schema | {"$defs": definitions}, indent)

    @property
    def constants(self) -> tuple[str, ...]:
        """The assignments of what several tools have."""
        return tuple(self._written)

    def _constant(self, name: str, key: str, definition: object) -> Code:
        if key not in self._constants:
            called = self._names.reserve(f"_{identifier(name, 'shape')}_schema")
            self._constants[key] = called
            self._written.append(f"{called} = {literal(definition, 0, len(called) + 3)}")
        return Code(self._constants[key])
