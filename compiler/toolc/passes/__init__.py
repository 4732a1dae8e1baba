"""The passes, in their default order; the reasons for it are part of the code."""

from collections.abc import Iterable

from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.passes.cap_text import cap_text
from toolc.passes.cut_enums import cut_enums
from toolc.passes.cut_objects import cut_objects
from toolc.passes.deref import deref
from toolc.passes.drop_unsupported import drop_unsupported
from toolc.passes.fill_objects import fill_objects
from toolc.passes.flatten import flatten
from toolc.passes.fold_defaults import fold_defaults
from toolc.passes.hoist_deep import hoist_deep
from toolc.passes.inline_in_unions import inline_in_unions
from toolc.passes.json_text import json_text
from toolc.passes.maps_to_pairs import maps_to_pairs
from toolc.passes.merge_all_of import merge_all_of
from toolc.passes.merge_root import merge_root
from toolc.passes.outcome import Outcome, Pass
from toolc.passes.rename_keys import rename_keys
from toolc.passes.rename_tools import rename_tools
from toolc.passes.reshape import Rule, ShapePass, reshape
from toolc.passes.respell import respell
from toolc.passes.simplify import simplify
from toolc.passes.strictify import strictify
from toolc.passes.stringify_enums import stringify_enums
from toolc.passes.tell_items import tell_items
from toolc.passes.unbox_text import unbox_text
from toolc.passes.wrap_root import wrap_root

__all__ = ["PASSES", "Outcome", "Pass", "run"]

PASSES: dict[str, Pass] = {
    "deref": deref,  # first: every later pass may rely on `#/$defs/X`
    "unbox_text": unbox_text,  # before dropping, which then sees the text for the root
    "drop_unsupported": drop_unsupported,  # before merging, which could not merge what is dropped
    "merge_all_of": merge_all_of,  # needs deref: both sides must be known
    "respell": respell,  # after merging, which leaves unions and untyped schemas behind
    "merge_root": merge_root,  # before wrap_root: what can stand side by side needs no box
    "wrap_root": wrap_root,  # after merging, which may leave a union at the root
    "cut_enums": cut_enums,  # after respell, which writes the types; before unions are settled
    "cut_objects": cut_objects,  # before json_text, which makes text of what is cut
    "json_text": json_text,  # needs the final spelling to know what can't be said
    "maps_to_pairs": maps_to_pairs,  # after json_text, which gives open maps a value type
    "stringify_enums": stringify_enums,  # before strictify, which adds null to enums
    "strictify": strictify,  # closes objects, so nothing but names may change in them after it
    "fill_objects": fill_objects,  # after strictify, which says what is required
    "flatten": flatten,  # after json_text: lists of objects are text by then
    "simplify": simplify,  # before a target's own passes, when smaller models are meant
    "fold_defaults": fold_defaults,
    "tell_items": tell_items,  # after all passes that change what a list holds
    "cap_text": cap_text,  # after all passes that add to descriptions
    "rename_keys": rename_keys,  # after all passes that make keys
    "inline_in_unions": inline_in_unions,  # after strictify, which makes unions
    "hoist_deep": hoist_deep,  # after all passes that make objects
    "rename_tools": rename_tools,  # last: until then a tool is found by its own name
}


def run(names: Iterable[str], toolset: Toolset, language: Language) -> list[Outcome]:
    """Run passes one after the other; neighbouring shape passes as one walk and one codec step."""
    outcomes: list[Outcome] = []
    rules: list[Rule] = []
    for step in [*(PASSES[name] for name in names), None]:
        if isinstance(step, ShapePass):
            rules.append(step.rule_for(language))
            continue
        if rules:
            outcomes.append(reshape(toolset, rules))
            toolset, rules = outcomes[-1].toolset, []
        if step is not None:
            outcomes.append(step(toolset, language=language))
            toolset = outcomes[-1].toolset
    return outcomes
