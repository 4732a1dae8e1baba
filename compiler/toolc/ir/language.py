"""What the schemas of one target can say, as data: passes read it, targets state it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from toolc.runtime.model_names import ModelSize

__all__ = ["ANNOTATIONS", "Language", "Limits", "ModelSize", "Refs"]

Refs = Literal["none", "tree", "recursive"]

ANNOTATIONS = frozenset(
    "title description default examples deprecated readOnly writeOnly $comment"
    " contentEncoding contentMediaType contentSchema".split()
)
"""Keywords that say something about a value without ruling any value out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How large the schema of one tool may be; None where nobody says."""

    properties: int | None = None
    """Properties in all its objects together."""
    reserved: int = 0
    """How many of these `cut_objects` leaves free, for keys that later passes add."""
    levels: int | None = None
    """Objects within objects; a definition counts on its own, references are not followed."""
    enum_values: int | None = None
    """Values of all its enums together."""
    characters: int | None = None
    """Characters of all names, enum values and constants together."""
    long_enum: tuple[int, int] | None = None
    """An enum of more than so many values has at most so many characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The subset of JSON Schema 2020-12 that a target takes.

    Every field is a fact about the provider, with its source in the target's file. The defaults are
    those of a target that takes everything.
    """

    target: str
    """How diagnostics name the target."""
    keywords: frozenset[str] | None = None
    """Keywords that may stand in a schema; None for all."""
    root_refused: frozenset[str] = frozenset()
    """Keywords that may not stand at the root."""
    formats: Mapping[str, frozenset[str]] | None = None
    """Values that `format` may have, by type; None for all."""
    refs: Refs = "recursive"
    """Whether `$ref` may stand: not at all, without cycles, or freely (always to `#/$defs/X`)."""
    ref_siblings: bool = True
    """Whether other keywords may stand beside `$ref`."""
    refs_in_unions: bool = True
    """Whether `$ref` may stand as an alternative of `anyOf`."""
    untyped: bool = True
    """Whether a schema may leave its type open."""
    type_lists: Literal["all", "scalars", "none"] = "all"
    """Which types may stand in a list of types."""
    enum_types: frozenset[str] = frozenset({"string", "number", "boolean", "null"})
    """Types that enum values may have."""
    enum_in_type_list: bool = True
    """Whether `enum` may stand beside a list of types."""
    closed: bool = False
    """Whether every object is closed: no keys beyond the declared ones can be said."""
    all_required: bool = False
    """Whether every declared key must be required."""
    flat: bool = False
    """Whether parameters are flat: no unions, no lists of objects."""
    carry_extras: bool = False
    """Whether what a schema merely leaves open is carried, too: undeclared keys as pairs, other
    types than the one that an untyped schema speaks of as JSON text.
    """
    closed_unless_said: bool = False
    """Whether an object that does not say whether it takes further keys is read as closed."""
    required_declared: bool = False
    """Whether every required key must be declared; closed objects declare theirs anyway."""
    empty_objects: bool = True
    """Whether an object may have no declared keys."""
    one_required: bool = False
    """Whether every object must have a required key."""
    items_required: bool = False
    """Whether every array must have `items`."""
    items_shown: bool = True
    """Whether the model is shown what the `items` of an array say."""
    max_min_items: int | None = None
    """The largest `minItems` that is taken; None for any."""
    int64_bounds: bool = False
    """Whether the bounds of an integer must be 64-bit integers themselves."""
    lookaround: bool = True
    """Whether patterns may look around, refer back or test word boundaries."""
    anchored: bool = False
    """Whether every pattern must begin with `^` and end with `$`."""
    whole_patterns: bool = False
    """Whether every pattern must be one that can be said for the whole text, without anchors."""
    limits: Limits = Limits()
    """How large a tool's schema may be."""
    max_description: int | None = None
    """The longest description, in characters; None for any."""
    model_size: ModelSize = "large"
    """The class of models that `simplify` has in mind."""
    key_rule: str | None = None
    """A regular expression that every key must match as a whole."""
    name_rule: str | None = None
    """A regular expression that every tool name must match as a whole."""
    name_length: int = 64
    """The longest tool name and key, where there is a rule."""

    def takes(self, keyword: str) -> bool:
        """Whether a keyword may stand in a schema."""
        return self.keywords is None or keyword in self.keywords
