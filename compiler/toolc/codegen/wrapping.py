"""Long lines of generated Python, broken where `ruff format` would break them.

Not a formatter of all Python: it knows the statements that toolc writes (calls, tests, tuples,
sets, annotations), each of them given on one line. A line that is short enough stays as it is.
"""

import re
from dataclasses import dataclass, field

from toolc.codegen.layout import WIDTH

__all__ = ["wrapped", "wrapped_all"]

_INDENT = "    "
_TOKEN = re.compile(
    r"""f?"(?:\\.|[^"\\])*"|f?'(?:\\.|[^'\\])*'|[()\[\]{}]|, ?|[^"'()\[\]{},f]+|f""", re.DOTALL
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_STATEMENT = re.compile(
    r"(?P<before>(?:el)?if |return |for (?P<names>[\w, ]+) in |(?:async )?def |[\w.]+ = |)"
    r"(?P<inside>.*?)(?P<after>:?)",
    re.DOTALL,
)
_FIELD = re.compile(r"\w+: ")
_LEVELS = (" or ", " and ", (" is not ", " not in ", " is ", " in ", " == ", " != "), " | ", " + ")
"""Operators from the loosest to the tightest."""

_CLAUSES = ((" for ", " if "),)
"""Where a generator expression is broken."""

_ASSIGNMENT = (" = ",)


@dataclass(slots=True)
class _Group:
    """Brackets with what is in them: each item is a row of texts and groups."""

    opening: str
    items: list["_Row"] = field(default_factory=list)

    def flat(self) -> str:
        inside = ", ".join(map(_flat, self.items))
        comma = "," if self.opening == "(" and self.is_tuple and len(self.items) == 1 else ""
        return f"{self.opening}{inside}{comma}{_CLOSING[self.opening]}"

    is_tuple: bool = False


_Row = list["str | _Group"]


def wrapped_all(text: str) -> str:
    """A text of many lines, the long ones broken."""
    if not any(len(line) > WIDTH for line in text.split("\n")):
        return text
    return "\n".join(line for long in text.split("\n") for line in wrapped(long))


def wrapped(line: str) -> list[str]:
    """One line, broken over several where it is too long and can be."""
    if len(line) <= WIDTH:
        return [line]
    text = line.lstrip(" ")
    pad = line[: len(line) - len(text)]
    if text.startswith("#"):
        return [line]
    if found := _FIELD.match(text):
        return _field(pad, found[0], _parse(text[found.end() :]))
    found = _STATEMENT.fullmatch(text)
    if found is None:
        return [line]
    before, after = found["before"], found["after"]
    if before.endswith("def "):
        return _definition(pad, before, text)
    row = _parse(found["inside"])
    if found["names"] and (", " in found["names"] or len(row) == 1):
        return _loop(pad, found["names"], row)
    return _broken(pad, before, row, after, is_statement=True)


def _definition(pad: str, before: str, text: str) -> list[str]:
    """The head of a function, its parameters on a line of their own, or one a line."""
    name, _, rest = text.removeprefix(before).partition("(")
    parameters, _, result = rest.rpartition(") -> ")
    comma = "" if ", " in parameters else ","  # one alone gets what all get that are one a line
    group = _parse(f"f({parameters})")[1:]
    first, inner, *others = _at_last_group(pad, f"{before}{name}", group, f" -> {result}")
    lines = [first, f"{inner}{comma}", *others]
    type_, _, body = result.rpartition(":")
    fits = len(f"{pad}{_INDENT}{type_}") <= WIDTH
    if len(lines[-1]) > WIDTH and fits and _is_literal(type_):
        return [*lines[:-1], f"{pad}) -> (", f"{pad}{_INDENT}{type_}", f"{pad}):{body}"]
    return lines


def _loop(pad: str, names: str, row: _Row) -> list[str]:
    """The head of a loop, its names in parentheses."""
    inner = f"{pad}{_INDENT}"
    lines = [f"{inner}{name}," for name in names.split(", ")] if ", " in names else [inner + names]
    end = f"{pad}) in {_flat(row)}:"
    ends = [end] if len(end) <= WIDTH else _at_last_group(pad, ") in ", row, ":")
    return [f"{pad}for (", *lines, *ends]


def _field(pad: str, name: str, row: _Row) -> list[str]:
    """An annotated name: its type in parentheses when that is what is too long."""
    _, (type_, *value) = _split(row, _ASSIGNMENT)
    if not value:
        return _broken(pad, name, type_, "", is_statement=True)
    start = f"{name}{_flat(type_)} = "
    is_short = len(f"{pad}{start}{_flat(value[0][:1])}(") <= WIDTH or _is_literal(_flat(type_))
    if isinstance(value[0][-1], _Group) and is_short:
        return _at_last_group(pad, start, value[0], "")
    if len(f"{pad}{start}(") <= WIDTH and not _is_literal(_flat(type_)):
        inner = f"{pad}{_INDENT}{_flat(value[0])}"
        apart = [f"{pad}{start}(", inner, f"{pad})"]
        return apart if len(inner) <= WIDTH else [f"{pad}{start}{_flat(value[0])}"]
    return _broken(pad, name, type_, f" = {_flat(value[0])}", is_statement=True)


def _broken(pad: str, before: str, row: _Row, after: str, *, is_statement: bool) -> list[str]:
    """An expression between two texts, on as few lines as it takes."""
    flat = f"{pad}{before}{_flat(row)}{after}"
    if len(flat) <= WIDTH:
        return [flat]
    operators, operands = _split(row)
    if not operators:
        inner = f"{pad}{_INDENT}{_flat(row)}"
        broken = _at_last_group(pad, before, row, after)
        if is_statement and before.endswith(("= ", ": ")) and len(broken[0]) > WIDTH:
            apart = [inner] if len(inner) <= WIDTH else _at_last_group(pad + _INDENT, "", row, "")
            if len(apart[0]) <= WIDTH:
                return [f"{pad}{before}(", *apart, f"{pad}){after}"]
        return broken
    if (
        is_statement
        and len(operators) == 1
        and (kept := _kept(pad, before, operators, operands, after))
    ):
        return kept
    if not is_statement:
        return _operands(pad, before, operators, operands, after)
    inner = f"{pad}{_INDENT}{_flat(row)}"
    lines = (
        [inner] if len(inner) <= WIDTH else _operands(pad + _INDENT, "", operators, operands, "")
    )
    return [f"{pad}{before}(", *lines, f"{pad}){after}"]


def _kept(
    pad: str, before: str, operators: list[str], operands: list[_Row], after: str
) -> list[str] | None:
    """Two operands without further parentheses, where one ends or begins with brackets."""
    first, second = operands
    (operator,) = operators
    if isinstance(second[-1], _Group) and second[-1].items and not _split(second)[0]:
        head = f"{before}{_flat(first)}{operator}"
        inner = f"{pad}{_INDENT}{', '.join(map(_flat, second[-1].items))}"
        if before.endswith(": ") and len(inner) > WIDTH:
            return None
        if len(f"{pad}{head}{_flat(second[:-1])}(") <= WIDTH:
            return _at_last_group(pad, head, second, after)
    tail = f"{operator}{_flat(second)}{after}"
    if len(first) == 1 and isinstance(first[0], _Group):
        return _at_last_group(pad, before, first, tail)
    both = isinstance(first[-1], _Group) and isinstance(second[-1], _Group)
    if both and len(f"{pad}){tail}") <= WIDTH:
        return _at_last_group(pad, before, first, tail)
    if both and any(len(f"{pad}{_INDENT}{_flat(operand)}") > WIDTH for operand in operands):
        begun = _at_last_group(pad, before, first, "")
        return [*begun[:-1], *_at_last_group(pad, f"){operator}", second, after)]
    return None


def _operands(
    pad: str, before: str, operators: list[str], operands: list[_Row], after: str
) -> list[str]:
    """One operand a line, each with the operator that is before it."""
    lines: list[str] = []
    starts = [before, *(f"{operator.strip()} " for operator in operators)]
    for number, (start, operand) in enumerate(zip(starts, operands, strict=True)):
        end = after if number == len(operators) else ""
        lines += _broken(pad, start, operand, end, is_statement=False)
    return lines


def _at_last_group(pad: str, before: str, row: _Row, after: str) -> list[str]:
    """An expression broken in the last of its brackets that hold anything."""
    groups = [(n, part) for n, part in enumerate(row) if isinstance(part, _Group) and part.items]
    if not groups:
        return [f"{pad}{before}{_flat(row)}{after}"]
    at, group = groups[-1]
    if len(f"{pad}{before}{_flat(row[:at])}{group.opening}") > WIDTH:
        at, group = groups[0]
    head = f"{pad}{before}{_flat(row[:at])}{group.opening}"
    tail = f"{pad}{_CLOSING[group.opening]}{_flat(row[at + 1 :])}{after}"
    return [head, *_inside(pad + _INDENT, group), tail]


def _inside(pad: str, group: _Group) -> list[str]:
    """The lines between brackets: all items on one where a call can have that, else one each."""
    flat = f"{pad}{', '.join(map(_flat, group.items))}"
    is_call = group.opening == "(" and not group.is_tuple
    only = group.items[0]
    if len(group.items) == 1 and not group.is_tuple and group.opening != "{":
        if len(flat) <= WIDTH:
            return [flat]
        operators, operands = _split(only, _CLAUSES)
        if " for " not in operators:
            operators, operands = _split(only)
        if operators:
            return _operands(pad, "", operators, operands, "")
        return _broken(pad, "", only, "", is_statement=False)
    if is_call and len(flat) <= WIDTH:
        return [flat]
    return [line for item in group.items for line in _item(pad, item)]


def _item(pad: str, item: _Row) -> list[str]:
    flat = f"{pad}{_flat(item)},"
    return [flat] if len(flat) <= WIDTH else _broken(pad, "", item, ",", is_statement=False)


# --- reading ---


def _flat(row: _Row) -> str:
    return "".join(part if isinstance(part, str) else part.flat() for part in row)


def _parse(text: str) -> _Row:
    """An expression as texts and groups; string literals are texts of their own."""
    row: _Row = []
    outer: list[tuple[_Row, _Group]] = []
    for token in _TOKEN.findall(text):
        if token in _CLOSING:
            before = row[-1] if row else " "
            last = before[-1:] if isinstance(before, str) else ")"
            called = last.isalnum() or last in "_])"
            word = before.rsplit(" ")[-1] if isinstance(before, str) else ""
            group = _Group(token)
            group.is_tuple = not called or word in ("not", "in", "or", "and")
            row.append(group)
            outer.append((row, group))
            row = []
        elif token in _CLOSING.values():
            whole, group = outer.pop()
            if row:
                # Parentheses around one thing are no tuple.
                group.is_tuple = group.is_tuple and (bool(group.items) or group.opening != "(")
                group.items.append(row)
            row = whole
        elif token.startswith(",") and outer:
            outer[-1][1].items.append(row)
            row = []
        elif (
            row and isinstance(row[-1], str) and not _is_literal(row[-1]) and not _is_literal(token)
        ):
            row[-1] += token
        else:
            row.append(token)
    return row


def _is_literal(token: str) -> bool:
    return token.endswith(('"', "'"))


def _split(
    row: _Row, levels: tuple[str | tuple[str, ...], ...] = _LEVELS
) -> tuple[list[str], list[_Row]]:
    """The loosest operators of an expression and what stands between them."""
    for level in levels:
        either = [level] if isinstance(level, str) else level
        pattern = re.compile(f"({'|'.join(map(re.escape, either))})")
        operators: list[str] = []
        operands: list[_Row] = [[]]
        for part in row:
            if isinstance(part, _Group) or _is_literal(part):
                operands[-1].append(part)
                continue
            first, *rest = pattern.split(part)
            operands[-1] += [first] if first else []
            for operator, text in zip(rest[::2], rest[1::2], strict=True):
                operators.append(operator)
                operands.append([text] if text else [])
        if operators:
            return operators, operands
    return [], [row]
