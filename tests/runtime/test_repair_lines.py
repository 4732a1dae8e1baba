"""Lines of `key: value` as arguments: read where the schema knows each key, else refused."""

from typing import Any

import pytest

from toolc.runtime.repair_lines import read_lines

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "metric": {"type": "boolean"},
        "zip": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "unit": {"type": ["string", "null"]},
    },
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("city: Oslo", {"city": "Oslo"}),
        (
            "\ncity: New York, NY\ndays: 3\n\nmetric: True\n",
            {"city": "New York, NY", "days": 3, "metric": True},
        ),
        ("zip: 007\nunit: null", {"zip": "007", "unit": None}),
        ('city: "a: \\"b\\"\\n"', {"city": 'a: "b"\n'}),
        ("'city' : it's: so", {"city": "it's: so"}),
        ("{\ncity: New York\ndays: 3\n}", {"city": "New York", "days": 3}),
        ("{\ncity: New York,\ndays: 3,\n}", {"city": "New York", "days": 3}),
    ],
)
def test_reads_declared_keys(text: str, value: dict[str, Any]) -> None:
    assert read_lines(text, SCHEMA) == value


@pytest.mark.parametrize(
    "text",
    [
        *("", "Oslo", "town: Oslo", "city: Oslo\nand more", "city: a\ncity: b", "city:"),
        *("days: three", "metric: maybe", "city: |\n  Oslo", "city: ...", "tags:\n- a"),
        "city: Oslo,\ndays: 3",  # does the comma belong to the value?
        "{\ncity: Oslo,\nzip: 1\ndays: 3\n}",
        "{city: New York}",
    ],
)
def test_refuses_what_is_not_said(text: str) -> None:
    assert read_lines(text, SCHEMA) is None


@pytest.mark.parametrize("schema", [None, {}, {"properties": {}}])
def test_needs_the_keys(schema: dict[str, Any] | None) -> None:
    assert read_lines("city: Oslo", schema) is None
