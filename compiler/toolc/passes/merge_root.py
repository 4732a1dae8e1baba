"""`merge_root`: write alternatives at the root side by side, where a target takes none there.

What a value looks like does not change: no codec. Alternatives that are more than objects with
properties are left for `wrap_root`, which boxes them.
"""

from typing import Any

from toolc.diagnostics.codes import ROOT_KEY_SHARED, ROOT_MERGED
from toolc.ir.language import ANNOTATIONS, Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.refs import closure, name_of
from toolc.ir.stamp import STAMP, strip
from toolc.ir.words import phrases
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.passes.sentences import add_sentence
from toolc.runtime.guards import same

__all__ = ["merge_root"]

_UNIONS = ("anyOf", "oneOf")
_SAID = ANNOTATIONS | {STAMP}
_OBJECT = frozenset("type properties required additionalProperties".split()) | _SAID
"""Keywords that an alternative may have to be merged."""

_CHOICE = frozenset({"type", "enum", "const"}) | _SAID
"""Keywords of a property that only chooses among values."""


def merge_root(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Make one object of a root that is a choice of objects, and tell the choice in words."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, None]:
        root = tool.input
        keyword = next((each for each in _UNIONS if each in root), "")
        branches = _branches(root, keyword) if keyword in language.root_refused else None
        if branches is None:
            return root, None
        words = {"target": language.target, "keyword": keyword}
        notes.add(ROOT_MERGED, root, "", under=keyword, **words)
        if shared := _shared(root, branches):
            notes.add(ROOT_KEY_SHARED, root, "", under=keyword, keys=shared, **words)
        return _merged(root, keyword, branches), None

    return each_tool(toolset, change)


def _branches(root: Schema, keyword: str) -> list[Schema] | None:
    """The alternatives, references followed; None where one can't be merged with the others."""
    plain = root.keys() - {keyword, "$defs"} <= _OBJECT and root.get("type", "object") == "object"
    if not plain or strip(root.get("additionalProperties", True)) not in (True, {}):
        return None
    branches = [_behind(branch, root.get("$defs", {})) for branch in root[keyword]]
    fits = all(
        isinstance(branch, dict)
        and branch.keys() <= _OBJECT
        and branch.get("type", "object") == "object"
        and branch.keys() & {"type", "properties", "required"}
        for branch in branches
    )
    return branches if fits and branches else None


def _behind(branch: Any, definitions: Schema) -> Any:
    """What a mere reference stands for; a reference that leads in a circle stays."""
    for _ in definitions:
        if not isinstance(branch, dict) or branch.keys() - _SAID != {"$ref"}:
            break
        branch = definitions.get(name_of(branch["$ref"]), branch)
    return branch


def _shared(root: Schema, branches: list[Schema]) -> str:
    """The keys that one alternative declares and another leaves open: they now have one meaning."""
    outer = root.get("properties", {})
    declared = dict.fromkeys(key for branch in branches for key in branch.get("properties", {}))
    return ", ".join(
        f"`{key}`"
        for key in declared
        if key not in outer
        and any(
            key not in branch.get("properties", {}) and "additionalProperties" not in branch
            for branch in branches
        )
    )


def _merged(root: Schema, keyword: str, branches: list[Schema]) -> Schema:
    outer = root.get("properties", {})
    keys = dict.fromkeys([*outer, *(key for branch in branches for key in _properties(branch))])
    required = [set(branch.get("required", ())) for branch in branches]
    everywhere = set.intersection(*required) | set(root.get("required", ()))
    properties = {key: _property(key, outer.get(key), branches) for key in keys}
    merged: Schema = {key: value for key, value in root.items() if key not in (keyword, "$defs")}
    merged |= {"type": "object", "properties": properties}
    said = phrases({keyword: branches}, [keyword])
    merged["description"] = add_sentence(root.get("description", ""), "; ".join(said))
    order = [*keys, *(key for branch in branches for key in branch.get("required", ()))]
    if everywhere:
        merged["required"] = [key for key in dict.fromkeys(order) if key in everywhere]
    if all(branch.get("additionalProperties") is False for branch in branches):
        merged["additionalProperties"] = False
    definitions = closure(merged, root.get("$defs", {}))
    return merged | ({"$defs": definitions} if definitions else {})


def _properties(branch: Schema) -> Schema:
    properties: Schema = branch.get("properties", {})
    return properties


def _property(key: str, outer: Any, branches: list[Schema]) -> Any:
    """What a key holds: as the root itself says, else what any of the alternatives says."""
    if outer is not None and strip(outer) not in (True, {}):
        return outer
    said: list[Any] = []
    for branch in branches:
        child = _properties(branch).get(key, branch.get("additionalProperties", False))
        if child is not False and all(strip(child) != strip(other) for other in said):
            said.append(child)
    if any(child is True or not strip(child) for child in said):
        return {}
    if not said:
        return False
    return said[0] if len(said) == 1 else _choice(said) or {"anyOf": said}


def _choice(said: list[Schema]) -> Schema | None:
    """One list of values, where each schema only chooses among values of one type."""
    types = [child.get("type") for child in said]
    fixed = all(child.keys() <= _CHOICE and child.keys() & {"enum", "const"} for child in said)
    if not fixed or any(named != types[0] for named in types):
        return None
    values: list[Any] = []
    for child in said:
        given = [child["const"]] if "const" in child else child["enum"]
        values += [value for value in given if not any(same(value, other) for other in values)]
    first = {key: value for key, value in said[0].items() if key not in ("const", "enum")}
    return {**first, "enum": values}
