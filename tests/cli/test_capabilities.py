"""`toolc capabilities`: one model, and the list."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

from toolc.model_matrix import built_in

Run = Callable[..., Result]


@pytest.mark.parametrize("model", ["qwen2.5:7b", "gemma2:9b", "gpt-5.9"])
def test_one_model(run_toolc: Run, model: str, snapshot: SnapshotAssertion) -> None:
    done = run_toolc("capabilities", "--model", model)
    assert done.exit_code == 0
    assert done.stdout == snapshot


def test_the_list_of_a_provider(run_toolc: Run, snapshot: SnapshotAssertion) -> None:
    done = run_toolc("capabilities", "--list", "--provider", "xai")
    assert done.exit_code == 0
    assert done.stdout == snapshot


def test_the_list_is_whole(run_toolc: Run) -> None:
    lines = run_toolc("capabilities", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["model", *built_in().patterns]
    told = json.loads(run_toolc("capabilities", "--list", "--output", "json").stdout)
    assert [row["pattern"] for row in told["models"]] == list(built_in().patterns)


def test_one_model_as_json(run_toolc: Run) -> None:
    told = json.loads(run_toolc("capabilities", "--model", "O1", "--output", "json").stdout)
    assert (told["native_tools"], told["parallel_calls"], told["known"]) == ("yes", False, True)
    assert told["choice"]["target"] == "openai"
    unknown = json.loads(run_toolc("capabilities", "--model", "x", "--output", "json").stdout)
    assert (unknown["native_tools"], unknown["known"]) == (None, False)


def test_a_file_of_models(run_toolc: Run, tmp_path: Path) -> None:
    own = {"families": [{"provider": "acme", "models": {"acme-1": {"max_tools": 7}}}]}
    (tmp_path / "own.json").write_text(json.dumps(own))
    done = run_toolc("capabilities", "--list", "--provider", "acme", "--models", "own.json")
    assert done.stdout.splitlines()[1].split()[:2] == ["acme-1", "acme"]
    (tmp_path / "own.json").write_text('{"families": [{"models": {"x": {"max_tools": "ten"}}}]}')
    wrong = run_toolc("capabilities", "--model", "x", "--models", "own.json")
    assert wrong.exit_code == 1
    assert "own.json:1:" in wrong.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--model NAME"),
        (("--model", "x", "--list"), "--model NAME"),
        (("--model", "x", "--provider", "xai"), "goes with `--list`"),
        (("--list", "--provider", "opnai"), "did you mean `openai`"),
    ],
)
def test_wrong_usage(run_toolc: Run, words: tuple[str, ...], said: str) -> None:
    done = run_toolc("capabilities", *words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_name_can_not_act_on_the_terminal(run_toolc: Run) -> None:
    assert "\x1b" not in run_toolc("capabilities", "--model", "\x1b[31mred").stdout
