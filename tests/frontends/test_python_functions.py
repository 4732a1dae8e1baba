"""Functions and classes as tools: what signature and docstring say, and what is no tool."""

import enum
import functools
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import Doc, TypedDict, deprecated

from toolc import InputError, ToolKit
from toolc.frontends.python_functions import read_functions
from toolc.ir.model import NoBinding, PythonBinding, Schema, Tool


class Unit(enum.Enum):
    CELSIUS = "c"
    FAHRENHEIT = "f"


class Node(BaseModel):
    """A tree.

    Attributes:
        value: What it holds.

    """

    value: int
    children: list["Node"] = []


@dataclass
class Point:
    x: int
    y: float = 0.5


class Options(TypedDict, total=False):
    """How."""

    fast: bool


def one(item: Callable[..., Any]) -> Tool:
    [tool], diagnostics = read_functions([item])
    assert diagnostics == ()
    return tool


def properties(item: Callable[..., Any]) -> dict[str, Schema]:
    found: dict[str, Schema] = one(item).input["properties"]
    return found


def weather(  # noqa: D417 - two of them say nothing, which is part of it
    city: str, days: int = 3, *, unit: Unit = Unit.CELSIUS, tree: Node | None = None
) -> dict[str, float]:
    """Get the weather.

    Args:
        city: Where.
        days: How many.

    Returns:
        A temperature for each day.

    """
    del city, days, unit, tree
    return {}


def test_a_function() -> None:
    tool = one(weather)
    assert (tool.name, tool.description) == ("weather", "Get the weather.")
    assert tool.binding == PythonBinding(module=__name__, qualname="weather")
    assert tool.origin is not None
    assert tool.origin.file.endswith("test_python_functions.py")
    assert tool.input == {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Where."},
            "days": {"type": "integer", "description": "How many.", "default": 3},
            "unit": {"$ref": "#/$defs/Unit", "default": "c"},
            "tree": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}], "default": None},
        },
        "required": ["city"],
        "additionalProperties": False,
        "$defs": tool.input["$defs"],
    }
    assert tool.input["$defs"]["Unit"] == {"enum": ["c", "f"], "type": "string"}
    assert tool.output == {
        "type": "object",
        "additionalProperties": {"type": "number"},
        "description": "A temperature for each day.",
    }


async def fetch(url: Annotated[str, Field(min_length=1), "What to fetch."]) -> None:
    """Fetch."""
    del url


def test_an_async_function_and_what_annotations_say() -> None:
    tool = one(fetch)
    assert (tool.output, tool.input["required"]) == (None, ["url"])
    url = {"type": "string", "minLength": 1, "description": "What to fetch."}
    assert tool.input["properties"] == {"url": url}


def test_descriptions_by_what_is_nearest_to_the_parameter() -> None:
    def f(
        a: Annotated[int, Field(description="field"), "text"],
        b: Annotated[int, "text"],
        c: Annotated[int, Doc("doc")],
        d: int,
    ) -> None:
        """Do.

        Args:
            a: docstring
            b: docstring
            c: docstring
            d: docstring

        """

    said = {name: schema["description"] for name, schema in properties(f).items()}
    assert said == {"a": "field", "b": "text", "c": "doc", "d": "docstring"}


def test_defaults_wherever_they_stand() -> None:
    def f(
        a: int = Field(4, ge=1),
        b: Annotated[int, Field(default=5)] = 6,
        c: int = Field(ge=1),
        e: Any = object(),  # noqa: B008 - a default that JSON can't say
        g: int = None,  # type: ignore[assignment]  # noqa: RUF013 - which is what this is about
        h: float = float("inf"),
    ) -> None: ...

    tool = one(f)
    assert tool.input["properties"] == {
        "a": {"type": "integer", "minimum": 1, "default": 4},
        "b": {"type": "integer", "default": 6},
        "c": {"type": "integer", "minimum": 1},
        "e": {},
        "g": {"type": "integer"},
        "h": {"type": "number"},
    }
    assert tool.input["required"] == ["c"]


def test_a_method_a_partial_and_an_object_that_is_called() -> None:
    class Shop:
        def buy(self, what: str) -> None:
            """Buy."""

        def __call__(self, what: str) -> None: ...

    shop = Shop()
    method = one(shop.buy)
    assert list(method.input["properties"]) == ["what"]
    assert isinstance(method.binding, PythonBinding)
    bound = one(functools.partial(weather, "Oslo"))
    assert (bound.name, bound.binding) == ("weather", NoBinding())
    assert list(bound.input["properties"]) == ["days", "unit", "tree"]
    assert (one(shop).name, list(properties(shop))) == ("Shop", ["what"])


def test_a_model() -> None:
    tool = one(Node)
    assert (tool.name, tool.description) == ("Node", "A tree.")
    assert tool.input["properties"] == {
        "value": {"type": "integer", "description": "What it holds."},
        "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "default": []},
    }
    assert tool.binding == PythonBinding(module=__name__, qualname="Node")


def test_a_dataclass_and_a_typed_dictionary() -> None:
    tool = one(Point)
    assert (tool.description, tool.input["required"]) == ("", ["x"])
    assert "$defs" not in tool.input
    assert one(Options).description == "How."
    assert properties(Options) == {"fast": {"type": "boolean"}}


def test_a_title_of_ones_own_is_kept() -> None:
    class Titled(BaseModel):
        model_config = ConfigDict(title="A title")
        kind: Literal["a"] = Field("a", title="Its kind")

    tool = one(Titled)
    assert tool.title == "A title"
    assert tool.input["properties"]["kind"]["title"] == "Its kind"


def test_what_is_deprecated_is_marked() -> None:
    @deprecated("use another")
    def old() -> None: ...

    assert one(old).deprecated
    assert not one(weather).deprecated


def test_a_result_without_a_schema_is_told_in_words() -> None:
    def lock() -> threading.Event:  # type: ignore[empty-body]  # it is never called
        """Lock.

        Returns:
            The lock.

        """

    tool = one(lock)
    assert (tool.output, tool.description) == (None, "Lock.\n\nReturns: The lock.")


def positional(a: int, /) -> None: ...
def many(*values: int) -> None: ...
def any_names(**values: int) -> None: ...
def unknown(a: "Nowhere") -> None: ...  # type: ignore[name-defined]  # noqa: F821 - which is what this is about
def no_json(a: int, then: Callable[[int], int]) -> None: ...
def no_type(event: threading.Event) -> None: ...


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (positional, "its parameter `a` can't be given by name"),
        (many, "`*values` takes any number of values"),
        (any_names, "`**values` takes any names"),
        (unknown, "its annotations can't be read: name 'Nowhere' is not defined"),
        (no_json, "its parameter `then` has no JSON Schema"),
        (no_type, "its parameter `event` has no JSON Schema"),
        (lambda a: a, "it has no name"),
        (5, "it is neither a function nor a class"),
        (int, "its values are no objects"),
        (threading.Event, "it has no JSON Schema"),
    ],
)
def test_what_can_t_be_a_tool_is_told_and_the_others_are_read(item: Any, said: str) -> None:
    [tool], [problem] = read_functions([item, weather])
    assert (tool.name, problem.code, problem.severity) == ("weather", "TC142", "error")
    assert said in problem.message
    assert problem.help


def test_two_of_one_name_are_an_error() -> None:
    tools, [problem] = read_functions([weather, weather])
    assert (len(tools), problem.code) == (1, "TC114")


def test_a_toolkit_of_functions() -> None:
    kit = ToolKit.from_functions([weather, Node])
    assert [tool.name for tool in kit] == ["weather", "Node"]
    assert [source.file for source in kit.toolset.sources] == [__name__]
    assert kit.validate("weather", {"city": "Oslo"}).valid
    assert not kit.validate("weather", {"city": "Oslo", "day": 1}).valid
    assert ToolKit.from_ir(kit.dump()).toolset == kit.toolset
    with pytest.raises(InputError, match="takes any names"):
        ToolKit.from_functions([any_names])
