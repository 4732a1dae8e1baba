"""The validators of a whole toolset; a rule that can't be checked is reported and left out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolc.codegen.identifiers import Names, identifier
from toolc.codegen.validator import SchemaError, ValidatorSource, emit_validators
from toolc.diagnostics.codes import RULE_UNCHECKED
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.places import place
from toolc.ir.schema import LIST_KEYWORDS, MAP_KEYWORDS, split_pointer

__all__ = ["Checks", "emit_checks"]

_RULES = 20
"""Rules of one tool that are left out one by one; with more at fault, nothing of it is checked."""

_INVERTING: Mapping[str, tuple[str, ...]] = {
    # Saying less below one of these may refuse more, so it goes as a whole, with what relies on it.
    "not": (),
    "if": ("then", "else"),
    "oneOf": (),
    "contains": ("minContains", "maxContains"),
    "patternProperties": ("additionalProperties", "unevaluatedProperties"),
    "$ref": ("unevaluatedProperties", "unevaluatedItems"),
}


@dataclass(frozen=True, slots=True)
class Checks:
    """The validators' source, what they are called by the tools' names, and what they don't check.

    `names` are those of the validators of arguments; `results` has the tools that tell what they
    give back.
    """

    source: ValidatorSource
    names: Mapping[str, str]
    results: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


def emit_checks(toolset: Toolset, *, formats: bool = False) -> Checks:
    """One validator for the arguments of each tool, `check_get_weather`, and one for its result.

    `formats` says whether `format` is a rule, too; by default it is but a word.
    """
    taken = Names()
    stems = {tool.name: f"check_{identifier(tool.name, 'tool')}" for tool in toolset.tools}
    names = {name: taken.reserve(stem) for name, stem in stems.items()}
    told = {tool.name: _result(tool) for tool in toolset.tools if tool.output is not None}
    results = {name: taken.reserve(f"{stems[name]}_result") for name in told}
    checked = {names[tool.name]: tool for tool in toolset.tools}
    checked |= {results[name]: tool for name, tool in told.items()}
    schemas = {check: tool.input for check, tool in checked.items()}
    diagnostics: list[Diagnostic] = []
    try:
        return Checks(emit_validators(schemas, formats=formats), names, results, ())
    except SchemaError:
        pass  # some tool is at fault; which one shows when each is tried alone
    for check, tool in checked.items():
        schemas[check], found = _checkable(tool)
        diagnostics += found
    source = emit_validators(schemas, formats=formats)
    return Checks(source, names, results, tuple(diagnostics))


def _result(tool: Tool) -> Tool:
    """A tool as one that takes what it gives back; where that stands in its document is lost."""
    return tool.model_copy(update={"input": tool.output, "output": None, "places": {}})


def _checkable(tool: Tool) -> tuple[Schema, list[Diagnostic]]:
    """A tool's schema without the rules that no validator can be made from."""
    schema, found = tool.input, list[Diagnostic]()
    while len(found) < _RULES:
        try:
            emit_validators({"check": schema})
        except SchemaError as error:
            found.append(
                RULE_UNCHECKED.at(
                    error.pointer,
                    tool=tool.name,
                    origin=place(tool, error.pointer),
                    reason=error.reason,
                )
            )
            schema = _without(schema, split_pointer(error.pointer))
        else:
            return schema, found
    return _open(schema), found


def _open(schema: Schema) -> Schema:
    """What is left of a schema when none of its rules is checked: arguments are an object."""
    return {"type": "object"} if schema.get("type") == "object" else {}


def _without(schema: Schema, steps: list[str]) -> Schema:
    """A copy of a schema that says nothing at a place, and so never refuses more than it did."""
    keywords = _keyword_steps(steps)
    cut = next((i for i in keywords if steps[i] in _INVERTING), len(steps) - 1)
    if cut < 0:
        return _open(schema)
    root: Schema = dict(schema)
    here: Any = root
    try:
        for step in steps[:cut]:
            key = int(step) if isinstance(here, list) else step
            here[key] = here[key].copy()
            here = here[key]
        last = int(steps[cut]) if isinstance(here, list) else steps[cut]
        here[last] = True  # the schema that takes all; a keyword goes as a whole
    except (KeyError, IndexError, ValueError, AttributeError, TypeError):
        return _open(schema)
    for keyword in (steps[cut], *_INVERTING.get(steps[cut], ())) if cut in keywords else ():
        here.pop(keyword, None)
    return root


def _keyword_steps(steps: list[str]) -> list[int]:
    """The indexes of the steps that are keywords, and not names or indexes below one."""
    found: list[int] = []
    for index, _ in enumerate(steps):
        below = index - 1 in found and steps[index - 1] in MAP_KEYWORDS | LIST_KEYWORDS
        if not below:
            found.append(index)
    return found
