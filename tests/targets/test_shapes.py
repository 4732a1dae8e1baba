"""The same tool in the shapes that users of each provider know."""

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.json import JSONSnapshotExtension
from target_forms import FORM_IDS, FORMS

from toolc.ir.model import Tool, Toolset
from toolc.targets import compile_for

WEATHER = Tool(
    name="get_weather",
    description="Get the current weather.",
    input={
        "type": "object",
        "properties": {
            "location": {"type": "string", "description": "City name"},
            "units": {
                "type": "string",
                "description": "Temperature units",
                "enum": ["celsius", "fahrenheit"],
                "default": "celsius",
            },
        },
        "required": ["location"],
    },
)
NOTHING = Tool(name="ping", input={"type": "object"})


@pytest.fixture
def json_snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(JSONSnapshotExtension)


@pytest.mark.parametrize("form", FORM_IDS)
def test_get_weather(form: str, json_snapshot: SnapshotAssertion) -> None:
    target, options = FORMS[form]
    toolset = Toolset(name="weather", tools=(WEATHER, NOTHING))
    assert compile_for(target, toolset, **options).tools == json_snapshot


def test_gemini_has_upper_case_types_and_tells_the_default() -> None:
    toolset = Toolset(name="weather", tools=(WEATHER, NOTHING))
    weather, ping = compile_for("gemini", toolset).tools[0]["functionDeclarations"]
    units = weather["parameters"]["properties"]["units"]
    assert weather["parameters"]["type"] == "OBJECT"
    assert "default" not in units
    assert units["description"] == 'Temperature units. Default "celsius".'
    assert "parameters" not in ping


def test_cohere_is_flat_and_folds_enum_and_default_into_the_description() -> None:
    tools = compile_for("cohere", Toolset(name="weather", tools=(WEATHER,))).tools
    assert tools[0]["parameter_definitions"]["units"] == {
        "description": 'Temperature units. One of "celsius", "fahrenheit"; default "celsius".',
        "type": "str",
        "required": False,
    }
