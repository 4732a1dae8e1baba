"""YAML: the 1.2 core schema, merge keys, and what is refused before it can do harm."""

import time

import pytest

from toolc.diagnostics.errors import InputError
from toolc.frontends.documents_yaml import read_yaml

DEPTH = 200
BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 30)
)


def value_of(text: str) -> object:
    return read_yaml(text, "a.yaml", DEPTH)[0]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *[(text, text) for text in ("yes", "no", "on", "Off", "y", "2020-01-01", "1:30", "1_000")],
        *[(text, text) for text in ("0b1", "1e", "+.", "nULL", "=", "<", "1.2.3", "08:00")],
        *[(text, None) for text in ("~", "null", "Null", "NULL", "")],
        *[(text, True) for text in ("true", "True", "TRUE")],
        *[(text, False) for text in ("false", "False", "FALSE")],
        ("1", 1), ("-7", -7), ("+1", 1), ("08", 8), ("0o17", 15), ("0xfF", 255),
        ("1.", 1.0), (".5", 0.5), ("1e3", 1000.0), ("-1.5E-2", -0.015),
        ('"1"', "1"), ("'true'", "true"), ("!!str 1", "1"), ("!custom text", "text"),
        ("|\n  1", "1"),
    ],
)  # fmt: skip
def test_scalars_of_the_core_schema(written: str, value: object) -> None:
    found = value_of(f"a: {written}")
    assert found == {"a": value}
    assert isinstance(found, dict)
    assert type(found["a"]) is type(value)


@pytest.mark.parametrize("key", ["200", "yes", "null", "1.5", "2020-01-01", "~"])
def test_keys_are_strings_as_written(key: str) -> None:
    assert value_of(f"{key}: 1") == {key: 1}


def test_anchors_share_their_value() -> None:
    value = value_of("a: &x {b: 1}\nc: [*x, *x]")
    assert isinstance(value, dict)
    assert value == {"a": {"b": 1}, "c": [{"b": 1}, {"b": 1}]}
    assert value["c"][0] is value["a"]


@pytest.mark.parametrize(
    ("text", "merged"),
    [
        ("a: {<<: *x, k: 3}", {"k": 3, "m": 2}),
        ("a: {k: 3, <<: *x}", {"k": 3, "m": 2}),
        ("a: {<<: [*y, *x]}", {"k": 9, "m": 2}),
        ('a: {"<<": 1}', {"<<": 1}),
    ],
)
def test_merge_keys(text: str, merged: object) -> None:
    value = value_of(f"x: &x {{k: 1, m: 2}}\ny: &y {{k: 9}}\n{text}")
    assert isinstance(value, dict)
    assert value["a"] == merged


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: b: c", "TC103", 1, 5),
        ("a: [1,\nb: 2\nc", "TC103", 4, 1),
        ("a: *nowhere", "TC103", 1, 4),
        ("a: &x\n  b: *x", "TC131", 2, 6),
        ("? [1]\n: 2", "TC103", 1, 5),
        ("a: 1\n---\nb: 2", "TC103", 2, 1),
        ("a: .nan", "TC131", 1, 4),
        ("a: 1e999", "TC131", 1, 4),
        ("a: {<<: 1}", "TC103", 1, 9),
        ("a: x\nb: \x07", "TC103", 2, 4),
        ("[" * 300 + "]" * 300, "TC106", 1, DEPTH + 1),
        ("[" * 10_000 + "]" * 10_000, "TC106", 1, 1001),
        ("a: " + "{b: " * 10_000, "TC106", 1, DEPTH * 4),
        ("- " * 10_000, "TC106", 1, DEPTH * 2 + 1),
        (BOMB, "TC105", 6, 45),
    ],
)
def test_what_is_refused_and_where(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        value_of(text)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == code
    assert diagnostic.origin is not None
    assert (diagnostic.origin.line, diagnostic.origin.column) == (line, column)


def test_depth_is_counted_through_aliases() -> None:
    levels = "".join(f"a{i}: &a{i} {{b: *a{i - 1}}}\n" for i in range(1, DEPTH + 1))
    with pytest.raises(InputError) as caught:
        value_of(f"a0: &a0 []\n{levels}")
    assert caught.value.diagnostics[0].code == "TC106"


def test_keys_written_twice() -> None:
    value, diagnostics = read_yaml("a: 1\nb: {a: 2}\n'a': 3\n", "a.yaml", DEPTH)
    assert value == {"a": 3, "b": {"a": 2}}
    assert [(item.code, item.origin.line) for item in diagnostics if item.origin] == [("TC109", 3)]


def test_the_longest_integer_and_one_that_is_text() -> None:
    assert value_of(f"[{'1' * 4000}, {'1' * 4001}x]") == [int("1" * 4000), "1" * 4001 + "x"]


def test_a_large_document_is_quick() -> None:
    text = "".join(
        f"key{index}: {{type: string, description: some words}}\n" for index in range(20_000)
    )
    begin = time.process_time()
    assert len(str(value_of(text))) > len(text)
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("a: !!str 1\nb: !!map {}\nc: ! x", []),
        ("a: !secret x", ["!secret"]),
        ("a: !!set {x: null}\nb: !!python/name:os.system ''", ["!!set", "!!python/name:os.system"]),
        ("!list [1]", ["!list"]),
    ],
)
def test_unknown_tags_are_told(text: str, tags: list[str]) -> None:
    _, diagnostics = read_yaml(text, "a.yaml", DEPTH)
    assert [item.code for item in diagnostics] == ["TC130"] * len(tags)
    for item, tag in zip(diagnostics, tags, strict=True):
        assert f"`{tag}`" in item.message
