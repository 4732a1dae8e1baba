"""Made defects: how often the value comes back exactly, and how often another one does."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from toolc.runtime import parse
from toolc.runtime.repair import Mended, mend

PIECES = (
    *(
        '"',
        "'",
        "\\",
        "\n",
        "\t",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "#",
        "//",
        "/*",
        "*/",
        "=",
        "(",
        ")",
    ),
    *(
        "```",
        "</tool_call>",
        "<",
        ">",
        " ",
        " ",
        "a",
        "b c",
        "é",
        "😀",
        "\u2028",
        '", "',
        '"}',
        "\\n",
    ),
    *("None", "true", "007", "print(x)", "\r\n", "“", "”", "`"),
)
LINES = (
    *('print("hello, world")', "x = {'a': [1, 2]}", 'say("a", "b")', "if a < b and c: d()"),
    *('{"key": "value", "n": 1}', "# a comment", "re.match(r'\\d+', s)", '"""A docstring."""'),
    *('echo "$HOME" \\', '<a href="x">y</a>', "", "    return None", 'puts "a\\tb"', "'quoted'"),
    *('{"path": "b", "content": "c"}', 'x", "path": "y', '"}'),  # decoys
)
SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
    "required": ["path", "content"],
}

Made = tuple[str, Any]


def _string(rng: random.Random) -> str:
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 8)))


def _value(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randint(0, 5 if depth < 3 else 3)
    if kind == 4:
        return [_value(rng, depth + 1) for _ in range(rng.randint(0, 3))]
    if kind == 5:
        return {_string(rng): _value(rng, depth + 1) for _ in range(rng.randint(0, 3))}
    return (_string(rng), rng.randint(-(10**20), 10**20), rng.random(), None)[kind]


def valid(rng: random.Random) -> Made:
    """JSON of nested values."""
    value = {_string(rng): _value(rng) for _ in range(rng.randint(0, 4))}
    return json.dumps(value, ensure_ascii=rng.random() < 0.5), value


def python_repr(rng: random.Random) -> Made:
    """The repr of a dictionary of punctuation."""
    value = {f"k{index}": _string(rng) for index in range(rng.randint(1, 4))}
    return repr(value), value


def raw_content(rng: random.Random) -> Made:
    """A file's content pasted into a string without any escapes."""
    content = "\n".join(rng.choice(LINES) for _ in range(rng.randint(1, 12)))
    value = {"path": "src/a.py", "content": content}
    return f'{{"path": "src/a.py", "content": "{content}"}}', value


def _made(make: Callable[[random.Random], Made], count: int) -> Iterator[Made]:
    for seed in range(count):
        text, value = make(random.Random(seed))  # noqa: S311 - the same texts on every run
        yield text, _read(text, value)


def _read(text: str, value: Any) -> Any:
    """What is meant: a text that is JSON all the same means what it says."""
    try:
        return json.loads(text)
    except ValueError:
        return value


def _rates(make: Callable[[random.Random], Made], count: int) -> tuple[int, int]:
    """How many of the values came back exactly, and how many wrong, without a word."""
    exact = wrong = 0
    for text, value in _made(make, count):
        outcome = mend(text, SCHEMA)
        exact += isinstance(outcome, Mended) and outcome.value == value
        wrong += isinstance(outcome, Mended) and outcome.value != value
    return exact, wrong


def _rates_of_json_repair(make: Callable[[random.Random], Made], count: int) -> tuple[int, int]:
    json_repair = pytest.importorskip("json_repair")
    exact = sum(json_repair.loads(text) == value for text, value in _made(make, count))
    return exact, count - exact


EVERYDAY = 400
MANY = 4_000


@pytest.mark.parametrize(
    ("make", "at_least"), [(valid, 1.0), (python_repr, 0.99), (raw_content, 0.5)]
)
@pytest.mark.parametrize("count", [EVERYDAY, pytest.param(MANY, marks=pytest.mark.corpus)])
def test_values_come_back_or_fail(
    make: Callable[[random.Random], Made], at_least: float, count: int
) -> None:
    exact, wrong = _rates(make, count)
    theirs, _ = _rates_of_json_repair(make, count)
    assert exact >= at_least * count
    assert wrong <= count / 1_000
    assert exact >= theirs


def test_valid_json_is_never_mended() -> None:
    for text, value in _made(valid, EVERYDAY):
        assert mend(text) == Mended(value, [])
        call = f'<tool_call name="t">{text}</tool_call>'
        assert [(call.arguments, call.repairs) for call in parse(call).calls] == [(value, [])]
