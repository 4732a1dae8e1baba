"""Diagnostics as a SARIF log, checked against the rules of its schema."""

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from syrupy.assertion import SnapshotAssertion

from toolc.diagnostics.codes import CODES
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.sarif import render_sarif
from toolc.diagnostics.sources import Sources

TEXT = 'paths:\n  /pet:\n    $ref: "#/components/Catt"\n'


def record(required: str = "", **properties: Any) -> dict[str, Any]:
    """An object of SARIF's schema: all of them are closed."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": required.split(),
        "properties": properties,
    }


TEXTUAL = {"type": "string"}
COUNT = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
FORMATTED = record("text", text=TEXTUAL, markdown=TEXTUAL)
RULE = record(
    "id",
    id=TEXTUAL,
    shortDescription=FORMATTED,
    help=FORMATTED,
    defaultConfiguration=record(level=LEVEL),
)
REGION = record(startLine=COUNT, startColumn=COUNT, endColumn=COUNT)
FILE = record(uri={"type": "string", "format": "uri-reference"})
LOCATION = record(
    physicalLocation=record("artifactLocation", artifactLocation=FILE, region=REGION),
    logicalLocations={
        "type": "array",
        "uniqueItems": True,
        "items": record(name=TEXTUAL, fullyQualifiedName=TEXTUAL, kind=TEXTUAL),
    },
)
RESULT = record(
    "message",
    ruleId=TEXTUAL,
    ruleIndex={"type": "integer", "minimum": -1},
    level=LEVEL,
    message=record("text", text=TEXTUAL),
    locations={"type": "array", "items": LOCATION},
    properties={"type": "object"},
)
DRIVER = record(
    "name",
    name=TEXTUAL,
    version=TEXTUAL,
    rules={"type": "array", "uniqueItems": True, "items": RULE},
)
RUN = record(
    "tool",
    tool=record("driver", driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results={"type": "array", "items": RESULT},
)
LOG = record(
    "version runs",
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs={"type": "array", "items": RUN},
)
"""What the official schema says of the members that are written."""


def dangling(file: str = "pets.yaml", **fields: Any) -> Diagnostic:
    origin = Origin(file=file, pointer="/paths/~1pet/$ref")
    message = "`$ref` points to `#/components/Catt`, which does not exist"
    item = Diagnostic(code="TC204", severity="error", message=message, origin=origin)
    return item.model_copy(update=fields)


def results(*items: Diagnostic) -> list[dict[str, Any]]:
    log = render_sarif(items, Sources({"pets.yaml": TEXT}))
    assert list(Draft7Validator(LOG).iter_errors(log)) == []
    found: list[dict[str, Any]] = log["runs"][0]["results"]
    return found


def test_the_whole_log(snapshot: SnapshotAssertion) -> None:
    loss = dangling(
        code="TC312",
        severity="warning",
        tool="get_pet",
        pointer="/properties/id",
        help="mend {it}",
        target="openai",
        kind="moved",
        witness={"id": [None]},
        witnessed=True,
    )
    log = render_sarif([dangling(), loss], Sources({"pets.yaml": TEXT}))
    assert list(Draft7Validator(LOG).iter_errors(log)) == []
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        assert rule["help"].pop("markdown") == rule["help"].pop("text")  # the page, tested as such
    log["runs"][0]["tool"]["driver"].pop("version")
    assert log == snapshot


def test_no_diagnostics_are_a_log_with_no_results() -> None:
    assert results() == []


def test_every_code_has_a_rule_that_says_what_it_is() -> None:
    items = [dangling(code=code, severity=CODES[code].severity) for code in CODES]
    log = render_sarif(items)
    assert list(Draft7Validator(LOG).iter_errors(log)) == []
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(CODES)
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert not rule["shortDescription"]["text"].startswith(("#", "TC"))


def test_each_result_points_at_its_rule() -> None:
    log = render_sarif([dangling(code="TC312"), dangling(), dangling(code="TC101")])
    [run] = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_code_of_a_plug_in_has_a_rule_without_a_page() -> None:
    log = render_sarif([dangling(code="XX001", severity="note")])
    [rule] = log["runs"][0]["tool"]["driver"]["rules"]
    assert rule == {"id": "XX001", "defaultConfiguration": {"level": "note"}}


def test_the_region_ends_behind_the_last_column() -> None:
    [result] = results(dangling())
    region = result["locations"][0]["physicalLocation"]["region"]
    line = TEXT.splitlines()[region["startLine"] - 1]
    marked = line[region["startColumn"] - 1 : region["endColumn"] - 1]
    assert marked == '"#/components/Catt"'


def test_what_is_nowhere_has_no_location() -> None:
    [result] = results(dangling(origin=None))
    assert result["locations"] == []


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("a/b.yaml", "a/b.yaml"),
        ("a/../b/./c.yaml", "b/c.yaml"),
        ("my tools.json", "my%20tools.json"),
        ("a:b#c.json", "a%3Ab%23c.json"),
        ("<stdin>", "%3Cstdin%3E"),
        ("https://example.com/a.json?b=c", "https://example.com/a.json?b=c"),
        (str(Path("/srv/a b.json")), "file:///srv/a%20b.json"),
    ],
)
def test_a_file_is_a_uri(file: str, uri: str) -> None:
    [result] = results(dangling(file))
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


def test_braces_are_no_placeholders() -> None:
    [result] = results(dangling(message="`/pets/{0}` and `{id}`", origin=None))
    assert result["message"]["text"] == "`/pets/{{0}}` and `{{id}}`"
