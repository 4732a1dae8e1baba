"""The judge of formats: it refuses what is plainly wrong, and takes what is right."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolc.ir.formats import ASSERTED, SHORTEST, WRONG, checker
from toolc.ir.sample_scalars import strings

RIGHT = {
    "int8": 127,
    "int16": -32_768,
    "int32": 2**31 - 1,
    "int64": -(2**63),
    "byte": "aGVsbG8=",
    "jwt": "a.b.c",
    "cidrv4": "10.0.0.0/8",
    "urn": "urn:isbn:1",
    "url": "https://example.com",
    "regex": "^a",
    "uri-template": "/a/{b}",
    "relative-json-pointer": "1/a",
    "json-pointer": "/a",
    "iri": "https://example.com/ü",
    "iri-reference": "/ü",
    "uri-reference": "/a",
    "duration": "P1DT2H",
}


def accepts(name: str, value: object) -> bool:
    return Draft202012Validator({"format": name}, format_checker=checker()).is_valid(value)


@pytest.mark.parametrize("name", sorted(ASSERTED))
def test_each_format_refuses_something_that_is_tried(name: str) -> None:
    tried = [wrong.format(format=name) if "{f" in str(wrong) else wrong for wrong in WRONG]
    if name not in ("regex", "uri-template", "json-pointer"):
        assert not all(accepts(name, value) for value in tried)


@pytest.mark.parametrize("name", sorted(ASSERTED))
def test_each_format_takes_what_is_right(name: str) -> None:
    value = RIGHT.get(name) or next(iter(strings(({"type": "string", "format": name},), "x")))
    assert accepts(name, value)


@pytest.mark.parametrize("name", sorted(ASSERTED))
def test_a_format_says_nothing_of_other_types(name: str) -> None:
    assert accepts(name, None)
    assert accepts(name, [1])


@settings(derandomize=True, max_examples=200)
@given(st.sampled_from(sorted(SHORTEST)), st.text(alphabet="0123456789-T:Z@.abc", max_size=40))
def test_no_text_of_a_format_is_shorter_than_the_shortest(name: str, text: str) -> None:
    assert len(text) >= SHORTEST[name] or not accepts(name, text)


def test_a_format_that_nobody_defines_takes_everything() -> None:
    assert accepts("shoe-size", "x")
