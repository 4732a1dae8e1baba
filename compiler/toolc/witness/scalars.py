"""How to break the rules for text and numbers: values that one keyword of a schema refuses."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from toolc.ir.formats import WRONG
from toolc.ir.model import Schema
from toolc.ir.patterns import UnreadablePatternError, texts
from toolc.witness.samples import Samples

__all__ = ["BREAK_SCALARS", "FEW", "LONGEST", "ODD_TEXTS", "Breaker", "matching"]

Breaker = Callable[[Any, Schema, Samples], Iterator[Any]]
"""`breaker(value, node, samples)`: values that the node's keyword, of that value, refuses."""

FEW: Final = 4

LONGEST: Final = 10_000
"""Longer texts and lists are not written: nobody would read them."""

ODD_TEXTS: Final = ("", "?", "x", "0", " ", "A", "!!", "é", "a b", "x\n", "-", ".", "/", "__", "~")


# --- text ---


def _text(node: Schema, samples: Samples) -> str:
    value = samples.of(node)
    return value if isinstance(value, str) else "x"


def matching(node: Schema, length: int) -> Iterator[str]:
    """Texts of a length that the node's pattern takes."""
    if "pattern" in node:
        try:
            yield from islice(texts(node["pattern"], length), FEW)
        except UnreadablePatternError:
            return


def _too_short(bound: int, node: Schema, samples: Samples) -> Iterator[str]:
    text = _text(node, samples)
    least = min(int(bound) - 1, LONGEST)
    yield text[:least] if len(text) > least else text.ljust(least, "x")
    yield "x" * least
    yield from (made for made in matching(node, 0) if len(made) < bound)
    yield ""


def _too_long(bound: int, node: Schema, samples: Samples) -> Iterator[str]:
    more = int(bound) + 1
    if more > LONGEST:
        return
    text = _text(node, samples)
    yield text.ljust(more, text[-1:] or "x")
    yield text.rjust(more, text[:1] or "x")
    yield "x" * more
    yield from (made for made in matching(node, more) if len(made) >= more)


def _unmatched(_: str, node: Schema, samples: Samples) -> Iterator[str]:
    least = min(int(node.get("minLength", 0)), LONGEST)
    most = int(node.get("maxLength", LONGEST))
    text = _text(node, samples)
    if "format" in node:
        yield _text({"type": "string", "format": node["format"]}, samples)
    yield from (odd.ljust(least, odd[-1:] or "?")[:most] for odd in ("?", text + "?", "?" + text))
    yield from (odd.ljust(least, odd[-1:] or "?")[:most] for odd in ODD_TEXTS)
    yield from (text[:-1], text[1:], text.upper(), text.lower())


def _off_format(name: str, node: Schema, samples: Samples) -> Iterator[Any]:
    least, most = int(node.get("minLength", 0)), int(node.get("maxLength", LONGEST))
    for wrong in WRONG:
        if isinstance(wrong, str):
            text = wrong.format(format=name) if "{format}" in wrong else wrong
            yield text.ljust(min(least, LONGEST), "?")[:most]
        else:
            yield wrong
    yield from matching(node, least)
    text = _text(node, samples)
    yield from (text + "?", "?" + text)


# --- numbers ---


def _steps(node: Schema) -> tuple[int | float, ...]:
    step = node.get("multipleOf", 1)
    return (step, 0.5, 1000 * step)


def _below(bound: float, node: Schema, _: Samples) -> Iterator[int | float]:
    for step in _steps(node):
        yield bound - step
    yield bound // 1 - 1


def _above(bound: float, node: Schema, _: Samples) -> Iterator[int | float]:
    for step in _steps(node):
        yield bound + step
    yield bound // 1 + 1


def _not_over(bound: float, node: Schema, samples: Samples) -> Iterator[int | float]:
    yield bound
    yield from _below(bound, node, samples)


def _not_under(bound: float, node: Schema, samples: Samples) -> Iterator[int | float]:
    yield bound
    yield from _above(bound, node, samples)


def _between_multiples(step: float, node: Schema, samples: Samples) -> Iterator[int | float]:
    value = samples.of(node)
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield from (value + step / 2, value + 1, value - 1)
    yield from (1, step / 2, step + 0.5)


BREAK_SCALARS: Final[dict[str, Breaker]] = {
    "minLength": _too_short,
    "maxLength": _too_long,
    "pattern": _unmatched,
    "format": _off_format,
    "minimum": _below,
    "maximum": _above,
    "exclusiveMinimum": _not_over,
    "exclusiveMaximum": _not_under,
    "multipleOf": _between_multiples,
}
