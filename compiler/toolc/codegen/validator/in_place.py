"""Applicators that look at the same value: references, combinations, conditions.

JSON Schema 2020-12 core, 8.2.3 and 10.2. A union is decided without trials where its branches can
be told apart: by the type of the value, by its `const` and `enum` values, or by a tag, a required
property whose value differs in each branch. Then the errors of the one right branch are reported.
"""

from typing import Any

from toolc.codegen.text import Code, pyrepr
from toolc.codegen.validator import types
from toolc.codegen.validator.body import Body, Spot
from toolc.codegen.validator.choices import gate_of_values
from toolc.codegen.validator.lines import outdented
from toolc.codegen.validator.registry import Place
from toolc.codegen.validator.types import ALL, OBJECT, Types
from toolc.runtime.checks import choices

__all__ = ["all_of", "any_of", "dynamic_ref", "if_", "not_", "one_of", "ref"]

_HOPS = 8  # references followed to learn the types of a branch
_ANNOTATIONS = frozenset(
    "title description default examples deprecated readOnly writeOnly $comment".split()
)


def ref(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """`$ref`."""
    target = body.emitter.registry.resolve(place, "$ref")
    body.emitter.write_reference(body, target, spot, proven)


def dynamic_ref(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """`$dynamicRef`."""
    body.emitter.write_dynamic(body, place, spot, proven)


def all_of(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """`allOf`, each branch in place."""
    for branch in _branches(place, "allOf", body):
        body.schema(branch, spot, proven)


def any_of(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """`anyOf`."""
    _union(body, _branches(place, "anyOf", body), spot, proven, is_exclusive=False)


def one_of(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """`oneOf`."""
    _union(body, _branches(place, "oneOf", body), spot, proven, is_exclusive=True)


def not_(body: Body, place: Place, spot: Spot, proven: Types) -> None:  # noqa: ARG001  # one signature for the table
    """`not`; nothing that it evaluates counts."""
    child = body.emitter.registry.child(place, "not")
    body.fail_if(body.test(child, spot.seen_by(None)), spot, "is what `not` rules out")


def if_(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """`if` with `then` and `else`."""
    registry = body.emitter.registry
    condition = spot
    if spot.known is not None:
        condition = spot.seen_by(body.names.take("found"))
        body.line(f"{condition.known}: set[str | int] = set()")
    with body.aside() as then:
        if condition is not spot:
            body.line(f"{spot.known}.update({condition.known})")
        if "then" in place.schema:
            body.schema(registry.child(place, "then"), spot, proven)
    with body.aside() as otherwise:
        if "else" in place.schema:
            body.schema(registry.child(place, "else"), spot, proven)
    if then:
        test = body.test(registry.child(place, "if"), condition)
        body.chain([(test, then)], otherwise)
    elif otherwise:
        test = body.test(registry.child(place, "if"), condition)
        body.branch(f"if not {test}:", otherwise)


def _branches(place: Place, keyword: str, body: Body) -> list[Place]:
    count = len(place.sequence(keyword))
    return [body.emitter.registry.child(place, keyword, str(index)) for index in range(count)]


# --- unions ---


def _union(
    body: Body, branches: list[Place], spot: Spot, proven: Types, *, is_exclusive: bool
) -> None:
    """Split a union by the type of the value; what shares a type is told apart by `_group`."""
    if not is_exclusive and spot.known is None and any(map(body.is_silent, branches)):
        return
    if values := _only_values(branches):
        _listed_values(body, branches, spot, values, proven)
        return
    groups = _by_type(body, branches, proven)
    wanted = frozenset[str]().union(*(kinds for kinds, _ in groups))
    chain: list[tuple[str, list[str]]] = []
    quiet: Types = frozenset()
    for kinds, members in groups:
        with body.aside() as lines:
            _group(body, members, spot, kinds, is_exclusive=is_exclusive)
        if lines:
            chain.append((types.fits(spot.name, kinds, body.helper), lines))
        else:
            quiet |= kinds
    if len(groups) == 1 and wanted == proven:
        body.lines.extend(line for _, lines in chain for line in outdented(lines))
        return
    if wanted != proven:
        with body.aside() as failure:
            words = f"must be {types.worded(wanted)}" if wanted else "is not allowed"
            body.reject(spot, words)
        if quiet or not chain:
            chain.append((types.fails(spot.name, quiet, body.helper), failure))
            failure = []
        body.chain(chain, failure)
    else:
        body.chain(chain, [])


def _by_type(body: Body, branches: list[Place], proven: Types) -> list[tuple[Types, list[Place]]]:
    """The branches in groups that have no type in common, with the types of each group."""
    groups: list[tuple[Types, list[Place]]] = []
    for branch in branches:
        kinds = _kinds(body, branch) & proven
        if not kinds:
            continue
        members = [branch]
        apart: list[tuple[Types, list[Place]]] = []
        for other_kinds, others in groups:
            if other_kinds & kinds:
                kinds |= other_kinds
                members = [*others, *members]
            else:
                apart.append((other_kinds, others))
        groups = [*apart, (kinds, members)]
    return groups


def _kinds(body: Body, place: Place) -> Types:
    """The types that a branch can accept, as far as `type`, `const`, `enum` and references say."""
    kinds = ALL
    for _ in range(_HOPS):
        schema = place.schema
        if isinstance(schema, bool):
            return kinds if schema else frozenset()
        if "type" in schema:
            kinds &= types.of(schema["type"]) or ALL
        values = _listed(schema)
        if values is not None:
            kinds &= frozenset[str]().union(*map(types.of_value, values))
        if "$ref" not in schema:
            return kinds
        place = body.emitter.registry.resolve(place, "$ref")
    return kinds


def _listed(schema: dict[str, Any]) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else None


def _group(
    body: Body, branches: list[Place], spot: Spot, proven: Types, *, is_exclusive: bool
) -> None:
    """A union of branches that the value's type does not tell apart."""
    if len(branches) == 1:
        body.schema(branches[0], spot, proven)
    elif values := _only_values(branches):
        _listed_values(body, branches, spot, values, proven)
    elif tag := _tag(body, branches, proven):
        _by_tag(body, branches, spot, tag)
    elif is_exclusive or spot.known is not None:
        _counted(body, branches, spot, is_exclusive=is_exclusive)
    else:
        tests = [body.test(branch, spot) for branch in branches]
        with body.block(f"if not ({' or '.join(tests)}):"):
            _fail_all(body, branches, spot)


def _only_values(branches: list[Place]) -> list[Any]:
    """All values of branches that list values and nothing else; none where two list the same."""
    values: list[Any] = []
    for branch in branches:
        schema = branch.schema
        listed = _listed(schema) if isinstance(schema, dict) else None
        if listed is None or not schema.keys() - {"const", "enum", "type"} <= _ANNOTATIONS:
            return []
        kinds = types.of(schema["type"]) if "type" in schema else ALL
        values += [value for value in listed if kinds is None or types.of_value(value) <= kinds]
    return values if len(choices(*values)) == len(values) else []


def _listed_values(
    body: Body, branches: list[Place], spot: Spot, values: list[Any], proven: Types
) -> None:
    gate = gate_of_values(body, branches[0], spot, values, proven)
    body.reject_if(gate.fails, spot, gate.wanted, gate.known)


def _tag(body: Body, branches: list[Place], proven: Types) -> tuple[str, list[list[str]]] | None:
    """A property that all branches require with values of their own, and those values."""
    if not proven <= OBJECT:
        return None
    shapes = [_shape(body, branch) for branch in branches]
    for name in shapes[0]:
        values = [shape.get(name, []) for shape in shapes]
        flat = [value for listed in values for value in listed]
        if all(values) and len(set(flat)) == len(flat):
            return name, values
    return None


def _shape(body: Body, place: Place) -> dict[str, list[str]]:
    """The required properties of a branch that list strings as their values."""
    for _ in range(_HOPS):
        if not isinstance(place.schema, dict) or "$ref" not in place.schema:
            break
        place = body.emitter.registry.resolve(place, "$ref")
    if not isinstance(place.schema, dict):
        return {}
    shape: dict[str, list[str]] = {}
    for name in place.names("required"):
        schema = place.mapping("properties").get(name)
        values = _listed(schema) if isinstance(schema, dict) else None
        if values and all(isinstance(value, str) for value in values):
            shape[name] = values
    return shape


def _by_tag(
    body: Body, branches: list[Place], spot: Spot, tag: tuple[str, list[list[str]]]
) -> None:
    name, values = tag
    local = body.local(spot, name)
    body.line(f"{local} = {spot.name}.get({pyrepr(name)})")
    chain: list[tuple[str, list[str]]] = []
    for branch, listed in zip(branches, values, strict=True):
        with body.aside() as lines:
            body.schema(branch, spot, OBJECT)
            if not lines:
                body.line("pass")
        tests = [f"{local} == {pyrepr(value)}" for value in dict.fromkeys(listed)]
        chain.append((" or ".join(tests), lines))
    with body.aside() as failure:
        flat = [value for listed in values for value in listed]
        gate = gate_of_values(body, branches[0], spot.below(local, name), flat, types.STRING)
        gate.reject(body, spot.below(local, name))
    body.chain(chain, failure)


def _counted(body: Body, branches: list[Place], spot: Spot, *, is_exclusive: bool) -> None:
    """Count the branches that fit, gathering what they evaluate where that is asked for."""
    hits = body.names.take("hits")
    gathers = spot.known is not None
    if gathers:
        names = [body.emitter.function(branch, is_test=True, gathers=True) for branch in branches]
        arguments = ", ".join([spot.name, f"({', '.join(names)},)", *body.extras(spot)])
        body.line(f"{hits} = {body.helper('count_matches')}({arguments})")
    else:
        body.line(f"{hits} = {' + '.join(body.test(branch, spot) for branch in branches)}")
    if body.is_test:
        body.fail_if(f"{hits} != 1" if is_exclusive else f"{hits} == 0", spot)
        return
    with body.aside() as none:
        _fail_all(body, branches, spot)
    with body.aside() as several:
        if is_exclusive:
            body.fail(spot, "must fit exactly one alternative; fits ", Code(hits))
    chain = [(f"{hits} == 0", none), (f"{hits} > 1", several)]
    body.chain(chain, [])


def _fail_all(body: Body, branches: list[Place], spot: Spot) -> None:
    """Report the errors of the branch that the value came closest to."""
    if body.is_test:
        body.fail(spot)
        return
    names = [body.emitter.function(branch, is_test=False, gathers=False) for branch in branches]
    scope = ["scope"] if body.emitter.is_dynamic else []
    arguments = ", ".join([spot.name, body.path(spot), f"({', '.join(names)},)", *scope])
    body.line(f"errors.extend({body.helper('nearest')}({arguments}))")
