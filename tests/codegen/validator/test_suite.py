"""Generated modules against the official JSON-Schema-Test-Suite, every draft of it.

Each schema goes the way of a tool's: read into the IR, generated, run. The suite and its licence
lie in `tests/json_schema_test_suite`.
"""

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # ships no types

from toolc import ToolKit
from toolc.diagnostics.codes import OUTSIDE_REF
from toolc.ir.drafts import SchemaReader
from toolc.ir.linked import NotFollowedError
from toolc.ir.model import Schema, Tool, Toolset
from toolc.ir.refs import Resolver
from toolc.ir.upgrade import Dialect, dialect_of

_SUITE = Path(__file__).parents[2] / "json_schema_test_suite"
_DRAFTS: dict[str, Dialect] = {
    "draft4": "draft-04",
    "draft6": "draft-06",
    "draft7": "draft-07",
    "draft2019-09": "2019-09",
    "draft2020-12": "2020-12",
}
NOT_ASSERTED = {
    "zeroTerminatedFloats": "the IR is 2020-12, in which 1.0 is an integer whatever the draft was",
    "content": "`contentMediaType` and `contentEncoding` are annotations since 2019-09",
    "refs to historic drafts are processed as historic drafts": (
        "`prefixItems` is read as it is meant: documents often name another draft than they are of"
    ),
    "hostname with consecutive hyphens (RFC1123)": "draft-04 alone allows them; the IR is 2020-12",
    "a variable-width lookbehind (ES2018)": "`re` has none: the pattern is refused, told by TC502",
}
"""Files, groups and descriptions of optional tests -> why they are not asserted. All others are."""


class Remotes:
    """The documents that the suite refers to: its own, and the metaschemas."""

    def __init__(self) -> None:
        self._documents = {uri.rstrip("#"): REGISTRY.contents(uri) for uri in REGISTRY}
        for line in (_SUITE / "remotes.jsonl").read_text("ascii").splitlines():
            remote = json.loads(line)
            self._documents[f"http://localhost:1234/{remote['path']}"] = remote["document"]
        self._resolvers: dict[str, Resolver] = {}

    def follow(self, address: str, document: str) -> str:
        uri = urljoin(document.rstrip("#"), address)
        if uri not in self._documents:
            raise NotFollowedError(OUTSIDE_REF, hint="it is not in the suite")
        return f"{uri}#"

    def resolver(self, document: str, dialect: Dialect) -> Resolver:
        if document not in self._resolvers:
            schema = self._documents[document[:-1]]
            self._resolvers[document] = Resolver(schema, "", dialect_of(schema, dialect))
        return self._resolvers[document]


REMOTES = Remotes()


@cache
def suite(draft: str) -> dict[str, list[dict[str, Any]]]:
    """The groups of tests of a draft, by the name of their file."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (_SUITE / f"{draft}.jsonl").read_text("ascii").splitlines():
        group = json.loads(line)
        found[group["file"]].append(group)
    return found


def read(schema: Any, draft: str) -> Schema:
    """A tool's schema whose `value` is a schema of the suite."""
    reader = SchemaReader(schema, "suite", _DRAFTS[draft], documents=REMOTES)
    properties = {"value": reader.read("")}
    definitions = reader.definitions(properties["value"])
    return {"type": "object", "properties": properties, "$defs": definitions}


def files(*, optional: bool) -> list[Any]:
    return [
        pytest.param(draft, file, id=f"{draft}-{file}")
        for draft in _DRAFTS
        for file in suite(draft)
        if file.startswith("optional/") is optional and Path(file).name not in NOT_ASSERTED
    ]


def verdicts(draft: str, file: str) -> list[tuple[str, str, bool, bool]]:
    """Each test of a file: its descriptions, what is right, and what the module says."""
    groups = suite(draft)[file]
    tools = tuple(
        Tool(name=f"t{number}", input=read(group["schema"], draft))
        for number, group in enumerate(groups)
    )
    kit = ToolKit(Toolset(name="suite", tools=tools))
    module = kit.load(models="none", formats=file.startswith("optional/format"))
    return [
        (
            group["description"],
            test["description"],
            test["valid"],
            not module.validate(f"t{number}", {"value": test["data"]}),
        )
        for number, group in enumerate(groups)
        for test in group["tests"]
        if NOT_ASSERTED.keys().isdisjoint({group["description"], test["description"]})
    ]


@pytest.mark.parametrize(("draft", "file"), files(optional=False))
def test_required(draft: str, file: str) -> None:
    assert [test for test in verdicts(draft, file) if test[2] is not test[3]] == []


@pytest.mark.parametrize(("draft", "file"), files(optional=True))
def test_optional(draft: str, file: str) -> None:
    assert [test for test in verdicts(draft, file) if test[2] is not test[3]] == []


def test_all_of_the_suite_is_there() -> None:
    counts = {
        draft: sum(
            len(group["tests"])
            for file, groups in suite(draft).items()
            if not file.startswith("optional/")
            for group in groups
        )
        for draft in _DRAFTS
    }
    assert counts == {
        "draft4": 618,
        "draft6": 839,
        "draft7": 927,
        "draft2019-09": 1259,
        "draft2020-12": 1299,
    }


def test_what_is_not_asserted_is_in_the_suite() -> None:
    names = {
        name
        for draft in _DRAFTS
        for file, groups in suite(draft).items()
        for group in groups
        for test in group["tests"]
        for name in (Path(file).name, group["description"], test["description"])
    }
    assert NOT_ASSERTED.keys() <= names
