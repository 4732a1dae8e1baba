"""What schemas reach, shared and in linear time, beside a plain walk."""

import time
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.ir.closures import Closures
from toolc.ir.refs import closure, ref_to


def definition(*names: str) -> dict[str, Any]:
    return {"anyOf": [{"$ref": ref_to(name)} for name in names]}


@settings(derandomize=True, max_examples=200)
@given(st.lists(st.lists(st.integers(0, 9), max_size=3), min_size=10, max_size=10))
def test_it_is_what_a_plain_walk_finds(edges: list[list[int]]) -> None:
    definitions = {f"D{n}": definition(*(f"D{m}" for m in to)) for n, to in enumerate(edges)}
    closures = Closures(definitions)
    for name in definitions:
        found = closures.of(definition(name))
        assert found == closure(definition(name), definitions)
        assert list(found) == sorted(found)  # here, the order of the map
        assert all(found[each] is definitions[each] for each in found)


def test_schemas_that_reach_the_same_share_it() -> None:
    definitions = {"A": definition("B"), "B": definition("A", "C"), "C": {}, "D": {}}
    closures = Closures(definitions)
    assert closures.of(definition("A")) is closures.of(definition("C", "B"))
    assert list(closures.of(definition("D", "C"))) == ["C", "D"]
    assert closures.of({}) == {}


def test_definitions_may_come_later_and_unknown_ones_are_left_out() -> None:
    definitions: dict[str, Any] = {"A": {}}
    closures = Closures(definitions)
    assert closures.of(definition("A", "Z")) == {"A": {}}
    definitions["B"] = definition("A")
    assert list(closures.of(definition("B"))) == ["A", "B"]


def test_a_ring_of_many_is_walked_once() -> None:
    count = 3000
    definitions = {f"D{n}": definition(f"D{(n + 1) % count}") for n in range(count)}
    closures = Closures(definitions)
    begin = time.process_time()
    found = [closures.of(definition(name)) for name in definitions]
    assert all(each is found[0] for each in found)
    assert time.process_time() - begin < 2


def test_a_long_chain_takes_no_stack_and_little_memory() -> None:
    definitions = {f"D{n}": definition(f"D{n + 1}") for n in range(20_000)}
    assert len(Closures(definitions).of(definition("D0"))) == 20_000
