"""The formats of JSON Schema, each as a test of one value, for validators that assert them.

Follows JSON Schema 2020-12 validation, 7.3 (RFC 3339 with its appendix A, RFC 4122, RFC 6901, the
draft of relative pointers; see also the modules for hosts and URIs), and the OpenAPI format
registry (2026-11) for numbers and encodings.
"""

import datetime
import re
from collections.abc import Callable
from typing import Any, Final

from toolc.runtime.ecma_patterns import BeyondPythonError, PatternError, translate
from toolc.runtime.format_hosts import (
    is_email,
    is_hostname,
    is_idn_email,
    is_idn_hostname,
    is_ipv4,
    is_ipv4_network,
    is_ipv6,
)
from toolc.runtime.format_uris import (
    is_iri,
    is_iri_reference,
    is_uri,
    is_uri_reference,
    is_uri_template,
)

__all__ = ["FORMATS", "NUMERIC", "TEXTUAL"]

Test = Callable[[Any], bool]


def _form(expression: str) -> Test:
    """A test by a regular expression that the whole text must match."""
    fullmatch = re.compile(expression, re.ASCII).fullmatch
    return lambda text: fullmatch(text) is not None


# --- dates and times: RFC 3339, 5.6 ---

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII)
_MINUTES_OF_DAY = 24 * 60


def is_date(text: str) -> bool:
    """A day that there is: `2026-02-28`."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    try:
        datetime.date(year or 4, month, day)  # the year 0 has a leap day, which `datetime` lacks
    except ValueError:
        return False
    return True


def is_time(text: str) -> bool:
    """A time with its offset: `09:30:00Z`; a leap second only where one can be."""
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    hour, minute, second = map(int, found.group(1, 2, 3))
    sign, *offset = found.group(4, 5, 6)
    hours, minutes = map(int, offset) if sign else (0, 0)
    if hour > 23 or minute > 59 or hours > 23 or minutes > 59:
        return False
    ahead = (hours * 60 + minutes) * (-1 if sign == "-" else 1)
    is_last_minute = (hour * 60 + minute - ahead) % _MINUTES_OF_DAY == _MINUTES_OF_DAY - 1
    return second < 60 or (second == 60 and is_last_minute)


def is_date_time(text: str) -> bool:
    """A day and a time: `2026-02-28T09:30:00Z`."""
    return text[10:11] in {"T", "t"} and is_date(text[:10]) and is_time(text[11:])


is_duration = _form(
    r"P(?=[\dT])(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?"
    r"(?:T(?=\d)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)"
)

# --- patterns and pointers ---


def is_regex(text: str) -> bool:
    """A regular expression of ECMA-262."""
    try:
        translate(text)
    except BeyondPythonError:
        return True
    except PatternError:
        return False
    return True


_POINTER = r"(?:/(?:[^~/]|~[01])*)*"


def _range(bits: int) -> Test:
    limit = 2**bits
    return lambda value: -limit <= value < limit


NUMERIC: Final[dict[str, Test]] = {
    "int8": _range(7),
    "int16": _range(15),
    "int32": _range(31),
    "int64": _range(63),
}
"""Formats of numbers; each test takes an int or a float."""

TEXTUAL: Final[dict[str, Test]] = {
    "date-time": is_date_time,
    "date": is_date,
    "time": is_time,
    "duration": is_duration,
    "email": is_email,
    "idn-email": is_idn_email,
    "hostname": is_hostname,
    "idn-hostname": is_idn_hostname,
    "ipv4": is_ipv4,
    "ipv6": is_ipv6,
    "uri": is_uri,
    "url": is_uri,
    "urn": _form(r"[Uu][Rr][Nn]:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[!-~]+"),
    "uri-reference": is_uri_reference,
    "iri": is_iri,
    "iri-reference": is_iri_reference,
    "uri-template": is_uri_template,
    "uuid": _form(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
    "json-pointer": _form(_POINTER),
    "relative-json-pointer": _form(rf"(?:0|[1-9]\d*)(?:#|{_POINTER})"),
    "regex": is_regex,
    "byte": _form(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"),
    "jwt": _form(r"[\w-]+\.[\w-]+\.[\w-]*"),
    "cidrv4": is_ipv4_network,
}
"""Formats of text."""

FORMATS: Final[dict[str, Test]] = TEXTUAL | NUMERIC
"""Each format by name."""
