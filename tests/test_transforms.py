"""Transforms: one kit in, another kit out, the first one as it was."""

from typing import Any

import pytest

from toolc import ToolCall, ToolKit, UsageError, transforms

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "seats": {"$ref": "#/$defs/Seats"},
        "city": {"type": "string"},
    },
    "required": ["seats", "city"],
    "additionalProperties": False,
    "$defs": {
        "Seats": {
            "type": "object",
            "properties": {"adults": {"type": "integer"}, "children": {"type": "integer"}},
            "required": ["adults"],
            "additionalProperties": False,
        }
    },
}


@pytest.fixture
def kit() -> ToolKit:
    return ToolKit.from_mcp([{"name": "book", "inputSchema": SCHEMA}])


def test_deref_writes_references_out(kit: ToolKit) -> None:
    schema = transforms.deref(kit)["book"].input
    assert "$ref" not in str(schema)
    assert schema["properties"]["seats"]["required"] == ["adults"]


def test_flatten_lifts_nested_objects(kit: ToolKit) -> None:
    schema = transforms.flatten(kit)["book"].input
    assert set(schema["properties"]) == {"seats_adults", "seats_children", "city"}
    assert set(schema["required"]) == {"seats_adults", "city"}


def test_strictify_requires_every_key(kit: ToolKit) -> None:
    schema = transforms.strictify(kit)["book"].input
    seats = schema["$defs"]["Seats"]
    assert seats["required"] == ["adults", "children"]
    assert seats["additionalProperties"] is False


@pytest.mark.parametrize("transform", [transforms.deref, transforms.flatten, transforms.strictify])
def test_a_transform_leaves_its_input_and_no_marks(kit: ToolKit, transform: Any) -> None:
    before = kit.dump()
    made = transform(kit)
    assert kit.dump() == before
    assert "x-toolc" not in str(made.dump())
    assert made.to_openai()


@pytest.mark.parametrize(
    ("name", "arguments", "valid"),
    [
        ("book", {"seats": {"adults": 1}, "city": "Oslo"}, True),
        ("book", {"city": "Oslo"}, False),
        ("boook", {}, False),
    ],
)
def test_validate_a_call(kit: ToolKit, name: str, arguments: dict[str, Any], valid: bool) -> None:  # noqa: FBT001 - a column of the table
    call = ToolCall(id="1", name=name, arguments=arguments)
    assert transforms.validate(call, kit).valid is valid


def test_blanks_are_dropped_where_they_can_be_left_out() -> None:
    properties = {
        "must": {"type": "string"},
        "may": {"type": "string"},
        "choice": {"enum": ["", "a"]},
        "never": {"const": None},
        "flag": {"type": "boolean"},
    }
    schema = {"type": "object", "properties": properties, "required": ["must"]}
    kit = ToolKit.from_mcp([{"name": "t", "inputSchema": schema}])
    given = {"must": "", "may": "", "choice": "", "never": None, "flag": False, "more": None}
    call = ToolCall(id="1", name="t", arguments=given, raw="...")
    kept = {"must": "", "choice": "", "never": None, "flag": False}
    assert transforms.drop_blanks(call, kit) == ToolCall("1", "t", kept, raw="...")
    assert call.arguments == given


def test_simplify_goes_by_the_size_of_a_model(kit: ToolKit) -> None:
    def simplified(**options: Any) -> dict[str, Any]:
        return transforms.simplify(kit, **options).dump()

    assert simplified(target_model="llama3.2:3b") == simplified(size="small") == simplified()
    assert simplified(target_model="qwen2.5:7b") == simplified(size="medium")
    assert simplified(target_model="gpt-4o", size="small") == simplified(size="small")
    with pytest.raises(UsageError, match="the size of `no-such-model` is not known"):
        simplified(target_model="no-such-model")
