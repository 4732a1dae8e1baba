"""Names of models, however they are spelled."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.runtime.model_names import ModelNames, model_size, model_words

SPELLINGS = [
    ["Qwen/Qwen2.5-7B-Instruct", "qwen2.5:7b-instruct", "qwen-2.5-7b-instruct"],
    [
        "meta-llama/Llama-3.3-70B",
        "llama3.3:70b",
        "us.meta.llama3-3-70b",
        "accounts/fireworks/models/llama-v3p3-70b",
        "LLAMA_3.3_70B",
    ],
    ["claude-3.5-haiku", "anthropic/claude-3-5-haiku", "bedrock/eu.anthropic.claude-3-5-haiku"],
    ["command-r+", "command-r-plus"],
    ["gpt-35-turbo", "gpt-3.5-turbo", "ft:gpt-3.5-turbo"],
    ["deepseek-v3p1", "deepseek-ai/DeepSeek-V3.1"],
]

ROWS = ModelNames(
    (name, name)
    for name in (
        "gpt-4",
        "gpt-4o",
        "gpt-4o-mini",
        "claude-sonnet-4",
        "claude-sonnet-4-5",
        "qwen3",
        "qwen3.8",
        "kimi-k2*",
        "llama-3.3-70b",
        "command-r7b",
        "command-r*",
    )
)


@pytest.mark.parametrize("names", SPELLINGS)
def test_spellings_of_one_model_have_the_same_words(names: list[str]) -> None:
    assert len({model_words(name) for name in names}) == 1


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gpt-4-0613", "gpt-4"),
        (f"ft:gpt-4o-mini:{'long' * 50}::id", "gpt-4o-mini"),
        (f"/{'models/' * 50}qwen3-8b-q4_k_m.gguf", "qwen3"),
        ("ft:gpt-4o-mini-2024-07-18:acme::abc123", "gpt-4o-mini"),
        ("claude-sonnet-4-20250514", "claude-sonnet-4"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"),
        ("claude-sonnet-4@20250514", "claude-sonnet-4"),
        ("qwen3:8b", "qwen3"),
        ("qwen3.8-27b", "qwen3.8"),
        ("Qwen/Qwen3-8B-Instruct-2507", "qwen3"),
        ("kimi-k2.7-code", "kimi-k2*"),
        ("meta-llama/Meta-Llama-3.3-70B-Instruct-Turbo", "llama-3.3-70b"),
        ("c4ai/command-r7b-12-2024", "command-r7b"),
        ("command-r-08-2024", "command-r*"),
    ],
)
def test_the_row_with_most_words_is_found(name: str, row: str) -> None:
    found = ROWS.find(name)
    assert found is not None
    assert found.value == row


@pytest.mark.parametrize(
    "name",
    ["gpt-4.5", "gpt-5", "claude-sonnet-4-7", "qwen3.5:9b", "llama-3.3-8b", "gpt", "", "///", "é"],
)
def test_another_version_or_model_is_not_taken_for_a_known_one(name: str) -> None:
    assert ROWS.find(name) is None


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("llama3.2:3b", "small"),
        ("smollm2-1.7b-instruct", "small"),
        ("qwen2.5:7b", "medium"),
        ("qwq-32b", "medium"),
        ("mixtral-8x7b", "large"),
        ("llama-3.3-70b", "large"),
        ("gpt-4o", None),
    ],
)
def test_the_number_of_parameters_tells_the_size(name: str, size: str | None) -> None:
    assert model_size(model_words(name)) == size


@settings(derandomize=True, max_examples=200)
@given(st.text(st.characters(max_codepoint=127), max_size=300))
def test_any_text_is_a_name_in_either_case(name: str) -> None:
    assert ROWS.find(name) == ROWS.find(name.swapcase())
