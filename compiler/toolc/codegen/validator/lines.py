"""Python source while it is written: blocks, `if` chains, loops, and tests turned around.

Conditions are kept flat, and names that a block does not use are left out, so that what comes out
reads, and lints, as if written by hand.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Lines", "outdented", "uses"]

_INDENT = "    "
_STRING = re.compile(r"""f?\"(?:\\.|[^\"\\])*\"|f?'(?:\\.|[^'\\])*'""")
_EXPRESSION = re.compile(r"\{([^{}]*)\}")
_PARENTHESES = re.compile(r"\([^()]*\)")
_OPPOSITES = (
    (" is not ", " is "),
    (" is ", " is not "),
    (" not in ", " in "),
    (" in ", " not in "),
)


class Lines:
    """The lines of one function's body."""

    def __init__(self) -> None:
        """No lines yet."""
        self.lines: list[str] = []
        self.depth = 1

    def line(self, text: str) -> None:
        """Write one line."""
        self.lines.append(f"{_INDENT * self.depth}{text}")

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Write into a list of its own, one level deeper; `branch` puts it in its place."""
        outer, self.lines = self.lines, []
        self.depth += 1
        try:
            yield self.lines
        finally:
            self.depth -= 1
            self.lines = outer

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Write an indented block under a header; nothing at all when the block stays empty."""
        with self.aside() as lines:
            yield
        self.branch(header, lines)

    def branch(self, header: str, lines: list[str]) -> None:
        """Put lines written aside under a header, unless there are none."""
        if lines and header.startswith("if "):
            self.chain([(header[3:-1], lines)], [])
        elif lines:
            self.line(header)
            self.lines.extend(lines)

    def chain(self, branches: list[tuple[str, list[str]]], otherwise: list[str]) -> None:
        """Put blocks written aside into one `if / elif / else`, leaving out the empty ones."""
        written = [(test, lines) for test, lines in branches if lines]
        if not written:
            self.lines.extend(outdented(otherwise))
            return
        if not otherwise:
            written[-1] = _merged(*written[-1])
        for number, (test, lines) in enumerate(written):
            self.line(f"{'elif' if number else 'if'} {_bare(test)}:")
            self.lines.extend(lines)
        if _is_one_if(otherwise):
            first, *rest = outdented(otherwise)
            self.line(f"el{first.lstrip()}")
            self.lines.extend(rest)
        elif otherwise:
            self.line("else:")
            self.lines.extend(otherwise)

    def bind(self, name: str, expression: str, lines: list[str]) -> None:
        """Put lines written aside in place, after an assignment when they use the name."""
        if lines and uses(lines, name):
            self.line(f"{name} = {expression}")
        self.lines.extend(outdented(lines))

    def each_item(self, index: str, item: str, array: str, start: int, lines: list[str]) -> None:
        """Put lines written aside into a loop over an array, naming only what they use."""
        rest = f"{array}[{start}:]" if start else array
        if not uses(lines, index):
            self.branch(f"for {item} in {rest}:", lines)
        elif not uses(lines, item):
            first = f"{start}, " if start else ""
            self.branch(f"for {index} in range({first}len({array})):", lines)
        else:
            first = f", {start}" if start else ""
            self.branch(f"for {index}, {item} in enumerate({rest}{first}):", lines)

    def each_member(self, key: str, item: str, mapping: str, lines: list[str]) -> None:
        """Put lines written aside into a loop over an object, naming only what they use."""
        if not uses(lines, key):
            self.branch(f"for {item} in {mapping}.values():", lines)
        elif not uses(lines, item):
            self.branch(f"for {key} in {mapping}:", lines)
        else:
            self.branch(f"for {key}, {item} in {mapping}.items():", lines)

    def verdict(self) -> None:
        """End a test: `return True`, or the last failure turned into the answer."""
        lines = self.lines
        start = max((n for n, line in enumerate(lines) if line.startswith("    if ")), default=None)
        if start is not None and lines[start + 1 :] == [f"{_INDENT * 2}return False"]:
            test = lines[start].strip()[3:-1]
            lines[start:] = [f"{_INDENT}return {_negated(test)}"]
        elif not lines or lines[-1] != f"{_INDENT}return False":
            self.line("return True")


def outdented(lines: list[str]) -> list[str]:
    """Lines one level to the left."""
    return [line.removeprefix(_INDENT) for line in lines]


def _is_one_if(lines: list[str]) -> bool:
    """Whether lines are a single `if` statement, which can then be an `elif`."""
    margin = _margin(lines)
    continued = (f"{margin} ", f"{margin}elif ", f"{margin}else:")
    return (
        bool(lines)
        and lines[0].startswith(f"{margin}if ")
        and all(line.startswith(continued) for line in lines[1:])
    )


def _margin(lines: list[str]) -> str:
    return lines[0][: len(lines[0]) - len(lines[0].lstrip())] if lines else ""


def _merged(test: str, lines: list[str]) -> tuple[str, list[str]]:
    """`if a:` around a lone `if b:` as `if a and b:`."""
    inner = f"{_margin(lines)} "
    if not _is_one_if(lines) or not all(line.startswith(inner) for line in lines[1:]):
        return test, lines
    return f"{_operand(test)} and {_operand(lines[0].strip()[3:-1])}", outdented(lines[1:])


def uses(lines: list[str], name: str) -> bool:
    """Whether lines use a name, other than in the text of a literal."""
    word = re.compile(rf"\b{name}\b")
    return any(name in line and word.search(_STRING.sub(_code_in, line)) for line in lines)


def _code_in(literal: re.Match[str]) -> str:
    """What of a string literal is code: the expressions of an f-string."""
    return " ".join(_EXPRESSION.findall(literal[0])) if literal[0].startswith("f") else ""


def _operand(test: str) -> str:
    return f"({test})" if _top_level(test, " or ") else test


def _bare(test: str) -> str:
    """A test without parentheses around the whole of it."""
    if not test.startswith("("):
        return test
    depth = 0
    blank = _STRING.sub(lambda found: "_" * len(found[0]), test)
    for index, char in enumerate(blank):
        depth += (char == "(") - (char == ")")
        if not depth:
            return test[1:-1] if index == len(test) - 1 else test
    return test


def _top_level(test: str, operator: str) -> bool:
    """Whether an operator stands outside all strings and parentheses."""
    bare = _STRING.sub("", test)
    while (less := _PARENTHESES.sub("", bare)) != bare:
        bare = less
    return operator in bare


def _negated(test: str) -> str:
    """The opposite of a test, without a double negation."""
    if _top_level(test, " or ") or _top_level(test, " and "):
        return f"not ({test})"
    if test.startswith("not "):
        return test.removeprefix("not ")
    for operator, opposite in _OPPOSITES:
        if _top_level(test, operator):
            return _replaced(test, operator, opposite)
    if _top_level(test, " != "):
        # Comparing with Any gives Any, which a strict type checker does not take for a bool.
        return f"bool({_replaced(test, ' != ', ' == ')})"
    return f"not {test}"


def _replaced(test: str, operator: str, opposite: str) -> str:
    """A test with another operator; what stands in strings stays."""
    either = re.compile(f"{_STRING.pattern}|{operator}")
    return either.sub(lambda found: opposite if found[0] == operator else found[0], test)
