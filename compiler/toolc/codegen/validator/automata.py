"""Patterns as the programs of the linear machine in `toolc.runtime.bounded_patterns`."""

from toolc.ir.patterns.syntax import Chars, Choice, Edge, Look, Node, Repeat, Sequence
from toolc.runtime.bounded_patterns import Program

__all__ = ["NoProgramError", "program"]

_MOST_STEPS = 2_000  # of a program; counted repeats are written out


class NoProgramError(ValueError):
    """A pattern that is not regular, or whose program would be too long."""


def program(node: Node) -> Program:
    """The program of a pattern that may match anywhere; raises NoProgramError.

    >>> from toolc.ir.patterns import parse_pattern
    >>> program(parse_pattern("a$"))
    (('chars', ((97, 97),), (1,)), ('$', (), (2,)), ('match', (), ()))
    """
    builder = _Builder()
    start = builder.add(node, builder.step("match"))
    return builder.ordered(start)


class _Builder:
    """Steps in the order in which they were made: each knows what follows it."""

    def __init__(self) -> None:
        self._steps: list[tuple[str, tuple[tuple[int, int], ...], list[int]]] = []

    def step(
        self, kind: str, following: tuple[int, ...] = (), ranges: tuple[tuple[int, int], ...] = ()
    ) -> int:
        if len(self._steps) == _MOST_STEPS:
            raise NoProgramError("its program would be too long")
        self._steps.append((kind, ranges, list(following)))
        return len(self._steps) - 1

    def add(self, node: Node, then: int) -> int:
        """Add the steps of a node that go on to `then`; the first of them."""
        match node:
            case Chars(ranges):
                return self.step("chars", (then,), ranges)
            case Sequence(items):
                for item in reversed(items):
                    then = self.add(item, then)
                return then
            case Choice(options):
                return self.step("fork", tuple(self.add(option, then) for option in options))
            case Repeat():
                return self._repeat(node, then)
            case Edge(kind):
                return self.step(kind, (then,))
            case Look():
                raise NoProgramError("look-around is not regular")

    def _repeat(self, node: Repeat, then: int) -> int:
        if node.high is None:
            fork = self.step("fork")
            self._steps[fork][2].extend((self.add(node.item, fork), then))
            after = fork
        else:
            after = then
            for _ in range(node.high - node.low):
                after = self.step("fork", (self.add(node.item, after), then))
        for _ in range(node.low):
            after = self.add(node.item, after)
        return after

    def ordered(self, start: int) -> Program:
        """The program with its start first, as the machine wants it, and the rest as met."""
        order = {start: 0}
        waiting = [start]
        for index in waiting:  # grows while it is read
            for following in self._steps[index][2]:
                if following not in order:
                    order[following] = len(order)
                    waiting.append(following)
        return tuple(
            (kind, ranges, tuple(order[following] for following in more))
            for kind, ranges, more in (self._steps[index] for index in waiting)
        )
