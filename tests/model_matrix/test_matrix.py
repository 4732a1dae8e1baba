"""Finding what is known of a model by any of its names, and a file of one's own."""

from datetime import date
from typing import Any

import pytest

from toolc.diagnostics.errors import InputError
from toolc.model_matrix import built_in
from toolc.runtime.dialects import dialect_for_model, dialects


@pytest.mark.parametrize(
    ("name", "pattern", "provider"),
    [
        ("gpt-4o", "gpt-4o", "openai"),
        ("openai/gpt-4o", "gpt-4o", "openai"),
        ("GPT-4O-2024-08-06", "gpt-4o", "openai"),
        ("azure/us/gpt-4o", "gpt-4o", "azure"),
        ("ft:gpt-4o-2024-08-06:acme::id", "gpt-4o", "openai"),
        ("openrouter/openai/gpt-4o", "gpt-4o", "openrouter"),
        ("o1-mini-2024-09-12", "o1-mini", "openai"),
        ("models/gemini-2.5-pro", "gemini-2.5-pro", "google"),
        ("vertex_ai/gemini-2.5-pro", "gemini-2.5-pro", "vertex"),
        ("vertex_ai/claude-sonnet-4-5@20250929", "claude-sonnet-4-5", "anthropic"),
        ("azure_ai/claude-opus-4-5", "claude-opus-4-5", "anthropic"),
        ("anthropic.claude-3-5-haiku-20241022-v1:0", "claude-3-5-haiku", "bedrock"),
        ("us.anthropic.claude-sonnet-4-20250514-v1:0", "claude-sonnet-4", "bedrock"),
        ("bedrock/us.amazon.nova-pro-v1:0", "nova-pro", "bedrock"),
        ("us.meta.llama3-3-70b-instruct-v1:0", "llama-3.3-70b", "bedrock"),
        ("openai.gpt-oss-120b-1:0", "gpt-oss-120b", "bedrock"),
        ("us.deepseek.r1-v1:0", "deepseek-r1", "bedrock"),
        ("azure_ai/Cohere-command-a", "command-a", "azure"),
        ("qwen3:8b", "qwen3", "ollama"),
        ("Qwen/Qwen3-8B-Instruct", "qwen3", "alibaba"),
        ("hosted_vllm/Qwen/Qwen3-8B", "qwen3", "vllm"),
        ("accounts/fireworks/models/llama-v3p3-70b-instruct", "llama-3.3-70b", "fireworks"),
        ("groq/llama-3.3-70b-versatile", "llama-3.3-70b", "groq"),
        ("nvidia/Llama-3.3-Nemotron-Super-49B-v1.5", "llama-3.3-nemotron-super-49b", "nvidia"),
    ],
)
def test_a_model_is_found_by_any_of_its_names(name: str, pattern: str, provider: str) -> None:
    found = built_in()[name]
    assert (found.pattern, found.provider) == (pattern, provider)
    assert found.known


def test_servers_of_open_weights_bring_tools_by_a_template() -> None:
    assert built_in()["meta-llama/Llama-3.3-70B-Instruct"].native_tools == "yes"
    assert built_in()["llama3.3:70b"].native_tools == "template"
    assert built_in()["gemma2:9b"].native_tools == "no"


def test_of_an_unknown_model_nothing_is_made_up() -> None:
    found = built_in()["gpt-40-mini"]
    assert not found.known
    said = found.model_dump(exclude={"name", "near"}, exclude_none=True)
    assert said == {}
    assert "gpt-4o-mini" in found.near


def test_a_text_format_is_known_of_models_without_a_row() -> None:
    found = built_in()["NousResearch/Hermes-2-Pro-Mistral-7B"]
    assert built_in()["LiquidAI/LFM2-Whatever"].dialect == "lfm2"
    assert (found.dialect, found.size) == ("hermes", "medium")


FORMATS = """
Qwen/Qwen2.5-7B-Instruct hermes          qwen3:8b hermes
Qwen/Qwen3-Coder-30B-A3B-Instruct qwen3_xml      qwen3.5:9b qwen3_xml
meta-llama/Llama-3.3-70B-Instruct llama3_json    llama4:scout llama4_pythonic
mistral:7b mistral                       mistralai/Mistral-Small-3.2-24B-Instruct-2506 mistral_args
mistral-large-2411 mistral               mistralai/Devstral-Small-2507 mistral_args
deepseek-r1:8b deepseek_v3               deepseek-ai/DeepSeek-V3-0324 deepseek_v3
deepseek-ai/DeepSeek-V3.1 deepseek_v31   accounts/fireworks/models/deepseek-v3p2 deepseek_v32
deepseek-v4-flash deepseek_v4            deepseek-v4.1-flash deepseek_v41
command-r-plus-08-2024 cohere_r_plus     CohereForAI/c4ai-command-r7b-12-2024 cohere
gpt-oss:20b harmony                      google/gemma-4-31b-it gemma4
google/gemma-3-27b-it pythonic           glm-4.6 glm45
zai-org/GLM-5.1 glm47                    moonshotai/Kimi-K2-Instruct-0905 kimi_k2
moonshot/kimi-k3 kimi_k3                 MiniMaxAI/MiniMax-M2.5 minimax_m2
minimax-m3 minimax_m3                    nvidia/NVIDIA-Nemotron-Nano-9B-v2 nemotron_v2
phi4-mini phi4                           ibm-granite/granite-3.3-8b-instruct granite
ibm-granite/granite-4.2-8b qwen3_xml     tencent/Hunyuan-A13B-Instruct jamba
allenai/Olmo-3-7B-Instruct olmo3         HuggingFaceTB/SmolLM3-3B hermes
ByteDance-Seed/Seed-OSS-36B-Instruct seed_oss    Salesforce/Llama-xLAM-2-8b-fc-r xlam
"""


@pytest.mark.parametrize(
    ("name", "dialect"), list(zip(FORMATS.split()[::2], FORMATS.split()[1::2], strict=True))
)
def test_the_format_of_a_model_is_the_same_for_matrix_and_parser(name: str, dialect: str) -> None:
    assert built_in()[name].dialect == dialect
    assert dialect_for_model(name) == dialect


def test_no_row_says_another_format_than_the_files_of_the_dialects() -> None:
    for row in built_in():
        assert row.dialect == dialect_for_model(row.name)
        assert row.dialect is None or row.dialect in dialects()


OWN = {
    "sources": {"card": {"title": "our own tests", "date": "2026-10-01"}},
    "families": [
        {
            "provider": "acme",
            "native_tools": "yes",
            "source": "card",
            "models": {
                "acme-1": {"max_tools": 7, "size": "small"},
                "gpt-4o": {"provider": "openai", "max_tools": 40},
                "acme*": None,
            },
        }
    ],
}


def test_a_file_of_ones_own_counts_before_the_rows_of_toolc() -> None:
    matrix = built_in().extended(OWN, "own.yaml")
    acme = matrix["acme-1-20260101"]
    assert (acme.pattern, acme.max_tools, acme.size) == ("acme-1", 7, "small")
    assert (acme.source, acme.date) == ("our own tests", date(2026, 10, 1))
    assert matrix["acme-2"].pattern == "acme*"
    assert matrix["gpt-4o"].max_tools == 40
    assert matrix["gpt-4o"].context_window == built_in()["gpt-4o"].context_window
    assert matrix["gpt-4o-mini"] == built_in()["gpt-4o-mini"]
    assert built_in()["gpt-4o"].max_tools == 128


def test_a_row_without_a_source_names_its_file() -> None:
    own = {"families": [{"models": {"acme": {"native_tools": False}}}]}
    acme = built_in().extended(own, "own.yaml")["acme"]
    assert (acme.source, acme.date, acme.native_tools) == ("own.yaml", None, "no")


def family(**cells: Any) -> dict[str, Any]:
    return {"families": [{"models": {"acme": cells}}]}


@pytest.mark.parametrize(
    ("data", "code", "pointer", "said"),
    [
        (family(max_tols=1), "TC120", "/families/0/models/acme/max_tols", "`max_tools`"),
        ({"family": []}, "TC120", "/family", "`families`"),
        ({}, "TC123", "", "families"),
        (family(native_tools="maybe"), "TC121", "/families/0/models/acme/native_tools", "template"),
        (family(max_tools=-1), "TC121", "/families/0/models/acme/max_tools", "a number of tools"),
        (family(date="soon"), "TC121", "/families/0/models/acme/date", "a date"),
        ({"families": [{"models": {}}]}, "TC121", "/families/0/models", "names of models"),
        ({"families": [{"models": {"a/b": 3}}]}, "TC121", "/families/0/models/a~1b", "a mapping"),
        ({"families": [{"models": {"*": None}}]}, "TC121", "/families/0/models/*", "the name of"),
        ([], "TC121", "", "a mapping"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    data: object, code: str, pointer: str, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        built_in().extended(data, "own.yaml")
    told = next(item for item in caught.value.diagnostics if item.code == code)
    assert told.origin is not None
    assert (told.origin.file, told.origin.pointer) == ("own.yaml", pointer)
    assert said in f"{told.message} {told.help}"
