"""Metaschemas that leave vocabularies out."""

import pytest

from toolc.ir.vocabularies import switched_off

BASE = "https://json-schema.org/draft/2020-12/vocab"


@pytest.mark.parametrize(
    ("metaschema", "off"),
    [
        ({"$vocabulary": {f"{BASE}/core": True}}, True),
        ({"$vocabulary": {f"{BASE}/core": True, f"{BASE}/validation": True}}, False),
        ({"$vocabulary": {"https://json-schema.org/draft/2019-09/vocab/validation": True}}, False),
        ({"$vocabulary": 5}, False),
        ({}, False),
        (True, False),
    ],
)
def test_assertions_are_off_without_the_validation_vocabulary(
    metaschema: object, *, off: bool
) -> None:
    found = switched_off(metaschema)
    assert ("minimum" in found) is off
    assert "properties" not in found
