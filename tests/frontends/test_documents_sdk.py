"""Tools as objects of an SDK: they stand for what they hold."""

from enum import Enum
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from toolc.diagnostics.errors import InputError
from toolc.frontends.documents import read_document
from toolc.runtime.errors import UsageError
from toolc.toolkit import ToolKit


class Kind(Enum):
    OBJECT = "OBJECT"
    STRING = "STRING"


class Model(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Schema(Model):
    type: Kind
    properties: dict[str, "Schema"] | None = None
    min_length: int | None = None


class Declaration(Model):
    name: str
    description: str | None = None
    parameters: Schema | None = None


class GeminiTool(Model):
    """As google-genai has them: snake case in Python, camel case on the wire."""

    function_declarations: list[Declaration] | None = None
    google_search: dict[str, Any] | None = None


class Parameters(BaseModel):
    type: str = "object"
    defs: Any = Field(None, alias="$defs")
    properties: dict[str, Any] | None = None


NAME = Schema(type=Kind.STRING, min_length=1)
DECLARATION = Declaration(
    name="find", parameters=Schema(type=Kind.OBJECT, properties={"first_name": NAME})
)
FOUND = {"type": "object", "properties": {"first_name": {"type": "string", "minLength": 1}}}


@pytest.mark.parametrize(
    "tools",
    [
        [GeminiTool(function_declarations=[DECLARATION])],
        GeminiTool(function_declarations=[DECLARATION]),
        [{"functionDeclarations": [DECLARATION]}],
        [{"function_declarations": (DECLARATION,)}],
        DECLARATION,
    ],
    ids=["list", "one", "within", "tuple", "bare"],
)
def test_they_are_read_as_they_are_sent(tools: Any) -> None:
    kit = ToolKit.from_gemini(tools)
    assert kit.diagnostics == ()
    assert kit["find"].input == FOUND


def test_names_on_the_wire_go_before_names_in_python() -> None:
    parameters = Parameters.model_validate(
        {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"enum": [None, 1]}}}
    )
    function = {"type": "function", "function": {"name": "f", "parameters": parameters}}
    assert ToolKit.from_ollama([function])["f"].input["$defs"] == {"A": {"enum": [None, 1]}}


def test_the_official_sdk_of_mcp() -> None:
    types = pytest.importorskip("mcp.types", reason="the extra `mcp` is not installed")
    schema = {"type": "object", "properties": {"a": {"default": None}}}
    given = {"name": "f", "inputSchema": schema, "annotations": {"readOnlyHint": True}}
    tool = types.Tool.model_validate(given)
    kit = ToolKit.from_mcp(types.ListToolsResult.model_validate({"tools": [given]}))
    assert kit["f"].input == ToolKit.from_mcp([tool])["f"].input == schema
    assert kit["f"].annotations.read_only is True


def test_many_are_kept_apart() -> None:
    tools = [Declaration(name=f"t{index}") for index in range(200)]
    assert [tool.name for tool in ToolKit.from_gemini([*tools]).tools] == [
        f"t{index}" for index in range(200)
    ]


def test_what_can_not_be_dumped_is_told_at_its_place() -> None:
    class Odd(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)
        value: object

    with pytest.raises(InputError) as caught:
        read_document([{"a": Odd(value=object())}])
    [told] = caught.value.diagnostics
    assert (told.code, told.origin and told.origin.pointer) == ("TC104", "/0/a")


def test_a_class_is_no_document() -> None:
    with pytest.raises(UsageError, match="a document is"):
        read_document(Declaration)  # type: ignore[arg-type]  # that is what is refused
    with pytest.raises(InputError):
        read_document([Declaration])
