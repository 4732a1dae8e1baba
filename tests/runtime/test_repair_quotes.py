"""Unescaped quotes: one reading under the schema, or none."""

import time
from typing import Any

import pytest

from toolc.runtime.repair import Mended, Unreadable, mend
from toolc.runtime.repair_quotes import AMBIGUOUS, read_object

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"path": {}, "content": {"type": "string"}, "mode": {"type": "string"}},
    "required": ["path", "content"],
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"path": "a", "content": "say "hi", ok"}', {"path": "a", "content": 'say "hi", ok'}),
        ('{"content": "a "b" c", "path": [1]}', {"content": 'a "b" c', "path": [1]}),
        (
            '{"path": "a", "content": "x = "a"\nprint("b\\n")\n"}',
            {"path": "a", "content": 'x = "a"\nprint("b\\n")\n'},
        ),
        ('{"path": "a", "content": "{"b": "c"}"}', {"path": "a", "content": '{"b": "c"}'}),
    ],
)
def test_reads_the_only_reading(text: str, value: object) -> None:
    assert mend(text, SCHEMA) == Mended(value, ["unescaped_quotes"])


@pytest.mark.parametrize(
    "text",
    [
        '{"content": "a "b", "path": "q" d", "path": "p"}',  # two ends fit
        '{"path": "a", "content": "x "y" z", "mode": "w"}',  # `mode` may be content
        '{"path": "a", "content": "x "y\\n" z"}',  # a line break, or a backslash and an n
    ],
)
def test_doubt_is_an_answer(text: str) -> None:
    assert mend(text, SCHEMA) == Unreadable(AMBIGUOUS, ambiguous=True)


@pytest.mark.parametrize(
    "text",
    [
        '{"path": "a", "other": "x "y" z"}',
        '{"path": "a", "content": "x "y" z',
        '{"path": "a", "path": "x "y" z"}',
        '["path"]',
    ],
)
def test_nothing_else_is_read(text: str) -> None:
    assert read_object(text, SCHEMA) is None
    assert read_object('{"a": "x "y" z"}', None) is None


def test_time_grows_with_the_text() -> None:
    def seconds(size: int) -> float:
        text = f'{{"path": "a", "content": "{"x = " * size}"a"", "content": " "}}'
        begin = time.process_time()
        mend(text, SCHEMA)
        return time.process_time() - begin

    small = min(seconds(20_000) for _ in range(3))
    assert min(seconds(160_000) for _ in range(3)) < 40 * max(small, 0.001)
