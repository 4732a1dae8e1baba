"""Where a validator must try alternatives, and whether trials within trials would add up.

A trial looks through a value to learn whether it fits; where references lead from one trial to
another, each level of the value may be looked through twice as often as the one above it. Then what
was found out of a value is remembered for the rest of the validation.
"""

from collections.abc import Iterable

from toolc.codegen.validator import types
from toolc.codegen.validator.errors import SchemaError
from toolc.codegen.validator.registry import Place, Registry
from toolc.codegen.validator.types import ALL
from toolc.codegen.validator.unions import undecided
from toolc.ir.schema import children

__all__ = ["Trials"]

_FREE = 3  # levels of trials within trials that may each double the work; beyond, it is remembered

_Users = dict[Place, list[Place]]


class Trials:
    """What is to be known of the trials of one schema.

    `within` are the places that hold a trial or refer to one; `add_up` says whether trials within
    trials do.
    """

    def __init__(self, registry: Registry) -> None:
        """Look at every place, once."""
        users: _Users = {}
        referring: _Users = {}
        tried: dict[Place, list[Place]] = {}
        for place in _places(registry):
            for child in _below(registry, place):
                users.setdefault(child, []).append(place)
            for target in _targets(registry, place):
                users.setdefault(target, []).append(place)
                referring.setdefault(target, []).append(place)
            if found := _tried(registry, place):
                tried[place] = found
        self.within = above = _above(tried, users)
        for _ in range(_FREE):
            led_to = _above((by for to in above for by in referring.get(to, ())), users)
            outer = [place for place, found in tried.items() if not led_to.isdisjoint(found)]
            above = _above(outer, users)
        self.add_up = bool(above)


def _places(registry: Registry) -> list[Place]:
    """All places, those that only a reference makes one among them."""
    places: list[Place] = []
    while len(found := registry.places()) > len(places):
        for place in found[len(places) :]:
            _targets(registry, place)
        places = found
    return places


def _above(places: Iterable[Place], users: _Users) -> frozenset[Place]:
    """The places, and all that hold them or refer to them."""
    found = dict.fromkeys(places)
    waiting = list(found)
    for place in waiting:  # grows while it is read
        fresh = [user for user in dict.fromkeys(users.get(place, ())) if user not in found]
        found |= dict.fromkeys(fresh)
        waiting += fresh
    return frozenset(found)


def _below(registry: Registry, place: Place) -> list[Place]:
    return [registry.child(place, pointer[1:]) for pointer, _ in children(place.schema)]


def _targets(registry: Registry, place: Place) -> list[Place]:
    found: list[Place] = []
    try:
        if isinstance(place.schema, dict) and "$ref" in place.schema:
            found.append(registry.resolve(place, "$ref"))
        if isinstance(place.schema, dict) and "$dynamicRef" in place.schema:
            found += registry.dynamic_targets(place).values()
    except SchemaError:
        pass  # whoever writes the place reports it
    return found


def _tried(registry: Registry, place: Place) -> list[Place]:
    """The subschemas of a place whose verdict is needed before anything is reported."""
    schema = place.schema
    if not isinstance(schema, dict):
        return []
    found = [
        registry.child(place, keyword) for keyword in ("not", "if", "contains") if keyword in schema
    ]
    proven = (types.of(schema["type"]) if "type" in schema else None) or ALL
    try:
        for keyword in ("anyOf", "oneOf"):
            count = len(place.sequence(keyword))
            branches = [registry.child(place, keyword, str(index)) for index in range(count)]
            found += undecided(registry, branches, proven)
    except SchemaError:
        pass  # whoever writes the place reports it
    return found
