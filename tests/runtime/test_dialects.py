"""The dialect files are data that the parser can read."""

import pytest

from toolc import resources
from toolc.runtime import UsageError, parse
from toolc.runtime.dialects import dialect_for_model, dialects, grammar


def test_every_file_is_a_dialect_and_its_example_is_read() -> None:
    names = [name for name in resources.names("grammars") if name.startswith("dialects/")]
    assert [f"dialects/{name}.toml" for name in dialects()] == names
    for name, dialect in dialects().items():
        example = dialect.example.replace("{name}", "now").replace("{ ... }", "{}")
        for chosen in (name, "auto"):
            assert [call.name for call in parse(example, [{"name": "now"}], chosen).calls] == [
                "now"
            ]
        assert dialect.title
        assert "202" in dialect.reference


def test_models_find_their_dialect() -> None:
    assert dialect_for_model("NousResearch/Hermes-2-Pro-Llama-3-8B") == "hermes"
    assert dialect_for_model("unheard-of") is None


def test_grammars_are_compiled_once() -> None:
    assert grammar("auto") is grammar("auto")
    with pytest.raises(UsageError, match="no dialect is called `x`"):
        grammar("x")
