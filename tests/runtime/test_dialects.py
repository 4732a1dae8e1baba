"""The dialect files are data that the parser can read."""

import pytest

from toolc import resources
from toolc.runtime import parse
from toolc.runtime.dialects import dialect_for_model, dialects
from toolc.runtime.model_names import model_words


def _comment(name: str) -> str:
    """The example at the head of a dialect's file."""
    lines = resources.text("grammars", f"dialects/{name}.toml").splitlines()
    return "\n".join(line[6:] for line in lines if line.startswith("#     ") and line[6] != " ")


def test_every_file_is_a_dialect() -> None:
    names = [name for name in resources.names("grammars") if name.startswith("dialects/")]
    assert [f"dialects/{name}.toml" for name in dialects()] == names
    for dialect in dialects().values():
        assert dialect.title
        assert "202" in dialect.reference


@pytest.mark.parametrize("name", [name for name, item in dialects().items() if item.example])
@pytest.mark.parametrize("auto", [False, True])
def test_the_form_told_to_a_model_is_read(name: str, *, auto: bool) -> None:
    form = dialects()[name].example
    text = form.replace("{name}", "now").replace("{ ... }", "{}")
    result = parse(text, [{"name": "now"}], "auto" if auto else name)
    assert [call.name for call in result.calls] == ["now"]
    assert result.text == ""


@pytest.mark.parametrize("name", sorted(dialects()))
@pytest.mark.parametrize("auto", [False, True])
def test_the_example_in_the_file_is_read(name: str, *, auto: bool) -> None:
    tools = [
        {"name": tool, "parameters": {"type": "object", "properties": {"city": {}}}}
        for tool in ("get_weather", "now", "weather.get")
    ]
    calls = parse(_comment(name), tools, "auto" if auto else name).calls
    assert calls[0].name in {"get_weather", "weather.get"}
    assert calls[0].arguments["city"] == "Oslo"


def test_each_name_of_a_model_leads_to_one_dialect() -> None:
    patterns = [pattern for dialect in dialects().values() for pattern in dialect.models]
    assert all("*" not in pattern[:-1] and "?" not in pattern for pattern in patterns)
    assert len({model_words(pattern) for pattern in patterns}) == len(patterns)


def test_models_find_their_dialect() -> None:
    assert dialect_for_model("NousResearch/Hermes-2-Pro-Llama-3-8B") == "hermes"
    assert dialect_for_model("unheard-of") is None
