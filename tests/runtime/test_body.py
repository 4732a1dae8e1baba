"""What a body tells while it is read."""

import pytest

from toolc.runtime.body import END, MORE, REFUSED, JsonBody


def _read(text: str, step: int, *, named: bool = False, guard: bool = True) -> tuple[int, str, str]:
    """Where reading ended, for what, and the name, with the text in pieces of `step`."""
    body = JsonBody(named=named, guard=guard, longest_name=20)
    for begin in range(0, len(text), step):
        piece = text[begin : begin + step]
        at, found = 0, ":"
        while at < len(piece) and found not in {END, REFUSED}:
            at, found = body.read(piece, at, final=False)
        if found in {END, REFUSED}:
            return begin + at, found, body.name
    return len(text), MORE, body.name


@pytest.mark.parametrize(
    ("text", "at", "found", "name"),
    [
        ('{"name": "f", "arguments": {}}', 30, END, "f"),
        ('{"arguments": {"name": "g"}, "name" : "f" }', 43, END, "f"),
        ('{"function": {"name": "f"}}', 27, END, ""),
        ('{"answer": 1}', 4, REFUSED, ""),
        ('{"name": "f", "version": 1}', 16, REFUSED, "f"),
        ('{"names": "f"}', 7, REFUSED, ""),
        ('{ "name" : "an essay that never ends', 31, REFUSED, ""),
        ("{some prose", 2, REFUSED, ""),
    ],
)
def test_is_refused_at_the_character_that_decides(
    text: str, at: int, found: str, name: str
) -> None:
    for step in range(1, len(text) + 1):
        assert _read(text, step) == (at, found, name), step


@pytest.mark.parametrize(
    ("text", "named", "deltas"),
    [
        ('{"name": "f", "arguments":  {"a": " b "} }', False, '{"a": " b "}'),
        ('{"arguments": "{}" , "name": "f"}', False, '"{}"'),
        ('{ "a": " " }', True, '{ "a": " " }'),
    ],
)
def test_deltas_are_the_arguments(text: str, deltas: str, *, named: bool) -> None:
    for step in range(1, len(text) + 1):
        body = JsonBody(named=named, guard=False, longest_name=20)
        told = ""
        for begin in range(0, len(text), step):
            body.read(text[begin : begin + step], 0, final=False)
            told += body.deltas()
        assert (told or body.early(text)) == deltas


def test_settles_once_arguments_follow_a_name() -> None:
    body = JsonBody(named=False, guard=False, longest_name=20)
    body.read('{"name": "f", "argu', 0, final=False)
    assert not body.settled
    body.read('ments": ', 0, final=False)
    assert body.settled
