"""The compiled validator against the official JSON-Schema-Test-Suite (draft 2020-12)."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # ships no types

from toolc.codegen.validator import compile_validator

_SUITE = (
    Path(os.environ.get("TOOLC_SHARED", Path(__file__).parents[4] / "shared"))
    / "corpora/json-schema-test-suite"
)
_TESTS = _SUITE / "tests/draft2020-12"
_NOT_ASSERTED = {
    "cross-draft": "documents of other drafts are converted before they come here",
    "dependencies-compatibility": "`dependencies` is a keyword of other drafts, converted before",
    "format-assertion": "`format` is an annotation",
}


@cache
def _resources() -> dict[str, Any]:
    found: dict[str, Any] = {uri: REGISTRY.contents(uri) for uri in REGISTRY}
    for file in sorted((_SUITE / "remotes").rglob("*.json")):
        name = file.relative_to(_SUITE / "remotes").as_posix()
        found[f"http://localhost:1234/{name}"] = json.loads(file.read_text("utf-8"))
    return found


def _groups(file: Path) -> list[Any]:
    return [
        pytest.param(group, id=f"{file.stem}-{number}")
        for number, group in enumerate(json.loads(file.read_text("utf-8")))
    ]


def _check(group: dict[str, Any]) -> None:
    validate = compile_validator(group["schema"], _resources())
    verdicts = [(test["description"], not validate(test["data"])) for test in group["tests"]]
    assert verdicts == [(test["description"], test["valid"]) for test in group["tests"]]


def test_the_suite_is_there() -> None:
    if not _TESTS.is_dir():
        pytest.skip("JSON-Schema-Test-Suite is not below TOOLC_SHARED")
    assert len(list(_TESTS.glob("*.json"))) > 40


@pytest.mark.parametrize(
    "group", [group for file in sorted(_TESTS.glob("*.json")) for group in _groups(file)]
)
def test_required(group: dict[str, Any]) -> None:
    _check(group)


@pytest.mark.parametrize(
    "group",
    [
        group
        for file in sorted((_TESTS / "optional").glob("*.json"))
        if file.stem not in _NOT_ASSERTED
        for group in _groups(file)
    ],
)
def test_optional(group: dict[str, Any]) -> None:
    _check(group)
