"""Stamps follow nodes and leave no trace."""

from toolc.ir.model import Tool, Toolset
from toolc.ir.stamp import STAMP, source_pointer, stamp, strip

SCHEMA = {
    "type": "object",
    "properties": {"a/b": {"anyOf": [{"type": "string"}]}, STAMP: {"enum": [{STAMP: 1}]}},
}


def test_stamping_and_stripping_is_the_identity() -> None:
    stamped = stamp(Toolset(name="t", tools=(Tool(name="t", input=SCHEMA),)))
    assert strip(stamped.tools[0].input) == SCHEMA


def test_each_node_knows_where_it_stood() -> None:
    stamped = stamp(Toolset(name="t", tools=(Tool(name="t", input=SCHEMA),))).tools[0].input
    branch = stamped["properties"]["a/b"]["anyOf"][0]
    assert source_pointer(branch, "/moved") == "/properties/a~1b/anyOf/0"


def test_a_node_without_stamp_stands_where_it_is() -> None:
    assert source_pointer({}, "/here") == "/here"
