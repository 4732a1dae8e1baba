"""One small, readable value that a schema accepts, for examples, tests and witnesses.

Candidates are written from the schema (JSON Schema 2020-12) and judged by `jsonschema`; a sample
that is returned has passed. Where no candidate passes, `NoSample` says so.
"""

import json
from collections.abc import Iterator
from itertools import chain, islice, product
from typing import Any, Final

from toolc.ir.model import Schema
from toolc.ir.sample_check import Checker, NoSample
from toolc.ir.sample_scalars import numbers, strings
from toolc.ir.schema import SCALAR_TYPES, resolve_pointer, types_of

__all__ = ["NoSample", "sample"]

_MAX_CANDIDATES: Final = 48  # per schema; the right one is nearly always among the first three
_FIRST_CANDIDATES: Final = 4  # of each variant
_MAX_VARIANTS: Final = 32  # ways through anyOf, oneOf and if that are tried
_MAX_DEPTH: Final = 64  # nested values
_MAX_UNROLLED: Final = 3  # how often one `$ref` may stand inside itself
_MAX_BUDGET: Final = 20_000  # schemas visited; hostile ones can ask for exponentially many
_MAX_ITEMS: Final = 100
_SMALL: Final = 120  # characters of JSON; a longer given value is no example to learn from

_Rules = tuple[Schema, ...]
"""Schemas that all hold for one value."""


def sample(schema: Schema, *, optional: int = 0) -> Any:
    """A value that `schema` accepts, the same one each time.

    `optional` is how many optional properties of the root object are shown beside the required
    ones, those that teach (a default, a choice of values) first. Raises NoSample when none is found
    within the bounds; then the schema may still have values.

    >>> sample({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]})
    {'city': 'Paris'}
    """
    try:
        return _shortest(schema, optional)
    except RecursionError:
        raise NoSample("the schema is nested too deep") from None


def _shortest(schema: Schema, optional: int) -> Any:
    """Try without unrolling any recursion first, so that the shortest way out is found."""
    checker = Checker(schema)
    for unrolled in range(_MAX_UNROLLED + 1):
        writer = _Writer(schema, checker, optional, unrolled)
        for value in islice(writer.candidates((schema,), "", _Path()), _MAX_CANDIDATES):
            if checker.accepts(value, schema):
                return value
        if not writer.met_recursion:
            break
    raise NoSample("no value was found that the schema accepts")


class _Path:
    """Where in the value and in the schema's references the writer stands."""

    __slots__ = ("depth", "refs")

    def __init__(self, depth: int = 0, refs: tuple[str, ...] = ()) -> None:
        self.depth = depth
        self.refs = refs

    def below(self, refs: tuple[str, ...]) -> "_Path":
        return _Path(self.depth + 1, refs)


class _Writer:
    """Writes candidate values; `unrolled` bounds how often a reference stands inside itself."""

    def __init__(self, root: Schema, checker: Checker, optional: int, unrolled: int) -> None:
        self.root = root
        self.checker = checker
        self.optional = optional
        self.unrolled = unrolled
        self.budget = _MAX_BUDGET
        self.met_recursion = False

    # --- from schemas to candidates ---

    def candidates(self, rules: tuple[Any, ...], name: str, path: _Path) -> Iterator[Any]:
        """Values that probably fit all of `rules`; `name` is the property they are for."""
        writers = [
            self._of_variant(plain, name, path.below(refs))
            for plain, refs in islice(self._variants(rules, path.refs), _MAX_VARIANTS)
        ]
        for writer in writers:  # a few of each, so that no variant is starved
            yield from islice(writer, _FIRST_CANDIDATES)
        yield from chain.from_iterable(writers)

    def first(self, rules: tuple[Any, ...], name: str, path: _Path) -> Any:
        """The first candidate that fits each of `rules`; NoSample when there is none."""
        return self.several(rules, name, path, count=1, distinct=False)[0]

    def several(
        self, rules: tuple[Any, ...], name: str, path: _Path, *, count: int, distinct: bool
    ) -> list[Any]:
        """`count` fitting values, repeated when there are too few and they may be equal."""
        found: list[Any] = []
        wanted = count if distinct else min(count, 2)
        if wanted and path.depth < _MAX_DEPTH:
            limit = _MAX_CANDIDATES + count
            for value in islice(self.candidates(rules, name, path), limit):
                fits = all(self.checker.accepts(value, rule) for rule in rules)
                if fits and not any(_same(value, other) for other in found):
                    found.append(value)
                if len(found) == wanted:
                    break
        if len(found) < wanted and (distinct or not found):
            raise NoSample(f"`{name}` has too few values")
        return [found[index % len(found)] for index in range(count)]

    def _variants(
        self, rules: tuple[Any, ...], refs: tuple[str, ...]
    ) -> Iterator[tuple[_Rules, tuple[str, ...]]]:
        """Each way to satisfy `rules`: schemas without choices or references, references used."""
        self.budget -= 1
        if self.budget < 0:
            raise NoSample("the schema has too many combinations")
        options = [list(islice(self._ways(rule, refs), _MAX_VARIANTS)) for rule in rules]
        for choice in product(*options):
            plain = tuple(part for way, _ in choice for part in way)
            yield plain, max((used for _, used in choice), key=len, default=refs)

    def _ways(self, rule: Any, refs: tuple[str, ...]) -> Iterator[tuple[_Rules, tuple[str, ...]]]:
        if rule is False:
            return
        if not isinstance(rule, dict):
            yield (), refs
            return
        reference = rule.get("$ref")
        if isinstance(reference, str):
            self.met_recursion |= reference in refs
            if refs.count(reference) > self.unrolled:
                return
            refs = (*refs, reference)
        for others in self._combinations(rule, refs):
            for plain, used in self._variants(others, refs):
                yield (rule, *plain), used

    def _combinations(self, rule: Schema, refs: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        """The further schemas that hold beside the plain part of `rule`, one choice at a time."""
        fixed = tuple(rule.get("allOf", ()))
        if isinstance(rule.get("$ref"), str):
            fixed = (self._target(refs[-1]), *fixed)
        choices = [sorted(rule[key], key=_is_null) for key in ("anyOf", "oneOf") if key in rule]
        if "if" in rule:
            choices.append(
                [rule.get("else", True), {"allOf": [rule["if"], rule.get("then", True)]}]
            )
        for picked in product(*choices):
            yield (*fixed, *picked)

    def _target(self, reference: str) -> Any:
        try:
            return resolve_pointer(self.root, reference.removeprefix("#"))
        except KeyError:
            raise NoSample(f"`{reference}` points to nothing") from None

    def _of_variant(self, rules: _Rules, name: str, path: _Path) -> Iterator[Any]:
        given = list(_given(rules))
        yield from (value for value in given if _teaches(value))
        closed = any("const" in rule or "enum" in rule for rule in rules)
        if not closed:
            yield from self._built(rules, name, path)
        yield from (value for value in given if not _teaches(value))

    def _built(self, rules: _Rules, name: str, path: _Path) -> Iterator[Any]:
        for kind in _kinds(rules):
            if kind == "object":
                yield from self._objects(rules, path)
            elif kind == "array":
                yield from self._arrays(rules, name, path)
            else:
                yield from _scalars(kind, rules, name)

    # --- objects ---

    def _objects(self, rules: _Rules, path: _Path) -> Iterator[Any]:
        required = _required(rules)
        properties = _properties(rules)
        entries: dict[str, Any] = {}
        try:
            for name in _in_order(required, properties):
                entries[name] = self.first(_property_rules(rules, name), name, path)
        except NoSample:
            return
        least = _most(rules, "minProperties")
        extra = self.optional if path.depth == 1 else 0
        room = _least(rules, "maxProperties", _MAX_ITEMS) - len(entries)
        optional = sorted(
            (name for name in properties if name not in entries),
            key=lambda name: _dullness(_property_rules(rules, name)),
        )
        a_map = not properties and any(_is_schema(rule, "additionalProperties") for rule in rules)
        missing = max(least - len(entries), int(a_map))
        wanted = min(max(min(extra, len(optional)), missing), room)
        free = _free_names(rules) if missing > len(optional) else []
        yield from self._with_more(rules, entries, [*optional, *free], wanted, path)
        yield entries

    def _with_more(
        self, rules: _Rules, entries: dict[str, Any], names: list[str], wanted: int, path: _Path
    ) -> Iterator[Any]:
        """`entries` and `wanted` further properties, if so many can be written."""
        more = dict(entries)
        for name in names:
            if len(more) >= len(entries) + wanted:
                break
            try:
                more[name] = self.first(_property_rules(rules, name), name, path)
            except NoSample:
                continue
        properties = _properties(rules)
        order = [name for name in properties if name in more]
        if len(more) > len(entries):
            yield {name: more[name] for name in [*order, *(n for n in more if n not in properties)]}

    # --- arrays ---

    def _arrays(self, rules: _Rules, name: str, path: _Path) -> Iterator[Any]:
        least = _most(rules, "minItems")
        most = _least(rules, "maxItems", _MAX_ITEMS)
        if least > min(most, _MAX_ITEMS):
            return
        for size in sorted({max(least, min(1, most)), least}, reverse=True):
            try:
                yield self._array(rules, name, path, size)
            except NoSample:
                continue

    def _array(self, rules: _Rules, name: str, path: _Path, size: int) -> list[Any]:
        distinct = any(rule.get("uniqueItems") is True for rule in rules)
        heads = [rule["prefixItems"] for rule in rules if rule.get("prefixItems")]
        fixed = max(map(len, heads), default=0)
        values = [
            self.first(tuple(head[index] for head in heads if index < len(head)), name, path)
            for index in range(fixed)
        ]
        items = tuple(rule["items"] for rule in rules if "items" in rule)
        for rule in rules:
            if "contains" in rule:
                count = int(rule.get("minContains", 1))
                wanted = (rule["contains"], *items)
                values += self.several(
                    wanted, name, path, count=min(count, _MAX_ITEMS), distinct=distinct
                )
        missing = max(size - len(values), 0)
        if missing:
            values += self.several(items, name, path, count=missing, distinct=distinct)
        return values


# --- reading the rules that hold together ---


def _given(rules: _Rules) -> Iterator[Any]:
    """Values that the schema's author wrote down, the most telling keyword first."""
    for keyword in ("const", "examples", "example", "default", "enum"):
        for rule in rules:
            if keyword in rule:
                value = rule[keyword]
                several = keyword in ("examples", "enum") and isinstance(value, list)
                yield from value[:_MAX_CANDIDATES] if several else (value,)


def _teaches(value: Any) -> bool:
    return value not in (None, "", [], {}) and len(json.dumps(value)) <= _SMALL


def _kinds(rules: _Rules) -> list[str]:
    """The types that all rules allow, the one that a schema's keywords speak of first."""
    kinds = [kind for kind in ("object", "array", *SCALAR_TYPES) if _allowed(kind, rules)]
    if "number" in kinds:
        kinds.remove("integer")  # the candidates for a number hold whole ones, too
    untyped = all("type" not in rule for rule in rules)
    if not untyped:
        return kinds
    spoken = [kind for kind, keywords in _SPEAKS_OF.items() if _mentions(rules, keywords)]
    return [*spoken, "string", *(kind for kind in kinds if kind not in {*spoken, "string"})]


_SPEAKS_OF: Final = {
    "object": ("properties", "required", "additionalProperties", "minProperties", "propertyNames"),
    "array": ("items", "prefixItems", "minItems", "contains"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}


def _mentions(rules: _Rules, keywords: tuple[str, ...]) -> bool:
    return any(keyword in rule for rule in rules for keyword in keywords)


def _allowed(kind: str, rules: _Rules) -> bool:
    also = "number" if kind == "integer" else kind
    return all(kind in types_of(rule) or also in types_of(rule) for rule in rules)


def _scalars(kind: str, rules: _Rules, name: str) -> Iterator[Any]:
    match kind:
        case "string":
            yield from strings(rules, name)
        case "boolean":
            yield from (True, False)
        case "null":
            yield None
        case _:
            yield from numbers(rules, whole=kind == "integer")


def _required(rules: _Rules) -> list[str]:
    """The required names, with those that they ask for in turn."""
    names = {name: None for rule in rules for name in rule.get("required", ())}
    asked = [rule["dependentRequired"] for rule in rules if "dependentRequired" in rule]
    queue = list(names)
    while queue:
        name = queue.pop()
        further = [other for table in asked for other in table.get(name, ()) if other not in names]
        names.update(dict.fromkeys(further))
        queue += further
    return list(names)


def _properties(rules: _Rules) -> dict[str, None]:
    return {name: None for rule in rules for name in rule.get("properties", {})}


def _in_order(names: list[str], properties: dict[str, None]) -> list[str]:
    """Names in the order in which the properties are declared; undeclared ones last."""
    return [n for n in properties if n in names] + [n for n in names if n not in properties]


def _property_rules(rules: _Rules, name: str) -> tuple[Any, ...]:
    """The schemas for one property. Patterns of names are left to the check of the whole."""
    found: list[Any] = []
    for rule in rules:
        if name in rule.get("properties", {}):
            found.append(rule["properties"][name])
        elif rule.get("patternProperties"):
            found.append(next(iter(rule["patternProperties"].values())))
        elif "additionalProperties" in rule:
            found.append(rule["additionalProperties"])
    return tuple(found)


def _free_names(rules: _Rules) -> list[str]:
    """Names for properties that are not declared: from the patterns for names, else `key`."""
    names: list[Schema] = [
        rule["propertyNames"] for rule in rules if _is_schema(rule, "propertyNames")
    ]
    for rule in rules:
        names += [{"pattern": pattern} for pattern in rule.get("patternProperties", {})]
    given = [value for rule in names for value in _given((rule,)) if isinstance(value, str)]
    written = islice(strings(tuple(names), "key"), _MAX_ITEMS) if names else iter(())
    return [*given, *written, "key", *(f"key{number}" for number in range(2, _MAX_ITEMS))]


def _is_schema(rule: Schema, keyword: str) -> bool:
    return isinstance(rule.get(keyword), dict)


def _most(rules: _Rules, keyword: str) -> int:
    return int(max((rule[keyword] for rule in rules if keyword in rule), default=0))


def _least(rules: _Rules, keyword: str, otherwise: int) -> int:
    return int(min((rule[keyword] for rule in rules if keyword in rule), default=otherwise))


def _is_null(branch: Any) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"


def _dullness(rules: tuple[Any, ...]) -> int:
    """How little an optional property teaches: a choice or a default shows more than free text."""
    told = [rule for rule in rules if isinstance(rule, dict)]
    if any(rule.get("deprecated") is True for rule in told):
        return 2
    return 0 if any(key in rule for rule in told for key in ("enum", "default", "examples")) else 1


def _same(left: Any, right: Any) -> bool:
    """Equality of JSON values: 1 and true differ, 1 and 1.0 don't."""
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)
