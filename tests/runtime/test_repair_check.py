"""A mended value is taken only if the text says it."""

import pytest

from toolc.runtime.repair_check import stands_in


@pytest.mark.parametrize(
    ("value", "text", "stands"),
    [
        ({"a": 1}, "{'a' 1}", False),
        ({"a": "x", "b": 2}, '{"a": "x" "b": 2}', True),
        ({"a": "x"}, '{"a": "x\\n"}', False),
        ({"a": "x"}, '{"a": "x "}', False),
        ({"a": "x"}, '{"a": "xy"}', False),
        ({"a": ""}, '{"a": }', False),
        ({"a": ""}, '{"a": "" }', True),
        ({"a": "", "b": ""}, '{"a": "", "b": ""}', True),
        ({"a": 1}, '{"a": 12}', False),
        ({"a": 1}, '{"a": 1, "b": 2}', False),
        ({"a": 1, "b": 2}, '{"a": 1}', False),
        ({"a": None}, '{"a": null}', True),
        ({"a": True}, '{"a": True}', True),
        ({"a": "é/"}, '{"a": "\\u00e9/"}', True),
        ({"a": "é/"}, '{"a": "é\\/"}', True),
        ({"a": ' "q" '}, '{"a": " \\"q\\" "}', True),
        ({"a": 'x" b'}, '{"a": "x" b"}', False),
        ([{"a": 1}, {"b": 2}], '{"a": 1}{"b": 2}', False),
        ("x", '"x"', False),
        ({}, "{}", True),
    ],
)
def test_stands_in(value: object, text: str, *, stands: bool) -> None:
    assert stands_in(value, text) is stands
