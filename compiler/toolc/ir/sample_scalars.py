"""Readable strings and numbers that fit the rules of a schema."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice
from math import ceil, floor
from typing import Any, Final

from toolc.ir.model import Schema
from toolc.ir.patterns import UnreadablePatternError, matches, texts

__all__ = ["numbers", "strings"]

_FORMATS: Final = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T09:30:00Z",
    "time": "09:30:00Z",
    "duration": "PT30M",
    "email": "ada@example.com",
    "idn-email": "ada@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com",
    "url": "https://example.com",
    "iri": "https://example.com",
    "uri-reference": "/docs/start",
    "iri-reference": "/docs/start",
    "uri-template": "https://example.com/{id}",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "json-pointer": "/items/0",
    "relative-json-pointer": "1/name",
    "regex": "^[a-z]+$",
    "byte": "aGVsbG8=",
    "json": "{}",
}
"""A plausible text per `format` (JSON Schema 2020-12, 7.3, and usual ones of OpenAPI)."""

_SHAPED: Final = [
    _FORMATS[name] for name in ("date", "date-time", "time", "uuid", "email", "uri", "ipv4")
]
"""Texts of a form that patterns often describe without naming its format."""

_NAMES: Final = {
    "location": "Paris",
    "city": "Paris",
    "country": "France",
    "language": "en",
    "timezone": "Europe/Paris",
    "currency": "EUR",
    "email": "ada@example.com",
    "url": "https://example.com",
    "uri": "https://example.com",
    "link": "https://example.com",
    "path": "docs/notes.txt",
    "file": "notes.txt",
    "filename": "notes.txt",
    "directory": "docs",
    "query": "open invoices",
    "search": "open invoices",
    "sql": "SELECT 1",
    "title": "Weekly report",
    "subject": "Weekly report",
    "name": "example",
    "id": "abc123",
    "key": "key",
    "message": "Hello",
    "content": "Hello",
    "body": "Hello",
    "date": "2026-01-31",
    "time": "09:30",
    "color": "blue",
    "branch": "main",
    "owner": "ada",
    "user": "ada",
    "username": "ada",
    "phone": "+33123456789",
}
"""A plausible text by the last word of a property's name."""

_MAX_LENGTH: Final = 2_000
_WRITTEN: Final = 60  # texts written from a pattern before giving up
_DISTINCT: Final = 120  # how many different values are offered
_HALVES: Final = 8
_USUAL_NUMBERS: Final = (10, 1, 0)


def strings(rules: tuple[Schema, ...], name: str) -> Iterator[str]:
    """Texts for a string under `rules` that is the property `name`, the most plausible first.

    >>> next(strings(({"pattern": "^[A-Z]{3}$"},), "currency"))
    'EUR'
    """
    patterns = [rule["pattern"] for rule in rules if "pattern" in rule]
    formats = [_FORMATS[rule["format"]] for rule in rules if rule.get("format") in _FORMATS]
    least = int(max((rule["minLength"] for rule in rules if "minLength" in rule), default=0))
    most = int(
        min((rule["maxLength"] for rule in rules if "maxLength" in rule), default=_MAX_LENGTH)
    )
    word = _NAMES.get(_last_word(name), "text")
    usual = [*formats, word, "text", *(_SHAPED if patterns else ())]
    for text in chain(usual, _written(patterns, least)):
        fits = least <= len(text) <= most
        if fits and all(_matches(pattern, text) for pattern in patterns):
            yield text
    if not patterns and least <= _MAX_LENGTH:
        yield from _sized(word, least, most)


def _last_word(name: str) -> str:
    """The last word of a name in any case style.

    >>> _last_word("homeCity"), _last_word("start_date"), _last_word("userID")
    ('city', 'date', 'id')
    """
    start = len(name)
    while start and name[start - 1].isalnum():
        start -= 1
        humps = name[start].isupper() and start and name[start - 1].islower()
        if humps:
            break
    return name[start:].lower()


def _written(patterns: list[Any], length: int) -> Iterator[str]:
    for pattern in patterns:
        try:
            yield from islice(texts(pattern, length), _WRITTEN)
        except UnreadablePatternError:
            return


def _matches(pattern: Any, text: str) -> bool:
    try:
        return matches(pattern, text)
    except UnreadablePatternError:
        return False


def _sized(word: str, least: int, most: int) -> Iterator[str]:
    """Different texts between two lengths, made from one word and numbers."""
    filler = f"{word} " * (least // len(word) + 1)
    for number in range(1, _DISTINCT):
        ending = "" if number == 1 else str(number) if most < len(word) + 4 else f" {number}"
        size = max(least - len(ending), min(len(word), most - len(ending)), 0)
        body = filler[:size] if size > len(word) else word[:size]
        if body.endswith(" "):  # a text that ends in a space reads as a mistake
            body = body[:-1] + word[0]
        yield body + ending


def numbers(rules: tuple[Schema, ...], *, whole: bool) -> Iterator[int | float]:
    """Numbers under `rules`, a usual one first.

    >>> next(numbers(({"minimum": 3, "multipleOf": 4},), whole=True))
    12
    """
    low, high = _bounds(rules)
    steps = [Fraction(str(rule["multipleOf"])) for rule in rules if rule.get("multipleOf")]
    step = _common_step([*steps, Fraction(1)] if whole else steps)
    if step is None:
        step = Fraction(1) if high is None or low is None or high - low >= 1 else (high - low) / 4
    found = [*_multiples(step, low, high)]
    if not whole and not steps:  # for a rule that wants no whole number
        halves = islice(_multiples(step / 2, low, high), _HALVES)
        found[1:1] = [value for value in halves if value % step]
    yield from dict.fromkeys(map(_json_number, found))


def _bounds(rules: tuple[Schema, ...]) -> tuple[Fraction | None, Fraction | None]:
    lows = [_fraction(rule[key]) for rule in rules for key in _LOW if _is_number(rule.get(key))]
    highs = [_fraction(rule[key]) for rule in rules for key in _HIGH if _is_number(rule.get(key))]
    return max(lows, default=None), min(highs, default=None)


_LOW: Final = ("minimum", "exclusiveMinimum")
_HIGH: Final = ("maximum", "exclusiveMaximum")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fraction(value: int | float) -> Fraction:
    return Fraction(str(value))


def _common_step(steps: list[Fraction]) -> Fraction | None:
    """The least common multiple of the steps."""
    common: Fraction | None = None
    for step in steps:
        if common is None:
            common = step
            continue
        ratio = common / step
        common = common * ratio.denominator
    return common


def _multiples(step: Fraction, low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    """Multiples of a step between two bounds, both included: usual ones, then from the edges."""
    first = None if low is None else ceil(low / step)
    last = None if high is None else floor(high / step)
    for usual in _USUAL_NUMBERS:
        near = ceil(usual / step)
        if (first is None or near >= first) and (last is None or near <= last):
            yield near * step
    if first is not None:
        counts = range(
            first, first + _DISTINCT if last is None else min(last, first + _DISTINCT) + 1
        )
    elif last is not None:
        counts = range(last, last - _DISTINCT, -1)
    else:
        counts = range(_DISTINCT)
    yield from (count * step for count in counts)


def _json_number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
