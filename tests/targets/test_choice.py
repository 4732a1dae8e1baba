"""What is chosen for a model, and why."""

import pytest
from syrupy.assertion import SnapshotAssertion

from toolc.model_matrix import Capabilities
from toolc.targets import TARGETS
from toolc.targets.choice import Chosen, choose
from toolc.targets.models import capabilities
from toolc.targets.modes import Mode

SURVEYED = (
    "gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-mini gpt-4.1-nano o1 o3-mini o4-mini claude-sonnet-4"
    " claude-3.5-haiku gemini-2.5-pro gemini-2.0-flash mistral-large mistral-small codestral"
    " command-r-plus command-a deepseek-v3 deepseek-r1 grok-3 grok-3-mini llama-4-maverick"
    " llama-4-scout llama-3.3-70b llama3.2:3b llama3.2:1b phi4-mini qwen2.5:7b qwen2.5:3b"
    " mistral:7b gemma2:9b gemma2:2b deepseek-r1:8b qwq:32b smollm2:1.7b"
).split()


def told(name: str) -> str:
    chosen = choose(capabilities(name))
    more = chosen.size or chosen.dialect
    how = f"{chosen.mode} ({more})" if more else chosen.mode
    return f"{name:18} {chosen.target:10} {how:22} {'; '.join(chosen.why)}"


def test_what_is_chosen_for_each_model_and_why(snapshot: SnapshotAssertion) -> None:
    assert len(SURVEYED) == 35
    assert "\n".join(map(told, SURVEYED)) == snapshot


@pytest.mark.parametrize("mode", ["native", "simplified", "system_prompt"])
def test_what_is_asked_for_is_kept(mode: Mode) -> None:
    chosen = choose(capabilities("gemma2:9b"), mode, "vllm")
    assert (chosen.mode, chosen.target) == (mode, "vllm")


def test_an_unknown_model_is_told_in_words_where_no_target_is_named() -> None:
    unknown = capabilities("no-such-model")
    assert choose(unknown).mode == "system_prompt"
    assert choose(unknown, target="anthropic").mode == "native"


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("us.anthropic.claude-sonnet-4-20250514-v1:0", "bedrock"),
        ("vertex_ai/gemini-2.5-pro", "vertex"),
        ("vertex_ai/claude-sonnet-4-5", "anthropic"),
        ("groq/openai/gpt-oss-20b", "groq"),
        ("hosted_vllm/Qwen/Qwen3-8B", "vllm"),
        ("nova-pro", "bedrock"),
        ("glm-4.6", "openai"),
    ],
)
def test_the_target_is_that_of_the_host(name: str, target: str) -> None:
    assert choose(capabilities(name)).target == target


def test_each_target_that_can_be_chosen_exists() -> None:
    providers = {"amazon", "cohere", "google", "unheard-of", *TARGETS.own}
    targets = {choose(Capabilities(name="x", provider=each)).target for each in providers}
    assert targets <= {*TARGETS.own}
    assert len(targets) > 15


def test_a_dialect_without_a_form_to_teach_gives_way() -> None:
    own = Capabilities(name="x", native_tools="no", recommended_mode="system_prompt")
    hermes = choose(own.model_copy(update={"dialect": "hermes"}))
    assert hermes.dialect == "hermes"
    assert choose(own.model_copy(update={"dialect": "react-2"})).dialect == "tagged"
    assert choose(own).dialect == "tagged"


def test_a_row_may_recommend_against_what_a_model_has() -> None:
    row = Capabilities(name="x", native_tools="yes", recommended_mode="simplified")
    chosen = choose(row)
    assert isinstance(chosen, Chosen)
    assert (chosen.mode, chosen.size) == ("simplified", "small")
    assert chosen.why[0] == "its row recommends it"
