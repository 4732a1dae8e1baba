"""`toolc targets`: the list, and the table of keywords."""

import json
from collections.abc import Callable

from click.testing import Result

from toolc.targets import TARGETS

Run = Callable[..., Result]


def test_every_target_is_listed_with_its_options(run_toolc: Run) -> None:
    lines = run_toolc("targets").stdout.splitlines()
    assert [line.split()[0] for line in lines[: len(TARGETS.own)]] == list(TARGETS.own)
    assert any("(family, strict" in line for line in lines if line.startswith("bedrock"))


def test_the_table_of_keywords(run_toolc: Run) -> None:
    done = run_toolc("targets", "--table")
    assert done.exit_code == 0
    assert done.stdout.startswith("| keyword | openai | openai-strict |")
    told = json.loads(run_toolc("targets", "--table", "--output", "json").stdout)
    assert told["keywords"]["recursion"]["gemini"] == "checked"
