"""Applicators that look at the same value: references, combinations, conditions.

JSON Schema 2020-12 core, 8.2.3 and 10.2. A union is decided without trials where its branches can
be told apart: by the type of the value, by its `const` and `enum` values, or by a tag, a required
property whose value differs in each branch. Then the errors of the one right branch are reported.
"""

from typing import Any

from toolc.codegen.text import Code, pyrepr
from toolc.codegen.validator import types, unions
from toolc.codegen.validator.body import Body, Spot
from toolc.codegen.validator.choices import gate_of_values
from toolc.codegen.validator.lines import outdented
from toolc.codegen.validator.registry import Place
from toolc.codegen.validator.types import OBJECT, Types

__all__ = ["all_of", "any_of", "dynamic_ref", "if_", "not_", "one_of", "ref"]


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
    _union(body, _branches(place, "anyOf", body), spot, proven, "anyOf")


def one_of(body: Body, place: Place, spot: Spot, proven: Types) -> None:
    """`oneOf`."""
    _union(body, _branches(place, "oneOf", body), spot, proven, "oneOf")


def not_(body: Body, place: Place, spot: Spot, proven: Types) -> None:  # noqa: ARG001  # one signature for the table
    """`not`; nothing that it evaluates counts."""
    child = body.emitter.registry.child(place, "not")
    body.fail_if(body.test(child, spot.seen_by(None)), spot, "not", "is what `not` rules out")


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


def _union(body: Body, branches: list[Place], spot: Spot, proven: Types, keyword: str) -> None:
    """Split a union by the type of the value; what shares a type is told apart by `_group`."""
    if keyword == "anyOf" and spot.known is None and any(map(body.is_silent, branches)):
        return
    if values := unions.only_values(branches):
        _listed_values(body, branches, spot, values, proven)
        return
    groups = unions.by_type(body.emitter.registry, branches, proven)
    wanted = frozenset[str]().union(*(kinds for kinds, _ in groups))
    chain: list[tuple[str, list[str]]] = []
    quiet: Types = frozenset()
    for kinds, members in groups:
        with body.aside() as lines:
            _group(body, members, spot, kinds, keyword)
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
            body.reject(spot, "type", words)
        if quiet or not chain:
            chain.append((types.fails(spot.name, quiet, body.helper), failure))
            failure = []
        body.chain(chain, failure)
    else:
        body.chain(chain, [])


def _group(body: Body, branches: list[Place], spot: Spot, proven: Types, keyword: str) -> None:
    """A union of branches that the value's type does not tell apart."""
    if len(branches) == 1:
        body.schema(branches[0], spot, proven)
    elif values := unions.only_values(branches):
        _listed_values(body, branches, spot, values, proven)
    elif told := unions.tag(body.emitter.registry, branches, proven):
        _by_tag(body, branches, spot, told)
    elif keyword == "oneOf" or spot.known is not None:
        _counted(body, branches, spot, keyword)
    else:
        tests = [body.test(branch, spot) for branch in branches]
        with body.block(f"if not ({' or '.join(tests)}):"):
            _fail_all(body, branches, spot, keyword)


def _listed_values(
    body: Body, branches: list[Place], spot: Spot, values: list[Any], proven: Types
) -> None:
    gate = gate_of_values(body, branches[0], spot, values, proven)
    body.reject_if(gate.fails, spot, gate.keyword, gate.wanted, gate.known)


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


def _counted(body: Body, branches: list[Place], spot: Spot, keyword: str) -> None:
    """Count the branches that fit, gathering what they evaluate where that is asked for."""
    hits = body.names.take("hits")
    gathers = spot.known is not None
    if gathers:
        names = [body.emitter.function(branch, is_test=True, gathers=True) for branch in branches]
        arguments = ", ".join([spot.name, f"{_tuple(names)}", *body.extras(spot)])
        body.line(f"{hits} = {body.helper('count_matches')}({arguments})")
    else:
        body.line(f"{hits} = {' + '.join(body.test(branch, spot) for branch in branches)}")
    if body.is_test:
        body.fail_if(f"{hits} != 1" if keyword == "oneOf" else f"{hits} == 0", spot, keyword)
        return
    with body.aside() as none:
        _fail_all(body, branches, spot, keyword)
    with body.aside() as several:
        if keyword == "oneOf":
            body.fail(spot, keyword, "must fit exactly one alternative; fits ", Code(hits))
    chain = [(f"{hits} == 0", none), (f"{hits} > 1", several)]
    body.chain(chain, [])


def _fail_all(body: Body, branches: list[Place], spot: Spot, keyword: str) -> None:
    """Report the errors of the branch that the value came closest to."""
    if body.is_test:
        body.fail(spot, keyword)
        return
    names = [body.emitter.function(branch, is_test=False, gathers=False) for branch in branches]
    nearest = body.helper("nearest")
    arguments = [spot.name, body.path(spot), pyrepr(keyword), _tuple(names), *body.scope()]
    if any(map(body.emitter.tries, branches)):
        found = body.recalled(nearest, arguments)
    else:
        found = f"{nearest}({', '.join([*arguments, *body.memory()])})"
    body.line(f"{body.helper('report')}(errors, {found})")


def _tuple(names: list[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"
