"""How to break each keyword: values that one rule of a schema refuses, the other rules aside.

A table by the keywords of JSON Schema 2020-12 (validation, and the applicators of core 10 and 11).
What is written here is a guess that whoever asks checks; the likeliest guess stands first.
"""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any, Final

from toolc.ir.model import Schema
from toolc.ir.refs import name_of
from toolc.witness.routes import free_key
from toolc.witness.samples import Samples
from toolc.witness.scalars import BREAK_SCALARS, FEW, LONGEST, ODD_TEXTS, Breaker, matching

__all__ = ["BREAKERS", "OF_EACH_TYPE", "violations", "violations_of_any"]

OF_EACH_TYPE: Final[tuple[Any, ...]] = ("x", 0, None, True, 0.5, [], {}, -1, "?", [None], {"x": 0})
"""Small values of every type: a rule that stands between two types refuses one of them."""


def violations(keyword: str, node: Any, samples: Samples) -> Iterator[Any]:
    """Values that the node's `keyword` probably refuses.

    Lowering joins a node with what it refers to, so the keyword may also stand there.
    """
    if keyword in BREAKERS:
        for owner in islice(_owners(keyword, node, samples), FEW):
            yield from BREAKERS[keyword](owner[keyword], owner, samples)


def violations_of_any(node: Any, samples: Samples) -> Iterator[Any]:
    """Values that a schema probably refuses for one reason or another."""
    yield from OF_EACH_TYPE
    if isinstance(node, dict):
        for keyword in node:
            yield from islice(violations(keyword, node, samples), FEW)


def _owners(keyword: str, node: Any, samples: Samples) -> Iterator[Schema]:
    """The schemas with the keyword among those that all hold for one value, or may hold."""
    waiting, seen = [node], 0
    while waiting and seen < _MOST_PARTS:
        here = waiting.pop(0)
        seen += 1
        if not isinstance(here, dict):
            continue
        if keyword in here:
            yield here
        if "$ref" in here:
            waiting.append(samples.definitions.get(name_of(here["$ref"])))
        for union in ("allOf", "anyOf", "oneOf"):
            waiting += here.get(union, ())


_MOST_PARTS: Final = 50


# --- lists ---


def _list(node: Schema, samples: Samples) -> list[Any]:
    value = samples.of(node)
    return list(value) if isinstance(value, list) else []


def _items(node: Schema, samples: Samples) -> list[Any]:
    """A few items of a list, different ones if there are."""
    item = node.get("items", True)
    given = item.get("enum", []) if isinstance(item, dict) else []
    return [*given, samples.of(item, otherwise="x")]


def _too_few(bound: int, node: Schema, samples: Samples) -> Iterator[list[Any]]:
    yield _list(node, samples)[: int(bound) - 1]
    yield []


def _too_many(bound: int, node: Schema, samples: Samples) -> Iterator[list[Any]]:
    missing = int(bound) + 1 - len(value := _list(node, samples))
    if missing > LONGEST:
        return
    some = _items(node, samples)
    yield value + [some[index % len(some)] for index in range(missing)]
    yield value + list(range(missing))
    yield value + [f"{some[-1]}{index}" for index in range(missing)]


def _repeated(_: bool, node: Schema, samples: Samples) -> Iterator[list[Any]]:  # noqa: FBT001 - the keyword's value
    value = _list(node, samples)
    most = int(node.get("maxItems", LONGEST))
    for item in [*value[:1], *_items(node, samples)]:
        same = [item] * max(2, min(int(node.get("minItems", 0)), 1000))
        yield same[:most]


def _without(wanted: Any, node: Schema, samples: Samples) -> Iterator[list[Any]]:
    yield []
    for item in violations_of_any(wanted, samples):
        yield [item] * max(1, min(int(node.get("minItems", 0)), 1000))


def _with_too_many(bound: int, node: Schema, samples: Samples) -> Iterator[list[Any]]:
    if bound < LONGEST:
        yield [samples.of(node.get("contains", True))] * (int(bound) + 1)


def _with_too_few(bound: int, node: Schema, samples: Samples) -> Iterator[list[Any]]:
    yield [samples.of(node.get("contains", True))] * (min(int(bound), LONGEST) - 1)
    yield []


def _bad_item(wanted: Any, node: Schema, samples: Samples) -> Iterator[list[Any]]:
    for item in violations_of_any(wanted, samples):
        yield [*_list(node, samples), item]


def _bad_prefix(wanted: list[Any], node: Schema, samples: Samples) -> Iterator[list[Any]]:
    for index, each in enumerate(wanted):
        for item in islice(violations_of_any(each, samples), FEW):
            value = _list(node, samples) or [samples.of(other) for other in wanted]
            yield [*value[:index], item, *value[index + 1 :]]


# --- objects ---


def _less(_: Any, node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    value = samples.object(node)
    for key in value:
        yield {name: item for name, item in value.items() if name != key}
    required = node.get("required", ())
    yield {name: item for name, item in value.items() if name in required}
    yield {}


def _missing(wanted: list[str], node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    value = samples.object(node)
    for key in wanted:
        yield {name: item for name, item in value.items() if name != key}
    yield {}


def _more(bound: int, node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    if bound > LONGEST:
        return
    value = samples.object(node)
    for key, child in node.get("properties", {}).items():
        value = {key: samples.of(child), **value}
    keys = (f"{free_key(node)}{index}" for index in range(int(bound) + 1))
    further = samples.of(node.get("additionalProperties", True), otherwise="x")
    yield dict(islice(({**value, **dict.fromkeys(keys, further)}).items(), int(bound) + 1))


def _bad_key(wanted: Any, node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    further = samples.of(node.get("additionalProperties", True), otherwise="x")
    for key in violations_of_any(wanted, samples):
        if isinstance(key, str):
            yield {**samples.object(node), key: further}
    for key in ODD_TEXTS:
        yield {**samples.object(node), key: further}


def _bad_further(wanted: Any, node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    for item in violations_of_any(wanted, samples):
        yield {**samples.object(node), free_key(node): item}


def _bad_matching(wanted: Schema, node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    """A bad value below a key that matches; where nothing else may stand, a key that doesn't."""
    for pattern, each in wanted.items():
        for key in islice(matching({"pattern": pattern}, 0), 2):
            for item in islice(violations_of_any(each, samples), FEW):
                yield {**samples.object(node), key: item}
    for each in wanted.values():
        for key in ("?", "x", "0", ""):
            yield {**samples.object(node), key: samples.of(each)}


def _bad_property(wanted: Schema, node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    for key, each in wanted.items():
        for item in islice(violations_of_any(each, samples), FEW):
            yield {**samples.object(node), key: item}


def _unmet(
    wanted: dict[str, list[str]], node: Schema, samples: Samples
) -> Iterator[dict[str, Any]]:
    for key, others in wanted.items():
        value = samples.object(node)
        item = samples.of(node.get("properties", {}).get(key, True), otherwise="x")
        for other in others:
            yield {name: each for name, each in value.items() if name != other} | {key: item}


def _unmet_schema(wanted: Schema, node: Schema, samples: Samples) -> Iterator[dict[str, Any]]:
    for key, schema in wanted.items():
        item = samples.of(node.get("properties", {}).get(key, True), otherwise="x")
        value = {**samples.object(node), key: item}
        for broken in islice(violations_of_any(schema, samples), 3 * FEW):
            if isinstance(broken, dict):
                yield value | broken
        for other in value:
            yield {name: each for name, each in value.items() if name != other or name == key}


# --- logic ---


def _beside(node: Schema, *keywords: str) -> Schema:
    return {key: value for key, value in node.items() if key not in keywords}


def _forbidden(wanted: Any, node: Schema, samples: Samples) -> Iterator[Any]:
    yield samples.new({"allOf": [_beside(node, "not"), wanted]})
    yield samples.object(node) | samples.object(wanted)
    yield samples.of(wanted)


def _conditional(_: Any, node: Schema, samples: Samples) -> Iterator[Any]:
    """A value that meets the condition and not what follows from it; and the other way round."""
    rest = _beside(node, "if", "then", "else")
    condition = node.get("if", True)
    met = samples.new({"allOf": [rest, condition]})
    unmet = samples.new({"allOf": [rest, {"not": condition}]})
    for start, follows in ((met, node.get("then")), (unmet, node.get("else"))):
        for broken in islice(violations_of_any(follows, samples), 3 * FEW) if follows else ():
            both = isinstance(start, dict) and isinstance(broken, dict)
            yield {**broken, **start} if both else broken
            if both:
                yield start | broken
        if isinstance(start, dict):
            yield start
            for key in start:
                yield {name: item for name, item in start.items() if name != key}


def _no_branch(_: list[Any], node: Schema, samples: Samples) -> Iterator[Any]:
    yield from _less(None, node, samples)
    yield from OF_EACH_TYPE
    for branch in node.get("anyOf", ()):
        yield from islice(violations_of_any(branch, samples), len(OF_EACH_TYPE), None)


def _two_branches(branches: list[Any], node: Schema, samples: Samples) -> Iterator[Any]:
    beside = _beside(node, "oneOf")
    for one, other in islice(combinations(branches, 2), 3 * FEW):
        left, right = samples.of(one), samples.of(other)
        if isinstance(left, dict) and isinstance(right, dict):
            yield left | right
            yield right | left
        both = samples.new({"allOf": [one, other, beside]}, otherwise=...)
        if both is not ...:
            yield both
    yield from (samples.of(branch) for branch in branches)
    yield from OF_EACH_TYPE


def _a_part(wanted: list[Any], _: Schema, samples: Samples) -> Iterator[Any]:
    for part in wanted:
        yield from islice(violations_of_any(part, samples), len(OF_EACH_TYPE) + 2 * FEW)


def _target(ref: str, node: Schema, samples: Samples) -> Iterator[Any]:
    target = samples.definitions.get(name_of(ref))
    if target is not None and target != node:
        yield from islice(violations_of_any(target, samples), len(OF_EACH_TYPE) + 2 * FEW)


def _other_value(wanted: Any, _: Schema, __: Samples) -> Iterator[Any]:
    values = wanted if isinstance(wanted, list) else [wanted]
    numbers = [each for each in values if isinstance(each, int | float)]
    words = [each for each in values if isinstance(each, str)]
    if numbers:
        yield max(numbers) + 1
    yield from ("another one", *(word + "?" for word in words[:2]), *OF_EACH_TYPE)


def _other_type(_: Any, __: Schema, ___: Samples) -> Iterator[Any]:
    yield from OF_EACH_TYPE


BREAKERS: Final[dict[str, Breaker]] = {
    **BREAK_SCALARS,
    "type": _other_type,
    "enum": _other_value,
    "const": _other_value,
    "minItems": _too_few,
    "maxItems": _too_many,
    "uniqueItems": _repeated,
    "contains": _without,
    "minContains": _with_too_few,
    "maxContains": _with_too_many,
    "items": _bad_item,
    "prefixItems": _bad_prefix,
    "unevaluatedItems": _bad_item,
    "required": _missing,
    "minProperties": _less,
    "maxProperties": _more,
    "propertyNames": _bad_key,
    "properties": _bad_property,
    "additionalProperties": _bad_further,
    "unevaluatedProperties": _bad_further,
    "patternProperties": _bad_matching,
    "dependentRequired": _unmet,
    "dependentSchemas": _unmet_schema,
    "not": _forbidden,
    "if": _conditional,
    "then": _conditional,
    "else": _conditional,
    "anyOf": _no_branch,
    "oneOf": _two_branches,
    "allOf": _a_part,
    "$ref": _target,
}
