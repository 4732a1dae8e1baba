"""The one rule of types: what a text is under a schema."""

from typing import Any

import pytest

from toolc.runtime.typed_values import typed

STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
BOOLEAN, ARRAY, OBJECT = {"type": "boolean"}, {"type": "array"}, {"type": "object"}
BIG = "9223372036854775807123"


@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        *((text, STRING, text) for text in ("null", "true", "007", " a\n", "{}", "")),
        *((text, None, text) for text in ("null", "1", "[1]")),
        ("null", {"type": ["string", "null"]}, None),
        ("null", {"anyOf": [STRING, {"type": "null"}]}, None),
        ("none", {"type": ["string", "null"]}, "none"),
        ("x", {"anyOf": [INTEGER, STRING]}, "x"),
        ("3", {"anyOf": [STRING, INTEGER]}, 3),
        (BIG, INTEGER, int(BIG)),
        (BIG, NUMBER, int(BIG)),
        (" 3.0 ", INTEGER, 3),
        ("3.5", INTEGER, "3.5"),
        ("1e999", NUMBER, "1e999"),
        ("NaN", NUMBER, "NaN"),
        ("-1.5e3", NUMBER, -1500.0),
        ("True", BOOLEAN, True),
        ("yes", BOOLEAN, "yes"),
        ("1", BOOLEAN, "1"),
        ('{"a": [1,]}', OBJECT, {"a": [1]}),
        ("[1]", OBJECT, "[1]"),
        ("['a']", ARRAY, ["a"]),
        ("7", {}, 7),
        ("seven", {}, "seven"),
        ("2", {"enum": [1, 2]}, 2),
        ("2", {"enum": ["1", "2"]}, "2"),
        ("2", {"const": 2}, 2),
        ("null", {"type": "integer", "nullable": True}, None),
    ],
)
def test_typed(text: str, schema: Any, value: Any) -> None:
    found = typed(text, schema)
    assert (found, type(found)) == (value, type(value))


def test_schemas_without_end_are_looked_through_so_far() -> None:
    loop: dict[str, Any] = {}
    loop["anyOf"] = [loop]
    loop["properties"] = {"a": loop}
    assert typed("x", loop) == "x"
