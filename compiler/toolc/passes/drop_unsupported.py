"""`drop_unsupported`: take out the rules that a target can't say, and tell them in the description.

Only keywords that rule values out or annotate them are dropped; those that give a value its shape
are for the passes that come after. The rule still holds: the generated validator checks it.
"""

import re
from collections.abc import Callable
from typing import Any

from toolc.diagnostics.codes import ANNOTATION_DROPPED, FORMAT_TOLD, MOVED_TO_WORDS
from toolc.ir.language import Language
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.patterns import UnreadablePatternError, whole_pattern
from toolc.ir.schema import map_children, types_of
from toolc.ir.shapes import json_type
from toolc.ir.stamp import STAMP
from toolc.ir.words import json_words, phrases
from toolc.passes.idle import RULES, is_idle
from toolc.passes.outcome import Notes, Outcome, each_tool
from toolc.passes.sentences import add_sentence

__all__ = ["drop_unsupported"]

_SHAPE = frozenset(
    "type properties required additionalProperties patternProperties items prefixItems anyOf oneOf"
    " allOf enum const $ref $defs".split()
)
"""Keywords that give a value its shape: they are rewritten, not dropped."""

_OPEN_SHAPE = frozenset({"additionalProperties", "patternProperties", "prefixItems"})
"""Shapes that a target may leave open: where nothing is closed, dropping them forbids no value."""

_LOOKS_AROUND = re.compile(r"\(\?(?:<?[=!])|\\[1-9bB]")

_UNSAID = frozenset({"title", "$comment", "examples", "contentSchema", "description"})
"""Annotations that are left out without a word: they hold no rule and lengthen the prompt."""


def drop_unsupported(toolset: Toolset, /, *, language: Language) -> Outcome:
    """Move what the language does not take to the descriptions; the shapes stay as they are."""

    def change(tool: Tool, notes: Notes) -> tuple[Schema, None]:
        def visit(node: Any, at: str) -> Any:
            if not isinstance(node, dict):
                return node
            node = _without_unevaluated(node, language)
            lost = _lost(node, language, is_root=at == "")
            if not lost:
                return map_children(node, at, visit)
            kept = {key: value for key, value in node.items() if key not in lost}
            _keep_type(kept, node, lost)
            _hoist(kept, node, lost)
            _tell(kept, node, lost, language, notes, at)
            return map_children(kept, at, visit)

        root: Schema = visit(tool.input, "")
        return root, None

    return each_tool(toolset, change)


_EVALUATES = frozenset("allOf anyOf oneOf if not dependentSchemas contains $ref".split())
"""Keywords whose schemas may say something of keys and items of the value itself."""

_EVALUATED = {"unevaluatedProperties": "additionalProperties", "unevaluatedItems": "items"}


def _without_unevaluated(node: Schema, language: Language) -> Schema:
    """Say `unevaluated...` with the older word, which means the same where nothing else speaks."""
    for keyword, older in _EVALUATED.items():
        if keyword not in node or _takes(keyword, language) or node.keys() & {older, *_EVALUATES}:
            continue
        spelled = {(older if key == keyword else key): value for key, value in node.items()}
        if not _is_lost(older, spelled, language, is_root=False):
            node = spelled
    return node


def _takes(keyword: str, language: Language) -> bool:
    """Whether a keyword may stand, and still means something once `respell` is done.

    Where objects have to say that they are open, or lists what they hold, nothing is left
    unevaluated.
    """
    if keyword == "unevaluatedProperties" and language.closed_unless_said:
        return False
    if keyword == "unevaluatedItems" and language.items_required:
        return False
    return language.takes(keyword)


def _lost(node: Schema, language: Language, *, is_root: bool) -> list[str]:
    return [
        keyword
        for keyword in node
        if keyword != STAMP and _is_lost(keyword, node, language, is_root=is_root)
    ]


def _is_lost(keyword: str, node: Schema, language: Language, *, is_root: bool) -> bool:
    if keyword in ("anyOf", "oneOf"):
        refused = is_root and keyword in language.root_refused
        return (refused or not language.takes("allOf")) and _only_constrains(node, keyword)
    if is_root and keyword in language.root_refused and keyword not in _SHAPE:
        return True
    if keyword in ("enum", "const"):
        return not language.takes(keyword) and not language.takes("enum")
    if keyword == "items" and "prefixItems" in node:
        return _is_lost("prefixItems", node, language, is_root=is_root)  # it means the rest
    if keyword in _SHAPE:
        if keyword == "patternProperties" and language.takes("additionalProperties"):
            return False  # `respell` says it so; dropped, a closed object would forbid its keys
        return keyword in _OPEN_SHAPE and not language.closed and not language.takes(keyword)
    if not _takes(keyword, language):
        return True
    takes_value = _TAKES_VALUE.get(keyword)
    return takes_value is not None and not takes_value(node[keyword], node, language)


def _takes_format(name: str, node: Schema, language: Language) -> bool:
    if language.formats is None:
        return True
    return any(name in language.formats.get(kind, ()) for kind in types_of(node))


def _takes_pattern(pattern: str, _: Schema, language: Language) -> bool:
    if language.anchored and not (pattern.startswith("^") and pattern.endswith("$")):
        return False
    if language.whole_patterns and not _is_whole(pattern):
        return False
    return language.lookaround or _LOOKS_AROUND.search(pattern) is None


def _is_whole(pattern: str) -> bool:
    try:
        whole_pattern(pattern)
    except UnreadablePatternError:
        return False
    return True


def _takes_min_items(least: int, _: Schema, language: Language) -> bool:
    return language.max_min_items is None or least <= language.max_min_items


def _takes_bound(bound: float, node: Schema, language: Language) -> bool:
    if language.int64_bounds and "integer" in types_of(node):
        return -(2**63) <= bound < 2**63
    return True


_TAKES_VALUE: dict[str, Callable[[Any, Schema, Language], bool]] = {
    "format": _takes_format,
    "pattern": _takes_pattern,
    "minItems": _takes_min_items,
    "minimum": _takes_bound,
    "maximum": _takes_bound,
    "exclusiveMinimum": _takes_bound,
    "exclusiveMaximum": _takes_bound,
}
"""Keywords of which a language may take some values only."""


def _only_constrains(node: Schema, keyword: str) -> bool:
    """Whether alternatives demand keys of the object around them and give no shape of their own."""
    return "properties" in node and not any(
        isinstance(branch, dict) and branch.keys() & (_SHAPE - {"required", "type"})
        for branch in node[keyword]
    )


def _keep_type(kept: Schema, node: Schema, lost: list[str]) -> None:
    """Fixed values show a type; write it down before they go."""
    values = node.get("enum", [node["const"]] if "const" in node else [])
    if "type" not in kept and ("enum" in lost or "const" in lost) and values:
        kinds = sorted({json_type(value) for value in values})
        kept["type"] = kinds[0] if len(kinds) == 1 else kinds


def _hoist(kept: Schema, node: Schema, lost: list[str]) -> None:
    """Declare the keys that only a dropped rule knows, or closing the object would forbid them."""
    hidden = [node[keyword] for keyword in ("then", "else") if keyword in lost]
    if "dependentSchemas" in lost:
        hidden.extend(node["dependentSchemas"].values())
    declared = kept.get("properties", {})
    missing: Schema = {
        key: {}
        for schema in hidden
        if isinstance(schema, dict)
        for key in schema.get("properties", {})
        if key not in declared
    }
    if missing and kept.get("additionalProperties") is not False:
        kept["properties"] = {**declared, **missing}


def _tell(
    kept: Schema, node: Schema, lost: list[str], language: Language, notes: Notes, at: str
) -> None:
    said = phrases(node, [keyword for keyword in lost if keyword not in _UNSAID])
    for keyword in lost:
        if keyword not in RULES:
            if keyword not in _UNSAID and not phrases(node, [keyword]):
                words = {"keyword": keyword, "target": language.target}
                notes.add(ANNOTATION_DROPPED, node, at, under=keyword, **words)
        elif keyword == "format" and not is_idle(keyword, node, kept):
            words = {"format": node["format"], "target": language.target}
            notes.add(FORMAT_TOLD, node, at, under=keyword, **words)
        elif not is_idle(keyword, node, kept):
            rule = f"{keyword}: {_shown(node[keyword])}" if _is_short(node[keyword]) else keyword
            notes.add(MOVED_TO_WORDS, node, at, under=keyword, rule=rule, target=language.target)
    if said and language.takes("description"):
        kept["description"] = add_sentence(kept.get("description", ""), "; ".join(said))


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json_words(value)


def _is_short(value: Any) -> bool:
    return isinstance(value, str | int | float) and len(str(value)) <= 60
