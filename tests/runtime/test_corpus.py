"""Replies recorded from many models: the calls in them are found, and none where there is none."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from toolc.runtime import TextDelta, ToolCallParser, parse
from toolc.runtime.calls import ParseResult
from toolc.runtime.grammar import grammar
from toolc.runtime.report import NAME_SLACK

from .documents import TOOLS, document
from .shared import cases, descriptions, free_texts, safe_cases
from .streams import run

needs_cases = pytest.mark.skipif(not cases(), reason="no recorded replies at TOOLC_SHARED")

# Names of the recordings that are no dialect of their own.
SAME_AS = {"generic_json": "json"}

# Recorded calls that are not read as recorded, each with the reason.
MISSES = {
    "inkling-fc0bfeb9": "NaN is no JSON value: a failure, where the source passes it on",
    "poolside_v1-4eeb0a9a": "a key without its value: a failure, where the source drops the key",
    "lfm2-1d5ac15e": "unescaped quotes inside a Python string: where it ends can't be known",
    "kimi_k2-edec771f": "a call inside reasoning that never ends: text, unless an option says so",
}

CUTS_OF_ALL_UP_TO = 300  # characters of a text that is cut at every position
RANDOM_CUTS = 200


def _tools(case: dict[str, Any]) -> list[dict[str, Any]] | None:
    return case.get("tools") or None


def _dialect(case: dict[str, Any]) -> str:
    name: str = case["dialect"]
    return SAME_AS.get(name, name)


def _calls(result: ParseResult) -> list[dict[str, Any]]:
    return [{"name": call.name, "arguments": call.arguments} for call in result.calls]


def _is_right(case: dict[str, Any], dialect: str) -> bool:
    """Whether the calls are as recorded; or, where they call no tool, whether that is said."""
    result = parse(case["text"], _tools(case), dialect)
    if repr(_calls(result)) == repr(case["expected"]):  # 1, 1.0 and True are equal
        return True
    names = {tool["name"] for tool in case.get("tools") or ()}
    unknown = bool(names) and any(call["name"] not in names for call in case["expected"])
    refused = {failure.kind for failure in result.failures} == {"unknown_tool"}
    return unknown and refused and _calls(parse(case["text"], None, dialect)) == case["expected"]


@needs_cases
@pytest.mark.parametrize("auto", [False, True])
def test_recorded_calls_are_read(*, auto: bool) -> None:
    judged = [case for case in safe_cases() if case.get("tools") or not auto]
    wrong = {
        case["id"] for case in judged if not _is_right(case, "auto" if auto else _dialect(case))
    }
    assert wrong == {case["id"] for case in judged} & MISSES.keys()
    assert len(wrong) <= len(judged) * (0.03 if auto else 0.01)


def _cuts(text: str, rng: random.Random, share: float) -> Iterator[list[str]]:
    yield list(text)
    if len(text) <= CUTS_OF_ALL_UP_TO:
        for at in range(1, len(text)):
            if rng.random() < share:
                yield [text[:at], text[at:]]
        return
    for _ in range(int(RANDOM_CUTS * share)):
        marks = sorted(rng.sample(range(len(text)), rng.randint(1, 9)))
        yield [text[begin:end] for begin, end in pairwise([0, *marks, len(text)])]


def _differences(share: float) -> list[str]:
    rng = random.Random(1)  # noqa: S311 - the same cuts on every run
    wrong: list[str] = []
    for case in cases():
        for dialect in (_dialect(case), "auto"):
            whole = run([case["text"]], _tools(case), dialect=dialect)
            wrong += [
                f"{case['id']} {dialect} {[len(piece) for piece in pieces]}"
                for pieces in _cuts(case["text"], rng, share)
                if run(pieces, _tools(case), dialect=dialect) != whole
            ]
    return wrong


@needs_cases
def test_no_cut_of_a_tenth_changes_an_event() -> None:
    assert _differences(0.1) == []


@needs_cases
@pytest.mark.corpus
def test_no_cut_at_all_changes_an_event() -> None:
    assert _differences(1.0) == []


@needs_cases
@pytest.mark.corpus
def test_free_text_holds_no_calls() -> None:
    texts = [*free_texts(), *descriptions()]
    wrong = [text for text, tools in texts if parse(text, tools or TOOLS).calls]
    assert len(texts) > 5_000
    assert len(wrong) <= len(texts) / 1_000


def _false_calls(count: int) -> list[str]:
    texts = map(document, range(count))
    return [text for text in texts if (result := parse(text, TOOLS)).calls or result.failures]


def test_documents_about_calls_hold_none() -> None:
    assert _false_calls(300) == []


def test_text_is_held_no_longer_than_a_marker_or_a_name() -> None:
    literals = [*grammar("auto").openers, *grammar("auto").outer, *grammar("auto").thinks]
    longest = max(*map(len, literals), *(len(tool["name"]) + NAME_SLACK for tool in TOOLS))
    for text in map(document, range(100)):
        parser, shown = ToolCallParser(TOOLS), 0
        for at, char in enumerate(text):
            events = parser.feed(char)
            shown += sum(len(event.text) for event in events if isinstance(event, TextDelta))
            if "</think>" in text[: at + 1]:
                break  # that tag is nobody's text
            assert at + 1 - shown <= longest, text[: at + 1][-80:]


@pytest.mark.corpus
def test_many_documents_about_calls_hold_none() -> None:
    assert len(_false_calls(2_000)) <= 2
