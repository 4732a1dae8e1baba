"""A call whose tag is the tool's own name, read alone."""

import pytest

from toolc.runtime.own_tag import OwnTagBody
from toolc.runtime.repair import Mended, Unreadable

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}}


def _value(text: str) -> object:
    body = OwnTagBody("edit")
    body.read(text, 0, final=True)
    read = body.value(text, SCHEMA, closed=True)
    return read.value if isinstance(read, Mended) else read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (' path="a" n="2"/>', {"path": "a", "n": 2}),
        ("><path>a</path><n>2</n></edit>", {"path": "a", "n": 2}),
        (' n="2"><path>a</path></edit>', {"path": "a", "n": 2}),
        ("><edit_path>a</edit_path></edit>", {"path": "a"}),
    ],
)
def test_arguments_are_attributes_and_elements(text: str, value: object) -> None:
    assert _value(text) == value


@pytest.mark.parametrize(
    "text",
    [' path="a" path="b"/>', ' path="a"><path>b</path></edit>', "><n>1</n><n>2</n></edit>"],
)
def test_an_argument_that_is_said_twice_is_not_picked(text: str) -> None:
    assert isinstance(_value(text), Unreadable)
