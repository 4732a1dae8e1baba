"""What each `format` refuses: a judge that asserts formats, and values that it turns down.

Follows the formats of JSON Schema 2020-12 validation (7.3) and the numeric ones of the OpenAPI
format registry (2026-11). The judge is rough: it tells a value that is plainly wrong, which is all
that a witness needs, and is the same on every machine, whatever packages are installed.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from jsonschema import FormatChecker

__all__ = ["ASSERTED", "SHORTEST", "WRONG", "checker"]

_DATE: Final = r"\d{4}-\d\d-\d\d"
_TIME: Final = r"\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)"
_TOKEN: Final = r"[\w-]+\.[\w-]+\.[\w-]*"  # noqa: S105 - the shape of a JWT, no secret
_FORMS: Final = {
    "date-time": f"{_DATE}[Tt ]{_TIME}",
    "date": _DATE,
    "time": _TIME,
    "duration": r"P(?=.)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?",
    "email": r"[^@\s]+@[^@\s]+",
    "idn-email": r"[^@\s]+@[^@\s]+",
    "hostname": r"[A-Za-z0-9.-]{1,253}",
    "idn-hostname": r"[^\s/@?#]{1,253}",
    "ipv4": r"\d{1,3}(?:\.\d{1,3}){3}",
    "ipv6": r"[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*",
    "uri": r"[A-Za-z][A-Za-z0-9+.-]*:\S*",
    "url": r"[A-Za-z][A-Za-z0-9+.-]*:\S*",
    "urn": r"[Uu][Rr][Nn]:\S+",
    "iri": r"[A-Za-z][A-Za-z0-9+.-]*:\S*",
    "uri-reference": r"\S*",
    "iri-reference": r"\S*",
    "uri-template": r"(?:[^{}\s]|\{[^{}\s]+\})*",
    "uuid": r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    "json-pointer": r"(?:/(?:[^~/]|~[01])*)*",
    "relative-json-pointer": r"\d+(?:#|(?:/(?:[^~/]|~[01])*)*)",
    "byte": r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?",
    "jwt": _TOKEN,
    "cidrv4": r"\d{1,3}(?:\.\d{1,3}){3}/\d{1,2}",
}

_BITS: Final = {"int8": 7, "int16": 15, "int32": 31, "int64": 63}

ASSERTED: Final = frozenset({*_FORMS, *_BITS, "regex"})
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
    *(2**bits for bits in _BITS.values()),
)
"""Values of which each format that the judge knows refuses at least one."""


@cache
def checker() -> "FormatChecker":
    """The judge, for `jsonschema`."""
    from jsonschema import FormatChecker  # noqa: PLC0415 - slow to import, seldom used

    made = FormatChecker(formats=())
    for name, form in _FORMS.items():
        made.checks(name)(_text_check(re.compile(form)))
    for name, bits in _BITS.items():
        made.checks(name)(_range_check(2**bits))
    made.checks("regex", raises=re.error)(_compiles)
    return made


def _text_check(form: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or form.fullmatch(value) is not None


def _range_check(limit: int) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return True
        return -limit <= value < limit

    return fits


def _compiles(value: object) -> bool:
    return not isinstance(value, str) or re.compile(value) is not None
