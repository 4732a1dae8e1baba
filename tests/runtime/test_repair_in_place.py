"""Defects mended where they stand mean what the slower pass makes of the same text."""

import json
import random
from typing import Any

import pytest

from toolc.runtime.repair_in_place import mend_in_place
from toolc.runtime.repair_patch import Patcher

TOKENS = (
    *('"a"', "'b'", "'c\"d'", '"e\n"', '"f\\\'g"', "k", "True", "None", "null", "1", "2.5", "1e5"),
    *("{", "}", "[", "]", ",", ":", " ", "//x\n", "#y\n", "/*z*/", '"""q"r"""', "'''s'''", "“t”"),
    *("(", ")", "=", "-", "007", "é", '"', "'", "\\", "\n", "{'a':", '"k":', ",}", ",]", "/"),
)


@pytest.mark.parametrize(
    ("text", "patched", "repairs"),
    [
        ('{"a": 1,}', '{"a": 1}', ["trailing_comma"]),
        ("{'a': ['b', 'c d'], 'e': 1}", '{"a": ["b", "c d"], "e": 1}', ["single_quotes"]),
        (
            "{b: True, 'c': None}",
            '{"b": true, "c": null}',
            ["unquoted_keys", "python_literals", "single_quotes"],
        ),
        ('{"a": 2/**/.5}', '{"a": 2 .5}', ["comments"]),
        ('{"a": "x\ny\x00"}', '{"a": "x\\ny\\u0000"}', ["raw_newlines"]),
    ],
)
def test_mends(text: str, patched: str, repairs: list[str]) -> None:
    assert mend_in_place(text, 0, python=False) == (patched, repairs)


def test_what_stands_before_is_left_alone() -> None:
    assert mend_in_place("'x' [1,]", 4, python=False) == ("'x' [1]", ["trailing_comma"])


def test_arguments_of_a_call() -> None:
    assert mend_in_place("(a='x', b=(1, 2,), )", 0, python=True) == (
        '{"a":"x", "b":[1, 2] }',
        ["unquoted_keys", "single_quotes", "trailing_comma"],
    )


@pytest.mark.parametrize("text", ['{"a": b}', '{"a": `b`}', '{"a": "b', "{'a': 'b"])
def test_leaves_to_others_what_needs_more(text: str) -> None:
    assert mend_in_place(text, 0, python=False) is None


def _value(rng: random.Random, assign: str, depth: int = 0) -> str:
    kind = rng.random()
    count = rng.randint(0, 3)
    if depth < 3 and kind < 0.25:
        keys = [rng.choice(('"a"', "'b'", "k", '"x y"', "True")) for _ in range(count)]
        pairs = [
            f"{key}{rng.choice((':', ' : ', assign))}{_value(rng, assign, depth + 1)}"
            for key in keys
        ]
        return f"{{{','.join(pairs)}{rng.choice(('', ',', ', '))}}}"
    if depth < 3 and kind < 0.4:
        items = [_value(rng, assign, depth + 1) for _ in range(count)]
        return f"[{','.join(items)}{rng.choice(('', ','))}]"
    return rng.choice(TOKENS)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _in_place(text: str, *, python: bool) -> tuple[Any, list[str]] | None:
    patched = mend_in_place(text, 0, python=python)
    value = _read(patched[0]) if patched else None
    return None if value is None or patched is None else (value, sorted(patched[1]))


def _token_by_token(text: str, *, python: bool) -> tuple[Any, list[str]] | None:
    patcher = Patcher(None, closed=False, python=python)
    try:
        return _read(patcher.patch(text)), sorted(patcher.repairs)
    except ValueError:
        return None


@pytest.mark.parametrize("python", [False, True])
def test_agrees_with_the_slower_pass(*, python: bool) -> None:
    mended = 0
    for seed in range(4_000):
        rng = random.Random(seed)  # noqa: S311 - the same texts on every run
        text = _value(rng, "=" if python else ":")
        if rng.random() < 0.5:
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(TOKENS) + text[at:]
        text = f"({text.strip('{}')})" if python else text
        outcome = _in_place(text, python=python)
        if outcome is not None:
            mended += 1
            assert outcome == _token_by_token(text, python=python), text
    assert mended > 200
