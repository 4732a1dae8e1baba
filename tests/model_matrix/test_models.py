"""The rows that come with toolc: what they say, who says so, how they differ from a survey."""

import re
from datetime import date
from typing import Any

import pytest

from toolc.model_matrix import Capabilities, built_in
from toolc.runtime.model_names import model_words

CELLS = "provider native_tools parallel_calls streaming strict_mode max_tools recommended_mode"

SURVEY = """
gpt-4o              openai    yes      yes yes yes 128 native
gpt-4o-mini         openai    yes      yes yes yes 128 native
gpt-4.1             openai    yes      yes yes yes 128 native
gpt-4.1-mini        openai    yes      yes yes yes 128 native
gpt-4.1-nano        openai    yes      yes yes yes 128 native
o1                  openai    yes      yes no  yes 128 native
o3-mini             openai    yes      yes no  yes 128 native
o4-mini             openai    yes      yes no  yes 128 native
claude-sonnet-4     anthropic yes      yes yes no  500 native
claude-3.5-haiku    anthropic yes      yes yes no  500 native
gemini-2.5-pro      google    yes      yes yes no  128 native
gemini-2.0-flash    google    yes      yes yes no  128 native
mistral-large       mistral   yes      yes yes no  64  native
mistral-small       mistral   yes      yes yes no  64  native
codestral           mistral   yes      yes yes no  64  native
command-r-plus      cohere    yes      no  no  no  40  native
command-a           cohere    yes      no  no  no  40  native
deepseek-v3         deepseek  yes      yes yes no  128 native
deepseek-r1         deepseek  no       no  no  no  --  system_prompt
grok-3              xai       yes      yes yes no  128 native
grok-3-mini         xai       yes      yes yes no  128 native
llama-4-maverick    meta      yes      yes yes no  64  native
llama-4-scout       meta      yes      yes yes no  64  native
llama-3.3-70b       groq      yes      yes yes no  64  native
llama3.2:3b         ollama    template no  no  no  10  simplified
llama3.2:1b         ollama    template no  no  no  5   system_prompt
phi4-mini           ollama    template no  no  no  10  simplified
qwen2.5:7b          ollama    template no  no  no  15  native
qwen2.5:3b          ollama    template no  no  no  10  simplified
mistral:7b          ollama    template no  no  no  10  native
gemma2:9b           ollama    no       no  no  no  --  system_prompt
gemma2:2b           ollama    no       no  no  no  --  system_prompt
deepseek-r1:8b      ollama    no       no  no  no  --  system_prompt
qwq:32b             ollama    no       no  no  no  --  system_prompt
smollm2:1.7b        ollama    no       no  no  no  --  system_prompt
"""
"""Tool calling by model, as it was told in 2025: the cells of each model, as in `CELLS`."""

_O_SERIES = "LiteLLM 1.110.2: its parallel calls are told to be off"
_OLLAMA = "Ollama streams calls since 2025-05-28 (ollama.com/blog/streaming-tool)"
_VERTEX = "Vertex AI documents 512 declarations (2026); 128 was the earlier limit"
_MISTRAL = "mistralai 3.7.0 has `function.strict`"
_COHERE = "docs.cohere.com, version 2"
_XAI = "docs.x.ai: every tool is strict; 200 tools by its own refusals (2026-05-22)"

CORRECTIONS: dict[tuple[str, str], tuple[Any, str]] = {
    ("o1", "parallel_calls"): (False, _O_SERIES),
    ("o3-mini", "parallel_calls"): (False, _O_SERIES),
    ("o4-mini", "parallel_calls"): (False, _O_SERIES),
    ("o3-mini", "streaming"): (True, "OpenAI's page of the model lists streaming (2026-03-21)"),
    ("o4-mini", "streaming"): (True, "a recorded stream of one of its calls (2026-03-12)"),
    ("gemini-2.5-pro", "max_tools"): (512, _VERTEX),
    ("gemini-2.0-flash", "max_tools"): (512, _VERTEX),
    ("mistral-large", "strict_mode"): (True, _MISTRAL),
    ("mistral-small", "strict_mode"): (True, _MISTRAL),
    ("codestral", "strict_mode"): (True, _MISTRAL),
    ("command-r-plus", "parallel_calls"): (True, f"{_COHERE}: usage patterns for tool use"),
    ("command-r-plus", "streaming"): (True, f"{_COHERE}: tool-call-delta events"),
    ("command-r-plus", "strict_mode"): (True, f"{_COHERE}: strict_tools (2026-08-06)"),
    ("command-a", "parallel_calls"): (True, f"{_COHERE}: usage patterns for tool use"),
    ("command-a", "streaming"): (True, f"{_COHERE}: tool-call-delta events"),
    ("command-a", "strict_mode"): (True, f"{_COHERE}: strict_tools (2026-08-06)"),
    ("grok-3", "strict_mode"): (True, _XAI),
    ("grok-3", "max_tools"): (200, _XAI),
    ("grok-3-mini", "strict_mode"): (True, _XAI),
    ("grok-3-mini", "max_tools"): (200, _XAI),
    ("llama-3.3-70b", "provider"): ("together", "LiteLLM 1.110.2 has it at Together, not at Groq"),
    ("llama3.2:3b", "streaming"): (True, _OLLAMA),
    ("llama3.2:1b", "streaming"): (True, _OLLAMA),
    ("phi4-mini", "streaming"): (True, _OLLAMA),
    ("qwen2.5:7b", "streaming"): (True, _OLLAMA),
    ("qwen2.5:7b", "parallel_calls"): (True, "LiteLLM 1.110.2: so at Novita and Together"),
    ("qwen2.5:3b", "streaming"): (True, _OLLAMA),
    ("mistral:7b", "streaming"): (True, _OLLAMA),
    ("qwq:32b", "native_tools"): ("template", "LiteLLM 1.110.2: six hosts give it tools"),
    ("qwq:32b", "parallel_calls"): (True, "LiteLLM 1.110.2: so at Hyperbolic"),
    ("qwq:32b", "streaming"): (True, _OLLAMA),
    ("qwq:32b", "recommended_mode"): ("native", "as for any model of its size with a template"),
    ("smollm2:1.7b", "native_tools"): ("template", "ollama.com/library/smollm2: its template"),
    ("smollm2:1.7b", "streaming"): (True, _OLLAMA),
}
"""Where the rows say something else than the survey, with what they go by."""

_WORDS = {"yes": True, "no": False, "--": None}


def survey() -> list[tuple[str, str, Any]]:
    """Each cell of the survey: model, cell, value."""
    found = []
    for line in SURVEY.strip().splitlines():
        name, *values = line.split()
        for cell, word in zip(CELLS.split(), values, strict=True):
            value: Any = word if cell == "native_tools" else _WORDS.get(word, word)
            found.append((name, cell, int(word) if word.isdigit() else value))
    return found


@pytest.mark.parametrize(("name", "cell", "value"), survey())
def test_a_cell_is_that_of_the_survey_or_corrected(name: str, cell: str, value: Any) -> None:
    said = getattr(built_in()[name], cell)
    corrected, _ = CORRECTIONS.get((name, cell), (value, ""))
    assert said == corrected


def test_each_correction_differs_from_the_survey() -> None:
    told = {(name, cell): value for name, cell, value in survey()}
    assert all(value != told[where] for where, (value, _) in CORRECTIONS.items())


ROWS = list(built_in())


def test_there_are_many_more_models() -> None:
    surveyed = {built_in()[line.split()[0]].pattern for line in SURVEY.strip().splitlines()}
    assert len(surveyed) == 35
    assert len({row.pattern for row in ROWS} - surveyed) >= 150


def test_no_pattern_hides_another() -> None:
    patterns = built_in().patterns
    assert [row.pattern for row in ROWS] == list(patterns)
    assert len({model_words(pattern) for pattern in patterns}) == len(patterns)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.pattern)
def test_a_row_says_who_says_so_and_makes_sense(row: Capabilities) -> None:
    assert row.source
    assert re.search(r"https://|survey", row.source)
    assert row.date is not None
    assert date(2024, 1, 1) < row.date <= date(2026, 11, 30)
    assert row.provider
    if row.native_tools == "no":
        assert not row.parallel_calls
        assert not row.strict_mode
        assert row.max_tools is None
        assert row.recommended_mode == "system_prompt"
