"""What dialects compile to, alone and together."""

import pytest

from toolc.runtime import UsageError
from toolc.runtime.dialects import dialects
from toolc.runtime.grammar import AUTO, grammar


def test_grammars_are_compiled_once() -> None:
    assert grammar(AUTO) is grammar(AUTO)
    assert grammar("qwen3_coder") is grammar("qwen3_xml")
    with pytest.raises(UsageError, match="no dialect is called `x`"):
        grammar("x")


def test_auto_looks_for_every_marker() -> None:
    markers = {opener.open for item in dialects().values() for opener in item.openers}
    fences = {marker.removeprefix("```") for marker in markers if marker.startswith("```")}
    others = {fence + rest for fence in ("````", "~~~") for rest in fences}
    assert fences
    assert grammar(AUTO).openers.keys() == markers | others


def test_a_model_has_its_own_dialect_tried_first() -> None:
    (first, *_) = grammar(AUTO, "XiaomiMiMo/MiMo-V2-Flash").openers["<tool_call>"]
    assert first == dialects()["mimo"].openers[0]
    assert first not in grammar(AUTO).openers["<tool_call>"]


def test_no_alias_is_another_dialects_name() -> None:
    aliases = [alias for item in dialects().values() for alias in item.aliases]
    assert len(aliases) == len(set(aliases))
    assert not dialects().keys() & set(aliases)


def test_in_auto_only_special_tokens_are_nobodys_text() -> None:
    assert "<response>" in grammar("ernie45").frames
    assert "<response>" not in grammar(AUTO).frames
    assert "<|START_RESPONSE|>" in grammar(AUTO).frames


def test_a_named_dialect_finds_its_fences_and_lists_behind_text() -> None:
    places = {opener.place for opener in grammar("pythonic").openers["["]}
    assert places == {"unmarked"}
    assert {opener.place for opener in grammar(AUTO).openers["["]} == {"leading"}
