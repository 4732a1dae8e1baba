"""Recorded traffic: each call is read as the provider's SDK reads it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runtime.shared import CORPORA

from toolc.runtime import ToolCalls, parse_stream_tool_calls, parse_tool_calls

from .recorded import calls_of, chunks_of, replies_of
from .sdks import SDKS, calls_by_sdk, sdk_events

RECORDINGS = CORPORA / "other" / "recordings"
FIXTURES = CORPORA / "other" / "vercel_ai_fixtures"

# what was recorded -> our provider, and how `recorded` reads it
FOLDERS = {
    "anthropic": ("anthropic", "anthropic"),
    "azure_openai_chat": ("azure", "chat"),
    "azure_openai_responses": ("azure", "responses"),
    "bedrock": ("bedrock", "bedrock"),
    "cohere": ("cohere-v2", "message"),
    "deepseek": ("deepseek", "chat"),
    "gemini": ("gemini", "gemini"),
    "gpustack_chat": ("openai", "chat"),
    "groq_chat": ("groq", "chat"),
    "huggingface": ("openai", "chat"),
    "llamastack_azure_openai_chat": ("azure", "chat"),
    "llamastack_ollama_chat": ("ollama", "chat"),
    "llamastack_openai_chat": ("openai", "chat"),
    "mistral": ("mistral", "chat"),
    "ollama_chat": ("ollama", "chat"),
    "ollama_native": ("ollama", "message"),
    "openai_chat": ("openai", "chat"),
    "openai_responses": ("openai-responses", "responses"),
    "openrouter": ("openrouter", "chat"),
    "together": ("together", "chat"),
    "writer": ("openai", "chat"),
    "xai": ("xai", "responses"),
}

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not RECORDINGS.is_dir(), reason="no recorded traffic at TOOLC_SHARED"),
]


def records(folder: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted((RECORDINGS / folder).glob("*.json")):
        record = json.loads(file.read_text(encoding="utf-8"))
        body = record.get("response_body")
        if record.get("stream") and (body or record.get("response_text")):
            if not str(record.get("response_text") or "").startswith("000"):  # frames of bytes
                yield file.name, record
        elif isinstance(body, dict) and not ("error" in body and len(body) < 3):
            yield file.name, record


def same(found: ToolCalls, expected: list[tuple[str, str, Any]], where: str) -> int:
    """Compare, and return how many calls there are; what is no object can't be run."""
    readable = [one for one in expected if isinstance(one[2], dict)]
    if [failure.kind for failure in found.failures] == ["cut_off"] and len(found) < len(readable):
        del readable[-1]  # arguments that come as an object don't show whether they are whole
    ours = [(call.id, call.name, call.arguments) for call in found]
    theirs = [
        (identifier or ours_id, name, arguments)
        for (identifier, name, arguments), (ours_id, _, _) in zip(readable, ours, strict=False)
    ]
    assert (len(ours), ours) == (len(readable), theirs), where
    assert len(found.failures) >= len(expected) - len(readable), where
    return len(readable)


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_recorded_call_is_read(folder: str) -> None:
    provider, api = FOLDERS[folder]
    calls = 0
    for name, record in records(folder):
        if record.get("stream"):
            chunks = chunks_of(record)
            expected = calls_of(api, chunks)
            calls += same(parse_stream_tool_calls(chunks, provider), expected, name)
            for size in (1, 7, 1000) if record.get("response_text") else ():
                raw = record["response_text"].encode()
                cut = [raw[at : at + size] for at in range(0, len(raw), size)]
                same(parse_stream_tool_calls(cut, provider), expected, f"{name} by {size}")
            if record.get("response_text"):
                lines = record["response_text"].splitlines()
                same(parse_stream_tool_calls(lines, provider), expected, f"{name} by line")
        else:
            expected = calls_of(api, record["response_body"])
            calls += same(parse_tool_calls(record["response_body"], provider), expected, name)
            text = json.dumps(record["response_body"])
            same(parse_tool_calls(text, provider), expected, name)
    assert calls


@pytest.mark.parametrize("folder", SDKS)
def test_each_recorded_call_is_read_as_the_sdk_reads_it(folder: str) -> None:
    provider, _ = FOLDERS[folder]
    pytest.importorskip(SDKS[folder].module, reason="the provider's SDK is not installed")
    read = 0
    for name, record in records(folder):
        events = sdk_events(folder, record)
        found = (
            parse_stream_tool_calls(events, provider)
            if record.get("stream")
            else parse_tool_calls(events[0], provider)
        )
        read += same(found, calls_by_sdk(folder, events), name)
    assert read


def fixtures() -> list[Path]:
    return sorted(path for path in FIXTURES.rglob("*") if path.suffix in {".json", ".txt"})


# folder of the fixtures -> our provider, and how `recorded` reads it
FIXTURE_FOLDERS = {
    "amazon-bedrock": ("bedrock", "bedrock"),
    "anthropic": ("anthropic", "anthropic"),
    "azure": ("azure", "responses"),
    "cerebras": ("openai", "chat"),
    "cohere": ("cohere-v2", "message"),
    "deepseek": ("deepseek", "chat"),
    "google": ("gemini", "gemini"),
    "groq": ("groq", "chat"),
    "mistral": ("mistral", "chat"),
    "moonshotai": ("openai", "chat"),
    "open-responses": ("openai-responses", "responses"),
    "openai": ("openai-responses", "responses"),
    "perplexity": ("openai", "chat"),
    "xai": ("xai", "responses"),
}


@pytest.mark.parametrize("folder", FIXTURE_FOLDERS)
def test_each_call_of_the_fixtures_is_read(folder: str) -> None:
    provider, api = FIXTURE_FOLDERS[folder]
    for file in fixtures():
        if file.relative_to(FIXTURES).parts[0] != folder:
            continue
        text = file.read_text(encoding="utf-8")
        if '"partialArgs"' in text or '"interaction' in text:
            continue  # the former has a test of its own, the latter is another API
        chunks = [json.loads(line) for line in text.splitlines()] if ".chunks" in file.name else []
        if chunks:
            expected = []
            for reply in replies_of(chunks):
                calls = calls_of(api, reply)
                same(parse_stream_tool_calls(reply, provider), calls, file.name)
                expected += calls
            if len(replies_of(chunks)) == 1:
                same(parse_stream_tool_calls(text, provider), expected, file.name)
        else:
            reply = json.loads(text)
            same(parse_tool_calls(reply, provider), calls_of(api, reply), file.name)
