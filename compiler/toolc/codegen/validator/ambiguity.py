"""How many ways `re` may have to try before it gives a pattern up.

The positions of a pattern (Glushkov, 1961) are followed two at a time: where both can come back to
one place along different ways that read the same text, the ways double with each round. Else their
number grows with a power of the text's length: how many loops in a row can share one text (Weber
and Seidl, 1991: exponential and polynomial ambiguity).
"""

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, product
from typing import TypeVar

from toolc.ir.patterns.syntax import Chars, Choice, Edge, Look, Node, Repeat, Sequence

__all__ = ["Ambiguity", "ambiguity"]

_MOST_POSITIONS = 120  # pairs of them are followed; a larger pattern is taken to be ambiguous
_MOST_EDGES = 4_000
_MOST_OPTIONS = 16  # parts that may be there or not; each may double the ways

_Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """`is_exponential`, or else the power of the text's length that the steps grow with."""

    is_exponential: bool
    power: int


def ambiguity(node: Node) -> Ambiguity:
    """How a pattern that may match anywhere behaves, rather too bad than too good.

    >>> from toolc.ir.patterns import parse_pattern
    >>> [ambiguity(parse_pattern(p)).power for p in ("^a+b$", "a+b", "^.*,.*,$")]
    [1, 2, 2]
    """
    positions = _Positions()
    positions.add(node)
    anchored = _is_anchored(node)
    is_exponential = positions.is_exponential()
    power = 0
    if positions.loops:
        power = (0 if is_exponential else positions.shared_loops()) + (1 if anchored else 2)
    for look in positions.looks:
        inner = ambiguity(Sequence((Edge("^"), look)))
        is_exponential |= inner.is_exponential
        power = max(power, inner.power) if anchored else power + inner.power
    if positions.looks_in_loops:
        power += 1
    return Ambiguity(is_exponential, power)


@dataclass(slots=True)
class _Part:
    """What a part of a pattern may begin and end with, and whether it may be empty."""

    nullable: bool
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)


class _Positions:
    """The positions of a pattern: what each takes, and what may follow it, once for each way."""

    def __init__(self) -> None:
        self.loops = 0
        self.looks: list[Node] = []
        self.looks_in_loops = False
        self._options = 0
        self._ranges: list[_Ranges] = []
        self._edges: list[list[int]] = []
        self._count = 0
        self._is_vague = False  # may be empty in more ways than one, in a loop
        self._depth = 0

    def add(self, node: Node) -> _Part:
        match node:
            case Chars(ranges):
                self._ranges.append(ranges)
                self._edges.append([])
                here = [len(self._ranges) - 1]
                return _Part(nullable=False, first=here, last=here)
            case Sequence(items):
                return self._sequence(items)
            case Choice(options):
                parts = [self.add(option) for option in options]
                empty = sum(part.nullable for part in parts)
                self._options += 1
                self._is_vague |= empty > 1 and self._depth > 0
                first = [at for part in parts for at in part.first]
                last = [at for part in parts for at in part.last]
                return _Part(empty > 0, first, last)
            case Repeat():
                return self._repeat(node)
            case Look(item):
                self.looks.append(item)
                self.looks_in_loops |= self._depth > 0
        return _Part(nullable=True)

    def _sequence(self, items: tuple[Node, ...]) -> _Part:
        whole = _Part(nullable=True)
        for item in items:
            part = self.add(item)
            self._connect(whole.last, part.first)
            whole.first += part.first if whole.nullable else []
            whole.last = [*whole.last, *part.last] if part.nullable else part.last
            whole.nullable &= part.nullable
        return whole

    def _repeat(self, node: Repeat) -> _Part:
        is_fixed = node.low == node.high and isinstance(node.item, Chars)
        loops = node.high is None or (node.high > 1 and not is_fixed)
        self._depth += loops
        part = self.add(node.item)
        self._depth -= loops
        self._options += not loops and not is_fixed
        if loops:
            self.loops += 1
            self._connect(part.last, part.first)
        self._is_vague |= part.nullable and (loops or (node.low == 0 and self._depth > 0))
        return _Part(node.low == 0 or part.nullable, part.first, part.last)

    def _connect(self, last: list[int], first: list[int]) -> None:
        self._count += len(last) * len(first)
        if self._count <= _MOST_EDGES:
            for at in last:
                self._edges[at] += first

    def is_exponential(self) -> bool:
        """Whether two ways that read the same text part and come together again, in a loop."""
        if self._is_large or self._options > _MOST_OPTIONS:
            return self.loops + self._options > 1 and self._is_unclear
        if self._is_vague:
            return True
        return any(
            any(left == right for left, right in group)
            and (any(left != right for left, right in group) or self._doubled(group))
            for group in self._rounds
        )

    def shared_loops(self) -> int:
        """How often one loop can hand over to another that reads the same text, in a row."""
        circles = _strongly_connected(dict(enumerate(self._edges)))
        number = {at: index for index, circle in enumerate(circles) for at in circle}
        shared = {
            (number[left], number[right])
            for group in self._rounds
            for left, right in group
            if number[left] != number[right] and right in self._reached(left)
        }
        longest: dict[int, int] = {}
        for index in range(len(circles)):  # what a circle leads to comes before it
            longest[index] = max((longest[to] + 1 for at, to in shared if at == index), default=0)
        return max(longest.values(), default=0)

    def _reached(self, start: int) -> set[int]:
        found, waiting = {start}, [start]
        while waiting:
            fresh = [at for at in self._edges[waiting.pop()] if at not in found]
            found.update(fresh)
            waiting += fresh
        return found

    @cached_property
    def _rounds(self) -> list[list[tuple[int, int]]]:
        """The groups of pairs of positions that come back to themselves along one text."""
        return _strongly_connected(self._pairs()) if self.loops else []

    @property
    def _is_unclear(self) -> bool:
        """Whether some character may be taken in more ways than one."""
        return self._is_large or any(map(self._overlap, self._edges))

    @property
    def _is_large(self) -> bool:
        return len(self._ranges) > _MOST_POSITIONS or self._count > _MOST_EDGES

    def _overlap(self, positions: list[int]) -> bool:
        """Whether two of the positions take a character that is the same."""
        ranges = sorted(pair for at in positions for pair in _merged(self._ranges[at]))
        return any(left[1] >= right[0] for left, right in pairwise(ranges))

    def _doubled(self, group: list[tuple[int, int]]) -> bool:
        """Whether one place of a group leads to another in two ways."""
        inside = {left for left, right in group if left == right}
        return any(
            self._edges[at].count(to) > 1 for at in inside for to in inside & {*self._edges[at]}
        )

    def _pairs(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """What follows each pair of positions that can be come to along one text."""
        start = [(at, at) for at in range(len(self._ranges))]
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        while start:
            pair = start.pop()
            if pair in found:
                continue
            left, right = (dict.fromkeys(self._edges[at]) for at in pair)
            found[pair] = [both for both in product(left, right) if self._meet(*both)]
            start += found[pair]
        return found

    def _meet(self, left: int, right: int) -> bool:
        return left == right or self._overlap([left, right])


def _merged(ranges: _Ranges) -> list[tuple[int, int]]:
    """Ranges of one position without overlaps among themselves."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _is_anchored(node: Node) -> bool:
    """Whether a match can only begin where the text does."""
    match node:
        case Edge("^"):
            return True
        case Sequence(items):
            return bool(items) and _is_anchored(items[0])
        case Choice(options):
            return all(map(_is_anchored, options))
    return False


_Key = TypeVar("_Key", bound=Hashable)


def _strongly_connected(graph: Mapping[_Key, Collection[_Key]]) -> list[list[_Key]]:
    """The groups of nodes that lead to each other and back (Tarjan, 1972), without recursion."""
    index: dict[_Key, int] = {}
    low: dict[_Key, int] = {}
    stack: dict[_Key, None] = {}  # in order, and quick to ask
    groups: list[list[_Key]] = []
    work: list[tuple[_Key, Iterator[_Key]]] = []

    def enter(node: _Key) -> None:
        index[node] = low[node] = len(index)
        stack[node] = None
        work.append((node, iter(graph[node])))

    for root in graph:
        if root not in index:
            enter(root)
        while work:
            node, more = work[-1]
            following = next(more, None)
            if following is not None and following not in index:
                enter(following)
            elif following is not None:
                if following in stack:
                    low[node] = min(low[node], index[following])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    groups += _taken(stack, node, graph)
    return groups


def _taken(
    stack: dict[_Key, None], node: _Key, graph: Mapping[_Key, Collection[_Key]]
) -> list[list[_Key]]:
    """Take the group that begins with a node off the stack; none where it does not lead back."""
    group: list[_Key] = []
    while node not in group[-1:]:
        group.append(stack.popitem()[0])
    return [group] if len(group) > 1 or node in graph[node] else []
