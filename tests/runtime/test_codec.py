"""Every kind of codec node, in both directions, and what it answers to what does not fit."""

from typing import Any

import pytest

from toolc.runtime.codec import Codec, CodecError, decode, encode
from toolc.runtime.guards import same

NODES: dict[str, tuple[Any, list[tuple[Any, Any]]]] = {
    "identity": (None, [({"a": 1}, {"a": 1}), (None, None)]),
    "rename": (
        {"object": {"order by": ["order_by", None, ""]}},
        [({"order by": 1}, {"order_by": 1})],
    ),
    "absent is null": (
        {"object": {"a": ["a", None, "drop"]}},
        [({}, {"a": None}), ({"a": 1}, {"a": 1}), ({"a": False}, {"a": False})],
    ),
    "absent and null apart": (
        {"object": {"a": ["a", None, "keep"]}},
        [({}, {"a": None}), ({"a": None}, {"a": {"is_null": True}}), ({"a": 0}, {"a": 0})],
    ),
    "rest": ({"object": {}, "rest": {"text": True}}, [({"k": [1]}, {"k": "[1]"})]),
    "extras": (
        {"object": {"id": ["id", None, ""]}, "extras": ["more", {"text": True}, "pairs"]},
        [
            ({"id": 1}, {"id": 1, "more": []}),
            ({"id": 1, "x": None}, {"id": 1, "more": [{"key": "x", "value": "null"}]}),
        ],
    ),
    "array": (
        {"array": {"text": True}, "prefix": [None]},
        [([1, 2, "3"], [1, "2", '"3"']), ([], [])],
    ),
    "map": (
        {"map": None},
        [({"a": 1, "b": 2}, [{"key": "a", "value": 1}, {"key": "b", "value": 2}])],
    ),
    "text": ({"text": True}, [("x", '"x"'), ({"é": [1.5]}, '{"é":[1.5]}'), (10**30, str(10**30))]),
    "enum": (
        {"enum": [[1, "1_"], ["1", "1"], [True, "true"]]},
        [(1, "1_"), ("1", "1"), (True, "true")],
    ),
    "box": (
        {"box": "value", "of": {"map": None}},
        [({"a": 1}, {"value": [{"key": "a", "value": 1}]})],
    ),
    "flat": (
        {
            "flat": {
                "who": {"required": True, "fields": {"name": ["who_name", None]}},
                "opts": {
                    "present": "opts",
                    "fields": {"deep": {"fields": {"x": ["opts_deep_x", None]}}},
                },
            }
        },
        [
            ({"who": {"name": "Ada"}}, {"who_name": "Ada"}),
            ({"who": {}, "opts": {}}, {"opts": True}),
            ({"who": {}, "opts": {"deep": {"x": 1}}}, {"opts": True, "opts_deep_x": 1}),
        ],
    ),
    "union": (
        {
            "union": [
                [{"type": "string"}, {"type": "string"}, None],
                [{"type": "object"}, {"type": "array"}, {"map": None}],
            ]
        },
        [("x", "x"), ({"a": 1}, [{"key": "a", "value": 1}])],
    ),
    "recursion": ({"ref": "Node"}, [({"v": 1, "n": {"v": 2}}, {"v": 1, "n": {"v": 2, "n": None}})]),
}
DEFINITIONS = {"Node": {"object": {"n": ["n", {"ref": "Node"}, "drop"]}}}

CASES = [
    pytest.param(node, ours, theirs, id=f"{name} {index}")
    for name, (node, pairs) in NODES.items()
    for index, (ours, theirs) in enumerate(pairs)
]


def codec_of(node: Any) -> Codec:
    return [{"tool": {"name": "their_tool", "root": node, "defs": DEFINITIONS}}]


@pytest.mark.parametrize(("node", "ours", "theirs"), CASES)
def test_encode_and_decode(node: Any, ours: Any, theirs: Any) -> None:
    if node == {"ref": "Node"}:
        theirs = {"v": 1, "n": {"v": 2, "n": None}}
    name, encoded = encode(codec_of(node), "tool", ours)
    assert name == "their_tool"
    assert same(encoded, theirs)
    assert decode(codec_of(node), "their_tool", encoded)[0] == "tool"
    assert same(decode(codec_of(node), "their_tool", encoded)[1], ours)


BROKEN = [
    ({"text": True}, "hello", "must be JSON text"),
    ({"map": None}, [{"key": "a", "value": 1}, {"key": "a", "value": 2}], "given twice"),
    ({"map": None}, {"a": 1}, "list of"),
    ({"map": None}, [{"value": 1}], "must be a pair"),
    ({"box": "value", "of": None}, {"val": 1}, 'with the key "value"'),
    ({"object": {"a b": ["a_b", None, ""]}}, {"a_b": 1, "a b": 2}, "given twice"),
    (
        {"object": {"id": ["id", None, ""]}, "extras": ["more", None, "pairs"]},
        {"id": 1, "more": [{"key": "id", "value": 2}]},
        "given twice",
    ),
]


@pytest.mark.parametrize(("node", "theirs", "words"), BROKEN)
def test_what_does_not_have_the_form_is_an_error_that_says_why(
    node: Any, theirs: Any, words: str
) -> None:
    with pytest.raises(CodecError, match=words):
        decode(codec_of(node), "their_tool", theirs)


@pytest.mark.parametrize("value", ["text", 1, None, [1], True])
def test_arguments_of_another_kind_pass_through_to_the_validator(value: Any) -> None:
    codec = codec_of({"object": {"a": ["b", None, "drop"]}})
    assert same(decode(codec, "their_tool", value)[1], value)


def test_a_model_that_writes_the_value_instead_of_its_text_is_understood() -> None:
    assert decode(codec_of({"text": True}), "their_tool", {"a": 1}) == ("tool", {"a": 1})


def test_steps_are_encoded_in_order_and_decoded_in_reverse() -> None:
    codec: Codec = [
        {"a": {"root": {"object": {"x": ["y", None, ""]}}}},
        {"a": {"name": "b", "root": {"object": {"y": ["z", {"text": True}, ""]}}}},
    ]
    assert encode(codec, "a", {"x": [1]}) == ("b", {"z": "[1]"})
    assert decode(codec, "b", {"z": "[1]"}) == ("a", {"x": [1]})


def test_tools_that_no_step_lists_pass_through() -> None:
    assert encode([{}], "other", {"x": 1}) == ("other", {"x": 1})
    assert decode([{}], "other", {"x": 1}) == ("other", {"x": 1})


FLAT = {
    "flat": {
        "passenger": {"fields": {"first": ["passenger_first", None]}, "present": "passenger_"},
        "seat": ["seat", None],
    }
}


@pytest.mark.parametrize(
    "value",
    [
        {"passenger": {"first": "A", "seat": "W"}},
        {"passenger": {"seat": "W"}, "seat": "12A"},
        {"passenger": {"more": {"deep": 1}}},
        {"passenger": {}},
        {"passenger": 5},
        {"passenger": None, "x": 1},
    ],
)
def test_what_a_flat_object_does_not_hold_stays_where_it_is(value: Any) -> None:
    codec = [{"t": {"root": FLAT}}]
    assert decode(codec, *encode(codec, "t", value)) == ("t", value)


def test_a_flat_key_given_twice_is_refused() -> None:
    codec = [{"t": {"root": FLAT}}]
    with pytest.raises(CodecError, match="twice"):
        decode(codec, "t", {"passenger_first": "A", "passenger": {"first": "B"}})
    with pytest.raises(CodecError, match="has this name"):
        encode(codec, "t", {"passenger": {"first": "A"}, "passenger_first": "B"})
