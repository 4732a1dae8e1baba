"""Values that are already in memory: copied, checked, bounded."""

import datetime
import time
from typing import Any

import pytest

from toolc.diagnostics.errors import InputError
from toolc.frontends.documents import read_document
from toolc.frontends.documents_plain import read_plain


def deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


def test_a_copy_is_read_so_that_the_callers_value_stays_its_own() -> None:
    given = {"a": [{"b": 1}]}
    read = read_document(given).value
    given["a"][0]["b"] = 2
    assert read == {"a": [{"b": 1}]}


def test_what_yaml_libraries_give_becomes_json() -> None:
    given = {200: ("x", datetime.date(2020, 1, 1)), "a": {None: 1.5}}
    assert read_plain(given, "f", 9) == {"200": ["x", "2020-01-01"], "a": {"None": 1.5}}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"x", object()])
def test_what_is_not_json_is_refused_with_its_place(value: object) -> None:
    with pytest.raises(InputError) as caught:
        read_plain({"a": [0, value]}, "f", 9)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "TC104"
    assert diagnostic.origin is not None
    assert diagnostic.origin.pointer == "/a/1"


@pytest.mark.parametrize(("levels", "is_read"), [(5, True), (6, False), (100_000, False)])
def test_depth(levels: int, is_read: bool) -> None:  # noqa: FBT001  a column of the table above
    value = deep(levels)
    if is_read:
        assert read_plain(value, "f", 5) == value
        return
    with pytest.raises(InputError) as caught:
        read_plain(value, "f", 5)
    assert caught.value.diagnostics[0].code == "TC106"


def test_a_value_that_holds_itself_is_too_deep() -> None:
    value: dict[str, Any] = {}
    value["a"] = [value]
    with pytest.raises(InputError):
        read_document(value)


def test_a_value_shared_many_times_is_copied_once() -> None:
    value: list[Any] = []
    for _ in range(100):
        value = [value, value]
    begin = time.process_time()
    read = read_plain(value, "f", 200)
    assert time.process_time() - begin < 1
    assert read[0] is read[1]
