"""Formats, beyond what the official suite asks of them."""

import pytest

from toolc import ToolKit
from toolc.codegen.validator import compile_validator
from toolc.runtime.formats import FORMATS, TEXTUAL


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("date", "0000-02-29", "2023-02-29"),
        ("time", "23:59:60Z", "22:59:60Z"),
        ("date-time", "2026-01-31t09:30:00.5+01:30", "2026-01-31 09:30:00Z"),
        ("duration", "P1DT2H", "P1D2H"),
        ("email", "ada+x@example.com", "ada@@example.com"),
        ("hostname", "a.example", "-a.example"),
        ("ipv6", "2001:db8::1", "fe80::1%eth0"),
        ("uri", "https://[2001:db8::1]:80/a?b#c", "https://[::g]/"),
        ("uri", "urn:isbn:1", "/relative"),
        ("url", "https://example.com", "not a url"),
        ("uri-reference", "../a b".replace(" ", "%20"), "a b"),
        ("uri-template", "/a{?b,c*}", "/a{b"),
        ("uuid", "123E4567-e89b-42d3-a456-426614174000", "123e4567e89b42d3a456426614174000"),
        ("json-pointer", "/a~1b", "/a~2"),
        ("regex", "^(?<=a+)b$", r"\\Z"[1:]),
        ("byte", "aGVsbG8=", "aGVsbG8"),
        ("jwt", "a.b.c", "a.b"),
        ("cidrv4", "10.0.0.0/8", "10.0.0.0/33"),
    ],
)
def test_what_is_right_and_what_is_wrong(name: str, right: str, wrong: str) -> None:
    assert FORMATS[name](right)
    assert not FORMATS[name](wrong)


@pytest.mark.parametrize(("name", "most"), [("int8", 127), ("int32", 2**31 - 1)])
def test_numbers_in_their_range(name: str, most: int) -> None:
    assert FORMATS[name](most)
    assert FORMATS[name](-most - 1)
    assert not FORMATS[name](most + 1)


@pytest.mark.parametrize("name", sorted(TEXTUAL))
@pytest.mark.parametrize(
    "text", ["", "\x00", "\ud800", "é", "a" * 100_000, "." * 20_000, "a." * 9_000]
)
def test_no_text_breaks_a_format_or_takes_long(name: str, text: str) -> None:
    for tried in (text, f"{text}!", f"https://{text}@", f"{text}@{text}", f"xn--{text}"):
        assert FORMATS[name](tried) in {True, False}


KIT = ToolKit.from_mcp(
    [{"name": "t", "inputSchema": {"type": "object", "properties": {"d": {"format": "date"}}}}]
)


def test_formats_are_words_unless_asked_for() -> None:
    assert KIT.validate("t", {"d": "soon"}).valid
    assert KIT.load(models="none").validate("t", {"d": "soon"}) == []


def test_formats_are_rules_on_demand() -> None:
    told = ['/d: must be of the format date; got "soon"']
    assert KIT.validator("t", formats=True)({"d": "soon"}) == told
    assert KIT.validate("t", {"d": "soon"}, formats=True).errors == told
    assert KIT.load(models="none", formats=True).validate("t", {"d": "soon"}) == told
    assert KIT.validate("t", {"d": "2026-01-31"}, formats=True).valid
    assert KIT.validate("t", {"d": 5}, formats=True).valid


def test_a_format_that_nobody_defines_asserts_nothing() -> None:
    assert compile_validator({"format": "shoe-size"}, formats=True)("x") == []
    assert compile_validator({"not": {"format": "shoe-size"}}, formats=True)("x") != []
