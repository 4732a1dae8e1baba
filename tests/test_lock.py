"""The lock: digests that follow what tools mean, and nothing else."""

import json
from pathlib import Path

import pytest

from toolc.diagnostics.diagnostic import Origin
from toolc.ir.model import Tool, Toolset
from toolc.lock import LOCK_FILE, locked_outputs, make_lock, tool_digest, toolset_digest, with_kept
from toolc.outputs import digest, json_text
from toolc.version import __version__

TOOL = Tool(name="a", input={"type": "object", "properties": {"x": {"type": "string"}}})


@pytest.mark.parametrize(
    "change",
    [
        {"name": "b"},
        {"description": "new"},
        {"input": {"type": "object"}},
        {"output": {"type": "object"}},
        {"deprecated": True},
    ],
)
def test_a_digest_follows_all_that_a_tool_means(change: dict[str, object]) -> None:
    assert tool_digest(TOOL.model_copy(update=change)) != tool_digest(TOOL)


def test_a_digest_does_not_follow_the_place_of_a_tool() -> None:
    moved = TOOL.model_copy(
        update={"origin": Origin(file="a.json", pointer="/3"), "places": {"": "/3"}}
    )
    assert tool_digest(moved) == tool_digest(TOOL)


def test_the_order_of_keys_in_a_schema_does_not_matter_and_the_order_of_tools_does() -> None:
    turned = TOOL.model_copy(update={"input": dict(reversed(TOOL.input.items()))})
    assert tool_digest(turned) == tool_digest(TOOL)
    other = TOOL.model_copy(update={"name": "b"})
    forth, back = (Toolset(name="k", tools=tools) for tools in ((TOOL, other), (other, TOOL)))
    assert toolset_digest(forth) != toolset_digest(back)


def test_a_lock_can_be_read_back(tmp_path: Path) -> None:
    lock = make_lock(Toolset(name="k", tools=(TOOL,)), {"a.json": digest("[]")}, {"o.json": "{}"})
    (tmp_path / LOCK_FILE).write_text(json_text(lock))
    assert locked_outputs(tmp_path) == {"o.json": digest("{}")}
    assert lock["toolc"] == __version__
    assert lock["tools"] == {"a": tool_digest(TOOL)}


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"outputs": 3}', "[" * 100_000, '{"outputs": {"a": 1}}']
)
def test_a_broken_lock_locks_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / LOCK_FILE).write_text(text)
    assert locked_outputs(tmp_path) == {}
    assert locked_outputs(tmp_path / "nowhere") == {}


def test_a_lock_is_json_without_a_date_or_a_folder(tmp_path: Path) -> None:
    text = json.dumps(make_lock(Toolset(name="k", tools=(TOOL,)), {}, {}))
    assert str(tmp_path) not in text
    assert set(json.loads(text)) == {"toolc", "toolset", "digest", "sources", "tools", "outputs"}


def test_a_lock_remembers_what_was_kept(tmp_path: Path) -> None:
    lock = json_text(make_lock(Toolset(name="k", tools=(TOOL,)), {}, {"a.json": "1"}))
    assert with_kept(lock, {}) == lock
    (tmp_path / LOCK_FILE).write_text(with_kept(lock, {"old.md": digest("x")}))
    assert locked_outputs(tmp_path) == {"old.md": digest("x"), "a.json": digest("1")}
