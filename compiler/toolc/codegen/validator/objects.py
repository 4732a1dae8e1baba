"""Keywords of objects (JSON Schema 2020-12 core, 10.3.2, 10.2.2.4 and 11.3; validation, 6.5)."""

from toolc.codegen.text import Code, pyrepr
from toolc.codegen.validator.body import Body, Local, Spot
from toolc.codegen.validator.lines import outdented
from toolc.codegen.validator.registry import Place
from toolc.codegen.validator.scalars import compiled_pattern, counted
from toolc.codegen.validator.types import OBJECT, STRING
from toolc.ir.schema import escape
from toolc.runtime.checks import short

__all__ = [
    "dependent_required",
    "dependent_schemas",
    "max_properties",
    "min_properties",
    "other_properties",
    "properties",
    "property_names",
    "unevaluated_properties",
]


def properties(body: Body, place: Place, spot: Spot) -> None:
    """`properties` and `required`, each name once, in the order of the schema."""
    declared = place.mapping("properties")
    required = set(place.names("required"))
    for name in dict.fromkeys([*declared, *place.names("required")]):
        _member(body, place, spot, name, is_required=name in required)
    if spot.known is not None and declared:
        body.line(f"{spot.known}.update({_keys(body, place, spot)}.intersection({spot.name}))")


def _member(body: Body, place: Place, spot: Spot, name: str, *, is_required: bool) -> None:
    """One member; in a test, a missing one ends it, and what follows needs no indentation."""
    key = pyrepr(name)
    missing: list[str] = []
    if is_required and body.is_test:
        body.fail_if(f"{key} not in {spot.name}", spot, "required")
    elif is_required:
        with body.aside() as missing:
            _missing(body, place, spot, name)
    with body.aside() as present:
        if name in place.mapping("properties"):
            _member_value(body, place, spot, name)
    if not present:
        body.branch(f"if {key} not in {spot.name}:", missing)
    elif is_required and body.is_test:
        body.lines.extend(outdented(present))
    else:
        body.chain([(f"{key} in {spot.name}", present)], missing)


def _missing(body: Body, place: Place, spot: Spot, name: str) -> None:
    """Write that a member is missing; in an open object another key may be meant for it."""
    below = spot.below("", name)
    is_open = place.schema.get("additionalProperties", True) is not False
    if is_open and place.mapping("properties"):
        keys = _keys(body, place, spot)
        given = f"errors, {body.place(below)}, {pyrepr(name)}, {spot.name}, {keys}"
        body.line(f"{body.helper('missing')}({given})")
    else:
        body.fail(below, "required", "missing")


def _member_value(body: Body, place: Place, spot: Spot, name: str) -> None:
    local = body.local(spot, name)
    with body.aside() as lines:
        body.schema(
            body.emitter.registry.child(place, "properties", escape(name)), spot.below(local, name)
        )
    body.bind(local, f"{spot.name}[{pyrepr(name)}]", lines)


def _keys(body: Body, place: Place, spot: Spot) -> str:
    names = ", ".join(map(pyrepr, place.mapping("properties")))
    steps = [part for part in spot.path[-1:] if isinstance(part, str)]
    return body.emitter.module.constant(
        "_".join([*steps, "keys"]), f"frozenset({{{names}}})" if names else "frozenset[str]()"
    )


def other_properties(body: Body, place: Place, spot: Spot) -> None:
    """`patternProperties` and `additionalProperties`: what `properties` does not name."""
    patterns = place.mapping("patternProperties")
    others = place.schema.get("additionalProperties", True)
    if others is False and not patterns:
        _closed(body, place, spot)
    elif patterns or others is not True:
        _loop(body, place, spot, list(patterns))
    if spot.known is not None and "additionalProperties" in place.schema:
        body.line(f"{spot.known}.update({spot.name})")


def _closed(body: Body, place: Place, spot: Spot) -> None:
    keys = _keys(body, place, spot)
    with body.block(f"if not {keys}.issuperset({spot.name}):"):
        if body.is_test:
            body.line("return False")
        else:
            call = f"{body.helper('unknown_keys')}({spot.name}, {keys}, {body.place(spot)})"
            body.line(f"{body.helper('report')}(errors, {call})")


def _loop(body: Body, place: Place, spot: Spot, patterns: list[str]) -> None:
    key = body.names.take(f"{_stem(spot)}key")
    item = body.names.take(f"{_stem(spot)}item")
    inside = spot.below(item, Local(key, is_key=True))
    tests: list[str] = []
    with body.aside() as lines:
        for pattern in patterns:
            pointer = f"{place.pointer}/patternProperties/{escape(pattern)}"
            constant = compiled_pattern(body, place, pointer, pattern, "key_pattern")
            tests.append(f"{constant}.search({key})")
            child = body.emitter.registry.child(place, "patternProperties", escape(pattern))
            with body.block(f"if {tests[-1]}:"):
                if spot.known is not None:
                    body.line(f"{spot.known}.add({key})")
                body.schema(child, inside)
        if "additionalProperties" in place.schema:
            _write_others(body, place, inside, key, tests)
    body.each_member(key, item, spot.name, lines)


def _write_others(body: Body, place: Place, inside: Spot, key: str, tests: list[str]) -> None:
    unmatched = [f"not {test}" for test in tests]
    if place.mapping("properties"):
        unmatched.insert(0, f"{key} not in {_keys(body, place, Spot(key, inside.path[:-1]))}")
    child = body.emitter.registry.child(place, "additionalProperties")
    if unmatched:
        with body.block(f"if {' and '.join(unmatched)}:"):
            body.schema(child, inside)
    else:
        body.schema(child, inside)


def _stem(spot: Spot) -> str:
    return "" if spot.name == "value" else f"{spot.name}_"


def property_names(body: Body, place: Place, spot: Spot) -> None:
    """`propertyNames`: each key, as a string."""
    key = body.names.take(f"{_stem(spot)}key")
    name = Spot(key, (*spot.path, Local(key, is_key=True)), subject="its name ")
    with body.block(f"for {key} in {spot.name}:"):
        body.schema(body.emitter.registry.child(place, "propertyNames"), name, STRING)


def min_properties(body: Body, place: Place, spot: Spot) -> None:
    """`minProperties`."""
    limit = place.count("minProperties")
    if limit > 0:
        size = f"len({spot.name})"
        wanted = f"must have at least {counted(limit, 'property')}; has "
        body.fail_if(f"{size} < {limit}", spot, "minProperties", wanted, Code(size))


def max_properties(body: Body, place: Place, spot: Spot) -> None:
    """`maxProperties`."""
    limit = place.count("maxProperties")
    size = f"len({spot.name})"
    wanted = f"must have at most {counted(limit, 'property')}; has "
    body.fail_if(f"{size} > {limit}", spot, "maxProperties", wanted, Code(size))


def dependent_required(body: Body, place: Place, spot: Spot) -> None:
    """`dependentRequired`: names that must be there when another is."""
    for name, needed in place.mapping("dependentRequired").items():
        if not isinstance(needed, list) or not all(isinstance(other, str) for other in needed):
            raise place.wrong("dependentRequired", "an object of lists of strings")
        with body.block(f"if {pyrepr(name)} in {spot.name}:"):
            for other in dict.fromkeys(needed):
                body.fail_if(
                    f"{pyrepr(other)} not in {spot.name}",
                    spot.below("", other),
                    "dependentRequired",
                    f"missing; needed because {short(name)} is given",
                )


def dependent_schemas(body: Body, place: Place, spot: Spot) -> None:
    """`dependentSchemas`: what else holds when a name is there."""
    for name in place.mapping("dependentSchemas"):
        child = body.emitter.registry.child(place, "dependentSchemas", escape(name))
        with body.block(f"if {pyrepr(name)} in {spot.name}:"):
            body.schema(child, spot, OBJECT)


def unevaluated_properties(body: Body, place: Place, spot: Spot) -> None:
    """`unevaluatedProperties`: the members that nothing before has looked at."""
    key = body.names.take(f"{_stem(spot)}key")
    item = body.names.take(f"{_stem(spot)}item")
    child = body.emitter.registry.child(place, "unevaluatedProperties")
    with body.aside() as lines, body.block(f"if {key} not in {spot.known}:"):
        body.schema(child, spot.below(item, Local(key, is_key=True)))
    body.each_member(key, item, spot.name, lines)
    body.line(f"{spot.known}.update({spot.name})")
