"""What each `format` refuses: a judge that asserts formats, and values that it turns down."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from toolc.runtime.formats import FORMATS, NUMERIC, TEXTUAL

if TYPE_CHECKING:
    from jsonschema import FormatChecker

__all__ = ["ASSERTED", "SHORTEST", "WRONG", "checker"]

ASSERTED: Final = frozenset(FORMATS)
"""Formats that refuse some value; a name that no specification defines is a mere annotation."""

SHORTEST: Final = {"date-time": 20, "date": 10, "time": 9, "email": 3, "uuid": 36, "ipv4": 7}
"""The fewest characters of formats that can't be empty."""

WRONG: Final[tuple[Any, ...]] = (
    "not a {format}",
    "{",
    "a b",
    "~2",
    " ",
    "",
    *(2**bits for bits in (7, 15, 31, 63)),
)
"""Values of which each format that the judge knows refuses at least one."""


@cache
def checker() -> "FormatChecker":
    """The judge, for `jsonschema`."""
    from jsonschema import FormatChecker  # noqa: PLC0415 - slow to import, seldom used

    made = FormatChecker(formats=())
    for name, test in TEXTUAL.items():
        made.checks(name)(_of(test, str))
    for name, test in NUMERIC.items():
        made.checks(name)(_of(test, int, float))
    return made


def _of(test: Callable[[Any], bool], *types: type) -> Callable[[object], bool]:
    """The test for values of some types; of others a format says nothing."""
    return lambda value: value.__class__ not in types or test(value)
