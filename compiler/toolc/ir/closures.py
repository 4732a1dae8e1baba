"""Which definitions each schema reaches, looking at each definition once.

In large documents hundreds of operations reach the same definitions, which refer to each other in
rings. Each ring is looked at once (strongly connected components, Tarjan 1972), and schemas that
reach the same definitions share one dict of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from toolc.ir.refs import refs_in

__all__ = ["Closures"]


@dataclass(frozen=True, slots=True)
class _Ring:
    """Definitions that each reach all the others, or a single one, and the rings they refer to."""

    members: tuple[str, ...]
    targets: tuple[int, ...]


class Closures:
    """What the schemas of a growing map of definitions reach; a definition, once there, stays."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        """Take the map itself; it is looked at as far as schemas reach into it."""
        self._definitions = definitions
        self._ranks: dict[str, int] = {}
        self._refs: dict[str, tuple[str, ...]] = {}
        self._ring_of: dict[str, int] = {}
        self._rings: list[_Ring] = []
        self._shared: dict[frozenset[int], dict[str, Any]] = {}

    def of(self, schema: Any) -> dict[str, Any]:
        """The definitions that a schema reaches, in the order of the map; not to be changed."""
        direct = [name for name in refs_in(schema) if name in self._definitions]
        for name in direct:
            if name not in self._ring_of:
                self._explore(name)
        reached = self._reached(self._ring_of[name] for name in direct)
        if reached not in self._shared:
            names = (name for number in reached for name in self._rings[number].members)
            self._shared[reached] = {
                name: self._definitions[name] for name in sorted(names, key=self._rank)
            }
        return self._shared[reached]

    def _reached(self, numbers: Iterable[int]) -> frozenset[int]:
        """The rings that are reached from some."""
        found = dict.fromkeys(numbers)
        waiting = list(found)
        while waiting:
            for number in self._rings[waiting.pop()].targets:
                if number not in found:
                    found[number] = None
                    waiting.append(number)
        return frozenset(found)

    def _rank(self, name: str) -> int:
        if name not in self._ranks:
            known = len(self._ranks)
            fresh = islice(self._definitions, known, None)
            self._ranks.update({each: rank for rank, each in enumerate(fresh, known)})
        return self._ranks[name]

    def _referred(self, name: str) -> tuple[str, ...]:
        if name not in self._refs:
            found = refs_in(self._definitions[name])
            self._refs[name] = tuple(each for each in found if each in self._definitions)
        return self._refs[name]

    def _explore(self, start: str) -> None:
        """Find the rings that are reached from a definition, the innermost first."""
        order: dict[str, int] = {start: 0}
        lowest = {start: 0}
        entered = [start]  # and not yet known to be in a ring that is complete
        positions = {start: 0}
        path: list[tuple[str, Iterator[str]]] = [(start, iter(self._referred(start)))]
        while path:
            name, targets = path[-1]
            target = next(targets, None)
            if target is None:
                path.pop()
                if path:
                    around = path[-1][0]
                    lowest[around] = min(lowest[around], lowest[name])
                if lowest[name] == order[name]:
                    self._complete(entered, positions[name])
            elif target in self._ring_of:
                continue
            elif target in order:
                lowest[name] = min(lowest[name], order[target])
            else:
                order[target] = lowest[target] = len(order)
                positions[target] = len(entered)
                entered.append(target)
                path.append((target, iter(self._referred(target))))

    def _complete(self, entered: list[str], start: int) -> None:
        """Those `entered` from `start` on refer to each other, and to rings that are complete."""
        members = entered[start:]
        del entered[start:]
        self._ring_of.update(dict.fromkeys(members, len(self._rings)))
        targets = (self._ring_of[target] for name in members for target in self._referred(name))
        others = dict.fromkeys(number for number in targets if number != len(self._rings))
        self._rings.append(_Ring(tuple(members), tuple(others)))
